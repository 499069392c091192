import { coulomb } from '@stiction/friction-core';
import type { Floor, Tyre } from '@stiction/top-down';
import { GRAVITY } from '../cases/box-on-ground.js';
import { planarEngines } from '../planar/engines.js';
import type { PlanarSceneWorld } from '../planar/planar-world.js';
import type { PlainWorld, Scene, SceneWorld } from '../scene.js';
import type { DemoScene, FrictionCircle, Mark, Part, Probe, Prop } from './demo-scene.js';
import { ALONG_Y, carShape, wheel } from './drawn.js';
import { createSkids, type SkiddingTyre } from './vehicle-skids.js';

/**
 * A car seen from above, in 2-D engines, on the tyres of @stiction/top-down. It locks its wheels and stops after v²/(2 μ g); then it
 * drives around a ring with a frozen puddle, until the user takes over.
 *
 * The stock car is that of the usual tutorials: a drift factor that keeps 95 % of the sideways velocity per step, steering that sets the
 * spin, and drag as a brake, tuned at 12 m/s.
 */
type CarValues = {
  forwards: boolean;
  backwards: boolean;
  left: boolean;
  right: boolean;
  handbrake: boolean;
  speed: number;
  mu: number;
  ice: number;
};

const CAR = { mass: 1200, half: [2.1, 0.9] as const, base: 1.3, track: 0.75, height: 0.5, radius: 0.33 };
const PLACES = [
  [CAR.base, CAR.track],
  [CAR.base, -CAR.track],
  [-CAR.base, CAR.track],
  [-CAR.base, -CAR.track],
] as const;
const RING = { y: 14, radius: 14, halfWidth: 3.5 };
const PUDDLE = { x: 13, y: 19, radius: 4.5 };
/** Time at which the wheels lock, pause after the stop [s], and where the car starts [m]. */
const LOCK = 0.3;
const PAUSE = 0.7;
const START = -30;
/** Force of the engine [N], and the largest steering angle and its rate [rad, rad/s]. */
const DRIVE = 7500;
const FULL_LOCK = 0.5;
const STEER_RATE = 2.5;
/** Of the stock car. */
const STOCK = { drift: 0.95, tunedAt: 12 };

interface Input {
  /** -1 to 1. */
  throttle: number;
  steer: number;
  locked: 'none' | 'rear' | 'all';
}

const isTaken = ({ forwards, backwards, left, right, handbrake }: CarValues): boolean =>
  forwards || backwards || left || right || handbrake;
const brakingDistance = ({ speed, mu }: CarValues): number => speed ** 2 / (2 * mu * GRAVITY);
const wrap = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

function headingOf(world: PlainWorld): number {
  const [, , z, w] = world.rotation('car');
  return 2 * Math.atan2(z, w);
}

export const topDownCar: DemoScene<CarValues> = {
  id: 'top-down-car',
  title: 'Top-down car',
  look: 'A 2-D engine has no floor. Here tyres grip one: the car stops after v²/(2 μ g), and slips on ice. Drive it with the arrow keys.',
  dt: 1 / 120,
  controls: {
    forwards: { kind: 'hold', label: 'Throttle', value: false, keys: ['ArrowUp', 'KeyW'] },
    backwards: { kind: 'hold', label: 'Back', value: false, keys: ['ArrowDown', 'KeyS'] },
    left: { kind: 'hold', label: 'Left', value: false, keys: ['ArrowLeft', 'KeyA'] },
    right: { kind: 'hold', label: 'Right', value: false, keys: ['ArrowRight', 'KeyD'] },
    handbrake: { kind: 'hold', label: 'Handbrake', value: false, keys: ['KeyX', 'ShiftLeft'] },
    speed: { kind: 'slider', label: 'Initial speed', value: 20, min: 8, max: 24, step: 1, unit: 'm/s' },
    mu: { kind: 'slider', label: 'μ of the road', value: 0.9, min: 0.5, max: 1.2, step: 0.05 },
    ice: { kind: 'slider', label: 'μ of the ice', value: 0.1, min: 0.05, max: 0.4, step: 0.05 },
  },
  engines: planarEngines,
  stockFault(_engine, proof, values) {
    const error = proof / brakingDistance(values) - 1;
    return Number.isNaN(error) || Math.abs(error) < 0.05
      ? ''
      : `stops ${Math.abs(100 * error).toFixed(0)} % too ${error < 0 ? 'early' : 'late'}: drag is tuned for one speed`;
  },
  scene({ speed, mu, ice }): Scene {
    return {
      name: 'top-down car',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'road', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
        {
          name: 'car',
          kind: 'dynamic',
          mass: CAR.mass,
          shape: { kind: 'box', halfExtents: [...CAR.half, 0.5] },
          position: [START, 0, CAR.radius + 0.3],
          velocity: [speed, 0, 0],
        },
      ],
      stockMu: mu,
      law: coulomb({ mu }),
      pairs: [['tyre', 'ice', coulomb({ mu: ice })]],
      planar: { materialAt: (x, y) => (isIce(x, y) ? 'ice' : 'floor') },
      duration: 60,
    };
  },
  probe: createProbe,
  proof: {
    label: 'Braking distance with locked wheels',
    unit: 'm',
    reference: brakingDistance,
    good: (proof, values) => Math.abs(proof / brakingDistance(values) - 1) < 0.01,
    digits: 2,
  },
  curve: {
    label: 'Speed',
    unit: 'm/s',
    theory(time, { speed, mu }) {
      const stop = LOCK + speed / (mu * GRAVITY);
      if (time > stop + PAUSE) return Number.NaN;
      return Math.max(0, speed - mu * GRAVITY * Math.max(0, time - LOCK));
    },
    span: 8,
  },
  view: { target: [START + 2, 2, 0], eye: [0, -10, 25], follow: 'car' },
  looks: () => ({ road: { colour: '#62686f', surface: 'asphalt' }, car: { shape: carShape('#e0402c') } }),
  parts: () => PLACES.map(() => WHEEL),
  props: paint,
  snippet: 'top-down-car',
};

