import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, Rotation, Scene, ShapePart, Vector } from '../scene.js';
import type { DemoScene, DrawnShape, Look, Part, Prop } from './demo-scene.js';
import { block } from './drawn.js';

/**
 * A luggage carousel: an oval belt let into the floor. The floor has another material on each section, and its law is `surfaceVelocity`:
 * a velocity on the straight sections, an angular velocity about the centre of the curve on the curved ones. Nothing moves in the engine.
 * A case follows the curve as long as friction holds it on its circle,
 *
 *     v²/R ≤ μ g,    so up to   v = √(μ g R)    (ω² R = μ g)
 *
 *   v  speed of the middle of the belt [m/s]     R  radius of the middle of the curve [m]     μ  coefficient of friction
 *
 * The belt speeds up slowly, so each kind of case leaves at its own speed.
 */
type BeltValues = { mu: number; radius: number };

/** Half lengths of the straights, and half width of the belt [m]. */
const STRAIGHT = 0.8;
const WIDTH = 0.34;
/** The belt starts with this speed after `START` seconds, and then gains `GAIN` [m/s, m/s²]. */
const FIRST = 1.2;
const START = 2;
const GAIN = 0.12;
const DURATION = 12;

const HALF: Vector = [0.16, 0.11, 0.06];
const CASES = 9;
/** A case that is so far from the middle of the belt has left it; it began when it last moved outwards more slowly than this [m, m/s]. */
const LEFT = 0.1;
const STAYS = 0.02;

interface Kind {
  name: string;
  /** As a multiple of the slider's. */
  grip: number;
  colour: string;
}

const KINDS: readonly Kind[] = [
  { name: 'hard shell', grip: 1, colour: '#2f6fb3' },
  { name: 'fabric', grip: 1.4, colour: '#c8473a' },
  { name: 'rubber feet', grip: 1.9, colour: '#3d8b57' },
];

const caseName = (k: number): string => `${KINDS[k % KINDS.length].name} ${Math.floor(k / KINDS.length) + 1}`;

const speedAt = (time: number): number =>
  time < START ? FIRST * Math.sin((Math.PI * time) / (2 * START)) ** 2 : FIRST + GAIN * (time - START);

const critical = ({ mu, radius }: BeltValues, grip: number): number => Math.sqrt(grip * mu * GRAVITY * radius);

/** Place and direction on the middle of the belt, at a distance along it. */
function onLane(distance: number, radius: number): { at: readonly [number, number]; yaw: number } {
  const [side, curve] = [2 * STRAIGHT, Math.PI * radius];
  const along = distance % (2 * (side + curve));
  const [half, rest] = along < side + curve ? [1, along] : [-1, along - side - curve];
  if (rest < side) return { at: [half * (rest - STRAIGHT), -half * radius], yaw: half > 0 ? 0 : Math.PI };
  const angle = (rest - side) / radius;
  return {
    at: [half * (STRAIGHT + radius * Math.sin(angle)), -half * radius * Math.cos(angle)],
    yaw: angle + (half > 0 ? 0 : Math.PI),
  };
}

/** Distance outwards from the middle of the belt. */
const driftAt = ([x, y]: Vector, radius: number): number => Math.hypot(Math.max(0, Math.abs(x) - STRAIGHT), y) - radius;

const about = (angle: number): Rotation => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

