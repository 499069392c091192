import { coulomb } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import { multiply } from '../pieces.js';
import type { BodySpec, PlainWorld, Rotation, Scene, Vector } from '../scene.js';
import { rotateVector } from '../solid.js';
import type { DemoScene, DrawnShape, Prop } from './demo-scene.js';
import { block } from './drawn.js';
import { amplitudeAfter, integratePendulum, type Pendulum } from './joint-friction-reference.js';

/**
 * A door and a pendulum whose pins have dry friction (`setJointFriction`). The door hangs on a post that leans, so its weight pulls it
 * shut; somebody pushes it open and leaves it. It stays if the friction torque holds its weight:
 *
 *     μ N r > m g sin(lean) (w/2) sin φ
 *
 *   N  tension of the screw [N]     r  radius of the pin [m]     w  width of the door [m]     φ  angle of the door
 *
 * The pendulum loses about 2 μ N r / (m g l) of its amplitude with every half swing: see joint-friction-reference.ts.
 */
type JointValues = { load: number; mu: number };

const PENDULUM = { mass: 2, length: 0.8, pin: 0.02, start: (50 * Math.PI) / 180, at: [0.75, 0, 1.35] as Vector };
const BOB = { radius: 0.14, height: 0.08 };
/** Inertia about the centre of the bob [kg m²]. */
const BOB_INERTIA = 0.02;
const DOOR = { mass: 12, half: [0.35, 0.02, 0.62] as Vector, gap: 0.06, pin: 0.04, start: (25 * Math.PI) / 180 };
/** The screws of the door's hinges are tighter than that of the pendulum. */
const TIGHTER = 3;
const POST: Vector = [-1.1, 0, 0.78];
const LEAN = (4 * Math.PI) / 180;
/** Force on the door's edge, and when [N, s]. */
const PUSH = { force: 24, from: 0.8, to: 1.25 };
const HALF_SWINGS = 4;
const DURATION = 8;

const LEANING: Rotation = [0, Math.sin(LEAN / 2), 0, Math.cos(LEAN / 2)];
const AXIS = rotateVector(LEANING, [0, 0, 1]);

const pendulumOf = ({ load, mu }: JointValues): Pendulum => ({
  weight: PENDULUM.mass * GRAVITY * PENDULUM.length,
  inertia: BOB_INERTIA + PENDULUM.mass * PENDULUM.length ** 2,
  torque: mu * load * PENDULUM.pin,
});

function doorBody(): BodySpec {
  const turn: Rotation = [0, 0, Math.sin(DOOR.start / 2), Math.cos(DOOR.start / 2)];
  const rotation = multiply(LEANING, turn);
  const [x, y, z] = rotateVector(rotation, [DOOR.half[0] + DOOR.gap, 0, 0]);
  return {
    name: 'door',
    kind: 'dynamic',
    mass: DOOR.mass,
    shape: { kind: 'box', halfExtents: DOOR.half },
    position: [POST[0] + x, POST[1] + y, POST[2] + z],
    rotation,
  };
}

function pendulumBody(): BodySpec {
  const { mass, length, start, at } = PENDULUM;
  return {
    name: 'pendulum',
    kind: 'dynamic',
    mass,
    inertia: [BOB_INERTIA, BOB_INERTIA, BOB_INERTIA],
    shape: {
      kind: 'compound',
      parts: [
        {
          shape: { kind: 'cylinder', radius: BOB.radius, height: BOB.height },
          position: [0, 0, 0],
          rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        },
        { shape: { kind: 'box', halfExtents: [0.018, 0.012, length / 2] }, position: [0, 0, length / 2] },
      ],
    },
    position: [at[0] + length * Math.sin(start), at[1], at[2] - length * Math.cos(start)],
    rotation: [0, Math.sin(-start / 2), 0, Math.cos(start / 2)],
  };
}

