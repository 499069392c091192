import type { ElastoPlasticOptions } from '@stiction/friction-core';

/** Per unit normal force: σ0 1/m, σ1 and σ2 s/m, muC, muS, vS m/s, gamma, and sBa for 'elasto-plastic'. */
export type PlanarParams = ElastoPlasticOptions;

export interface PlanarModelOptions {
  /** LuGre, [Waltersson] (10), or elasto-plastic, (15). @default 'elasto-plastic' */
  law?: 'lugre' | 'elasto-plastic';
  /**
   * 'explicit' is Euler's method as in the paper. It needs dt < 2 g/(σ0 |v|), 1e-5 s for typical bristles. 'implicit'
   * is stable for every dt and converges to the same solution as dt → 0.
   * @default 'explicit'
   */
  method?: 'explicit' | 'implicit';
}

/**
 * Friction of a patch with prescribed motion. Wrenches are [force x, force y, torque] on the body at the pressure
 * centre, N, N m.
 */
export interface PlanarModel {
  /** Bristle deflections. You may copy them to save and restore the state. */
  readonly state: Float64Array;
  /** Sets all deflections to 0. */
  reset(): void;
  /**
   * Computes the friction for the velocity (vx, vy) [m/s] of the pressure centre and the angular velocity w [rad/s]
   * under the load fN, and advances the state by dt [s]. Explicit: friction at the start of the step; implicit: at its
   * end. Returns `out`.
   */
  step(vx: number, vy: number, w: number, fN: number, dt: number, out: Float64Array): Float64Array;
  /** Runs `count` steps with the twists [vx, vy, w, …] and writes the wrenches [fx, fy, torque, …]. */
  steps(twists: Float64Array, count: number, fN: number, dt: number, out: Float64Array): Float64Array;
  /**
   * For use with your own integrator: writes the rate of `state` (same length as the model's) under a twist [vx, vy,
   * w], and the friction, without changing the model's state.
   */
  rate(state: Float64Array, twist: Float64Array, fN: number, rate: Float64Array, out: Float64Array): Float64Array;
}

interface ModelParts {
  state: Float64Array;
  /** Receives vx, vy at 0 and 1, and w at `spinIndex`. */
  twist: Float64Array;
  spinIndex: number;
  /** Advances `state` by dt with the twist in `twist`; writes the friction to out[at..]. */
  advance(fN: number, dt: number, out: Float64Array, at: number): void;
  /** Writes the rate of z and the friction for the twist in `twist`. */
  rate(z: Float64Array, fN: number, to: Float64Array, out: Float64Array): void;
}

export function createPlanarModel({ state, twist, spinIndex, advance, rate }: ModelParts): PlanarModel {
  return {
    state,
    reset() {
      state.fill(0);
    },
    step(vx, vy, w, fN, dt, out) {
      twist[0] = vx;
      twist[1] = vy;
      twist[spinIndex] = w;
      advance(fN, dt, out, 0);
      return out;
    },
    steps(twists, count, fN, dt, out) {
      for (let k = 0; k < 3 * count; k += 3) {
        twist[0] = twists[k];
        twist[1] = twists[k + 1];
        twist[spinIndex] = twists[k + 2];
        advance(fN, dt, out, k);
      }
      return out;
    },
    rate(z, motion, fN, to, out) {
      twist[0] = motion[0];
      twist[1] = motion[1];
      twist[spinIndex] = motion[2];
      rate(z, fN, to, out);
      return out;
    },
  };
}