export const curvedBelt: DemoScene<BeltValues> = {
  id: 'curved-belt',
  title: 'Luggage carousel',
  look: 'The belt speeds up. Each kind of suitcase must leave the curve at its own speed: where friction becomes too weak for the circle.',
  stockFault: () => 'suitcases should ride: the belt has no surface velocity',
  controls: {
    mu: { kind: 'slider', label: 'Friction coefficient μ, blue', value: 0.24, min: 0.2, max: 0.3, step: 0.01 },
    radius: { kind: 'slider', label: 'Radius of the curve', value: 1, min: 0.8, max: 1.2, step: 0.1, unit: 'm' },
  },
  scene({ mu, radius }): Scene {
    const forwards: [number, number, number] = [0, 0, 0];
    const backwards: [number, number, number] = [0, 0, 0];
    const angular: [number, number, number] = [0, 0, 0];
    const sections = {
      'near straight': { linear: forwards },
      'far straight': { linear: backwards },
      'right curve': { angular, centre: [STRAIGHT, 0, 0] as const },
      'left curve': { angular, centre: [-STRAIGHT, 0, 0] as const },
    };
    return {
      name: 'curved belt',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'floor' },
        ...cases(radius),
      ],
      stockMu: mu,
      law: coulomb({ mu: 0.5 }),
      pairs: KINDS.flatMap(({ name, grip }) =>
        Object.entries(sections).map(
          ([section, motion]) => [section, name, surfaceVelocity(coulomb({ mu: grip * mu }), motion)] as const,
        ),
      ),
      surfaces: [
        [
          'floor',
          ({ point: [x, y] }) => {
            if (Math.abs(driftAt([x, y, 0], radius)) > WIDTH) return 'floor';
            if (Math.abs(x) < STRAIGHT) return y < 0 ? 'near straight' : 'far straight';
            return x > 0 ? 'right curve' : 'left curve';
          },
        ],
      ],
      drive(_world, time, dt) {
        const speed = speedAt(time + 0.5 * dt);
        forwards[0] = speed;
        backwards[0] = -speed;
        angular[2] = speed / radius;
      },
      rapierUnit: 0.1,
      duration: DURATION,
    };
  },
  probe(values, world) {
    const { radius } = values;
    const left = KINDS.map(() => Number.NaN);
    const offs = new Array<number>(CASES).fill(0);
    const begins = new Array<number>(CASES).fill(0);
    const parts = partPoses(radius);
    let way = 0;
    let drift = 0;
    return {
      parts,
      sample(now, dt) {
        const speed = speedAt(now.time - 0.5 * dt);
        way += speed * dt;
        if (world.friction) moveSlats(parts, way, radius);
        drift = 0;
        for (let k = 0; k < CASES; k++) {
          const off = Math.abs(driftAt(now.position(caseName(k)), radius));
          if (off - offs[k] < STAYS * dt) begins[k] = speed;
          offs[k] = off;
          const kind = k % KINDS.length;
          if (off > LEFT && Number.isNaN(left[kind])) left[kind] = begins[k];
          if (kind === 0) drift = Math.max(drift, off);
        }
      },
      get curve() {
        return drift;
      },
      get proof() {
        return left[0];
      },
      get done() {
        return false;
      },
      get facts() {
        return KINDS.slice(1).map(({ name, grip }, k) => ({
          label: `Leaves the curve, ${name}`,
          unit: 'm/s',
          value: left[k + 1],
          reference: critical(values, grip),
          digits: 2,
        }));
      },
    };
  },
  proof: {
    label: 'Speed at which a hard shell leaves the curve',
    unit: 'm/s',
    reference: (values) => critical(values, 1),
    good: (proof, values) => Math.abs(proof / critical(values, 1) - 1) < 0.04,
    digits: 2,
  },
  curve: {
    label: 'Largest distance of a hard shell from the middle',
    unit: 'm',
    theory: (time, values) => (speedAt(time) < critical(values, 1) ? 0 : Number.NaN),
    span: DURATION,
  },
  view: {
    target: [0, 0, 0],
    eye: [3, -3.4, 3.4],
    frame: [
      [-2.1, -1.25, 0],
      [2.1, 1.25, 0.3],
    ],
    tall: [4.6, -0.9, 4],
  },
  stockLacks: 'no such law',
  looks: () => ({
    floor: { colour: '#c6c3bc' },
    ...Object.fromEntries(
      Array.from({ length: CASES }, (_, k): [string, Look] => [caseName(k), suitcase(KINDS[k % KINDS.length].colour)]),
    ),
  }),
  parts: ({ radius }) => slats(radius),
  props: ({ radius }) => frame(radius),
  snippet: 'curved-belt',
};

function cases(radius: number): BodySpec[] {
  const step = (4 * STRAIGHT + 2 * Math.PI * radius) / CASES;
  return Array.from({ length: CASES }, (_, k): BodySpec => {
    const { at, yaw } = onLane(k * step, radius);
    return {
      name: caseName(k),
      kind: 'dynamic',
      mass: 12,
      shape: { kind: 'box', halfExtents: HALF },
      position: [...at, HALF[2]],
      rotation: about(yaw),
      material: KINDS[k % KINDS.length].name,
    };
  });
}

