import { anisotropic, coulomb, type FrictionLaw, surfaceVelocity } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, PlainWorld, Scene, SceneHandle, ShapePart } from '../scene.js';
import type { DemoScene, DrawnPart, DrawnShape, Prop } from './demo-scene.js';
import { ALONG_Y, carShape, wheel } from './drawn.js';
import { integrateCar, type Tyre } from './drift-reference.js';

/**
 * Scene 9: a car on four tyres, each one contact point with its own law: `anisotropic`, with low friction along the tyre while it rolls
 * and the same as across while it is locked, and `surfaceVelocity` while the engine drives it. Steering rotates the law of the front
 * tyres. Nothing else drives the car: the scene applies no forces.
 *
 * It starts with an automatic handbrake turn: it rolls, steers, and locks the rear tyres. The number is its heading after 3 s, against
 * `drift-reference.ts`, a planar integration that is independent of the packages. Then it drives around the painted ring until the
 * user takes over.
 */
type DriftValues = {
  throttle: boolean;
  brake: boolean;
  left: boolean;
  right: boolean;
  mu: number;
  speed: number;
};

const CAR = { mass: 900, inertia: 1100, halfBase: 1.25, halfTrack: 0.75, height: 0.32, gravity: GRAVITY };
const TYRE_RADIUS = 0.33;
/** Friction along a rolling tyre, and the share that the engine can use. */
const ROLLING = 0.015;
const ENGINE = 0.7;
const TOP_SPEED = 16;
const FULL_LOCK = 0.45;
/** Steering rate [rad/s]. */
const STEER_RATE = 2.5;
/** The handbrake turn: start of steering, start and end of braking, and when the heading is read [s]. */
const TURN = { steer: 0.4, lock: 0.22, from: 0.7, to: 1.9, read: 3 };
const RING = 14;

interface Input {
  /** Steering angle of the front tyres [rad]. */
  steer: number;
  throttle: boolean;
  /** True if the rear tyres are locked. */
  brake: boolean;
}

function tyresFor({ steer, throttle, brake }: Input, mu: number): { front: Tyre; rear: Tyre } {
  const front: Tyre = { along: ROLLING, across: mu, surface: 0, angle: steer };
  const rear: Tyre = { along: ROLLING, across: mu, surface: 0, angle: 0 };
  if (brake) rear.along = mu;
  else if (throttle) [rear.along, rear.surface] = [ENGINE * mu, TOP_SPEED];
  return { front, rear };
}

function lawOf({ along, across, surface, angle }: Tyre): FrictionLaw {
  const direction = [Math.cos(angle), Math.sin(angle), 0] as const;
  const grip = anisotropic({ mu: [along, across], direction });
  // The surface of a driven tyre moves backwards where it touches the road.
  return surface === 0 ? grip : surfaceVelocity(grip, [-surface * direction[0], -surface * direction[1], 0]);
}

/** Automatic driving at the start. */
function handbrakeTurn(time: number): Input {
  const steer = Math.min(TURN.lock, STEER_RATE * Math.max(0, time - TURN.steer));
  return { steer, throttle: false, brake: time > TURN.from && time < TURN.to };
}

/** Around the ring: along its tangent, slightly inwards if outside, with counter-steering. */
function aroundRing(world: PlainWorld): Omit<Input, 'steer'> & { aim: number } {
  const [x, y] = world.position('car');
  const [vx, vy] = world.velocity('car');
  const heading = headingOf(world);
  const out = Math.hypot(x, y - RING) - RING;
  const tangent = Math.atan2(y - RING, x) + Math.PI / 2 + Math.max(-0.8, Math.min(0.8, 0.12 * out));
  const speed = Math.hypot(vx, vy);
  const goes = speed > 2 ? Math.atan2(vy, vx) : heading;
  const aim = 0.8 * wrap(tangent - heading) + 0.7 * wrap(goes - heading);
  return { aim, throttle: speed < 11, brake: false };
}

const wrap = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

