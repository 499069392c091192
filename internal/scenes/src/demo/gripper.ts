import { coulomb } from '@stiction/friction-core';
import { ecp, patch } from '@stiction/limit-surface';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, PlainWorld, Rotation, Scene } from '../scene.js';
import type { DemoScene, DrawnShape, Probe, Prop } from './demo-scene.js';
import { block, rod } from './drawn.js';
import { type HeldPlank, pivotAngles, pivotGrip } from './gripper-reference.js';

/**
 * Two fingers with round pads hold a plank beside its middle and slowly let go. Only torsion prevents rotation about the pads: law
 * `patch`, with no input but μ. When the grip falls below that of the limit surface, the plank pivots; at the target angle the fingers
 * close again. Robots reorient parts in this way. Reference: `gripper-reference.ts`. SI units, angles in degrees.
 */
export type Gripper = {
  mass: number;
  overhang: number;
  mu: number;
  angle: number;
  loosening: number;
};

const PAD = 0.025;
/** Half extents of the plank [m]; it lies along x, the pads press along y. */
const PLANK = [0.2, 0.012, 0.03] as const;
const FINGER = { length: 0.05, mass: 0.2 };

/** Initial grip, as a multiple of the grip that just holds; it decreases from this time on [s]. */
const FIRM = 1.4;
const HOLD = 1;
/** The fingers close this long before gravity acts [s]. */
const CLOSING = 0.3;
/** Time in which the fingers close again [s]. */
const CLOSE = 0.1;
const DURATION = 9;

function heldPlank({ mass, overhang, mu }: Gripper): HeldPlank {
  return { mass, overhang, mu, pad: PAD, gyration: (PLANK[0] ** 2 + PLANK[2] ** 2) / 3 };
}

/** Force of each finger at a time; it closes again from `closed` on [N]. */
function gripAt(values: Gripper, time: number, closed: number): number {
  const firm = FIRM * pivotGrip(heldPlank(values));
  const loose = (at: number): number => firm * Math.max(0, 1 - (values.loosening / 100) * Math.max(0, at - HOLD));
  if (time < closed) return loose(time);
  return loose(closed) + (firm - loose(closed)) * Math.min(1, (time - closed) / CLOSE);
}

/** A grip that closes when the plank has rotated by a given angle. */
function createGrip(values: Gripper): (time: number, angle: number) => number {
  let closed = Number.POSITIVE_INFINITY;
  return (time, angle) => {
    if (angle >= (values.angle * Math.PI) / 180) closed = Math.min(closed, time);
    return gripAt(values, time, closed);
  };
}

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

/** Downward rotation of the plank [rad]. */
function angleOf(world: PlainWorld): number {
  const [, y, , w] = world.rotation('plank');
  return 2 * Math.atan2(y, w);
}

function scene(values: Gripper): Scene {
  const { mass, overhang, mu } = values;
  const across: Rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const finger = (name: string, side: number): BodySpec => ({
    name,
    kind: 'dynamic',
    mass: FINGER.mass,
    guide: 'y',
    shape: { kind: 'cylinder', radius: PAD, height: FINGER.length },
    position: [0, side * (PLANK[1] + FINGER.length / 2), 0],
    rotation: across,
    material: 'finger',
  });
  const grip = createGrip(values);
  return {
    name: 'gripper',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      {
        name: 'plank',
        kind: 'dynamic',
        mass,
        shape: { kind: 'box', halfExtents: PLANK },
        position: [overhang, 0, 0],
        material: 'plank',
      },
      finger('near', -1),
      finger('far', 1),
    ],
    stockMu: mu,
    law: patch({ mu }),
    pairs: [['finger', 'plank', patch({ mu })]],
    drive(world, time) {
      world.setGravity(0, 0, time < CLOSING ? 0 : -GRAVITY);
      const press = grip(time, angleOf(world));
      world.push('near', 0, press, 0);
      world.push('far', 0, -press, 0);
    },
    duration: DURATION,
  };
}

/**
 * The plank has certainly started to pivot at this angle [rad]. The excess torque grows linearly from the start t₀, so the angle grows
 * with (t - t₀)³, and t₀ = t - 3 angle/rate.
 */
const TURNED = 0.01;

/** Dropped if deeper than this [m]. */
const FALLEN = 0.4;

function createProbe(values: Gripper): Probe {
  let start = 0;
  let angle = 0;
  let proof = Number.NaN;
  let fallen = false;
  return {
    sample(world) {
      angle = angleOf(world);
      fallen ||= world.position('plank')[2] < -FALLEN;
      if (world.time <= HOLD) start = angle;
      else if (Number.isNaN(proof) && angle - start > TURNED) {
        const since = (3 * (angle - start)) / world.angularVelocity('plank')[1];
        proof = gripAt(values, world.time - since, DURATION);
      }
    },
    get curve() {
      return fallen ? Number.NaN : degrees(angle);
    },
    get proof() {
      return proof;
    },
    done: false,
    get facts() {
      const reference = degrees(exactAngles(values)[exactAngles(values).length - 1]);
      return [{ label: 'Caught at', unit: '°', value: fallen ? Number.NaN : degrees(angle), reference, digits: 1 }];
    },
  };
}

const STEP = 1e-3;

