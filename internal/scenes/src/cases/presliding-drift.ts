import { elastoPlastic, type FrictionLaw, lugre } from '@stiction/friction-core';
import { GRAVITY } from './box-on-ground.js';
import { footOf, type Presliding, restingBody, smoothRise } from './presliding.js';
import { type Build, settle } from './run.js';
import { rungeKutta } from './sliding-reference.js';
import { tiltGravity } from './tilting-plane.js';

/**
 * Case 13, second half: a box of 1 kg under an oscillating load that stays far below breakaway, F = (.3 + .3 sin 2πt) μ m g, for
 * 20 s. Under `elastoPlastic` it returns to its position of a period before; under `lugre` it drifts, by
 *
 *     m x'' = F - N (σ0 z + σ1 ż + σ2 v),   ż = v - σ0 |v| z / g(v),   g = muC + (muS - muC) exp(-(v/vS)²)
 *
 * with nearly critically damped bristles. The drift is the displacement of the foot from the third second to the twentieth, at equal
 * phases: the largest over the phases for a law that should not drift, the mean for one that should [m].
 */
export const DRIFTING = { sigma0: 1e4, sigma1: 60, sigma2: 0, muC: 0.5, muS: 0.5, vS: 0.01 } as const;

export interface DriftResult {
  largest: number;
  mean: number;
}

const PERIOD = 1;
const FIRST = 2;
const LAST = 19;

function loadAt(t: number): number {
  return (0.3 + 0.3 * Math.sin((2 * Math.PI * t) / PERIOD)) * DRIFTING.muS * GRAVITY;
}

export function measureDrift(build: Build, law: 'elastoPlastic' | 'lugre', dt: number): DriftResult {
  const world = build(restingBody(law === 'lugre' ? lugre(DRIFTING) : elastoPlastic(DRIFTING)));
  settle(world, dt);
  const perPeriod = Math.round(PERIOD / dt);
  const places: number[] = [];
  for (let k = 0; k < perPeriod * (LAST + 1); k++) {
    world.push('body', loadAt((k + 0.5) * dt), 0, 0, [0, 0, -0.1]);
    world.step(dt);
    places.push(footOf(world));
  }
  world.dispose();
  return driftOf(places, perPeriod, FIRST, LAST);
}

/**
 * The same law in one dimension, by RK4 at about 1e-4 s: its fastest motion has some hundred rad/s. An engine holds the force during a
 * step `dt`, and so does this, because the steps of the force excite the bristles and add to the drift.
 */
export function exactLuGreDrift(dt: number): DriftResult {
  const { sigma0, sigma1, sigma2, muC, muS, vS } = DRIFTING;
  const substeps = Math.ceil(dt / 1e-4);
  const perPeriod = Math.round(PERIOD / dt);
  let force = 0;
  const rate = ([, v, z]: number[]): number[] => {
    const g = muC + (muS - muC) * Math.exp(-((v / vS) ** 2));
    const bend = v - (sigma0 * Math.abs(v) * z) / g;
    return [v, force - GRAVITY * (sigma0 * z + sigma1 * bend + sigma2 * v), bend];
  };
  let state = [0, 0, 0];
  const places: number[] = [];
  for (let k = 0; k < perPeriod * (LAST + 1); k++) {
    force = loadAt((k + 0.5) * dt);
    for (let s = 0; s < substeps; s++) state = rungeKutta(rate, state, dt / substeps);
    places.push(state[0]);
  }
  return driftOf(places, perPeriod, FIRST, LAST);
}

function driftOf(places: readonly number[], perPeriod: number, first: number, last: number): DriftResult {
  let [largest, sum] = [0, 0];
  for (let k = 0; k < perPeriod; k++) {
    const drift = places[last * perPeriod + k] - places[first * perPeriod + k];
    largest = Math.max(largest, Math.abs(drift));
    sum += drift;
  }
  return { largest, mean: sum / perPeriod };
}

/** Seconds for tilting the slope, and for resting on it. */
const TILT = 1;
const STAND = 13;

/**
 * The same body on a slope of 90 % of its friction angle, under a load that oscillates once a second: a quarter of its weight presses it
 * down and, for `up`, relieves it along the slope, (1 - cos 2πt)/2 of each. It never comes closer to breakaway than without the load.
 * Drift in the last ten seconds.
 */
export function measureSlopeDrift(
  build: Build,
  law: FrictionLaw,
  body: Pick<Presliding, 'shape' | 'mass'> & { up?: boolean },
  dt: number,
): DriftResult {
  const { mass = 1, up = false } = body;
  const world = build(restingBody(law, body));
  settle(world, dt);
  const angle = 0.9 * Math.atan(law.mu ?? 0);
  const perPeriod = Math.round(PERIOD / dt);
  const places: number[] = [];
  for (let k = 0; k < perPeriod * (TILT + STAND + 1); k++) {
    const t = (k + 0.5) * dt;
    tiltGravity(world, angle * smoothRise(t / TILT));
    const load = 0.125 * mass * GRAVITY * (1 - Math.cos((2 * Math.PI * t) / PERIOD));
    world.push('body', up ? -load : 0, 0, -load, [0, 0, -0.1]);
    world.step(dt);
    places.push(footOf(world));
  }
  world.dispose();
  return driftOf(places, perPeriod, TILT + STAND - 10, TILT + STAND);
}
