import { rotate, rotateBack } from '@stiction/friction-core/adapter';
import { FRAME_SHIFT, SAME_DIRECTION, SLIDING_DIRECTION, UPRIGHT } from '../constants.js';
import type { InstallState } from '../install/state.js';
import type { FrictionJoint } from './friction-joints.js';
import { setFrame } from './set-frame.js';

/** Offsets of the X axis, normal and origin in `FrictionJoint.frame` for body A; those for body B follow after OF_B numbers. */
const NORMAL = 3;
const ORIGIN = 6;
const OF_B = 9;
/** Two units in the last place of a float32. */
const ROUNDING = 2.384185791015625e-7; // 2^-22

/**
 * Places the X axis along [cos, sin] in the tangent plane, if given, and the origin at the pressure centre. A frame that is nearly right stays. If only X
 * rotates, the origins stay fixed in their bodies: moving the anchor of a sticking patch would add energy. Leaves X, Y and the normal in
 * `scratch.axes`; returns true if the frame was moved.
 */
export function placeFrame(
  install: InstallState,
  i: number,
  joint: FrictionJoint,
  cos: number,
  sin: number,
  slides: boolean,
): boolean {
  const { store, scratch } = install;
  const { normal: n, tangent1: t, tangent2: u, centre, bodyA, bodyB } = store.current;
  const { axes, wrench: origins } = scratch;
  const at = 3 * i;
  const a = 7 * bodyA[i];
  const b = 7 * bodyB[i];
  const { frame } = joint;
  const isNew = !isUpright(install, i, joint);
  readOrigins(install, i, joint);
  let along = 0;
  let moved = 0;
  for (let e = 0; e < 3; e++) {
    along += axes[e] * (cos * t[at + e] + sin * u[at + e]);
    moved += (origins[3 + e] - centre[at + e]) ** 2;
  }
  const isTurned = !Number.isNaN(cos) && !(slides ? along > SLIDING_DIRECTION : Math.abs(along) > SAME_DIRECTION);
  const isMoved = isNew || (slides && moved > (FRAME_SHIFT * install.lengthUnit) ** 2);
  if (!isTurned && !isMoved) return false;
  const c = Number.isNaN(cos) ? 1 : cos;
  const s = Number.isNaN(sin) ? 0 : sin;
  for (let e = 0; e < 3; e++) {
    axes[e] = c * t[at + e] + s * u[at + e];
    axes[6 + e] = n[at + e];
  }
  writeY(axes);
  for (let e = 0; isMoved && e < 3; e++) {
    origins[e] = centre[at + e];
    origins[3 + e] = centre[at + e];
  }
  writeSide(install, frame, 0, a, origins, 0);
  writeSide(install, frame, OF_B, b, origins, 3);
  setFrame(install, joint.handle, 1, bodyA[i], axes, origins, 0);
  setFrame(install, joint.handle, 2, bodyB[i], axes, origins, 3);
  return true;
}

function writeSide(
  { scratch, bodies: table }: InstallState,
  frame: Float64Array,
  to: number,
  p: number,
  origins: Float64Array,
  at: number,
): void {
  const { pose } = table.bodies;
  const { axes, vector } = scratch;
  rotateBack(pose, p, axes, 0, frame, to);
  rotateBack(pose, p, axes, 6, frame, to + NORMAL);
  for (let e = 0; e < 3; e++) vector[e] = origins[at + e] - pose[p + e];
  rotateBack(pose, p, vector, 0, frame, to + ORIGIN);
}

/** True if the frame is still aligned with the normal in both bodies and not twisted. Leaves the axes of A in `scratch`. */
export function isUpright(
  { store, scratch, bodies: table }: InstallState,
  i: number,
  { frame }: FrictionJoint,
): boolean {
  const { normal: n, bodyA, bodyB } = store.current;
  const { pose } = table.bodies;
  const { axes, vector, other } = scratch;
  rotate(pose, 7 * bodyA[i], frame, 0, axes, 0);
  rotate(pose, 7 * bodyA[i], frame, NORMAL, axes, 6);
  writeY(axes);
  rotate(pose, 7 * bodyB[i], frame, OF_B, vector, 0);
  rotate(pose, 7 * bodyB[i], frame, OF_B + NORMAL, other, 0);
  let ofA = 0;
  let ofB = 0;
  let twist = 0;
  for (let e = 0; e < 3; e++) {
    ofA += axes[6 + e] * n[3 * i + e];
    ofB += other[e] * n[3 * i + e];
    twist += axes[e] * vector[e];
  }
  return ofA > UPRIGHT && ofB > UPRIGHT && twist > UPRIGHT;
}

/** scratch.wrench = both origins in the world. */
function readOrigins({ store, scratch, bodies: table }: InstallState, i: number, { frame }: FrictionJoint): void {
  const { bodyA, bodyB } = store.current;
  const { pose } = table.bodies;
  const { wrench: origins } = scratch;
  rotate(pose, 7 * bodyA[i], frame, ORIGIN, origins, 0);
  rotate(pose, 7 * bodyB[i], frame, OF_B + ORIGIN, origins, 3);
  for (let e = 0; e < 3; e++) {
    origins[e] += pose[7 * bodyA[i] + e];
    origins[3 + e] += pose[7 * bodyB[i] + e];
  }
}

function writeY(axes: Float64Array): void {
  axes[3] = axes[7] * axes[2] - axes[8] * axes[1];
  axes[4] = axes[8] * axes[0] - axes[6] * axes[2];
  axes[5] = axes[6] * axes[1] - axes[7] * axes[0];
}

/**
 * scratch.place = position of B's frame in A's, whose axes are in `scratch`: along X, along Y, its rotation about the normal; and the uncertainty of
 * the first two from the engine's float32 poses.
 */
export function measurePlaces(install: InstallState, i: number, joint: FrictionJoint): void {
  const { store, scratch, bodies: table } = install;
  const { place, axes, vector, wrench: origins } = scratch;
  readOrigins(install, i, joint);
  rotate(table.bodies.pose, 7 * store.current.bodyB[i], joint.frame, OF_B, vector, 0);
  place.fill(0);
  for (let e = 0; e < 3; e++) {
    const apart = origins[3 + e] - origins[e];
    place[0] += apart * axes[e];
    place[1] += apart * axes[3 + e];
    // The sine of a small angle.
    place[2] += vector[e] * axes[3 + e];
    place[3] = Math.max(place[3], ROUNDING * Math.abs(origins[e]));
  }
}
