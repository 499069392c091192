import { type FrictionLaw, fixedStep } from '@stiction/friction-core';
import { makeLaw } from '@stiction/friction-core/adapter';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { Scene, ShapeSpec, Vector } from '../scene.js';
import { centreShape, inertiaOf, solidOf } from '../solid.js';
import { type CurlingPath, curlingPath, pathAt } from './curling-reference.js';
import type { DemoScene, DrawnShape, Prop } from './demo-scene.js';
import { block, rod } from './drawn.js';
import { referenceSolution } from './reference-solution.js';

/**
 * A curling stone touches the ice with a narrow ring, the running band. Eight pads represent it, each a separate contact with the load
 * that the engine computes and friction at the pad's speed, μ(u) = m/√(u + 0.04 m/s). Nothing pushes sideways: the path bends because
 * the front and the rear of the band slide to opposite sides with different friction.
 *
 * Two effects oppose each other. Braking acts below the centre of mass and moves the load forward by about μ h; this alone bends the
 * path against the spin, like that of an upturned glass, by a centimetre. Real stones curl with the spin and by up to a metre, so
 * friction must be higher at the rear than at the front. The cause is disputed (ice dust, scratches, a film of water); here it is an
 * option of the ice,
 *
 *     μ = (1 - δ s) μ(u)        δ  `wear` [1]        s  position along the band, 1 at the front, -1 at the rear
 *
 * and δ = 0 is ice without a difference between front and rear. Sweeping reduces friction by 40 %.
 *
 * Reference: `curling-reference.ts`, a continuous ring on a plane, integrated by Runge-Kutta. x along the throw, z up; SI units.
 */
export type Curling = {
  speed: number;
  spin: number;
  wear: number;
  keenness: number;
  sweep: boolean;
};

/** Radii of band and stone, height of the stone, gap below it, radius of a pad [m]; mass [kg]. */
const STONE = { band: 0.065, radius: 0.145, height: 0.114, gap: 0.004, pad: 0.008, mass: 19, pads: 8 };

/** Remaining share of friction on swept ice. */
const SWEPT = 0.6;

const SHAPE: ShapeSpec = {
  kind: 'compound',
  parts: [
    { shape: { kind: 'cylinder', radius: STONE.radius, height: STONE.height }, position: [0, 0, 0] },
    ...Array.from({ length: STONE.pads }, (_, k) => {
      const angle = (2 * Math.PI * k) / STONE.pads;
      const z = STONE.pad - STONE.gap - STONE.height / 2;
      const position: Vector = [STONE.band * Math.cos(angle), STONE.band * Math.sin(angle), z];
      return { shape: { kind: 'sphere', radius: STONE.pad }, position } as const;
    }),
  ],
};

/** Height of the centre of mass above the ice [m]. */
const HEIGHT = STONE.gap + STONE.height / 2 + centreShape(SHAPE).centre[2];

const [[, , INERTIA]] = inertiaOf(solidOf(SHAPE), STONE.mass);

function coefficient({ keenness }: Curling): (speed: number) => number {
  return (speed) => keenness / Math.sqrt(speed + 0.04);
}

/** Law of the pair stone and ice; friction depends on the position along the band and on sweeping. */
function ice(values: Curling, law: FrictionLaw): FrictionLaw {
  return makeLaw({
    ...law,
    linearize(patches, i, h) {
      const flipped = patches.flipped[i] === 1;
      const slot = flipped ? patches.bodyB[i] : patches.bodyA[i];
      const arm = flipped ? patches.armB : patches.armA;
      const vx = patches.bodies.velocity[6 * slot];
      const vy = patches.bodies.velocity[6 * slot + 1];
      const along = arm[3 * i] * vx + arm[3 * i + 1] * vy;
      const speed = STONE.band * Math.sqrt(vx * vx + vy * vy);
      if (speed > 0) patches.normalScale[i] *= 1 - (values.wear * along) / speed;
      if (values.sweep) patches.normalScale[i] *= SWEPT;
      law.linearize(patches, i, h);
    },
  });
}

function scene(values: Curling): Scene {
  const law = ice(values, fixedStep({ mu: coefficient(values) }));
  const { shape } = centreShape(SHAPE);
  return {
    name: 'curling',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'ice', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ice' },
      {
        name: 'stone',
        kind: 'dynamic',
        mass: STONE.mass,
        shape,
        position: [0, 0, HEIGHT],
        velocity: [values.speed, 0, 0],
        angularVelocity: [0, 0, values.spin],
        material: 'stone',
      },
    ],
    stockMu: coefficient(values)(1),
    law,
    pairs: [['stone', 'ice', law]],
    duration: 45,
  };
}

/** The path without sweeping. */
const path = referenceSolution(
  ({ speed, spin, wear, keenness }: Curling) => [speed, spin, wear, keenness].join(),
  (values): CurlingPath =>
    curlingPath({
      band: STONE.band,
      height: HEIGHT,
      gyration: INERTIA / STONE.mass,
      mu: coefficient(values),
      wear: values.wear,
      speed: values.speed,
      spin: values.spin,
    }),
);

function pathEnd(values: Curling): [number, number] {
  return pathAt(path(values), Number.POSITIVE_INFINITY);
}

/** Stopped below this speed [m/s]. */
const STOPPED = 2e-3;

