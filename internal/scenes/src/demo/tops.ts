import { coulomb, spinning } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, PlainWorld, Rotation, Scene, ShapePart, Vector } from '../scene.js';
import { rotateVector } from '../solid.js';
import type { DemoScene, DrawnPart, DrawnShape } from './demo-scene.js';
import { rod } from './drawn.js';
import { integrateRattleback, type Rattleback } from './rattleback-reference.js';
import { integrateTippeTop, type TippeCourse, type TippeTop } from './tippe-reference.js';

/**
 * Scene 13: two tops whose spin about their own axis changes sign through friction in a single point. References with equations and
 * units: `tippe-reference.ts` and `rattleback-reference.ts`, integrated independently of the packages.
 *
 * - The tippe top is a ball of 0.5 m with its centre of mass a quarter of that from its middle, below it at the start. Sliding friction
 *   raises the centre of mass until the ball is upside down; its spin keeps its sense in space, so it reverses about its own axis.
 *   Without friction it does not. All its moments of inertia are equal, so it needs no gyroscopic torque, which cannon-es lacks. A
 *   button marks the top; it touches the ground last, at 150°.
 * - The rattleback is 1.7 m long. Its underside is 21 balls along an arc, rotated by 30° against its axes of inertia, because neither
 *   engine has a smooth trough; the balls roll smoothly sideways, and in steps of 3° lengthwise. Spun the wrong way, it starts to rock
 *   and reverses. Its gyroscopic torque is added as a force if the engine has none.
 */
type TopValues = { what: string; mu: number; spin: number; turn: number; nudge: number };

const DT = 1 / 480;
const RADIUS = 0.5;
const OFFSET = 0.25 * RADIUS;
const TILT = 0.3;
const BUTTON = 0.065;
/** Time at which the number is read [s]. */
const READ = { tippe: 2.4, rattleback: 6 };
const HALF_WAY = Math.PI / 2;

const BACK = { mass: 1, r1: 1, r2: 0.3, height: 0.225, skew: Math.PI / 6 } as const;
/** Semi-axes of the ellipsoid that defines its inertia [m]. */
const [LONG, WIDE, HIGH] = [0.85, 0.25, 0.1];
const BALLS = 21;
/** Half angle of the arc of balls [rad]. */
const ARC = 0.5;

const tippeOf = ({ mu, spin }: TopValues): TippeTop => ({
  radius: RADIUS,
  offset: OFFSET,
  mass: 1,
  inertia: 0.4 * RADIUS ** 2,
  mu,
  spin,
  tilt: TILT,
  gravity: GRAVITY,
});

const backOf = ({ mu, turn, nudge }: TopValues): Rattleback => ({
  ...BACK,
  inertia: [(WIDE ** 2 + HIGH ** 2) / 5, (LONG ** 2 + HIGH ** 2) / 5, (LONG ** 2 + WIDE ** 2) / 5],
  mu,
  start: [nudge, nudge, turn],
  gravity: GRAVITY,
});

const isBack = ({ what }: TopValues): boolean => what === 'rattleback';
const readAt = (values: TopValues): number => (isBack(values) ? READ.rattleback : READ.tippe);

function tippeBody(values: TopValues): BodySpec {
  const { mass, inertia, spin } = tippeOf(values);
  const parts: ShapePart[] = [
    { shape: { kind: 'sphere', radius: RADIUS }, position: [0, 0, OFFSET] },
    { shape: { kind: 'sphere', radius: BUTTON }, position: [0, 0, OFFSET + RADIUS] },
  ];
  return {
    name: 'top',
    kind: 'dynamic',
    mass,
    inertia: [inertia, inertia, inertia],
    shape: { kind: 'compound', parts },
    position: [0, 0, RADIUS - OFFSET * Math.cos(TILT)],
    rotation: [0, Math.sin(TILT / 2), 0, Math.cos(TILT / 2)],
    angularVelocity: [0, 0, spin],
  };
}

function backBody(values: TopValues): BodySpec {
  const { mass, inertia, r1, r2, height, skew, start } = backOf(values);
  const parts = Array.from({ length: BALLS }, (_, k): ShapePart => {
    const angle = ARC * ((2 * k) / (BALLS - 1) - 1);
    const along = (r1 - r2) * Math.sin(angle);
    const position: Vector = [
      along * Math.cos(skew),
      along * Math.sin(skew),
      r1 - height - (r1 - r2) * Math.cos(angle),
    ];
    return { shape: { kind: 'sphere', radius: r2 }, position };
  });
  return {
    name: 'top',
    kind: 'dynamic',
    mass,
    inertia,
    shape: { kind: 'compound', parts },
    position: [0, 0, height],
    angularVelocity: start,
  };
}

