import { readFileSync } from 'node:fs';
import type { PlanarModel, PlanarParams } from '../../src/models/planar-model.js';

export { exactShape, maskedGrid } from '../surfaces/shapes.js';

export function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** [Waltersson] Table I, p = 1 and p = 0. */
export const P1: PlanarParams = {
  sigma0: 1e6,
  sigma1: 800,
  sigma2: 0.2,
  muC: 1,
  muS: 1.2,
  vS: 1e-3,
  gamma: 2,
  sBa: 0.9,
};
export const P0: PlanarParams = { ...P1, sigma2: 0, muS: 1 };

interface Profile {
  knots_t: number[];
  vx: number[];
  vy: number[];
  omega: number[];
}

/** `count` twists [vx, vy, w, …] of a piecewise linear profile, dt apart. */
export function twistsOf(profile: Profile, count: number, dt: number): Float64Array {
  const { knots_t: t } = profile;
  const twists = new Float64Array(3 * count);
  for (let n = 0, k = 0; n < count; n++) {
    while (k < t.length - 2 && n * dt >= t[k + 1]) k++;
    const share = (n * dt - t[k]) / (t[k + 1] - t[k]);
    for (const [j, y] of [profile.vx, profile.vy, profile.omega].entries()) {
      twists[3 * n + j] = y[k] + (y[k + 1] - y[k]) * share;
    }
  }
  return twists;
}

/** Rigid body in the plane with planar friction. Poses and velocities are those of its centre of mass. */
export interface Slider {
  model: PlanarModel;
  mass: number;
  inertia: number;
  /** Fixed pressure centre of a patch that does not move with the body. @default the centre of mass */
  centre?: readonly [number, number];
  /** Number of identical patches. */
  patches: number;
  /** [x, y, θ, vx, vy, w]. */
  body: Float64Array;
}

/** Loads for the 10 ms from t on: [fx, fy, torque] and the normal force of one patch. */
export type Loads = (t: number) => { wrench: readonly [number, number, number]; fN: number };

interface Whole {
  body: Float64Array;
  state: Float64Array;
}

/** Loads are constant for 10 ms; the number of steps is recomputed every twentieth of that. */
const PIECE = 5e-4;
const PIECES = 20;

/**
 * Classic Runge-Kutta of body and bristles together, with steps of at most 1.6/stiffness s (stable up to 2.8). Calls `watch`
 * every 10 ms, before the loads change.
 */
export function integrate(
  slider: Slider,
  loads: Loads,
  intervals: number,
  stiffness: (body: Float64Array, fN: number) => number,
  watch: (t: number, body: Float64Array) => void,
): void {
  const { model, mass, inertia, centre, patches, body } = slider;
  const n = model.state.length;
  const create = (): Whole => ({ body: new Float64Array(6), state: new Float64Array(n) });
  const rates = [create(), create(), create(), create()];
  const now: Whole = { body, state: model.state };
  const at = create();
  const twist = new Float64Array(3);
  const wrench = new Float64Array(3);

  function rate(of: Whole, to: Whole, load: readonly [number, number, number], fN: number): void {
    const x = of.body[0];
    const y = of.body[1];
    const vx = of.body[3];
    const vy = of.body[4];
    const w = of.body[5];
    const armX = centre ? centre[0] - x : 0;
    const armY = centre ? centre[1] - y : 0;
    twist[0] = vx - w * armY;
    twist[1] = vy + w * armX;
    twist[2] = w;
    model.rate(of.state, twist, fN, to.state, wrench);
    const fx = patches * wrench[0];
    const fy = patches * wrench[1];
    to.body[0] = vx;
    to.body[1] = vy;
    to.body[2] = w;
    to.body[3] = (load[0] + fx) / mass;
    to.body[4] = (load[1] + fy) / mass;
    to.body[5] = (load[2] + patches * wrench[2] + armX * fy - armY * fx) / inertia;
  }

  function move(by: Whole, length: number): void {
    for (let k = 0; k < 6; k++) at.body[k] = body[k] + length * by.body[k];
    const { state } = model;
    for (let k = 0; k < n; k++) at.state[k] = state[k] + length * by.state[k];
  }

  function step(h: number, load: readonly [number, number, number], fN: number): void {
    const [a, b, c, d] = rates;
    rate(now, a, load, fN);
    move(a, 0.5 * h);
    rate(at, b, load, fN);
    move(b, 0.5 * h);
    rate(at, c, load, fN);
    move(c, h);
    rate(at, d, load, fN);
    for (let j = 0; j < 6; j++) body[j] += (h / 6) * (a.body[j] + 2 * (b.body[j] + c.body[j]) + d.body[j]);
    const { state } = model;
    for (let j = 0; j < n; j++) state[j] += (h / 6) * (a.state[j] + 2 * (b.state[j] + c.state[j]) + d.state[j]);
  }

  for (let interval = 0; interval < intervals; interval++) {
    const { wrench: load, fN } = loads(interval / 100);
    watch(interval / 100, body);
    for (let piece = 0; piece < PIECES; piece++) {
      const steps = Math.max(1, Math.ceil((PIECE * stiffness(body, fN)) / 1.6));
      for (let k = 0; k < steps; k++) step(PIECE / steps, load, fN);
    }
  }
  watch(intervals / 100, body);
}
