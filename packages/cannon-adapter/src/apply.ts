import type { AdapterState } from './state.js';

/**
 * Hands the solution back. cannon-es goes on after `solve` with damping, v += dt f/m and x += dt v; so the velocity and
 * pose set here are those from which its own arithmetic arrives at ours:
 *
 *     v_set = v_end - dt a / damping,   x_set = x_start + motion - dt damping v_end,   the quaternion likewise.
 */
export function apply(state: AdapterState, dt: number): void {
  const { bodies, bodyOf } = state;
  const { pose, velocity, acceleration, motion } = bodies;
  for (let slot = 0; slot < bodyOf.length; slot++) {
    const body = bodyOf[slot];
    const k = 6 * slot;
    if (!canMove(state, slot)) {
      if (state.joints.count > 0) resetPose(state, slot);
      continue;
    }
    const linear = dampingFactor(body.linearDamping, dt);
    const angular = dampingFactor(body.angularDamping, dt);
    const { velocity: v, angularVelocity: w, position: x, angularFactor: af } = body;
    v.x = handBack(velocity[k], acceleration[k], linear, dt);
    v.y = handBack(velocity[k + 1], acceleration[k + 1], linear, dt);
    v.z = handBack(velocity[k + 2], acceleration[k + 2], linear, dt);
    w.x = handBack(velocity[k + 3], acceleration[k + 3], angular, dt);
    w.y = handBack(velocity[k + 4], acceleration[k + 4], angular, dt);
    w.z = handBack(velocity[k + 5], acceleration[k + 5], angular, dt);
    const p = 7 * slot;
    x.x = pose[p] + motion[k] - dt * linear * velocity[k];
    x.y = pose[p + 1] + motion[k + 1] - dt * linear * velocity[k + 1];
    x.z = pose[p + 2] + motion[k + 2] - dt * linear * velocity[k + 2];
    turnPose(state, slot);
    // Quaternion.integrate will make (1, dt/2 w) q of it: multiply with the inverse of that first.
    const half = -0.5 * dt * angular;
    const { quaternion: q } = body;
    const hx = half * velocity[k + 3] * af.x;
    const hy = half * velocity[k + 4] * af.y;
    const hz = half * velocity[k + 5] * af.z;
    multiplyLeft(hx, hy, hz, 1 / (1 + hx * hx + hy * hy + hz * hz), q);
  }
}

/** Multipliers of the engine's equations (forces in N), as the stock solver leaves them for users to read. */
export function applyMultipliers(state: AdapterState, dt: number): void {
  const { contactEquations, idleEquations, jointEquations, store, joints } = state;
  for (let c = 0; c < idleEquations.length; c++) idleEquations[c].multiplier = 0;
  for (let c = 0; c < contactEquations.length; c++) contactEquations[c].multiplier = 0;
  // Corners that cannon-es has not told share the equation of one that it has.
  for (let c = 0; c < contactEquations.length; c++) {
    contactEquations[c].multiplier += store.current.pointStepImpulse[store.pointOf[c]] / dt;
  }
  for (let r = 0; r < jointEquations.length; r++) jointEquations[r].multiplier = joints.stepImpulse[r] / dt;
}

/** Puts a body where the substeps have brought it so far, for the constraints to be evaluated there. */
export function writePose(state: AdapterState, slot: number): void {
  const { pose, motion } = state.bodies;
  const { position: x } = state.bodyOf[slot];
  x.x = pose[7 * slot] + motion[6 * slot];
  x.y = pose[7 * slot + 1] + motion[6 * slot + 1];
  x.z = pose[7 * slot + 2] + motion[6 * slot + 2];
  turnPose(state, slot);
}

function resetPose(state: AdapterState, slot: number): void {
  const { pose } = state.bodies;
  const { position: x, quaternion: q } = state.bodyOf[slot];
  const p = 7 * slot;
  x.set(pose[p], pose[p + 1], pose[p + 2]);
  q.set(pose[p + 3], pose[p + 4], pose[p + 5], pose[p + 6]);
}

/** quaternion = (1, θ/2) q_start, normalised: the rotation by the accumulated vector θ, as cannon-es rotates. */
function turnPose(state: AdapterState, slot: number): void {
  const { pose, motion } = state.bodies;
  const { quaternion: q } = state.bodyOf[slot];
  const p = 7 * slot;
  const hx = 0.5 * motion[6 * slot + 3];
  const hy = 0.5 * motion[6 * slot + 4];
  const hz = 0.5 * motion[6 * slot + 5];
  q.set(pose[p + 3], pose[p + 4], pose[p + 5], pose[p + 6]);
  multiplyLeft(hx, hy, hz, 1 / Math.sqrt(1 + hx * hx + hy * hy + hz * hz), q);
}

/** q <- scale (1; x, y, z) q. */
function multiplyLeft(
  x: number,
  y: number,
  z: number,
  scale: number,
  q: { x: number; y: number; z: number; w: number; set(x: number, y: number, z: number, w: number): unknown },
): void {
  q.set(
    scale * (q.x + x * q.w + y * q.z - z * q.y),
    scale * (q.y + y * q.w + z * q.x - x * q.z),
    scale * (q.z + z * q.w + x * q.y - y * q.x),
    scale * (q.w - x * q.x - y * q.y - z * q.z),
  );
}

/** What cannon-es multiplies velocities with after the solve. Math.pow, because it has to be the same number. */
function dampingFactor(damping: number, dt: number): number {
  return (1 - damping) ** dt;
}

function handBack(end: number, acceleration: number, damping: number, dt: number): number {
  return damping > 0 ? end - (dt * acceleration) / damping : end;
}

function canMove(state: AdapterState, slot: number): boolean {
  const body = state.bodyOf[slot];
  // Body.DYNAMIC and Body.SLEEPING; not imported, so that the engine stays a type-only dependency.
  return (body.type & 1) !== 0 && body.sleepState !== 2;
}
