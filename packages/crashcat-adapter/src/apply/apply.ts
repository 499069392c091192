import { rotate } from '@stiction/friction-core/adapter';
import type { RigidBody } from 'crashcat';
import { canMove } from '../extract/bodies.js';
import type { AdapterState } from '../state/state.js';

/**
 * Writes the solution to the engine's bodies. After the step crashcat applies x += dt v and q ← rotation(dt ω) q. So this sets the pose
 * from which that arithmetic arrives at the solution:
 *
 *     x_set = x_start + motion - dt v_end,   q_set = rotation(-dt ω_end) rotation(motion) q_start
 */
export function apply(state: AdapterState, dt: number): void {
  const { rotation, vector } = state;
  const { velocity: v } = state.bodies;
  for (let slot = 0; slot < state.engineBodies.length; slot++) {
    const body = state.engineBodies[slot];
    if (!canMove(body)) continue;
    const k = 6 * slot;
    writeVelocity(state, slot);
    writePose(state, slot);
    const { centerOfMassPosition: x, position, quaternion: q } = body;
    for (let e = 0; e < 3; e++) {
      x[e] -= dt * v[k + e];
      vector[e] = -dt * v[k + 3 + e];
    }
    const angle = lengthOf(vector);
    // The engine does not rotate by less than this.
    if (angle > 1e-6) {
      for (let e = 0; e < 3; e++) vector[e] *= Math.tan(angle / 2) / angle;
      premultiply(q, vector);
    }
    // Continuous collision detection starts from this position.
    rotation.set(q, 3);
    rotate(rotation, 0, state.bodies.origin, 3 * slot, vector, 0);
    for (let e = 0; e < 3; e++) position[e] = x[e] + vector[e];
  }
}

export function writeVelocity({ bodies, engineBodies }: AdapterState, slot: number): void {
  const { linearVelocity, angularVelocity } = engineBodies[slot].motionProperties;
  for (let e = 0; e < 3; e++) {
    linearVelocity[e] = bodies.velocity[6 * slot + e];
    angularVelocity[e] = bodies.velocity[6 * slot + 3 + e];
  }
}

/** Moves a body to its pose at the current substep. */
export function writePose({ bodies, engineBodies, vector }: AdapterState, slot: number): void {
  const { centerOfMassPosition: x, quaternion: q } = engineBodies[slot];
  const { pose: start, motion } = bodies;
  for (let e = 0; e < 3; e++) {
    x[e] = start[7 * slot + e] + motion[6 * slot + e];
    vector[e] = 0.5 * motion[6 * slot + 3 + e];
  }
  for (let e = 0; e < 4; e++) q[e] = start[7 * slot + 3 + e];
  // Series of tan(θ/2): a step rotates by far less than a radian.
  const half = lengthOf(vector);
  const stretch = 1 + half * half * (1 / 3 + half * half * (2 / 15));
  for (let e = 0; e < 3; e++) vector[e] *= stretch;
  premultiply(q, vector);
}

function lengthOf(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** q ← (1; v) q, normalized: rotates by 2 atan |v|. */
function premultiply(q: RigidBody['quaternion'], v: Float64Array): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const scale = 1 / Math.sqrt(1 + v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  q[0] = scale * (x + v[0] * w + v[1] * z - v[2] * y);
  q[1] = scale * (y + v[1] * w + v[2] * x - v[0] * z);
  q[2] = scale * (z + v[2] * w + v[0] * y - v[1] * x);
  q[3] = scale * (w - v[0] * x - v[1] * y - v[2] * z);
}