const back = ([x, y, z, w]: Rotation): Rotation => [-x, -y, -z, w];

/** -ω × (I ω), which cannon-es omits, as three pairs of forces. */
function addGyroscopicMoment(world: PlainWorld, inertia: Vector): void {
  const turned = world.rotation('top');
  const [x, y, z] = rotateVector(back(turned), world.angularVelocity('top'));
  const [ix, iy, iz] = inertia;
  const [mx, my, mz] = rotateVector(turned, [(iy - iz) * y * z, (iz - ix) * z * x, (ix - iy) * x * y]);
  for (const side of [1, -1]) {
    world.push('top', 0, 0, (side * mx) / 2, [0, side, 0]);
    world.push('top', (side * my) / 2, 0, 0, [0, 0, side]);
    world.push('top', 0, (side * mz) / 2, 0, [side, 0, 0]);
  }
}

let tippeKnown: { key: string; course: TippeCourse } | undefined;
let backKnown: { key: string; spins: Float64Array } | undefined;

function tippeCourse(values: TopValues): TippeCourse {
  const key = [values.mu, values.spin].join();
  if (tippeKnown?.key !== key) tippeKnown = { key, course: integrateTippeTop(tippeOf(values), READ.tippe + 1.6) };
  return tippeKnown.course;
}

function backSpins(values: TopValues): Float64Array {
  const key = [values.mu, values.turn, values.nudge].join();
  if (backKnown?.key !== key) backKnown = { key, spins: integrateRattleback(backOf(values), READ.rattleback + 1) };
  return backKnown.spins;
}

/** Reference spin about the body's own axis at a time [rad/s]. */
function referenceSpin(time: number, values: TopValues): number {
  if (isBack(values)) return backSpins(values)[Math.round(100 * time)] ?? Number.NaN;
  const { angles, spins } = tippeCourse(values);
  const at = Math.round(1000 * time);
  // With the button on the ground the reference no longer holds.
  return angles[at] < 2.5 ? spins[at] : Number.NaN;
}

/** Time at which the tippe top lies on its side [s]; NaN if it does not within the run. */
function inversionTime(values: TopValues): number {
  const at = tippeCourse(values).angles.findIndex((angle) => angle > HALF_WAY);
  return at < 0 ? Number.NaN : at / 1000;
}

export const tops: DemoScene<TopValues> = {
  id: 'tops',
  title: 'Tippe top and rattleback',
  look: 'Friction in a single point turns a spinning ball upside down, and reverses the spin of a boat-shaped stone.',
  stockFault(_engine, proof, values) {
    if (Number.isNaN(proof)) return '';
    return isBack(values) ? 'should reverse its spin' : 'should turn upside down: it stays upright';
  },
  controls: {
    what: {
      kind: 'choice',
      label: 'Top',
      value: 'tippe',
      options: [
        { value: 'tippe', label: 'tippe top' },
        { value: 'rattleback', label: 'rattleback' },
      ],
    },
    mu: { kind: 'slider', label: 'Friction coefficient μ', value: 0.3, min: 0, max: 1, step: 0.05 },
    spin: { kind: 'slider', label: 'Spin of the tippe top', value: 22, min: 5, max: 35, step: 1, unit: 'rad/s' },
    turn: { kind: 'slider', label: 'Spin of the rattleback', value: 2.2, min: -3, max: 3, step: 0.1, unit: 'rad/s' },
    nudge: { kind: 'slider', label: 'Initial rocking', value: 0.4, min: 0, max: 1, step: 0.05, unit: 'rad/s' },
  },
  scene(values): Scene {
    const { mu } = values;
    const { inertia } = backOf(values);
    return {
      name: 'tops',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
        isBack(values) ? backBody(values) : tippeBody(values),
      ],
      stockMu: mu,
      law: coulomb({ mu }),
      lengthUnit: 0.05,
      drive(world) {
        if (isBack(values) && world.engine === 'cannon') addGyroscopicMoment(world, inertia);
      },
      duration: readAt(values) + 1,
    };
  },
  probe(values) {
    let spin = Number.NaN;
    let proof = Number.NaN;
    let angle = 0;
    let lying = Number.NaN;
    return {
      sample(world, dt) {
        const axis = rotateVector(world.rotation('top'), [0, 0, 1]);
        const [x, y, z] = world.angularVelocity('top');
        spin = x * axis[0] + y * axis[1] + z * axis[2];
        if (Math.abs(world.time - readAt(values)) < 0.51 * dt) proof = spin;
        angle = Math.acos(Math.max(-1, Math.min(1, axis[2])));
        if (Number.isNaN(lying) && angle > HALF_WAY) lying = world.time;
      },
      get curve() {
        return spin;
      },
      get proof() {
        return proof;
      },
      get done() {
        return false;
      },
      get facts() {
        if (isBack(values)) return [];
        return [
          { label: 'Tilt of the axis', unit: '°', value: (angle * 180) / Math.PI, digits: 0 },
          { label: 'On its side after', unit: 's', value: lying, reference: inversionTime(values), digits: 2 },
        ];
      },
    };
  },
  proof: {
    label: 'Final spin about its own axis',
    unit: 'rad/s',
    reference: (values) => referenceSpin(readAt(values), values),
    good: isGood,
    digits: 2,
  },
  curve: { label: 'Spin about its own axis', unit: 'rad/s', theory: referenceSpin, span: 7 },
  view: {
    target: [0, 0, 0.4],
    eye: [1.3, -3, 1.5],
    frame: [
      [-0.62, -0.62, 0],
      [0.62, 0.62, 1.05],
    ],
  },
  laws: [
    { id: 'coulomb', label: 'Dry', law: ({ mu }) => coulomb({ mu }) },
    { id: 'smooth', label: 'Ice', law: ({ mu }) => coulomb({ mu: 0.02 * mu }) },
    {
      id: 'spinning',
      label: 'Felt: spinning friction',
      law: ({ mu }) => spinning(coulomb({ mu }), { radius: 0.02 }),
    },
  ],
  looks: (values) => ({
    ground: { colour: '#d9bd94', surface: 'boards' },
    top: isBack(values) ? { shape: BOAT, colour: '#5d7f8f', surface: 'stone' } : { shape: TIPPE, surface: 'plastic' },
  }),
  dt: DT,
  snippet: 'tops',
};

