import type { Quaternion, Vec3 } from 'cannon-es';
import { canMove } from '../extract/bodies.js';
import { premultiply } from '../quaternion.js';
import type { AdapterState } from '../state/state.js';

/**
 * Writes the solution to the engine's bodies. After `solve`, cannon-es applies damping, v += dt f/m and x += dt v. So this sets the
 * velocity and pose from which that arithmetic arrives at the solution:
 *
 *     v_set = v_end - dt a / damping,   x_set = x_start + motion - dt damping v_end,   and the quaternion likewise.
 */
export function apply(state: AdapterState, dt: number): void {
  const { bodies, engineBodies } = state;
  const { pose, velocity, acceleration, motion } = bodies;
  for (let slot = 0; slot < engineBodies.length; slot++) {
    const body = engineBodies[slot];
    const k = 6 * slot;
    if (!canMove(body)) {
      if (state.joints.count > 0) writeStartPose(state, slot, body.position, body.quaternion);
      continue;
    }
    const linear = dampingFactor(body.linearDamping, dt);
    const angular = dampingFactor(body.angularDamping, dt);
    const { velocity: v, angularVelocity: w, position: x, angularFactor: af } = body;
    v.x = beforeIntegration(velocity[k], acceleration[k], linear, dt);
    v.y = beforeIntegration(velocity[k + 1], acceleration[k + 1], linear, dt);
    v.z = beforeIntegration(velocity[k + 2], acceleration[k + 2], linear, dt);
    w.x = beforeIntegration(velocity[k + 3], acceleration[k + 3], angular, dt);
    w.y = beforeIntegration(velocity[k + 4], acceleration[k + 4], angular, dt);
    w.z = beforeIntegration(velocity[k + 5], acceleration[k + 5], angular, dt);
    const p = 7 * slot;
    x.x = pose[p] + motion[k] - dt * linear * velocity[k];
    x.y = pose[p + 1] + motion[k + 1] - dt * linear * velocity[k + 1];
    x.z = pose[p + 2] + motion[k + 2] - dt * linear * velocity[k + 2];
    rotatePose(state, slot);
    // Quaternion.integrate will premultiply by (1, dt/2 w): premultiply by its inverse first.
    const half = -0.5 * dt * angular;
    const hx = half * velocity[k + 3] * af.x;
    const hy = half * velocity[k + 4] * af.y;
    const hz = half * velocity[k + 5] * af.z;
    premultiply(body.quaternion, hx, hy, hz, 1 / (1 + hx * hx + hy * hy + hz * hz));
  }
}

/** Sets the multipliers of the engine's equations to the forces [N], as the stock solver does. */
export function applyMultipliers(state: AdapterState, dt: number): void {
  const { contactEquations, culledEquations, jointEquations, store, joints } = state;
  for (let c = 0; c < culledEquations.length; c++) culledEquations[c].multiplier = 0;
  for (let c = 0; c < contactEquations.length; c++) contactEquations[c].multiplier = 0;
  // A speculative vertex shares the equation of a reported one.
  for (let c = 0; c < contactEquations.length; c++) {
    contactEquations[c].multiplier += store.current.pointStepImpulse[store.contactPoint[c]] / dt;
  }
  for (let r = 0; r < jointEquations.length; r++) jointEquations[r].multiplier = joints.stepImpulse[r] / dt;
}

/**
 * Sets the previous poses, from which rendering interpolates, to those at the start of the step. `Body.integrate` has set them to the
 * poses written by `apply`.
 */
export function writePreviousPoses(state: AdapterState): void {
  for (let slot = 0; slot < state.engineBodies.length; slot++) {
    const body = state.bodyAt(slot);
    if (body) writeStartPose(state, slot, body.previousPosition, body.previousQuaternion);
  }
}

/** Moves a body to its pose at the current substep, where constraints are evaluated. */
export function writePose(state: AdapterState, slot: number): void {
  const { pose, motion } = state.bodies;
  const { position: x } = state.engineBodies[slot];
  x.x = pose[7 * slot] + motion[6 * slot];
  x.y = pose[7 * slot + 1] + motion[6 * slot + 1];
  x.z = pose[7 * slot + 2] + motion[6 * slot + 2];
  rotatePose(state, slot);
}

/** Writes the pose at the start of the step. */
function writeStartPose(state: AdapterState, slot: number, position: Vec3, quaternion: Quaternion): void {
  const { pose } = state.bodies;
  const p = 7 * slot;
  position.set(pose[p], pose[p + 1], pose[p + 2]);
  quaternion.set(pose[p + 3], pose[p + 4], pose[p + 5], pose[p + 6]);
}

/** quaternion = (1, θ/2) q_start, normalized: rotates by the accumulated vector θ, the way cannon-es does. */
function rotatePose(state: AdapterState, slot: number): void {
  const { pose, motion } = state.bodies;
  const { quaternion: q } = state.engineBodies[slot];
  const p = 7 * slot;
  const hx = 0.5 * motion[6 * slot + 3];
  const hy = 0.5 * motion[6 * slot + 4];
  const hz = 0.5 * motion[6 * slot + 5];
  q.set(pose[p + 3], pose[p + 4], pose[p + 5], pose[p + 6]);
  premultiply(q, hx, hy, hz, 1 / Math.sqrt(1 + hx * hx + hy * hy + hz * hz));
}

/** The factor that cannon-es applies to velocities after the solve. Uses the same power, so that it is the same number. */
function dampingFactor(damping: number, dt: number): number {
  return (1 - damping) ** dt;
}

/** The velocity that damping and v += dt a turn into `end`. */
function beforeIntegration(end: number, acceleration: number, damping: number, dt: number): number {
  return damping > 0 ? end - (dt * acceleration) / damping : end;
}
