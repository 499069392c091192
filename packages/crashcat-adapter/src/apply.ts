import { rotate } from '@stiction/friction-core';
import type { RigidBody } from 'crashcat';
import { type AdapterState, DYNAMIC } from './state.js';

/**
 * Hands the solution back. crashcat goes on with x += dt v and q ← turn(dt ω) q; so the pose set here is the one from which that
 * arrives at ours:
 *
 *     x_set = x_start + motion - dt v_end,   q_set = turn(-dt ω_end) turn(motion) q_start
 */
export function apply(state: AdapterState, dt: number): void {
  const { velocity: v } = state.bodies;
  for (let slot = 0; slot < state.bodyOf.length; slot++) {
    const body = state.bodyOf[slot];
    if (body.motionType !== DYNAMIC || body.sleeping) continue;
    const k = 6 * slot;
    writeVelocity(state, slot);
    writePose(state, slot);
    const { centerOfMassPosition: x, position, quaternion: q } = body;
    for (let e = 0; e < 3; e++) {
      x[e] -= dt * v[k + e];
      vector[e] = -dt * v[k + 3 + e];
    }
    const angle = lengthOf(vector);
    // Below this the engine does not turn at all.
    if (angle > 1e-6) {
      for (let e = 0; e < 3; e++) vector[e] *= Math.tan(angle / 2) / angle;
      multiplyLeft(vector, q);
    }
    // Continuous collision detection starts from here.
    pose.set(q, 3);
    rotate(pose, 0, state.bodies.origin, 3 * slot, vector, 0);
    for (let e = 0; e < 3; e++) position[e] = x[e] + vector[e];
  }
}

export function writeVelocity({ bodies, bodyOf }: AdapterState, slot: number): void {
  const { linearVelocity, angularVelocity } = bodyOf[slot].motionProperties;
  for (let e = 0; e < 3; e++) {
    linearVelocity[e] = bodies.velocity[6 * slot + e];
    angularVelocity[e] = bodies.velocity[6 * slot + 3 + e];
  }
}

/** Puts a body where the substeps have brought it so far. */
export function writePose({ bodies, bodyOf }: AdapterState, slot: number): void {
  const { centerOfMassPosition: x, quaternion: q } = bodyOf[slot];
  const { pose: start, motion } = bodies;
  for (let e = 0; e < 3; e++) {
    x[e] = start[7 * slot + e] + motion[6 * slot + e];
    vector[e] = 0.5 * motion[6 * slot + 3 + e];
  }
  for (let e = 0; e < 4; e++) q[e] = start[7 * slot + 3 + e];
  // tan(θ/2) by its series: a step turns by far less than a radian.
  const half = lengthOf(vector);
  const stretch = 1 + half * half * (1 / 3 + half * half * (2 / 15));
  for (let e = 0; e < 3; e++) vector[e] *= stretch;
  multiplyLeft(vector, q);
}

const vector = new Float64Array(3);
const pose = new Float64Array(7);

function lengthOf(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** q ← (1; v) q, normalised: turns by 2 atan |v|. */
function multiplyLeft(v: Float64Array, q: RigidBody['quaternion']): void {
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
