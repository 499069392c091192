import { anisotropic, coulomb, type FrictionLaw } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import { ellipseFriction, type Friction, type Plane, rotateFriction } from '../cases/sliding-reference.js';
import { tiltGravity } from '../cases/tilting-plane.js';
import type { BodySpec, Rotation, Scene, ShapeSpec, Vector } from '../scene.js';
import type { DemoScene, DrawnPart, DrawnShape, Probe, Prop } from './demo-scene.js';
import { ALONG_Y, about, block, rod, slab, wheel } from './drawn.js';

/**
 * A ski and two carts on a slope, all with low friction along their length and high friction across it: law `anisotropic`, with axes
 * fixed to the body. A cart parked across the slope stays, to 0.1 mm in ten seconds; a cart that points down the slope rolls; the ski
 * runs across the slope, slightly below its heading.
 *
 * Friction depends only on the direction of motion, so a body that starts from rest moves on a straight line, along a direction d with
 *
 *     a d = g (sin α, 0) + g cos α f(d),   f(d) = -(μx² dx, μy² dy)/√(μx² dx² + μy² dy²)  in the frame of the ski
 *
 * (maximum dissipation). Reference: the angle at which both sides are parallel, by bisection. A body stays at rest if some friction
 * within the ellipse holds it. x down the slope, y across, angles from the fall line in degrees; SI units.
 */
export type SkiEdge = {
  slope: number;
  heading: number;
  glide: number;
  edge: number;
};

/** Half extents [m]; masses [kg]. */
const CART = { half: [0.4, 0.22, 0.12], mass: 20 } as const;
const SKI = { half: [0.85, 0.05, 0.02], mass: 5 } as const;
const PLACES = { parked: [0, -2.4], rolling: [0, -1], ski: [0, 0.6] } as const;

/** Gravity is tilted after everything has come to rest [s]; creep is measured from `YIELD` to `YIELD` + 10 s after that. */
const SETTLE = 0.5;
const YIELD = 0.5;
const DURATION = SETTLE + YIELD + 10;
/** The direction is measured over this distance [m]. */
const RUN = 3;
const LEAST = 0.05;

const radians = (angle: number): number => (angle * Math.PI) / 180;

function aboutVertical(angle: number): Rotation {
  return [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

function skiFriction({ glide, edge, heading }: SkiEdge): Friction {
  return rotateFriction(ellipseFriction(glide, edge), radians(heading));
}

/** Acceleration along a direction at an angle [rad]. */
function pull(values: SkiEdge, angle: number): Plane {
  const slope = radians(values.slope);
  const [fx, fy] = skiFriction(values)(Math.cos(angle), Math.sin(angle));
  return [GRAVITY * (Math.sin(slope) + Math.cos(slope) * fx), GRAVITY * Math.cos(slope) * fy];
}

/** True if friction holds a body that points at an angle from the fall line [degrees]. */
function holds({ slope, glide, edge }: SkiEdge, heading: number): boolean {
  const along = Math.cos(radians(heading)) / glide;
  const across = Math.sin(radians(heading)) / edge;
  return Math.tan(radians(slope)) * Math.hypot(along, across) <= 1;
}

/** Direction of the ski from the fall line [rad] and acceleration along it; null if it rests. */
export function exactRun(values: SkiEdge): { angle: number; acceleration: number } | null {
  if (holds(values, values.heading)) return null;
  let [low, high] = [0, radians(values.heading)];
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    const [ax, ay] = pull(values, middle);
    if (Math.cos(middle) * ay - Math.sin(middle) * ax > 0) low = middle;
    else high = middle;
  }
  const angle = 0.5 * (low + high);
  return { angle, acceleration: Math.hypot(...pull(values, angle)) };
}

/** Distance of the ski [m]. */
function runAt(values: SkiEdge, time: number): Plane {
  const run = exactRun(values);
  if (!run) return [0, 0];
  const distance = 0.5 * run.acceleration * Math.max(0, time - SETTLE) ** 2;
  return [distance * Math.cos(run.angle), distance * Math.sin(run.angle)];
}

function lawOf({ glide, edge }: SkiEdge, flow: 'associated' | 'radial' = 'associated'): FrictionLaw {
  return anisotropic({ mu: [glide, edge], flow });
}

function scene(values: SkiEdge): Scene {
  const { edge } = values;
  const body = (name: keyof typeof PLACES, { half, mass }: { half: Vector; mass: number }, turn: number): BodySpec => {
    const shape: ShapeSpec = { kind: 'box', halfExtents: half };
    const position: Vector = [...PLACES[name], half[2]];
    return { name, kind: 'dynamic', mass, shape, position, rotation: aboutVertical(radians(turn)), material: 'runner' };
  };
  return {
    name: 'ski edge',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'snow', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'snow' },
      body('parked', CART, 90),
      body('rolling', CART, 0),
      body('ski', SKI, values.heading),
    ],
    stockMu: edge,
    law: coulomb({ mu: edge }),
    pairs: [['runner', 'snow', lawOf(values)]],
    drive(world, time) {
      if (time > SETTLE - 1e-6) tiltGravity(world, radians(values.slope));
    },
    duration: DURATION,
  };
}

