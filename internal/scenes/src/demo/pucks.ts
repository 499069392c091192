import { coulomb } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import { planarEngines } from '../planar/engines.js';
import type { BodySpec, Scene, ShapeSpec, Vector } from '../scene.js';
import type { DemoScene, Look, Prop } from './demo-scene.js';
import { ring } from './drawn.js';
import { integratePuck, type PuckSlide, SLIDE_STEP } from './pucks-reference.js';

/**
 * An air hockey table whose air is off, in 2-D engines. Three pucks start with the same speed and different spin. Friction slows both as
 * one motion: a puck that spins slides farther, and at the end every one has v/(R ω) = 0.653 (`pucks-reference.ts`). The stock engines
 * know no floor; they have the damping that takes the puck without spin as far as friction does.
 */
type PuckValues = {
  left: boolean;
  right: boolean;
  up: boolean;
  down: boolean;
  mu: number;
  speed: number;
  spin: number;
};

const TABLE = { half: 1.2, halfWidth: 0.6, wall: 0.05, height: 0.06, goal: 0.2 };
const PUCK = { radius: 0.06, height: 0.03, mass: 0.2 };
const MALLET = { radius: 0.08, height: 0.05, mass: 1, speed: 1.5, at: [0.95, 0.45] as const };
const START = -1.05;
/** Lanes, and spin as a share of the slider's. */
const PUCKS = [
  { name: 'puck without spin', y: 0.32, share: 0, colour: '#5b6472' },
  { name: 'puck with spin', y: 0, share: 1, colour: '#c8473a' },
  { name: 'puck with double spin', y: -0.32, share: 2, colour: '#2f6fb3' },
] as const;
const MEASURED = PUCKS[1];
/** The number is read when a puck has lost all but this share of its speed. */
const LAST = 0.04;
const BOUNCE = 0.9;
/** Slower pucks stand [m/s]. */
const STANDS = 1e-9;

const known = new Map<string, PuckSlide>();

/** The reference of the puck with `share` times the slider's spin. */
function slideOf({ mu, speed, spin }: PuckValues, share: number): PuckSlide {
  const key = [mu, speed, spin, share].join();
  const slide = known.get(key) ?? integratePuck(speed, share * spin * PUCK.radius, mu * GRAVITY);
  if (known.size > 20) known.clear();
  known.set(key, slide);
  return slide;
}

/** Of the puck with spin, when it has lost all but `LAST` of its speed: close to 0.653 unless it starts far from it. */
function lastRatio(values: PuckValues): number {
  const { speeds, rims } = slideOf(values, MEASURED.share);
  const last = speeds.findIndex((speed) => speed < LAST * values.speed);
  return speeds[last] / rims[last];
}

/** NaN once the puck has stopped. */
function ratioAt(time: number, values: PuckValues): number {
  const { speeds, rims } = slideOf(values, MEASURED.share);
  const at = Math.round(time / SLIDE_STEP);
  return speeds[at] > LAST * values.speed ? speeds[at] / rims[at] : Number.NaN;
}

const isTaken = ({ left, right, up, down }: PuckValues): boolean => left || right || up || down;

