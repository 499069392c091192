import type { Bodies } from './bodies.js';

/**
 * A plate that is shaken or speeds up gets one velocity per step, so it jumps from step to step. Over substeps, friction
 * could follow the jump only by μ g h at a time, and what lies on the plate would slide though it should not. So the velocity
 * is taken for what it is meant to be, the mean of a smooth course over the step, and rises over the substeps at the rate
 *
 *     a = (3 d1 - d2) / (2 dt),   v_k = v + a (k h - (dt - h)/2)
 *
 *   d1, d2, d3   changes of velocity in the last three steps, d1 the latest              m/s
 *   v, v_k       the velocity that the user has set; that of substep k = 0, 1, …          m/s
 *
 * where the changes are steady: d1 ≈ d2, or d1 - d2 ≈ d2 - d3. A jump that was meant stays one.
 */

/** Velocities of the last three steps, [linear, angular] each, of a body that the user moves. */
export type Course = Float64Array;

/** How many numbers a course has. */
export const COURSE_SIZE = 18;

/** For a body that has not moved otherwise before. `now`: its velocity, six numbers. */
export function createCourse(now: Float64Array): Course {
  return Float64Array.from({ length: COURSE_SIZE }, (_, e) => now[e % 6]);
}

/**
 * Once per step and body that the user moves: lets the velocity in its slot follow the course, and keeps `now`. A slot below 0
 * is that of a body which nothing touches. `steady`: was the last step as long as this one?
 */
export function followCourse(
  course: Course,
  now: Float64Array,
  bodies: Bodies,
  slot: number,
  dt: number,
  h: number,
  steady: boolean,
): void {
  for (let e = 0; e < 6; e++) {
    if (slot >= 0 && steady) {
      const a = steadyRate(course, now, e) / dt;
      bodies.acceleration[6 * slot + e] = a;
      bodies.velocity[6 * slot + e] -= 0.5 * a * (dt + h);
    }
    course[12 + e] = course[6 + e];
    course[6 + e] = course[e];
    course[e] = now[e];
  }
}

/** Change of velocity in this step, 0 where it is not steady. */
function steadyRate(course: Course, now: Float64Array, e: number): number {
  const d1 = now[e] - course[e];
  const d2 = course[e] - course[6 + e];
  const d3 = course[6 + e] - course[12 + e];
  return isSmall(d1 - d2, d1, d2) || isSmall(d1 - 2 * d2 + d3, d1 - d2, d2 - d3) ? 1.5 * d1 - 0.5 * d2 : 0;
}

function isSmall(change: number, one: number, other: number): boolean {
  return Math.abs(change) <= 0.5 * Math.max(Math.abs(one), Math.abs(other));
}