/** Caches the last motion [rad]: the chart asks for every moment of it. */
function exactAngles(values: Gripper): Float64Array {
  const key = Object.values(values).join();
  if (kept?.key !== key) {
    kept = { key, angles: pivotAngles(heldPlank(values), createGrip(values), DURATION, STEP) };
  }
  return kept.angles;
}

let kept: { key: string; angles: Float64Array } | undefined;

export const gripper: DemoScene<Gripper> = {
  id: 'gripper',
  title: 'Gripper that pivots a plank',
  look: 'The fingers loosen slowly. The plank pivots between the round pads when their torsional friction gives way, and is caught again.',
  stockFault(_engine, proof, values) {
    if (Number.isNaN(proof)) return '';
    return proof > pivotGrip(heldPlank(values))
      ? 'should hold longer: it pivots too early'
      : 'should pivot earlier: it holds too long';
  },
  controls: {
    mass: { kind: 'slider', label: 'Plank', value: 0.5, min: 0.1, max: 2, step: 0.1, unit: 'kg' },
    overhang: {
      kind: 'slider',
      label: 'Offset of the grip',
      value: 0.12,
      min: 0.05,
      max: 0.17,
      step: 0.01,
      unit: 'm',
    },
    mu: { kind: 'slider', label: 'Friction coefficient μ', value: 0.6, min: 0.3, max: 1.2, step: 0.05 },
    angle: { kind: 'slider', label: 'Catch at', value: 40, min: 10, max: 80, step: 5, unit: '°' },
    loosening: { kind: 'slider', label: 'Loosening per second', value: 12, min: 6, max: 30, step: 2, unit: '%' },
  },
  scene,
  probe: createProbe,
  proof: {
    label: 'Grip force at which it pivots',
    unit: 'N',
    reference: (values) => pivotGrip(heldPlank(values)),
    good: (proof, values) => Math.abs(proof / pivotGrip(heldPlank(values)) - 1) < 0.03,
    digits: 1,
  },
  curve: {
    label: 'Angle',
    unit: '°',
    theory: (time, values) => {
      const angles = exactAngles(values);
      return degrees(angles[Math.min(angles.length - 1, Math.round(time / STEP))]);
    },
    span: DURATION,
  },
  view: {
    target: [0.07, 0, 0],
    eye: [0.3, -0.9, 0.26],
    frame: [
      [-0.13, -0.16, -0.29],
      [0.32, 0.2, 0.25],
    ],
    tall: [0.5, -0.8, 0.32],
  },
  floor: -0.3,
  laws: [
    { id: 'patch', label: 'Patch: exact limit surface', pair: ['finger', 'plank'], law: ({ mu }) => patch({ mu }) },
    {
      id: 'ecp',
      label: 'Ellipsoid, radius set by hand',
      pair: ['finger', 'plank'],
      law: ({ mu }) => ecp({ mu, er: (2 / 3) * PAD }),
      sameReference: true,
    },
    {
      id: 'coulomb',
      label: 'Coulomb',
      pair: ['finger', 'plank'],
      law: ({ mu }) => coulomb({ mu }),
      sameReference: true,
    },
  ],
  looks: () => ({
    plank: { colour: '#c89356', surface: 'wood' },
    near: { shape: FINGER_SHAPE },
    far: { shape: FINGER_SHAPE },
  }),
  props: arms,
  dt: 1 / 120,
  snippet: 'gripper',
};

/** A rubber pad on a rod, along z of the body. */
const FINGER_SHAPE: DrawnShape = {
  kind: 'group',
  parts: [
    rod(PAD, FINGER.length, [0, 0, 0], { surface: 'plastic' }),
    rod(0.6 * PAD, 1.3 * FINGER.length, [0, 0, 0], { colour: '#c3c9d0', surface: 'steel' }),
  ],
};

/** The robot: arms that hold the fingers, which move by less than a millimetre, on a column; and a bin below the plank. */
function arms(): readonly Prop[] {
  const reach = PLANK[1] + FINGER.length + 0.012;
  const paint = { colour: '#f0a53a', surface: 'plastic' } as const;
  const steel = { colour: '#b4bcc6', surface: 'steel' } as const;
  const wall = { colour: '#3b434d', surface: 'plastic' } as const;
  const parts = [
    ...[-1, 1].map((side) => block([0.016, 0.012, 0.1], [0, side * reach, 0.08], paint)),
    block([0.022, reach + 0.02, 0.02], [0, 0, 0.195], steel),
    block([0.03, 0.15, 0.028], [0, 0.14, 0.235], paint),
    rod(0.036, 0.54, [0, 0.28, -0.02], steel),
    rod(0.05, 0.05, [0, 0.28, 0.235], paint),
    rod(0.08, 0.03, [0, 0.28, -0.285], paint),
    ...[-0.05, 0.29].map((x) => block([0.006, 0.09, 0.025], [x, 0, -0.275], wall)),
    ...[-0.09, 0.09].map((y) => block([0.176, 0.006, 0.025], [0.12, y, -0.275], wall)),
    block([0.17, 0.09, 0.002], [0.12, 0, -0.298], { colour: '#14171b', surface: 'rubber' }),
  ];
  return [{ shape: { kind: 'group', parts }, position: [0, 0, 0] }];
}
