import { type SnapshotReader, takeIndex, takeNumber } from '@stiction/friction-core';
import type { Body } from 'cannon-es';
import type { AdapterState } from './state.js';

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

const KINEMATIC = 4;
/** Velocities of the last three steps, [linear, angular] each. */
const NUMBERS = 18;

export function followCourses(state: AdapterState, dt: number, h: number): void {
  const { bodies, courses, slotOf } = state;
  const steady = state.dt === dt;
  for (const body of state.world.bodies) {
    if ((body.type & KINEMATIC) === 0) continue;
    const { velocity: v, angularVelocity: w } = body;
    now[0] = v.x;
    now[1] = v.y;
    now[2] = v.z;
    now[3] = w.x;
    now[4] = w.y;
    now[5] = w.z;
    let course = courses.get(body);
    if (!course) {
      course = new Float64Array(NUMBERS);
      for (let e = 0; e < NUMBERS; e++) course[e] = now[e % 6];
      courses.set(body, course);
    }
    const slot = slotOf[body.index];
    for (let e = 0; e < 6; e++) {
      if (slot >= 0 && steady) {
        const a = steadyRate(course, e) / dt;
        bodies.acceleration[6 * slot + e] = a;
        bodies.velocity[6 * slot + e] -= 0.5 * a * (dt + h);
      }
      course[12 + e] = course[6 + e];
      course[6 + e] = course[e];
      course[e] = now[e];
    }
  }
}

const now = new Float64Array(6);

/** Change of velocity in this step, 0 where it is not steady. */
function steadyRate(course: Float64Array, e: number): number {
  const d1 = now[e] - course[e];
  const d2 = course[e] - course[6 + e];
  const d3 = course[6 + e] - course[12 + e];
  return isSmall(d1 - d2, d1, d2) || isSmall(d1 - 2 * d2 + d3, d1 - d2, d2 - d3) ? 1.5 * d1 - 0.5 * d2 : 0;
}

function isSmall(change: number, one: number, other: number): boolean {
  return Math.abs(change) <= 0.5 * Math.max(Math.abs(one), Math.abs(other));
}

/** For a snapshot: bodies by their place in the world. */
export function putCourses(out: number[], state: AdapterState): void {
  const known = state.world.bodies.filter((body) => state.courses.has(body));
  out.push(known.length);
  for (const body of known) out.push(body.index, ...(state.courses.get(body) ?? []));
}

export function takeCourses(reader: SnapshotReader, bodyAt: (place: number) => Body): WeakMap<Body, Float64Array> {
  const courses = new WeakMap<Body, Float64Array>();
  for (let count = takeIndex(reader); count > 0; count--) {
    const body = bodyAt(takeIndex(reader));
    courses.set(
      body,
      Float64Array.from({ length: NUMBERS }, () => takeNumber(reader)),
    );
  }
  return courses;
}