const isIce = (x: number, y: number): boolean => Math.hypot(x - PUDDLE.x, y - PUDDLE.y) < PUDDLE.radius;

function createProbe(values: CarValues, world: SceneWorld): Probe {
  const floor = (world as PlanarSceneWorld).floor;
  const tyres = floor ? putOnTyres(floor, (world as PlanarSceneWorld).body('car')) : null;
  const parts = new Float64Array(7 * PLACES.length);
  const marks: Mark[] = [];
  const draw = createSkids(marks);
  const readings = PLACES.map(
    (): SkiddingTyre => ({ inContact: true, sliding: 0, point: new Float64Array(3), normal: Float64Array.of(0, 0, 1) }),
  );
  const circles = PLACES.map(
    ([x, y]): FrictionCircle => ({
      place: [Math.sign(x), Math.sign(y)],
      force: [0, 0],
      limit: 0,
      scale: CAR.mass * GRAVITY * 0.5,
      slides: false,
    }),
  );
  const sound = { pitch: 0, loudness: 0, hiss: 0 };
  let taken = false;
  let steer = 0;
  let braked = Number.NaN;
  let stopped = Number.NaN;
  let speed = values.speed;
  let proof = Number.NaN;
  let skids = 0;
  placeWheels(world);

  /** The brake test, then the ring. */
  function autopilot(now: SceneWorld): Input & { aim: number } {
    if (now.time < LOCK) return { throttle: 0, steer: 0, aim: 0, locked: 'none' };
    if (Number.isNaN(stopped) || now.time < stopped + PAUSE) return { throttle: 0, steer: 0, aim: 0, locked: 'all' };
    const [x, y] = now.position('car');
    const [vx, vy] = now.velocity('car');
    const heading = headingOf(now);
    const out = Math.hypot(x, y - RING.y) - RING.radius;
    const tangent = Math.atan2(y - RING.y, x) + Math.PI / 2 + Math.max(-0.8, Math.min(0.8, 0.12 * out));
    const goes = speed > 2 ? Math.atan2(vy, vx) : heading;
    const aim = 0.8 * wrap(tangent - heading) + 0.7 * wrap(goes - heading);
    const limit = 0.85 * Math.sqrt(values.mu * GRAVITY * RING.radius);
    return { throttle: Math.max(0, Math.min(1, limit - speed)), steer: 0, aim, locked: 'none' };
  }

  function placeWheels(now: SceneWorld): void {
    const [x, y] = now.position('car');
    const heading = headingOf(now);
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    for (const [k, [px, py]] of PLACES.entries()) {
      const half = (heading + (k < 2 ? steer : 0)) / 2;
      parts.set([x + c * px - s * py, y + s * px + c * py, CAR.radius, 0, 0, Math.sin(half), Math.cos(half)], 7 * k);
    }
  }

  return {
    parts,
    marks,
    sound,
    ...(tyres && { circles }),
    drive(now, dt) {
      taken ||= isTaken(values);
      const { aim, ...automatic } = autopilot(now);
      const input: Input = taken ? userInput(values) : automatic;
      const goal = taken ? input.steer : Math.max(-FULL_LOCK, Math.min(FULL_LOCK, aim));
      steer += Math.max(-STEER_RATE * dt, Math.min(STEER_RATE * dt, goal - steer));
      input.steer = steer;
      if (Number.isNaN(braked) && input.locked === 'all' && !taken) braked = now.position('car')[0];
      if (tyres) driveTyres(tyres, input);
      else driveStock(now, input, values, dt);
    },
    sample(now) {
      const [vx, vy] = now.velocity('car');
      speed = Math.hypot(vx, vy);
      if (Number.isNaN(stopped) && !Number.isNaN(braked) && !taken && speed < 0.02) {
        stopped = now.time;
        proof = now.position('car')[0] - braked;
      }
      placeWheels(now);
      skids = 0;
      for (const [k, tyre] of (tyres ?? []).entries()) {
        const reading = readings[k];
        reading.point[0] = tyre.x;
        reading.point[1] = tyre.y;
        const slip = Math.hypot(...tyre.slip);
        reading.sliding = tyre.skidding ? slip : 0;
        if (tyre.skidding && slip > 0.2) skids++;
        draw(reading, tyre.material === 'ice' ? '#8fb7cc' : '#15171a', now.time);
        const circle = circles[k];
        [circle.force[0], circle.force[1]] = tyre.force;
        circle.limit = tyre.load * (tyre.material === 'ice' ? values.ice : values.mu);
        circle.slides = tyre.skidding;
      }
      sound.hiss = readings.reduce((sum, { sliding }) => sum + sliding, 0) / 40;
    },
    get curve() {
      return speed;
    },
    get proof() {
      return proof;
    },
    get done() {
      return false;
    },
    get facts() {
      return [
        { label: 'Speed', unit: 'km/h', value: 3.6 * speed, digits: 0 },
        { label: 'Tyres that skid', unit: '', value: tyres ? skids : Number.NaN, digits: 0 },
      ];
    },
  };
}

