/**
 * Friction that a law with a preferred direction allows a tyre along and across the wheel. It is the force against sliding that way at
 * maximum dissipation, the support of the law's set K,
 *
 *     μ(d) = s max { d·λ : λ in K },   s = normalScale
 *
 * and of d and -d the smaller one, because the tyre's ellipse is symmetric. The force across the slip that such laws have too is left out.
 * A direction in the frame of 'a' or 'b' is one of the ground: the tyre has its own coefficients along and across.
 */
import type { FrictionLaw } from '@stiction/friction-core';
import {
  createBodies,
  createPatchBuffers,
  linearizePatch,
  reservePatches,
  resizeBodies,
} from '@stiction/friction-core/adapter';
import { MIN_AXIS_RATIO } from '../constants.js';
import type { VehicleState } from './state.js';

/** A patch for one wheel at a time. Body 0, the ground, is both of its bodies. */
export type GroundPatch = ReturnType<typeof createPatchBuffers>;

export function createGroundPatch(): GroundPatch {
  const patch = createPatchBuffers();
  patch.bodies = createBodies();
  resizeBodies(patch.bodies, 1);
  reservePatches(patch, 1, 0);
  return patch;
}

/** Writes the coefficients of a law along and across wheel i. */
export function measureGroundLimit(state: VehicleState, i: number, law: FrictionLaw, h: number): void {
  const { wheels, bodies, groundPatch: patch } = state;
  const { normal, forward, side, slot, groundMuX, groundMuY } = wheels;
  for (let e = 0; e < 4; e++) patch.bodies.pose[3 + e] = bodies.rotation[4 * slot[i] + e];
  for (let e = 0; e < 3; e++) {
    patch.normal[e] = normal[3 * i + e];
    patch.tangent1[e] = forward[3 * i + e];
    patch.tangent2[e] = -side[3 * i + e];
  }
  patch.law[0] = law;
  if (law.stateSize > patch.stateStride) {
    patch.stateStride = law.stateSize;
    reservePatches(patch, 1, 0);
  }
  linearizePatch(patch, 0, h);
  const along = limitAlong(patch, law, 0);
  const across = limitAlong(patch, law, 1);
  groundMuX[i] = Math.max(along, MIN_AXIS_RATIO * across);
  groundMuY[i] = Math.max(across, MIN_AXIS_RATIO * along);
}

/** Coefficient along a tangent of the patch. `slip` and `impulse` are not used otherwise here. */
function limitAlong({ slip, impulse, shape, normalScale }: GroundPatch, { set }: FrictionLaw, axis: 0 | 1): number {
  slip.fill(0, 0, 3);
  slip[axis] = 1;
  set.support(slip, shape, 0, impulse);
  const forth = impulse[axis];
  slip[axis] = -1;
  set.support(slip, shape, 0, impulse);
  return normalScale[0] * Math.min(forth, -impulse[axis]);
}