export const pucks: DemoScene<PuckValues> = {
  id: 'pucks',
  title: 'Pucks on a table',
  look: 'Same push, different spin: a spinning puck slides farther, and stops sliding and spinning at once. With damping it creeps on. Drag the mallet, or press arrow keys.',
  dt: 1 / 120,
  controls: {
    left: { kind: 'hold', label: 'Left', value: false, keys: ['ArrowLeft', 'KeyA'] },
    right: { kind: 'hold', label: 'Right', value: false, keys: ['ArrowRight', 'KeyD'] },
    up: { kind: 'hold', label: 'Up', value: false, keys: ['ArrowUp', 'KeyW'] },
    down: { kind: 'hold', label: 'Down', value: false, keys: ['ArrowDown', 'KeyS'] },
    mu: { kind: 'slider', label: 'Friction coefficient μ', value: 0.12, min: 0.02, max: 0.4, step: 0.01 },
    speed: { kind: 'slider', label: 'Speed', value: 1.5, min: 0.6, max: 1.7, step: 0.1, unit: 'm/s' },
    spin: { kind: 'slider', label: 'Spin of the middle puck', value: 25, min: 10, max: 60, step: 5, unit: 'rad/s' },
  },
  engines: planarEngines,
  stockFault: (_engine, proof) => (Number.isNaN(proof) ? '' : 'should stand: it creeps on, and spin changed nothing'),
  scene({ mu, speed, spin }): Scene {
    const damping = (2 * mu * GRAVITY) / speed;
    return {
      name: 'pucks',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'table', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
        ...walls(),
        ...PUCKS.map(
          ({ name, y, share }): BodySpec => ({
            name,
            kind: 'dynamic',
            mass: PUCK.mass,
            shape: { kind: 'cylinder', radius: PUCK.radius, height: PUCK.height },
            position: [START, y, PUCK.height / 2],
            velocity: [speed, 0, 0],
            angularVelocity: [0, 0, share * spin],
            bounce: BOUNCE,
          }),
        ),
        {
          name: 'mallet',
          kind: 'dynamic',
          mass: MALLET.mass,
          shape: { kind: 'cylinder', radius: MALLET.radius, height: MALLET.height },
          position: [...MALLET.at, MALLET.height / 2],
          bounce: BOUNCE,
        },
      ],
      stockMu: mu,
      law: coulomb({ mu }),
      planar: { damping: [damping, damping] },
      duration: 30,
    };
  },
  probe(values) {
    let taken = false;
    let wasDriven = false;
    let goals = 0;
    const inGoal = PUCKS.map(() => false);
    let ratio = Number.NaN;
    let proof = Number.NaN;
    const stopped = PUCKS.map(() => Number.NaN);
    const distances = PUCKS.map(() => Number.NaN);
    return {
      drive(world, dt) {
        const isDriven = isTaken(values);
        if (!isDriven && !wasDriven) return; // free, or in the user's hand
        taken = true;
        wasDriven = isDriven;
        const [x, y] = world.position('mallet');
        const go = (at: number, by: number, most: number): number => {
          const goal = Math.min(Math.max(at + by * MALLET.speed * dt, -most), most);
          return (goal - at) / dt;
        };
        const along = Number(values.right) - Number(values.left);
        const across = Number(values.up) - Number(values.down);
        const [limitX, limitY] = [TABLE.half - MALLET.radius, TABLE.halfWidth - MALLET.radius];
        world.setVelocity('mallet', go(x, along, limitX), go(y, across, limitY), 0);
      },
      sample(world) {
        for (const [k, { name }] of PUCKS.entries()) {
          const [vx, vy] = world.velocity(name);
          const isIn = Math.abs(world.position(name)[0]) > TABLE.half;
          if (isIn && !inGoal[k]) goals++;
          inGoal[k] = isIn;
          const speed = Math.hypot(vx, vy);
          if (!taken) distances[k] = world.position(name)[0] - START;
          if (Number.isNaN(stopped[k]) && speed < STANDS) stopped[k] = world.time;
          if (name !== MEASURED.name || taken) continue;
          if (speed > LAST * values.speed) ratio = speed / (PUCK.radius * world.angularVelocity(name)[2]);
          else if (Number.isNaN(proof)) [proof, ratio] = [ratio, Number.NaN];
        }
      },
      get curve() {
        return taken ? Number.NaN : ratio;
      },
      get proof() {
        return proof;
      },
      get done() {
        return false;
      },
      get facts() {
        return [
          ...PUCKS.map(({ name, share }, k) => ({
            label: `Distance, ${name.slice(5)}`,
            unit: 'm',
            value: distances[k],
            reference: slideOf(values, share).distance,
            digits: 2,
          })),
          {
            label: 'Middle puck stands after',
            unit: 's',
            value: stopped[1],
            reference: slideOf(values, MEASURED.share).time,
            digits: 2,
          },
          { label: 'Goals', unit: '', value: goals, digits: 0 },
        ];
      },
    };
  },
  proof: {
    label: 'Speed over rim speed at the end, v/(R ω)',
    unit: '',
    reference: lastRatio,
    good: (proof, values) => Math.abs(proof / lastRatio(values) - 1) < 0.02,
    digits: 3,
  },
  curve: { label: 'Speed over rim speed, middle puck', unit: '', theory: ratioAt, span: 3 },
  view: {
    target: [0, 0, 0],
    eye: [0, -1.6, 3.2],
    frame: [
      [-1.4, -0.72, 0],
      [1.4, 0.72, 0.06],
    ],
    tall: [-2, 0, 2.8],
  },
  looks: () => ({
    table: { colour: '#59626d' },
    ...Object.fromEntries(walls().map(({ name }) => [name, { colour: '#2c4a73', surface: 'plastic' } as const])),
    mallet: {
      shape: {
        kind: 'compound',
        parts: [
          { shape: { kind: 'cylinder', radius: MALLET.radius, height: 0.03 }, position: [0, 0, -0.01] },
          { shape: { kind: 'cylinder', radius: 0.4 * MALLET.radius, height: 0.09 }, position: [0, 0, 0.03] },
        ],
      },
      colours: ['#2b62c4', '#1f4a97'],
    },
    ...Object.fromEntries(PUCKS.map(({ name, colour }) => [name, puckLook(colour)])),
  }),
  props: paint,
  snippet: 'pucks',
};

