import type { FloorState } from './state.js';

/** Slip and impulses of a patch in the plane of the floor, in world axes. */

/** out = velocity of the body at the patch relative to the floor's surface: [x, y, spin]. */
export function slipOf<Body>({ patches, extras, bodies }: FloorState<Body>, i: number, out: Float64Array): void {
  const v = bodies.velocity;
  const b = 6 * extras.slot[i];
  const at = 3 * i;
  const { armB, tangentVelocity } = patches;
  out[0] = v[b] - v[b + 5] * armB[at + 1] - tangentVelocity[at];
  out[1] = v[b + 1] + v[b + 5] * armB[at] - tangentVelocity[at + 1];
  out[2] = v[b + 5] - tangentVelocity[at + 2];
}

/** Adds an impulse [x, y, torsion] at the patch to the velocity of its body. */
export function addToVelocity<Body>(state: FloorState<Body>, i: number, impulse: Float64Array): void {
  const { patches, extras, bodies, slots } = state;
  const slot = extras.slot[i];
  const v = bodies.velocity;
  const b = 6 * slot;
  const at = 3 * i;
  v[b] += impulse[0] / slots.mass[slot];
  v[b + 1] += impulse[1] / slots.mass[slot];
  v[b + 5] += (impulse[2] + patches.armB[at] * impulse[1] - patches.armB[at + 1] * impulse[0]) / slots.inertia[slot];
}