/** Angle of the pendulum, and of the door [rad]. */
function pendulumAngle(world: PlainWorld): number {
  const [x, , z] = world.position('pendulum');
  return Math.atan2(x - PENDULUM.at[0], PENDULUM.at[2] - z);
}
function doorAngle(world: PlainWorld): number {
  const [x, y, z] = world.position('door');
  const [, , , w] = LEANING;
  const [along, across] = rotateVector([0, -LEANING[1], 0, w], [x - POST[0], y - POST[1], z - POST[2]]);
  return Math.atan2(across, along);
}

const wrap = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

const curves = new Map<string, Float64Array>();

/** The last reference curve, because the page asks for it often. */
function theory(time: number, values: JointValues): number {
  const key = `${values.load} ${values.mu}`;
  let angles = curves.get(key);
  if (!angles) {
    angles = integratePendulum(pendulumOf(values), PENDULUM.start, DURATION);
    curves.clear();
    curves.set(key, angles);
  }
  const at = Math.min(100 * time, angles.length - 1.001);
  const k = Math.floor(at);
  return (180 / Math.PI) * (angles[k] + (at - k) * (angles[k + 1] - angles[k]));
}

const amplitude = (values: JointValues): number =>
  (180 / Math.PI) * Math.abs(amplitudeAfter(pendulumOf(values), PENDULUM.start, HALF_SWINGS));

export const jointFriction: DemoScene<JointValues> = {
  id: 'joint-friction',
  title: 'Hinges with friction',
  look: 'The door hangs on a leaning post, but its hinges hold it. Drag it: it stays where you leave it. The pendulum loses the same angle with every swing.',
  stockFault: () => 'should come to rest: the hinges have no friction',
  dt: 1 / 120,
  controls: {
    load: { kind: 'slider', label: 'Tension of the screw', value: 160, min: 0, max: 400, step: 10, unit: 'N' },
    mu: { kind: 'slider', label: 'Friction coefficient μ', value: 0.25, min: 0.05, max: 0.4, step: 0.01 },
  },
  scene({ load, mu }): Scene {
    const law = coulomb({ mu });
    return {
      name: 'joint friction',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'floor', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
        {
          name: 'post',
          kind: 'fixed',
          shape: { kind: 'box', halfExtents: [0.03, 0.03, 0.8] },
          position: POST,
          rotation: LEANING,
        },
        doorBody(),
        {
          name: 'bracket',
          kind: 'fixed',
          shape: { kind: 'box', halfExtents: [0.05, 0.04, 0.72] },
          position: [PENDULUM.at[0], 0.24, 0.72],
        },
        pendulumBody(),
      ],
      joints: [
        {
          kind: 'hinge',
          bodyA: 'post',
          bodyB: 'door',
          at: POST,
          axis: AXIS,
          friction: { law, load: TIGHTER * load, radius: DOOR.pin },
        },
        {
          kind: 'hinge',
          bodyA: 'bracket',
          bodyB: 'pendulum',
          at: PENDULUM.at,
          axis: [0, 1, 0],
          friction: { law, load, radius: PENDULUM.pin },
        },
      ],
      stockMu: 0.5,
      law: coulomb({ mu: 0.5 }),
      drive(world, time) {
        if (time < PUSH.from || time > PUSH.to) return;
        const turn = world.rotation('door');
        world.push('door', ...rotateVector(turn, [0, PUSH.force, 0]), rotateVector(turn, [DOOR.half[0], 0, 0]));
      },
      duration: DURATION,
    };
  },
  probe(values) {
    let angle = PENDULUM.start;
    let rate = 0;
    let halfSwings = 0;
    let proof = Number.NaN;
    let still = 0;
    let left = Number.NaN;
    let doorRate = 0;
    let door = DOOR.start;
    return {
      sample(world, dt) {
        const next = pendulumAngle(world);
        const nextRate = (next - angle) / dt;
        still = Math.abs(nextRate) < 1e-3 ? still + dt : 0;
        // It turns around within this step: the parabola through the last angles.
        if (rate * nextRate < 0 && ++halfSwings === HALF_SWINGS) {
          const bend = rate - nextRate;
          proof = (180 / Math.PI) * Math.abs(angle + (dt * (rate + nextRate) ** 2) / (8 * bend));
        }
        if (still > 0.3 && Number.isNaN(proof)) proof = (180 / Math.PI) * Math.abs(next);
        [angle, rate] = [next, nextRate];
        const nextDoor = doorAngle(world);
        const moved = wrap(nextDoor - door);
        doorRate = Math.abs(moved) / dt;
        door = nextDoor;
        // The user has let go, and the door has come to rest or turns back.
        if (world.time > PUSH.to && Number.isNaN(left) && (doorRate < 1e-3 || moved < 0)) left = door;
      },
      get curve() {
        return (180 / Math.PI) * angle;
      },
      get proof() {
        return proof;
      },
      get done() {
        return false;
      },
      get facts() {
        const weight = DOOR.mass * GRAVITY * Math.sin(LEAN) * (DOOR.half[0] + DOOR.gap) * Math.abs(Math.sin(left));
        const holds = values.mu * TIGHTER * values.load * DOOR.pin > weight;
        return [
          {
            label: 'Door turned back',
            unit: '°',
            value: (180 / Math.PI) * Math.abs(wrap(door - left)),
            reference: holds ? 0 : Number.NaN,
            digits: 1,
          },
        ];
      },
    };
  },
  proof: {
    label: 'Amplitude after four half swings',
    unit: '°',
    reference: amplitude,
    good: (proof, values) => Math.abs(proof - amplitude(values)) < 0.01 * amplitude(values) + 0.3,
    digits: 1,
  },
  curve: { label: 'Angle of the pendulum', unit: '°', theory, span: DURATION },
  view: {
    target: [0, 0, 0.75],
    eye: [1.6, -5.2, 1.5],
    frame: [
      [-1.5, -0.4, 0],
      [1.45, 0.45, 1.6],
    ],
    tall: [4, -3.4, 1.5],
  },
  stockLacks: 'no such law',
  looks: () => ({
    floor: { colour: '#d9c6a8', surface: 'boards' },
    door: { shape: DOOR_SHAPE, surface: 'wood' },
    post: { colour: '#8b96a3', surface: 'steel' },
    bracket: { colour: '#8b96a3', surface: 'steel' },
    pendulum: { colours: ['#d9a93f', '#8d9299'], surface: 'brass' },
  }),
  props,
  snippet: 'joint-friction',
};