function headingOf(world: PlainWorld): number {
  const [x, y, z, w] = world.rotation('car');
  return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

const isDriven = ({ throttle, brake, left, right }: DriftValues): boolean => throttle || brake || left || right;

/** Drives the car of one world. */
function createDriver(values: DriftValues): (world: PlainWorld, time: number, dt: number) => void {
  let taken = false;
  let steer = 0;
  let known = '';
  return (world, time, dt) => {
    taken ||= isDriven(values);
    let input: Input;
    if (!taken && time < TURN.read) {
      input = handbrakeTurn(time);
      steer = input.steer;
    } else {
      const own = taken
        ? { ...values, aim: FULL_LOCK * (Number(values.left) - Number(values.right)) }
        : aroundRing(world);
      const goal = Math.max(-FULL_LOCK, Math.min(FULL_LOCK, own.aim));
      steer += Math.max(-STEER_RATE * dt, Math.min(STEER_RATE * dt, goal - steer));
      input = { steer, throttle: own.throttle, brake: own.brake };
    }
    const key = [input.steer, input.throttle, input.brake].join();
    if (world.friction && key !== known) giveLaws(world.friction, input, values.mu);
    known = key;
  };
}

function giveLaws(friction: SceneHandle, input: Input, mu: number): void {
  const { front, rear } = tyresFor(input, mu);
  friction.setPair('front', 'road', lawOf(front));
  friction.setPair('rear', 'road', lawOf(rear));
}

function carBody(speed: number): BodySpec {
  const { mass, inertia, halfBase, halfTrack, height } = CAR;
  const tyre = (end: number, side: number): ShapePart => ({
    shape: { kind: 'sphere', radius: TYRE_RADIUS },
    position: [end * halfBase, side * halfTrack, TYRE_RADIUS - height],
    material: end > 0 ? 'front' : 'rear',
  });
  return {
    name: 'car',
    kind: 'dynamic',
    mass,
    inertia: [300, 1000, inertia],
    shape: {
      kind: 'compound',
      parts: [
        { shape: { kind: 'box', halfExtents: [1.9, 0.72, 0.18] }, position: [0, 0, 0.1] },
        { shape: { kind: 'box', halfExtents: [0.75, 0.6, 0.2] }, position: [-0.25, 0, 0.48] },
        tyre(1, 1),
        tyre(1, -1),
        tyre(-1, 1),
        tyre(-1, -1),
      ],
    },
    position: [0, 0, height],
    velocity: [speed, 0, 0],
    material: 'body',
  };
}

let known: { key: string; headings: Float64Array } | undefined;

/** In degrees; undefined after the turn, when the driver decides. */
function referenceHeading(time: number, { mu, speed }: DriftValues): number {
  const key = [mu, speed].join();
  if (known?.key !== key) {
    const tyres = (t: number) => tyresFor(handbrakeTurn(t), mu);
    known = { key, headings: integrateCar(CAR, speed, tyres, TURN.read) };
  }
  const heading = known.headings[Math.round(100 * time)];
  return heading === undefined ? Number.NaN : (heading * 180) / Math.PI;
}

export const driftCar: DemoScene<DriftValues> = {
  id: 'drift-car',
  title: 'Drift car',
  look: 'Four tyres with low friction along and high friction across make a car: it steers, spins its wheels, and does handbrake turns.',
  stockLacks: 'no such law',
  stockFault: (_engine, proof) => (Number.isNaN(proof) ? '' : 'should roll and turn: tyres brake in all directions'),
  controls: {
    throttle: { kind: 'hold', label: 'Throttle', value: false, keys: ['ArrowUp', 'KeyW'] },
    brake: { kind: 'hold', label: 'Handbrake', value: false, keys: ['ArrowDown', 'KeyS'] },
    left: { kind: 'hold', label: 'Left', value: false, keys: ['ArrowLeft', 'KeyA'] },
    right: { kind: 'hold', label: 'Right', value: false, keys: ['ArrowRight', 'KeyD'] },
    mu: { kind: 'slider', label: 'Grip across the tyres', value: 0.9, min: 0.1, max: 1.2, step: 0.05 },
    speed: { kind: 'slider', label: 'Initial speed', value: 12, min: 0, max: 18, step: 0.5, unit: 'm/s' },
  },
  scene(values): Scene {
    const { front, rear } = tyresFor({ steer: 0, throttle: false, brake: false }, values.mu);
    return {
      name: 'drift car',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'road', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'road' },
        carBody(values.speed),
      ],
      stockMu: values.mu,
      law: coulomb({ mu: values.mu }),
      pairs: [
        ['front', 'road', lawOf(front)],
        ['rear', 'road', lawOf(rear)],
      ],
      drive: createDriver(values),
      duration: 60,
    };
  },
  probe(values) {
    let heading = 0;
    let before = 0;
    let proof = Number.NaN;
    let taken = false;
    let speed = 0;
    let drift = 0;
    return {
      sample(world, dt) {
        taken ||= isDriven(values);
        const now = headingOf(world);
        heading += wrap(now - before);
        before = now;
        const [vx, vy] = world.velocity('car');
        speed = Math.hypot(vx, vy);
        drift = speed > 1 ? wrap(now - Math.atan2(vy, vx)) : 0;
        if (!taken && Math.abs(world.time - TURN.read) < 0.51 * dt) proof = (heading * 180) / Math.PI;
      },
      get curve() {
        return (heading * 180) / Math.PI;
      },
      get proof() {
        return proof;
      },
      get done() {
        return false;
      },
      get facts() {
        return [
          { label: 'Speed', unit: 'm/s', value: speed, digits: 1 },
          { label: 'Drift angle', unit: '°', value: (drift * 180) / Math.PI, digits: 0 },
        ];
      },
    };
  },
  proof: {
    label: 'Heading after the handbrake turn, 3 s',
    unit: '°',
    reference: (values) => referenceHeading(TURN.read, values),
    good(proof, values) {
      const reference = referenceHeading(TURN.read, values);
      return Math.abs(proof - reference) < 0.05 * Math.abs(reference) + 1;
    },
    digits: 1,
  },
  curve: { label: 'Heading', unit: '°', theory: referenceHeading, span: 6 },
  view: { target: [0, 0, 0.4], eye: [-8.5, -11, 7.5], follow: 'car' },
  trails: ['car'],
  looks: () => ({ car: { shape: CAR_SHAPE }, road: { colour: '#62686f', surface: 'asphalt' } }),
  props: ring,
  snippet: 'drift-car',
};