export const curling: DemoScene<Curling> = {
  id: 'curling',
  title: 'Curling stone',
  look: 'The path bends although nothing pushes sideways: friction is higher at the rear of the ring than at its front. Hold to sweep.',
  stockLacks: 'no such law',
  stockFault(engine, proof, { spin }) {
    if (engine === 'cannon') return Number.isNaN(proof) ? '' : 'should glide to the rings: it stops at once';
    return spin === 0 ? '' : 'should curl: spin does not bend its path';
  },
  controls: {
    speed: { kind: 'slider', label: 'Speed', value: 1.8, min: 0.8, max: 2.4, step: 0.1, unit: 'm/s' },
    spin: { kind: 'slider', label: 'Spin', value: 2, min: -3, max: 3, step: 0.1, unit: 'rad/s' },
    wear: { kind: 'slider', label: 'Extra friction at the rear', value: 0.6, min: 0, max: 0.9, step: 0.05 },
    keenness: { kind: 'slider', label: 'Friction at 1 m/s', value: 0.012, min: 0.006, max: 0.03, step: 0.001 },
    sweep: { kind: 'hold', label: 'Sweep', value: false, keys: ['Space'], live: true },
  },
  scene,
  probe(values) {
    let curve = 0;
    let proof = Number.NaN;
    let swept = false;
    let done = false;
    let along = 0;
    return {
      sample(world) {
        swept ||= values.sweep;
        [along, curve] = world.position('stone');
        if (done || Math.hypot(...world.velocity('stone')) > STOPPED) return;
        done = true;
        // The reference path is without sweeping.
        if (!swept) proof = curve;
      },
      get curve() {
        return curve;
      },
      get proof() {
        return proof;
      },
      get done() {
        return done;
      },
      get facts() {
        const reference = swept ? {} : { reference: pathEnd(values)[0] };
        return [{ label: 'Along the ice', unit: 'm', value: along, ...reference, digits: 2 }];
      },
    };
  },
  solution: path,
  proof: {
    label: 'Curl: final sideways position',
    unit: 'm',
    reference: (values) => pathEnd(values)[1],
    good(proof, values) {
      const [, reference] = pathEnd(values);
      return Math.abs(proof - reference) < Math.max(0.03 * Math.abs(reference), 0.005);
    },
    digits: 3,
  },
  curve: {
    label: 'Sideways position',
    unit: 'm',
    theory: (time, values) => pathAt(path(values), time)[1],
    span: 16,
  },
  view: { target: [0.75, 0, 0], eye: [-2.6, 0.75, 1.25], follow: 'stone' },
  trails: ['stone'],
  laws: [
    {
      id: 'ice',
      label: 'Ice: friction decreases with speed',
      pair: ['stone', 'ice'],
      law: (values) => ice(values, fixedStep({ mu: coefficient(values) })),
    },
    {
      id: 'coulomb',
      label: 'Coulomb: constant friction',
      pair: ['stone', 'ice'],
      law: (values) => ice(values, fixedStep({ mu: values.keenness })),
    },
  ],
  looks: () => ({ ice: { colour: '#cfe4f2', surface: 'ice' }, stone: { shape: granite(), surface: 'stone' } }),
  props: house,
  ghost: { body: 'stone', position: (time, values) => [...pathAt(path(values), time), HEIGHT] },
  snippet: 'curling',
};

/** Granite with a polished band, and a handle. */
function granite(): DrawnShape {
  const { radius, height } = STONE;
  const top = height / 2;
  const handle = { colour: '#d22f2f', surface: 'plastic' } as const;
  return {
    kind: 'group',
    parts: [
      {
        shape: {
          kind: 'lathe',
          profile: [
            [0, -top],
            [0.5 * radius, -top],
            [0.85 * radius, -0.75 * top],
            [radius, -0.2 * top],
            [radius, 0.2 * top],
            [0.85 * radius, 0.75 * top],
            [0.55 * radius, top],
            [0, top],
          ],
        },
        colour: '#8f979e',
      },
      rod(1.004 * radius, 0.36 * top, [0, 0, 0], { colour: '#5c646b' }),
      rod(0.5 * radius, 0.1 * height, [0, 0, 1.04 * top], handle),
      {
        shape: {
          kind: 'tube',
          points: [
            [-0.3 * radius, 0, 1.05 * top],
            [-0.2 * radius, 0, 1.8 * top],
            [0.35 * radius, 0, 1.95 * top],
            [0.8 * radius, 0, 1.9 * top],
          ],
          radius: 0.085 * radius,
        },
        ...handle,
      },
    ],
  };
}

/** The sheet: its centre line and edges, lines across it, and rings around the end point of a stone without curl. */
function house(values: Curling): readonly Prop[] {
  const [distance] = pathEnd(values);
  const WIDE = 2.1;
  const line = (x: number, y: number, half: readonly [number, number], colour: string): Prop => ({
    ...block([...half, 0.0004], [x, y, 0.0004], { colour }),
    position: [x, y, 0.0004],
  });
  const long = distance / 2 + 2.5;
  const rings = [
    [0.9, '#2f6fb5'],
    [0.6, '#f7fafc'],
    [0.3, '#cf3a34'],
    [0.08, '#f7fafc'],
  ] as const;
  return [
    line(distance / 2, 0, [long, 0.008], '#7f93a8'),
    ...[-1, 1].map((side) => line(distance / 2, side * WIDE, [long, 0.03], '#2b3a4d')),
    ...[0, distance - 6.4].map((x) => line(x, 0, [0.05, WIDE], '#cf3a34')),
    ...[distance, distance + 1.83].map((x) => line(x, 0, [0.008, WIDE], '#7f93a8')),
    ...Array.from({ length: Math.max(0, Math.floor(distance - 1)) }, (_, k) =>
      line(k + 1, 0, [0.006, 0.12], '#7f93a8'),
    ),
    ...rings.map(
      ([radius, colour], k): Prop => ({
        shape: { kind: 'cylinder', radius, height: 0.0008 * (k + 1) },
        position: [distance, 0, 0.0004 * (k + 1)],
        colour,
        surface: 'ice',
      }),
    ),
  ];
}
