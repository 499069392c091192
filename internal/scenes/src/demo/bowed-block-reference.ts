import { GRAVITY } from '../cases/box-on-ground.js';
import { rungeKutta } from '../cases/sliding-reference.js';

/**
 * A block on a belt that moves at V, held by a spring: m x'' = -k x + F, slip u = x' - V, g(u) = muC + (muS - muC) exp(-(u/vS)²).
 *
 *     'lugre'       F = -m g (σ0 z + σ1 z'),   z' = u - σ0 |u| z / g(|u|)
 *     'stribeck'    F = -m g g(|u|) sign(u) while it slides;  sticks at u = 0 until k x = muS m g
 *
 * Runge-Kutta with steps of 5e-5 s from x = 0, u = 0. Independent of the packages; SI units.
 */
export interface Bowing {
  law: 'lugre' | 'stribeck';
  mass: number;
  stiffness: number;
  beltSpeed: number;
  muS: number;
  muC: number;
  vS: number;
  sigma0: number;
  sigma1: number;
}

export interface Bowed {
  /** Positions at steps of `SAMPLE`. */
  places: Float64Array;
  /** NaN without stick-slip. */
  period: number;
  /** From the lowest to the highest position. */
  amplitude: number;
}

export const SAMPLE = 1e-3;

export function exactBowing(bowing: Bowing, seconds: number, h = 5e-5): Bowed {
  const { law, mass, stiffness, beltSpeed, muS, muC } = bowing;
  const stride = Math.round(SAMPLE / h);
  const places = new Float64Array(Math.ceil(seconds / SAMPLE) + 1);
  const cycles = watchCycles((muC * mass * GRAVITY) / stiffness);
  const step = law === 'lugre' ? lugreStep(bowing, h) : stribeckStep(bowing, h);
  let state = [0, beltSpeed, 0];
  for (let k = 0; k < stride * places.length; k++) {
    if (k % stride === 0) places[k / stride] = state[0];
    state = step(state);
    cycles.add((k + 1) * h, state[0]);
  }
  // With almost no spring-back it slides steadily.
  const swings = cycles.amplitude > (0.02 * muS * mass * GRAVITY) / stiffness;
  return { places, period: swings ? cycles.period : Number.NaN, amplitude: swings ? cycles.amplitude : Number.NaN };
}

function curve({ muS, muC, vS }: Bowing, speed: number): number {
  return muC + (muS - muC) * Math.exp(-((speed / vS) ** 2));
}

function lugreStep(bowing: Bowing, h: number): (state: number[]) => number[] {
  const { mass, stiffness, beltSpeed, sigma0, sigma1 } = bowing;
  const rate = ([x, v, z]: number[]): number[] => {
    const u = v - beltSpeed;
    const bend = u - (sigma0 * Math.abs(u) * z) / curve(bowing, Math.abs(u));
    return [v, -(stiffness / mass) * x - GRAVITY * (sigma0 * z + sigma1 * bend), bend];
  };
  return (state) => rungeKutta(rate, state, h);
}

function stribeckStep(bowing: Bowing, h: number): (state: number[]) => number[] {
  const { mass, stiffness, beltSpeed, muS } = bowing;
  const hold = (muS * mass * GRAVITY) / stiffness;
  const rate = ([x, v]: number[]): number[] => {
    const u = v - beltSpeed;
    return [v, -(stiffness / mass) * x - Math.sign(u || -x) * curve(bowing, Math.abs(u)) * GRAVITY, 0];
  };
  let held = true;
  return (state) => {
    if (held) held = Math.abs(state[0]) < hold;
    if (held) return [state[0] + h * beltSpeed, beltSpeed, 0];
    const next = rungeKutta(rate, state, h);
    held = state[1] !== beltSpeed && (next[1] - beltSpeed) * (state[1] - beltSpeed) <= 0;
    return held ? [next[0], beltSpeed, 0] : next;
  };
}

/** Cycles skipped at the start. */
const SKIPPED = 1;

export interface Cycles {
  add(time: number, x: number): void;
  /** Means over the counted cycles; NaN before the first. */
  readonly period: number;
  readonly amplitude: number;
}

/** A cycle starts when the position rises through a level: the block moves with the belt there, so the time is exact. */
export function watchCycles(level: number): Cycles {
  let [count, first, last, sum] = [0, 0, 0, 0];
  let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [before, timeBefore] = [Number.NaN, Number.NaN];
  return {
    add(time, x) {
      high = Math.max(high, x);
      low = Math.min(low, x);
      if (before < level && x >= level) {
        last = time - ((x - level) / (x - before)) * (time - timeBefore);
        if (count === SKIPPED) first = last;
        if (count > SKIPPED) sum += high - low;
        count++;
        [high, low] = [x, x];
      }
      before = x;
      timeBefore = time;
    },
    get period() {
      return count > SKIPPED + 1 ? (last - first) / (count - SKIPPED - 1) : Number.NaN;
    },
    get amplitude() {
      return count > SKIPPED + 1 ? sum / (count - SKIPPED - 1) : Number.NaN;
    },
  };
}