/** Road paint: the two lines of the ring, red and white, and a start line. */
function ring(): readonly Prop[] {
  const lines = [RING - 3.2, RING + 3.2].flatMap((radius) => {
    const count = Math.round((2 * Math.PI * radius) / 1.5);
    return Array.from({ length: count }, (_, k): Prop => {
      const angle = (2 * Math.PI * k) / count;
      return {
        shape: { kind: 'box', halfExtents: [0.74, 0.12, 0.004] },
        position: [radius * Math.sin(angle), RING - radius * Math.cos(angle), 0.004],
        rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
        colour: k % 2 === 0 ? '#e8e6e0' : '#c23b2e',
      };
    });
  });
  const start: Prop = {
    shape: { kind: 'box', halfExtents: [0.1, 3, 0.003] },
    position: [2.2, 0, 0.003],
    colour: 'mark',
  };
  return [...lines, start];
}

const CAR_SHAPE: DrawnShape = {
  kind: 'group',
  parts: [
    { shape: carShape('#e0402c'), position: [0, 0, 0.16] },
    ...[-1, 1].flatMap((end) =>
      [-1, 1].map(
        (side): DrawnPart => ({
          shape: wheel(TYRE_RADIUS, 0.22),
          position: [end * CAR.halfBase, side * CAR.halfTrack, TYRE_RADIUS - CAR.height],
          rotation: ALONG_Y,
        }),
      ),
    ),
  ],
};
