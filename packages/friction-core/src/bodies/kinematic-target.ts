import type { Bodies } from './bodies.js';

/**
 * Smooth velocities of bodies that the user moves. A shaken or accelerated plate gets one velocity per step, so its velocity jumps
 * from step to step. Within substeps, friction could follow the jump only by μ g h at a time, and bodies on the plate would slide
 * that should stick. So the velocity is read as the mean of a smooth target over the step, and rises over the substeps at the rate
 *
 *     a = (3 d1 - d2) / (2 dt),   v_k = v + a (k h - (dt - h)/2)
 *
 *   d1, d2, d3   changes of velocity in the last three steps, d1 the latest               m/s
 *   v, v_k       velocity set by the user; velocity of substep k = 0, 1, …                m/s
 *
 * if the changes are steady: d1 ≈ d2, or d1 - d2 ≈ d2 - d3. Intended jumps remain jumps.
 */

/** Velocities of the last three steps of a body that the user moves, [linear, angular] each. */
export type KinematicTarget = Float64Array;

/** Entries of a target. */
export const KINEMATIC_TARGET_SIZE = 18;

/** Differences up to this fraction of the larger change count as steady. */
const STEADY_FRACTION = 0.5;

/** `now`: the body's velocity, six numbers. */
export function createKinematicTarget(now: Float64Array): KinematicTarget {
  return Float64Array.from({ length: KINEMATIC_TARGET_SIZE }, (_, e) => now[e % 6]);
}

/**
 * Called once per step for each body that the user moves: sets velocity and acceleration in its slot so that the substeps follow the
 * target, and stores `now`. Pass a negative slot for a body without contacts. `sameDt`: the last step was as long as this one.
 */
export function followKinematicTarget(
  target: KinematicTarget,
  now: Float64Array,
  bodies: Bodies,
  slot: number,
  dt: number,
  h: number,
  sameDt: boolean,
): void {
  for (let e = 0; e < 6; e++) {
    if (slot >= 0 && sameDt) {
      const a = steadyChange(target, now, e) / dt;
      bodies.acceleration[6 * slot + e] = a;
      bodies.velocity[6 * slot + e] -= 0.5 * a * (dt + h);
    }
    target[12 + e] = target[6 + e];
    target[6 + e] = target[e];
    target[e] = now[e];
  }
}

/** Change of velocity in this step; 0 if the changes are not steady. */
function steadyChange(target: KinematicTarget, now: Float64Array, e: number): number {
  const d1 = now[e] - target[e];
  const d2 = target[e] - target[6 + e];
  const d3 = target[6 + e] - target[12 + e];
  return isSmall(d1 - d2, d1, d2) || isSmall(d1 - 2 * d2 + d3, d1 - d2, d2 - d3) ? 1.5 * d1 - 0.5 * d2 : 0;
}

function isSmall(change: number, one: number, other: number): boolean {
  return Math.abs(change) <= STEADY_FRACTION * Math.max(Math.abs(one), Math.abs(other));
}
