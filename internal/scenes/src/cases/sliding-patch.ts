import type { FrictionLaw } from '@stiction/friction-core';
import { disc, evaluatePressure, type Pressure, patch, rectangle, ring } from '@stiction/limit-surface';
import type { BodySpec, ShapeSpec } from '../scene.js';
import { bodyOnGround, GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';
import { type Plane, rotate } from './sliding-reference.js';

/**
 * Cases 4 and 5: a flat body slides and spins on the ground until both motions end. The reference is the planar motion of the body
 * under the friction of its patch, μ m g ∇psi, integrated with small steps by the kernels of @stiction/limit-surface. SI units.
 */
export interface SlidingPatch {
  name: string;
  shape: ShapeSpec;
  height: number;
  law: FrictionLaw;
  /** Reference pressure of the patch: uniform on this shape, its x along the body's. */
  pressure: Pressure;
  mu: number;
  /** Iz/m [m²]. */
  gyration: number;
  /** Length that scales the angular velocity: R of a disc. */
  size: number;
  /** Pressure for a shifted load, for a tall body: friction at its foot moves the load. */
  pressAt?: (centre: Plane) => Pressure;
}

/** Motion of the ground, a plate that rotates about the start of the body; mass of the body [kg]. */
export interface PatchSetting {
  mass?: number;
  /** Velocity of the plate [m/s] and its angular velocity [rad/s]. */
  travel?: Plane;
  rate?: number;
}

/** Initial velocity relative to the ground: along x, and size times the angular velocity. */
export interface PatchStart {
  v: number;
  spin: number;
}

export interface PatchSlide {
  /** Distance and angle until rest, relative to the ground. */
  distance: number;
  angle: number;
  /** Times at which speed and spin fall to 1 % of their start (0 if they were 0), by interpolation. */
  stopTime: number;
  spinTime: number;
  /** v/(size ω) when √(v² + (size ω)²) has fallen to a tenth. */
  ratio: number;
}

const TENTH = 0.1;
const END = 0.01;

/** Records a slide. */
function createObserver(start: PatchStart, size: number) {
  const total = start.v + start.spin;
  const level = TENTH * Math.hypot(start.v, start.spin);
  const slide: PatchSlide = { distance: 0, angle: 0, stopTime: 0, spinTime: 0, ratio: Number.NaN };
  let lastV = start.v;
  let lastSpin = start.spin;
  return {
    slide,
    /** True while it moves. */
    see(time: number, dt: number, v: number, w: number): boolean {
      const spin = size * w;
      const cross = (before: number, now: number, limit: number) =>
        before > limit && now <= limit ? time - (dt * (limit - now)) / (before - now) : 0;
      slide.stopTime ||= cross(lastV, v, END * start.v);
      slide.spinTime ||= cross(lastSpin, spin, END * start.spin);
      const before = Math.hypot(lastV, lastSpin);
      const now = Math.hypot(v, spin);
      if (Number.isNaN(slide.ratio) && now <= level) {
        const share = (before - level) / (before - now);
        slide.ratio = (lastV + share * (v - lastV)) / (lastSpin + share * (spin - lastSpin));
      }
      lastV = v;
      lastSpin = spin;
      return v + spin > 1e-3 * END * total;
    },
  };
}

export function exactPatchSlide(
  patch: SlidingPatch,
  start: PatchStart,
  dt = 2e-5,
  { travel = [0, 0], rate: turning = 0 }: PatchSetting = {},
): PatchSlide {
  const { gyration, size, mu } = patch;
  const friction = frictionOf(patch);
  /** Velocity relative to the ground below the body. */
  const slipOf = ([vx, vy, w, x, y, , t]: number[]): [number, number, number] => [
    vx - travel[0] + turning * (y - t * travel[1]),
    vy - travel[1] - turning * (x - t * travel[0]),
    w - turning,
  ];
  const g = mu * GRAVITY;
  const rate = (state: number[]): number[] => {
    const [vx, vy, w] = state;
    const [fx, fy, torque] = friction(slipOf(state), state[5]);
    return [-g * fx, -g * fy, (-g * torque) / gyration, vx, vy, w, 1];
  };
  const speedOf = (state: number[]) => {
    const [vx, vy, w] = slipOf(state);
    return Math.hypot(vx, vy) + size * Math.abs(w);
  };
  let y = [start.v + travel[0], travel[1], start.spin / size + turning, 0, 0, 0, 0];
  const observer = createObserver(start, size);
  for (let k = 1; ; k++) {
    const half = rate(y).map((r, e) => y[e] + 0.5 * dt * r);
    const mid = rate(half);
    const next = y.map((value, e) => value + dt * mid[e]);
    const [vx, vy, w] = slipOf(next);
    const moves = observer.see(k * dt, dt, Math.hypot(vx, vy), Math.abs(w));
    // A step that speeds it up has passed through rest.
    if (!moves || speedOf(next) >= speedOf(y)) break;
    y = next;
  }
  const [, , , endX, endY, angle, t] = y;
  observer.slide.distance = Math.hypot(endX - t * travel[0], endY - t * travel[1]);
  observer.slide.angle = angle - turning * t;
  return observer.slide;
}

/** Friction per μ m g against a slip of the centre of mass, with the body rotated by an angle. */
function frictionOf({ pressure, pressAt, height, mu }: SlidingPatch) {
  const out = new Float64Array(10);
  const twist = new Float64Array(3);
  const centre: [number, number] = [0, 0];
  return ([vx, vy, w]: readonly number[], angle: number): [number, number, number] => {
    const [x, y] = rotate([vx, vy], -angle);
    // Without rocking, the load acts where the moment of friction needs it, e = h μ f, so along f: f has no moment there.
    for (let n = 0; n < (pressAt ? 200 : 1); n++) {
      twist.set([x - w * centre[1], y + w * centre[0], w]);
      evaluatePressure(pressAt ? pressAt(centre) : pressure, twist, out);
      if (!pressAt) break;
      const dx = height * mu * out[1] - centre[0];
      const dy = height * mu * out[2] - centre[1];
      // Half steps: at low slip f follows e nearly one to one.
      centre[0] += 0.5 * dx;
      centre[1] += 0.5 * dy;
      if (Math.hypot(dx, dy) < 1e-8 * height) break;
    }
    return [...rotate([out[1], out[2]], angle), out[3]];
  };
}

export function measurePatchSlide(
  build: Build,
  patch: SlidingPatch,
  start: PatchStart,
  dt: number,
  { mass = 1, travel = [0, 0], rate = 0 }: PatchSetting = {},
): PatchSlide {
  const { shape, height, mu, law, size } = patch;
  const scene = bodyOnGround({ name: patch.name, mu, mass, shape, height, duration: 10 });
  const rides = travel[0] !== 0 || travel[1] !== 0 || rate !== 0;
  const world = build({ ...scene, law, bodies: rides ? [PLATE, scene.bodies[1]] : scene.bodies });
  settle(world, dt);
  const [x0, y0] = world.position('body');
  if (rides) {
    world.setVelocity('ground', ...travel, 0);
    world.setAngularVelocity('ground', 0, 0, rate);
  }
  world.setVelocity('body', start.v + travel[0], travel[1], 0);
  world.setAngularVelocity('body', 0, 0, start.spin / size + rate);
  const observer = createObserver(start, size);
  let w = start.spin / size;
  let end = 0;
  for (let k = 1; k * dt < 20; k++) {
    world.step(dt);
    const [px, py] = world.position('ground');
    const [x, y] = world.position('body');
    const [vx, vy] = world.velocity('body');
    const slip = Math.hypot(vx - travel[0] + rate * (y - y0 - py), vy - travel[1] - rate * (x - x0 - px));
    const now = world.angularVelocity('body')[2] - rate;
    observer.slide.angle += 0.5 * dt * (w + now);
    w = now;
    end = Math.hypot(x - x0 - px, y - y0 - py);
    if (!observer.see(k * dt, dt, slip, Math.abs(now))) break;
    // On a rotating plate, tangential steps never come to rest; 1e-4 of the distance is left.
    if (rate !== 0 && observer.slide.stopTime > 0 && observer.slide.spinTime > 0) break;
  }
  observer.slide.distance = end;
  world.dispose();
  return observer.slide;
}

const PLATE: BodySpec = {
  name: 'ground',
  kind: 'kinematic',
  shape: { kind: 'box', halfExtents: [5, 5, 0.1] },
  position: [0, 0, -0.1],
  material: 'ground',
};

const MU = 0.3;
const RADIUS = 0.5;
const FLAT = 0.002;

function flatBox(a: number, b: number): SlidingPatch {
  return {
    name: `box ${2 * a} x ${2 * b}`,
    shape: { kind: 'box', halfExtents: [a, b, FLAT] },
    height: FLAT,
    law: patch({ mu: MU }),
    pressure: rectangle({ width: 2 * a, height: 2 * b }),
    mu: MU,
    gyration: (a * a + b * b) / 3,
    size: Math.hypot(a, b),
  };
}

/** The uniform disc of case 4: a cylinder standing on its cap. The law gets no shape information. */
export const DISC: SlidingPatch = {
  name: 'disc',
  shape: { kind: 'cylinder', radius: RADIUS, height: 0.1 },
  height: 0.05,
  law: patch({ mu: MU }),
  pressure: disc({ radius: RADIUS }),
  mu: MU,
  gyration: (RADIUS * RADIUS) / 2,
  size: RADIUS,
};

export const DISC_STARTS: readonly PatchStart[] = [
  { v: 0.5, spin: 2 },
  { v: 2, spin: 2 },
  { v: 2, spin: 0.5 },
];

/** The same disc with the ring passed explicitly, a square, and nearly a line. */
export const OTHER_PATCHES: readonly SlidingPatch[] = [
  {
    ...DISC,
    name: 'ring',
    law: patch({ mu: MU, pressure: ring({ radius: RADIUS, inner: 0.4 }) }),
    pressure: ring({ radius: RADIUS, inner: 0.4 }),
  },
  flatBox(0.25, 0.25),
  flatBox(0.4, 0.004),
];

/** Case 5: a disc that only spins stops after 3 R ω₀ / (4 μ g). */
export function exactDiscSpinTime(rate: number): number {
  return (3 * RADIUS * rate) / (4 * MU * GRAVITY);
}

/** Until 1 %, which the rate of a spinning disc reaches after 99 % of the time. */
export function measureDiscSpinTime(build: Build, rate: number, dt: number): number {
  return measurePatchSlide(build, DISC, { v: 0, spin: RADIUS * rate }, dt).spinTime / (1 - END);
}