/** Tippe top: within a tenth of the initial spin. Rattleback, whose balls lose energy: the sign, that is whether it has reversed. */
function isGood(proof: number, values: TopValues): boolean {
  const reference = referenceSpin(readAt(values), values);
  if (isBack(values)) return Math.sign(proof) === Math.sign(reference) && Math.abs(proof) > 0.2 * Math.abs(reference);
  return Math.abs(proof - reference) < 0.1 * values.spin;
}

/** A slice of the ball between two angles from its stem. */
function slice(from: number, to: number, colour: string): DrawnPart {
  const steps = 10;
  const profile = Array.from({ length: steps + 1 }, (_, k): [number, number] => {
    const angle = to + ((from - to) * k) / steps;
    return [RADIUS * Math.sin(angle), OFFSET + RADIUS * Math.cos(angle)];
  });
  return { shape: { kind: 'lathe', profile }, colour };
}

/** A lacquered ball with bands, which show its tilt, a stripe, which shows its spin, and a stem for the button. */
const TIPPE: DrawnShape = {
  kind: 'group',
  parts: [
    slice(0.05, 0.5, '#f0c95a'),
    slice(0.5, 1.25, '#d8432f'),
    slice(1.25, 1.5, '#fbf4e4'),
    slice(1.5, 2.3, '#2f6fb5'),
    slice(2.3, Math.PI, '#1c3f6e'),
    ...[0, 1, 2, 3, 4, 5].map((k): DrawnPart => {
      const angle = (Math.PI * k) / 3;
      const at = 0.985 * RADIUS;
      return {
        shape: { kind: 'sphere', radius: 0.04 },
        position: [0.845 * at * Math.cos(angle), 0.845 * at * Math.sin(angle), OFFSET + 0.535 * at],
        colour: '#fbf4e4',
      };
    }),
    rod(0.6 * BUTTON, 0.09, [0, 0, OFFSET + RADIUS], { colour: '#fbf4e4' }),
    { shape: { kind: 'sphere', radius: BUTTON }, position: [0, 0, OFFSET + RADIUS], colour: '#fbf4e4' },
  ],
};

/** Half an ellipsoid, flat on top, its belly a little above the balls. */
const BOAT: DrawnShape = {
  kind: 'hull',
  points: Array.from({ length: 6 }, (_, ring) =>
    Array.from({ length: 24 }, (_, k): Vector => {
      const [down, angle] = [(0.5 * Math.PI * ring) / 5, (2 * Math.PI * k) / 24];
      const wide = Math.cos(down);
      return [
        0.62 * wide * Math.cos(angle),
        0.24 * wide * Math.sin(angle) + 0.12 * wide * Math.cos(angle),
        0.05 - (BACK.height + 0.05) * Math.sin(down),
      ];
    }),
  ).flat(),
};
