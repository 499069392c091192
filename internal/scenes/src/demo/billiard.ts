import { coulomb, type FrictionLaw, rolling, spinning } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, Scene, Vector } from '../scene.js';
import { SAMPLE, type Shot, type ShotPath, shotPath, slipOf } from './billiard-reference.js';
import type { DemoScene, Fact, Look, Probe, Prop } from './demo-scene.js';
import { block } from './drawn.js';
import { referenceSolution } from './reference-solution.js';

/**
 * A cue ball with spin on cloth. Draw and follow: it hits a ball, almost stops, and its spin then brings it back or carries it on.
 * Massé: spun about the line of aim, it follows a parabola until it rolls. Side spin hardly changes the path and decays separately.
 * Law `rolling(spinning(coulomb))` between ball and cloth; no friction between balls.
 *
 * Reference: `billiard-reference.ts`. The final rolling velocity, 5/7 v₀ + 2/7 R w, does not depend on friction, and stock engines
 * get it right; they miss where and when the ball starts to roll and where it stops. x along the aim; SI units.
 */
export type Billiard = {
  shot: string;
  speed: number;
  spin: number;
  side: number;
  mu: number;
};

const BALL = { radius: 0.0286, mass: 0.17, bounce: 0.95 };
/** Rolling radius, 5 % of R for a slow cloth, and spinning radius [m]. */
const ROLLING = 0.05 * BALL.radius;
const SPINNING = 5e-4;
const DURATION = 12;

/** Position of the object ball on the line of aim [m]; a massé passes it. */
function targetAt({ shot }: Billiard): number {
  return shot === 'masse' ? 0.7 : 0.2;
}

/** Initial angular velocity [rad/s]. */
function spinOf({ shot, speed, spin, side }: Billiard): Vector {
  const rate = (spin * speed) / BALL.radius;
  if (shot === 'masse') return [rate, 0, side];
  return [0, shot === 'draw' ? -rate : rate, side];
}

function shotOf(values: Billiard): Shot {
  const shot: Shot = {
    radius: BALL.radius,
    mu: values.mu,
    rolling: ROLLING,
    spinning: SPINNING,
    velocity: [values.speed, 0],
    spin: spinOf(values),
  };
  return values.shot === 'masse' ? shot : { ...shot, target: { x: targetAt(values), bounce: BALL.bounce } };
}

function clothLaw({ mu }: Billiard): FrictionLaw {
  return rolling(spinning(coulomb({ mu }), { radius: SPINNING }), { radius: ROLLING });
}

function scene(values: Billiard): Scene {
  const { radius, mass, bounce } = BALL;
  const ball = (name: string, x: number): BodySpec => ({
    name,
    kind: 'dynamic',
    mass,
    bounce,
    shape: { kind: 'sphere', radius },
    position: [x, 0, radius],
    material: 'ball',
  });
  return {
    name: 'billiard',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'cloth', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'cloth' },
      { ...ball('cue', 0), velocity: [values.speed, 0, 0], angularVelocity: spinOf(values) },
      ball('red', targetAt(values)),
    ],
    stockMu: values.mu,
    law: coulomb({ mu: 0 }),
    pairs: [['ball', 'cloth', clothLaw(values)]],
    duration: DURATION,
  };
}

/** The plotted coordinate: sideways for a massé, otherwise along the aim from where the balls meet. */
function look(values: Billiard, [x, y]: readonly number[]): number {
  return values.shot === 'masse' ? y : x - targetAt(values) + 2 * BALL.radius;
}

/** At rest below this speed; also of R w [m/s]. */
const RESTS = 5e-3;

function createProbe(values: Billiard): Probe {
  const spin = spinOf(values);
  const slipStart = Math.hypot(...slipOf(BALL.radius, values.speed, 0, spin[0], spin[1]));
  let [curve, proof, rollTime, spinTime] = [0, Number.NaN, 0, Number.NaN];
  let direction = Number.NaN;
  return {
    sample(world, dt) {
      const [vx, vy] = world.velocity('cue');
      const [wx, wy, wz] = world.angularVelocity('cue');
      curve = look(values, world.position('cue'));
      if (Math.hypot(...slipOf(BALL.radius, vx, vy, wx, wy)) > 0.05 * slipStart) {
        rollTime = world.time + dt;
        direction = (Math.atan2(vy, vx) * 180) / Math.PI;
      }
      if (values.side !== 0 && Number.isNaN(spinTime) && Math.abs(wz) < 0.1 * Math.abs(values.side))
        spinTime = world.time;
      const rests = Math.hypot(vx, vy) < RESTS && BALL.radius * Math.hypot(wx, wy) < RESTS;
      if (rests && Number.isNaN(proof)) proof = curve;
    },
    get curve() {
      return curve;
    },
    get proof() {
      return proof;
    },
    get done() {
      return !Number.isNaN(proof) && (values.side === 0 || !Number.isNaN(spinTime));
    },
    get facts(): readonly Fact[] {
      const exact = exactPath(values);
      const [vx, vy] = exact.rollVelocity;
      const heading = (Math.atan2(vy, vx) * 180) / Math.PI;
      const roll: Fact = {
        label: 'Starts to roll at',
        unit: 's',
        value: rollTime,
        reference: exact.rollTime,
        digits: 3,
      };
      const turned: Fact = {
        label: 'Rolling direction',
        unit: '°',
        value: direction,
        reference: heading,
        digits: 1,
      };
      const side: Fact = {
        label: 'Side spin down to 10 % at',
        unit: 's',
        value: spinTime,
        reference: exact.spinTime,
        digits: 2,
      };
      return [roll, ...(values.shot === 'masse' ? [turned] : []), ...(values.side === 0 ? [] : [side])];
    },
  };
}