function userInput({ forwards, backwards, left, right, handbrake }: CarValues): Input {
  return {
    throttle: Number(forwards) - 0.6 * Number(backwards),
    steer: FULL_LOCK * (Number(left) - Number(right)),
    locked: handbrake ? 'rear' : 'none',
  };
}

function putOnTyres(floor: Floor<object>, car: object): readonly Tyre[] {
  return floor.tyres(
    car,
    PLACES.map((position) => ({ position })),
    { centreHeight: CAR.height },
  );
}

function driveTyres(tyres: readonly Tyre[], { throttle, steer, locked }: Input): void {
  for (const [k, tyre] of tyres.entries()) {
    const rear = k >= 2;
    tyre.steer = rear ? 0 : steer;
    tyre.drive = rear && locked === 'none' ? (throttle * DRIVE) / 2 : 0;
    tyre.brake = locked === 'all' || (rear && locked === 'rear') ? Number.POSITIVE_INFINITY : 0;
  }
}

/** As in tutorials: velocity along and across, each with its own factor. */
function driveStock(world: SceneWorld, { throttle, steer, locked }: Input, { mu }: CarValues, dt: number): void {
  const heading = headingOf(world);
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const [vx, vy] = world.velocity('car');
  const drag = locked === 'none' ? 0 : (2 * mu * GRAVITY) / STOCK.tunedAt;
  const along = (c * vx + s * vy) * Math.exp(-drag * dt) + (dt * throttle * DRIVE) / CAR.mass;
  const across = STOCK.drift * (c * vy - s * vx);
  world.setVelocity('car', c * along - s * across, s * along + c * across, 0);
  world.setAngularVelocity('car', 0, 0, (along * Math.tan(steer)) / (2 * CAR.base));
}

const WHEEL: Part = {
  shape: { kind: 'group', parts: [{ shape: wheel(CAR.radius, 0.26), rotation: ALONG_Y }] },
};

/** The puddle, the lines of the ring, and the line at which theory stops the car. */
function paint(values: CarValues): readonly Prop[] {
  const lines = [RING.radius - RING.halfWidth, RING.radius + RING.halfWidth].flatMap((radius) => {
    const count = Math.round((2 * Math.PI * radius) / 1.5);
    return Array.from({ length: count }, (_, k): Prop => {
      const angle = (2 * Math.PI * k) / count;
      return {
        shape: { kind: 'box', halfExtents: [0.74, 0.12, 0.004] },
        position: [radius * Math.sin(angle), RING.y - radius * Math.cos(angle), 0.004],
        rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
        colour: k % 2 === 0 ? '#e8e6e0' : '#c23b2e',
      };
    });
  });
  const braked = START + LOCK * values.speed + CAR.half[0];
  const across = (x: number, colour: string): Prop => ({
    shape: { kind: 'box', halfExtents: [0.1, 2, 0.004] },
    position: [x, 0, 0.004],
    colour,
  });
  return [
    ...lines,
    across(braked, '#e8e6e0'),
    across(braked + brakingDistance(values), 'mark'),
    {
      shape: { kind: 'cylinder', radius: PUDDLE.radius, height: 0.004 },
      position: [PUDDLE.x, PUDDLE.y, 0.002],
      colour: '#d6edf8',
      surface: 'ice',
    },
  ];
}