/** Walls with a gap for the goals. */
function walls(): BodySpec[] {
  const { half, halfWidth, wall, height, goal } = TABLE;
  const box = (name: string, x: number, y: number, hx: number, hy: number): BodySpec => ({
    name,
    kind: 'fixed',
    shape: { kind: 'box', halfExtents: [hx, hy, height / 2] },
    position: [x, y, height / 2],
    bounce: BOUNCE,
  });
  const post = (halfWidth - goal) / 2;
  return [
    box('wall above', 0, halfWidth + wall, half + 2 * wall, wall),
    box('wall below', 0, -halfWidth - wall, half + 2 * wall, wall),
    ...[-1, 1].flatMap((side) =>
      [-1, 1].map((end) => box(`wall ${side} ${end}`, side * (half + wall), end * (goal + post), wall, post)),
    ),
    // Keeps pucks on the table.
    ...[-1, 1].map((side) => box(`net ${side}`, side * (half + 3 * wall), 0, wall, goal)),
  ];
}

/** A dot shows the spin. */
function puckLook(colour: string): Look {
  const { radius, height } = PUCK;
  const part = (r: number, h: number, at: Vector): { shape: ShapeSpec; position: Vector } => ({
    shape: { kind: 'cylinder', radius: r, height: h },
    position: at,
  });
  return {
    shape: {
      kind: 'compound',
      parts: [part(radius, height, [0, 0, 0]), part(0.2 * radius, 0.004, [0.6 * radius, 0, height / 2])],
    },
    colours: [colour, '#f6f6f4'],
  };
}

/** The playing field with its lines, and the place where theory stops each puck. */
function paint(values: PuckValues): readonly Prop[] {
  const line = (x: number, y: number, hx: number, hy: number, colour: string): Prop => ({
    shape: { kind: 'box', halfExtents: [hx, hy, 0.0008] },
    position: [x, y, 0.0008],
    colour,
  });
  const field = (hx: number, hy: number): Prop => ({
    shape: { kind: 'box', halfExtents: [hx, hy, 0.0003] },
    position: [0, 0, 0.0003],
    colour: '#eef5fa',
    surface: 'plastic',
  });
  return [
    field(TABLE.half + 2 * TABLE.wall, TABLE.halfWidth + TABLE.wall),
    { shape: ring(0.2, 0.004), position: [0, 0, 0], colour: '#d0454c' },
    ...[-1, 1].map(
      (end): Prop => ({ shape: ring(TABLE.goal, 0.003), position: [end * TABLE.half, 0, 0], colour: '#3f7fbf' }),
    ),
    line(0, 0, 0.008, TABLE.halfWidth, '#d0454c'),
    line(START + PUCK.radius, 0, 0.004, TABLE.halfWidth, '#8fa9b8'),
    ...PUCKS.map(({ y, share, colour }) => {
      const x = START + PUCK.radius + slideOf(values, share).distance;
      return line(x, y, 0.006, 0.1, colour);
    }).filter(({ position }) => position[0] < TABLE.half),
  ];
}