/** The pins, and the base of the post. */
function props(): readonly Prop[] {
  const [x, y, z] = PENDULUM.at;
  return [
    {
      shape: { kind: 'cylinder', radius: 0.035, height: 0.28 },
      position: [x, y + 0.1, z],
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      colour: '#d4a93a',
    },
    ...[-0.42, 0.42].map((up): Prop => {
      const [dx, , dz] = rotateVector(LEANING, [0, 0, up]);
      return {
        shape: { kind: 'cylinder', radius: 0.05, height: 0.14 },
        position: [POST[0] + dx, POST[1], POST[2] + dz],
        rotation: LEANING,
        colour: '#d4a93a',
      };
    }),
    { shape: { kind: 'box', halfExtents: [0.2, 0.12, 0.02] }, position: [x, 0.24, 0.02] },
    { shape: { kind: 'box', halfExtents: [0.16, 0.12, 0.02] }, position: [POST[0] - 0.05, 0, 0.02] },
  ];
}

/** Panels and a handle. */
const DOOR_SHAPE: DrawnShape = {
  kind: 'group',
  parts: [
    block(DOOR.half, [0, 0, 0], { colour: '#b9743f' }),
    ...[-0.5, 0.5].map((up) =>
      block([0.24, DOOR.half[1] + 0.004, 0.22], [0, 0, up * DOOR.half[2]], { colour: '#8f5529' }),
    ),
    ...[-0.5, 0.5].map((up) =>
      block([0.21, DOOR.half[1] + 0.007, 0.19], [0, 0, up * DOOR.half[2]], { colour: '#c98247' }),
    ),
    block([0.05, 0.05, 0.012], [0.27, 0, 0], { colour: '#e3c065', surface: 'brass' }),
  ],
};