function createProbe(values: SkiEdge): Probe {
  let start: Plane = PLACES.ski;
  let parked: Plane = PLACES.parked;
  let [across, rolled] = [0, 0];
  let [proof, creep] = [Number.NaN, Number.NaN];
  return {
    sample(world) {
      const [x, y] = world.position('ski');
      const [px, py] = world.position('parked');
      if (world.time < SETTLE) start = [x, y];
      if (world.time < SETTLE + YIELD) parked = [px, py];
      else creep = Math.hypot(px - parked[0], py - parked[1]);
      across = y - start[1];
      rolled = world.position('rolling')[0] - PLACES.rolling[0];
      const distance = Math.hypot(x - start[0], across);
      if (distance > LEAST && distance < RUN) proof = (Math.atan2(across, x - start[0]) * 180) / Math.PI;
    },
    get curve() {
      return across;
    },
    get proof() {
      return proof;
    },
    done: false,
    get facts() {
      const stays = holds(values, 90) ? { reference: 0 } : {};
      return [
        { label: 'Creep of the parked cart', unit: 'mm', value: 1000 * creep, ...stays, digits: 3 },
        { label: 'Distance of the other cart', unit: 'm', value: rolled, digits: 2 },
      ];
    },
  };
}

export const skiEdge: DemoScene<SkiEdge> = {
  id: 'ski-edge',
  title: 'Ski edge and parked cart',
  look: 'Low friction along, high across: the ski runs slightly below its heading, one cart rolls, and the parked one does not creep.',
  stockLacks: 'no such law',
  stockFault: () => 'should glide along and hold across: friction has no grain',
  controls: {
    slope: { kind: 'slider', label: 'Slope', value: 15, min: 5, max: 30, step: 1, unit: '°' },
    heading: {
      kind: 'slider',
      label: 'Heading, from the fall line',
      value: 55,
      min: 0,
      max: 90,
      step: 1,
      unit: '°',
    },
    glide: { kind: 'slider', label: 'Friction along', value: 0.1, min: 0.01, max: 0.2, step: 0.01 },
    edge: { kind: 'slider', label: 'Friction across', value: 0.4, min: 0.2, max: 1, step: 0.05 },
  },
  scene,
  probe: createProbe,
  proof: {
    label: 'Direction of the ski, from the fall line',
    unit: '°',
    reference: (values) => ((exactRun(values)?.angle ?? Number.NaN) * 180) / Math.PI,
    good(proof, values) {
      const run = exactRun(values);
      return run ? Math.abs(proof - (run.angle * 180) / Math.PI) < 0.5 : Number.isNaN(proof);
    },
    digits: 2,
  },
  curve: {
    label: 'Ski position across the slope',
    unit: 'm',
    theory: (time, values) => runAt(values, time)[1],
    span: 4,
  },
  view: {
    target: [1.3, 0, -0.3],
    eye: [6, -3.6, 2],
    frame: [
      [-1.6, -2.6, -0.7],
      [2.5, 1.5, 0.75],
    ],
    tall: [4.6, -1.5, 3],
  },
  trails: ['ski', 'rolling'],
  laws: [
    {
      id: 'associated',
      label: 'Anisotropic: maximum dissipation',
      pair: ['runner', 'snow'],
      law: (values) => lawOf(values),
    },
    {
      id: 'radial',
      label: 'Anisotropic: opposite to the slip',
      pair: ['runner', 'snow'],
      law: (values) => lawOf(values, 'radial'),
    },
    { id: 'coulomb', label: 'Coulomb', pair: ['runner', 'snow'], law: ({ edge }) => coulomb({ mu: edge }) },
  ],
  looks: () => ({
    snow: { colour: '#d3dfea', surface: 'snow' },
    ski: { shape: skiShape(), colour: '#d6362b', surface: 'plastic' },
    parked: { shape: cart('#2f6fb5') },
    rolling: { shape: cart('#4c9a57') },
  }),
  props: trail,
  rotation: ({ slope }) => [0, Math.sin(radians(slope) / 2), 0, Math.cos(radians(slope) / 2)],
  ghost: {
    body: 'ski',
    position(time, values) {
      const [x, y] = runAt(values, time);
      return [PLACES.ski[0] + x, PLACES.ski[1] + y, SKI.half[2]];
    },
    rotation: (_time, { heading }) => aboutVertical(radians(heading)),
  },
  snippet: 'ski-edge',
};