/** A box with a handle and two bands. */
function suitcase(colour: string): Look {
  const [x, y, z] = HALF;
  const box = (half: Vector, position: Vector): ShapePart => ({ shape: { kind: 'box', halfExtents: half }, position });
  return {
    shape: {
      kind: 'compound',
      parts: [
        box(HALF, [0, 0, 0]),
        ...[-0.55, 0.55].map((share) => box([0.012, y + 0.002, z + 0.002], [share * x, 0, 0])),
        box([0.05, 0.012, 0.01], [0, y + 0.018, 0]),
      ],
    },
    colours: [colour, '#f1ede4', '#f1ede4', '#30343a'],
  };
}

/** Dark slats that follow the belt. */
const SLATS = 64;

const slats = (radius: number): Part[] =>
  Array.from({ length: SLATS }, () => ({
    shape: { kind: 'box', halfExtents: [(2 * STRAIGHT + Math.PI * radius) / SLATS - 0.006, WIDTH, 0.001] },
    colour: '#4a5058',
    surface: 'rubber',
  }));

function partPoses(radius: number): Float64Array {
  const poses = new Float64Array(7 * SLATS);
  moveSlats(poses, 0, radius);
  return poses;
}

function moveSlats(poses: Float64Array, way: number, radius: number): void {
  const length = 4 * STRAIGHT + 2 * Math.PI * radius;
  for (let k = 0; k < SLATS; k++) {
    const { at, yaw } = onLane((way + (k * length) / SLATS) % length, radius);
    poses.set([...at, 0.0005, ...about(yaw)], 7 * k);
  }
}

/** An oval plate about the middle of the carousel, from z = 0 up. */
function plate(radius: number, height: number): DrawnShape {
  const COUNT = 24;
  const points = [-1, 1].flatMap((end) =>
    Array.from({ length: COUNT + 1 }, (_, k): Vector[] => {
      const angle = (Math.PI * k) / COUNT;
      const [x, y] = [end * (STRAIGHT + radius * Math.sin(angle)), radius * Math.cos(angle)];
      return [
        [x, y, 0],
        [x, y, height],
      ];
    }).flat(),
  );
  return { kind: 'hull', points };
}

/** What is not belt: the bed under the slats, the island in the middle with its sign, and the metal edges. */
function frame(radius: number): readonly Prop[] {
  const inner = radius - WIDTH - 0.03;
  const island = [
    block([0.03, 0.03, 0.3], [0, 0, 0.4], { colour: '#5c6672', surface: 'steel' }),
    block([0.34, 0.03, 0.14], [0, 0, 0.78], { colour: '#1d2733', surface: 'plastic' }),
    block([0.3, 0.002, 0.025], [0, -0.031, 0.83], { colour: '#f2c14e' }),
    block([0.22, 0.002, 0.015], [-0.08, -0.031, 0.76], { colour: '#dfe6ee' }),
    block([0.26, 0.002, 0.015], [-0.04, -0.031, 0.71], { colour: '#dfe6ee' }),
  ];
  return [
    { shape: plate(radius + WIDTH, 0.0003), position: [0, 0, 0], colour: '#1b1e22', surface: 'rubber' },
    { shape: plate(inner, 0.12), position: [0, 0, 0], colour: '#b9c0c8', surface: 'steel' },
    { shape: plate(inner - 0.05, 0.002), position: [0, 0, 0.12], colour: '#e4e7ea', surface: 'plastic' },
    { shape: { kind: 'group', parts: island }, position: [0, 0, 0] },
    ...rims(radius),
  ];
}

/** Metal edges of the belt. */
function rims(radius: number): readonly Prop[] {
  const COUNT = 18;
  return [radius - WIDTH - 0.012, radius + WIDTH + 0.012].flatMap((r) => [
    ...[-1, 1].map(
      (side): Prop => ({
        shape: { kind: 'box', halfExtents: [STRAIGHT, 0.012, 0.002] },
        position: [0, side * r, 0.001],
        colour: '#8d9299',
      }),
    ),
    ...[-1, 1].flatMap((side) =>
      Array.from({ length: COUNT }, (_, k): Prop => {
        const angle = (Math.PI * (k + 0.5)) / COUNT;
        return {
          shape: { kind: 'box', halfExtents: [0.012, r * Math.tan(Math.PI / (2 * COUNT)), 0.002] },
          position: [side * (STRAIGHT + r * Math.sin(angle)), r * Math.cos(angle), 0.001],
          rotation: about(side * (Math.PI / 2 - angle)),
          colour: '#8d9299',
        };
      }),
    ),
  ]);
}
