import {
  COURSE_SIZE,
  type Course,
  createCourse,
  followCourse,
  type SnapshotReader,
  takeIndex,
  takeNumber,
} from '@stiction/friction-core';
import type { Body } from 'cannon-es';
import type { AdapterState } from './state.js';

const KINEMATIC = 4;

/** Bodies that the user moves, over the substeps. */
export function followCourses(state: AdapterState, dt: number, h: number): void {
  const { bodies, courses, slotOf } = state;
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
      course = createCourse(now);
      courses.set(body, course);
    }
    followCourse(course, now, bodies, slotOf[body.index], dt, h, state.dt === dt);
  }
}

const now = new Float64Array(6);

/** For a snapshot: bodies by their place in the world. */
export function putCourses(out: number[], state: AdapterState): void {
  const known = state.world.bodies.filter((body) => state.courses.has(body));
  out.push(known.length);
  for (const body of known) out.push(body.index, ...(state.courses.get(body) ?? []));
}

export function takeCourses(reader: SnapshotReader, bodyAt: (place: number) => Body): WeakMap<Body, Course> {
  const courses = new WeakMap<Body, Course>();
  for (let count = takeIndex(reader); count > 0; count--) {
    const body = bodyAt(takeIndex(reader));
    courses.set(
      body,
      Float64Array.from({ length: COURSE_SIZE }, () => takeNumber(reader)),
    );
  }
  return courses;
}