const exactPath = referenceSolution(
  (values: Billiard) => Object.values(values).join(),
  (values): ShotPath => shotPath(shotOf(values)),
);

function placeAt(values: Billiard, time: number): [number, number] {
  const { places } = exactPath(values);
  return places[Math.min(places.length - 1, Math.round(time / SAMPLE))];
}

export const billiard: DemoScene<Billiard> = {
  id: 'billiard',
  title: 'Billiard: draw, follow, swerve',
  look: 'Spin draws the cue ball back after the hit, carries it on, or bends its path: a parabola until the ball starts to roll.',
  stockFault: (engine, _proof, { shot, spin }) =>
    engine === 'cannon' && shot === 'masse' && spin > 0
      ? 'should swerve and stop: it rolls on straight'
      : 'should come to rest: it has no rolling friction',
  controls: {
    shot: {
      kind: 'choice',
      label: 'Shot',
      value: 'masse',
      options: [
        { value: 'masse', label: 'Massé: swerve' },
        { value: 'draw', label: 'Draw: rolls back' },
        { value: 'follow', label: 'Follow: rolls on' },
      ],
    },
    speed: { kind: 'slider', label: 'Speed', value: 1.5, min: 0.5, max: 2.5, step: 0.1, unit: 'm/s' },
    spin: { kind: 'slider', label: 'Spin, R ω/v', value: 1.5, min: 0, max: 2.5, step: 0.1 },
    side: { kind: 'slider', label: 'Side spin', value: 40, min: -60, max: 60, step: 5, unit: 'rad/s' },
    mu: { kind: 'slider', label: 'Friction of the cloth', value: 0.2, min: 0.1, max: 0.4, step: 0.02 },
  },
  scene,
  probe: createProbe,
  solution: exactPath,
  proof: {
    label: 'Final position of the cue ball',
    unit: 'm',
    reference: (values) => look(values, placeAt(values, DURATION)),
    good(proof, values) {
      const reference = look(values, placeAt(values, DURATION));
      // Engines detect the hit up to a few steps late: millimetres of path.
      return Math.abs(proof - reference) < 0.02 * Math.abs(reference) + 0.005;
    },
    digits: 3,
  },
  curve: {
    label: 'Position of the cue ball',
    unit: 'm',
    theory: (time, values) => look(values, placeAt(values, time)),
    span: 5,
  },
  view: {
    target: [0.8, -0.42, 0],
    eye: [-1.75, -0.45, 1.3],
    frame: [
      [-0.08, -1.05, 0],
      [2.1, 0.2, 0.06],
    ],
    tall: [-1.3, -0.5, 1.7],
  },
  trails: ['cue'],
  laws: [
    { id: 'cloth', label: 'Sliding, side spin and rolling', pair: ['ball', 'cloth'], law: clothLaw },
    {
      id: 'coulomb',
      label: 'Coulomb only: rolls forever',
      pair: ['ball', 'cloth'],
      law: ({ mu }) => coulomb({ mu }),
    },
  ],
  looks: () => ({
    cloth: { colour: '#2c7a57', surface: 'cloth' },
    cue: ball('#f6f2e8', '#c8322a'),
    red: ball('#c22a22', '#f6f2e8'),
  }),
  props: trace,
  ghost: { body: 'cue', position: (time, values) => [...placeAt(values, time), BALL.radius] },
  dt: 1 / 960,
  snippet: 'billiard',
};

/** The reference path of the cue ball as dots, and its final position. */
function trace(values: Billiard): readonly Prop[] {
  const { places } = exactPath(values);
  const dots: Prop[] = [];
  let last: readonly [number, number] = [Number.NEGATIVE_INFINITY, 0];
  for (const [x, y] of places) {
    if (Math.hypot(x - last[0], y - last[1]) < 0.04) continue;
    last = [x, y];
    dots.push({
      shape: { kind: 'cylinder', radius: 0.009, height: 0.001 },
      position: [x, y, 0.0005],
      colour: '#dfe9d8',
    });
  }
  const [x, y] = places[places.length - 1];
  return [
    ...RAIL,
    ...dots,
    { shape: { kind: 'cylinder', radius: 0.02, height: 0.001 }, position: [x, y, 0.0005], colour: 'mark' },
  ];
}

/** Six dots show the spin. */
function ball(colour: string, dots: string): Look {
  const { radius } = BALL;
  const at = 0.78 * radius;
  const places: Vector[] = [-at, at].flatMap((d): Vector[] => [
    [d, 0, 0],
    [0, d, 0],
    [0, 0, d],
  ]);
  return {
    surface: 'ceramic',
    shape: {
      kind: 'group',
      parts: [
        { shape: { kind: 'sphere', radius }, colour },
        ...places.map((position) => ({
          shape: { kind: 'sphere', radius: 0.3 * radius } as const,
          position,
          colour: dots,
        })),
      ],
    },
  };
}

/** The side of the table that no shot reaches: cushion, rail and diamonds. */
const RAIL: readonly Prop[] = [
  { ...block([3, 0.03, 0.018], [0, 0, 0]), position: [1.4, 0.31, 0.018], colour: '#23694a', surface: 'cloth' },
  { ...block([3, 0.08, 0.02], [0, 0, 0]), position: [1.4, 0.42, 0.02], colour: '#8a5229', surface: 'wood' },
  ...[0, 1, 2, 3, 4, 5, 6].map(
    (k): Prop => ({
      shape: { kind: 'cylinder', radius: 0.012, height: 0.001 },
      position: [0.5 * k - 0.1, 0.42, 0.0405],
      colour: '#f4efe2',
    }),
  ),
];