/** Its tip bends up. */
function skiShape(): DrawnShape {
  const [x, y, z] = SKI.half;
  const tip = slab(
    [
      [x - 0.1, -z],
      [x + 0.1, 0.02],
      [x + 0.2, 0.1],
      [x + 0.19, 0.12],
      [x + 0.08, 0.05],
      [x - 0.1, 0],
    ],
    y,
  );
  return {
    kind: 'group',
    parts: [
      block([x, y, 0.6 * z], [0, 0, -0.4 * z]),
      tip,
      block([0.13, 0.8 * y, 0.03], [0, 0, 0.03], { colour: '#20262e' }),
      block([0.5 * x, 0.3 * y, 0.001], [-0.4 * x, 0, 0.2 * z], { colour: '#ffffff' }),
    ],
  };
}

/** The runners are wheels that hold sideways. */
function cart(colour: string): DrawnShape {
  const [x, y, z] = CART.half;
  const r = 0.75 * z;
  return {
    kind: 'group',
    parts: [
      block([x, 0.8 * y, 0.5 * z], [0, 0, 0.35 * z], { colour, surface: 'plastic' }),
      block([0.85 * x, 0.6 * y, 0.02], [0, 0, 0.95 * z], { colour: '#e8d9bd', surface: 'wood' }),
      ...[-1, 1].flatMap((end) =>
        [-1, 1].map((side) => ({
          shape: wheel(r, 0.08),
          position: [0.6 * end * x, side * (y - 0.04), r - z] as Vector,
          rotation: ALONG_Y,
        })),
      ),
    ],
  };
}

/** Upright in the drawing. */
function tree(x: number, y: number, size: number, upright: Rotation): Prop {
  const cone = (from: number, to: number, radius: number, colour: string): DrawnPart => ({
    shape: {
      kind: 'lathe',
      profile: [
        [0, from * size],
        [radius * size, (from + 0.04) * size],
        [0, to * size],
      ],
    },
    colour,
  });
  const parts = [
    cone(0, 0.3, 0.07, '#6b4a2f'),
    cone(0.15, 0.62, 0.3, '#2f6b47'),
    cone(0.4, 0.82, 0.23, '#357a50'),
    cone(0.62, 1, 0.16, '#dfe9ee'),
  ];
  return { shape: { kind: 'group', parts }, position: [x, y, 0], rotation: upright };
}

/** A slalom pole with a flag, upright in the drawing. */
function pole(x: number, y: number, colour: string, upright: Rotation): Prop {
  const parts = [
    rod(0.018, 0.9, [0, 0, 0.45], { colour, surface: 'plastic' }),
    block([0.004, 0.12, 0.08], [0, 0.12, 0.8], { colour, surface: 'cloth' }),
  ];
  return { shape: { kind: 'group', parts }, position: [x, y, 0], rotation: upright };
}

/** Trees, slalom poles, and the reference line of the ski. */
function trail(values: SkiEdge): readonly Prop[] {
  const angle = radians(values.slope);
  const upright: Rotation = [0, -Math.sin(angle / 2), 0, Math.cos(angle / 2)];
  const trees = [
    [-2.5, 5.2, 2.2],
    [0.8, 6.6, 2.8],
    [4.2, 7.5, 2.4],
    [-4.5, 1.5, 2.6],
    [-4.2, -3.8, 2.1],
    [8.5, 9, 3],
    [-1, 8.5, 3],
  ] as const;
  const forest = trees.map(([x, y, size]) => tree(x, y, size, upright));
  const run = exactRun(values);
  const poles = [
    pole(-0.9, 1.6, '#d6362b', upright),
    pole(1.6, 3.1, '#2f6fb5', upright),
    pole(-1.2, -1.7, '#d6362b', upright),
    pole(3.4, 2.6, '#2f6fb5', upright),
  ];
  if (!run) return [...forest, ...poles];
  const half = 6;
  const [x, y] = PLACES.ski;
  return [
    ...forest,
    ...poles,
    {
      ...block([half, 0.012, 0.001], [0, 0, 0]),
      position: [x + half * Math.cos(run.angle), y + half * Math.sin(run.angle), 0.001],
      rotation: about(run.angle),
      colour: 'mark',
    },
  ];
}
