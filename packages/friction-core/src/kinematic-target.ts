import type { Bodies } from './bodies.js';

/**
 * A plate that is shaken or speeds up gets one velocity per step, so it jumps from step to step. Over substeps, friction
 * could follow the jump only by μ g h at a time, and what lies on the plate would slide though it should not. So the velocity
 * is taken for what it is meant to be, the mean of a smooth target over the step, and rises over the substeps at the rate
 *
 *     a = (3 d1 - d2) / (2 dt),   v_k = v + a (k h - (dt - h)/2)
 *
 *   d1, d2, d3   changes of velocity in the last three steps, d1 the latest              m/s
 *   v, v_k       the velocity that the user has set; that of substep k = 0, 1, …          m/s
 *
 * where the changes are steady: d1 ≈ d2, or d1 - d2 ≈ d2 - d3. A jump that was meant stays one.
 */

/** Velocities of the last three steps, [linear, angular] each, of a body that the user moves. */
export type KinematicTarget = Float64Array;

/** How many numbers a target has. */
export const KINEMATIC_TARGET_SIZE = 18;

/** For a body that has not moved otherwise before. `now`: its velocity, six numbers. */
export function createKinematicTarget(now: Float64Array): KinematicTarget {
  return Float64Array.from({ length: KINEMATIC_TARGET_SIZE }, (_, e) => now[e % 6]);
}

/**
 * Once per step and body that the user moves: lets the velocity in its slot follow the target, and keeps `now`. A slot below 0
 * is that of a body which nothing touches. `steady`: was the last step as long as this one?
 */
export function followKinematicTarget(
  target: KinematicTarget,
  now: Float64Array,
  bodies: Bodies,
  slot: number,
  dt: number,
  h: number,
  steady: boolean,
): void {
  for (let e = 0; e < 6; e++) {
    if (slot >= 0 && steady) {
      const a = steadyRate(target, now, e) / dt;
      bodies.acceleration[6 * slot + e] = a;
      bodies.velocity[6 * slot + e] -= 0.5 * a * (dt + h);
    }
    target[12 + e] = target[6 + e];
    target[6 + e] = target[e];
    target[e] = now[e];
  }
}

/** Change of velocity in this step, 0 where it is not steady. */
function steadyRate(target: KinematicTarget, now: Float64Array, e: number): number {
  const d1 = now[e] - target[e];
  const d2 = target[e] - target[6 + e];
  const d3 = target[6 + e] - target[12 + e];
  return isSmall(d1 - d2, d1, d2) || isSmall(d1 - 2 * d2 + d3, d1 - d2, d2 - d3) ? 1.5 * d1 - 0.5 * d2 : 0;
}

function isSmall(change: number, one: number, other: number): boolean {
  return Math.abs(change) <= 0.5 * Math.max(Math.abs(one), Math.abs(other));
}
