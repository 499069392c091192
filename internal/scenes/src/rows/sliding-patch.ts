import type { FrictionLaw } from '@stiction/friction-core';
import { disc, evaluatePressure, type Pressure, patch, rectangle, ring } from '@stiction/limit-surface';
import type { ShapeSpec } from '../scene.js';
import { bodyOnGround, GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/**
 * Rows 4 and 5: a flat body slides and spins on the ground until both end. The truth is the motion of a plane body under the
 * friction of its patch, μ m g ∇psi, integrated finely with the kernels of @stiction/limit-surface. SI units.
 */
export interface SlidingPatch {
  name: string;
  shape: ShapeSpec;
  height: number;
  law: FrictionLaw;
  /** What the patch presses like: uniformly on this, its x along the body's. */
  pressure: Pressure;
  mu: number;
  /** Iz/m [m²]. */
  gyration: number;
  /** Length that makes the angular velocity comparable: R of a disc. */
  size: number;
}

/** Speeds at the start: along x, and size times the angular velocity. */
export interface PatchStart {
  v: number;
  spin: number;
}

export interface PatchSlide {
  /** Distance and angle until rest. */
  distance: number;
  angle: number;
  /** When speed and when rotation are at 1 % of their start (0 where there was none), by interpolation. */
  stopTime: number;
  spinTime: number;
  /** v/(size ω) when √(v² + (size ω)²) has fallen to a tenth. */
  ratio: number;
}

const TENTH = 0.1;
const END = 0.01;

/** Watches a slide. */
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

export function exactPatchSlide(patch: SlidingPatch, start: PatchStart, dt = 2e-5): PatchSlide {
  const { pressure, mu, gyration, size } = patch;
  const out = new Float64Array(10);
  const twist = new Float64Array(3);
  const rate = ([vx, vy, w, , , angle]: number[]): number[] => {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    twist.set([c * vx + s * vy, c * vy - s * vx, w]);
    evaluatePressure(pressure, twist, out);
    const g = mu * GRAVITY;
    return [-g * (c * out[1] - s * out[2]), -g * (s * out[1] + c * out[2]), (-g * out[3]) / gyration, vx, vy, w];
  };
  const speedOf = ([vx, vy, w]: number[]) => Math.hypot(vx, vy) + size * Math.abs(w);
  let y = [start.v, 0, start.spin / size, 0, 0, 0];
  const observer = createObserver(start, size);
  for (let k = 1; ; k++) {
    const half = rate(y).map((r, e) => y[e] + 0.5 * dt * r);
    const mid = rate(half);
    const next = y.map((value, e) => value + dt * mid[e]);
    const moves = observer.see(k * dt, dt, Math.hypot(next[0], next[1]), Math.abs(next[2]));
    // A step that makes it faster has gone through the state of rest.
    if (!moves || speedOf(next) >= speedOf(y)) break;
    y = next;
  }
  observer.slide.distance = Math.hypot(y[3], y[4]);
  observer.slide.angle = y[5];
  return observer.slide;
}

export function measurePatchSlide(build: Build, patch: SlidingPatch, start: PatchStart, dt: number): PatchSlide {
  const { shape, height, mu, law, size } = patch;
  const scene = bodyOnGround({ name: patch.name, mu, mass: 1, shape, height, duration: 10 });
  const world = build({ ...scene, law });
  settle(world, dt);
  const [x, y] = world.position('body');
  world.setVelocity('body', start.v, 0, 0);
  world.setAngularVelocity('body', 0, 0, start.spin / size);
  const observer = createObserver(start, size);
  let w = start.spin / size;
  for (let k = 1; k * dt < 20; k++) {
    world.step(dt);
    const [vx, vy] = world.velocity('body');
    const now = world.angularVelocity('body')[2];
    observer.slide.angle += 0.5 * dt * (w + now);
    w = now;
    if (!observer.see(k * dt, dt, Math.hypot(vx, vy), Math.abs(now))) break;
  }
  const [endX, endY] = world.position('body');
  observer.slide.distance = Math.hypot(endX - x, endY - y);
  world.dispose();
  return observer.slide;
}

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

/** Row 4's uniform disc: a cylinder that stands on its cap. Nothing of it is told to the law. */
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

/** The same disc with the ring given by hand, a square, and next to a line. */
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

/** Row 5: a disc that only spins stops after 3 R ω₀ / (4 μ g). */
export function exactDiscSpinTime(rate: number): number {
  return (3 * RADIUS * rate) / (4 * MU * GRAVITY);
}

/** Until it is at 1 %, which the rate of a spinning disc reaches after 99 % of the time. */
export function measureDiscSpinTime(build: Build, rate: number, dt: number): number {
  return measurePatchSlide(build, DISC, { v: 0, spin: RADIUS * rate }, dt).spinTime / (1 - END);
}
