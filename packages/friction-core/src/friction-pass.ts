import type { Bodies } from './bodies.js';
import { measureSlip, prepareFriction, solveFriction } from './friction-block.js';
import type { PatchBuffers } from './patch-buffers.js';

export interface FrictionPassOptions {
  /** Most sweeps over all patches. */
  iterations: number;
  /** Stop where no patch changed by more than this share of its normal impulse. */
  tolerance: number;
}

/**
 * Friction alone, against normal impulses that the engine has already found: `patches.normalImpulse` is given,
 * `patches.impulse` is what already acts (it is in the velocities), and is corrected with the velocities. Returns the
 * number of sweeps.
 */
export function solveFrictionPass(
  bodies: Bodies,
  patches: PatchBuffers,
  dt: number,
  options: FrictionPassOptions,
): number {
  patches.eps.fill(0, 0, 3 * patches.count);
  patches.bias.fill(0, 0, 3 * patches.count);
  for (let i = 0; i < patches.count; i++) {
    patches.law[i].linearize(patches, i, dt);
    prepareFriction(patches, i, bodies);
  }
  let sweeps = 0;
  let moving = patches.count > 0;
  while (moving && sweeps < options.iterations) {
    moving = false;
    for (let k = 0; k < patches.count; k++) {
      const i = sweeps % 2 === 0 ? k : patches.count - 1 - k;
      const l1 = patches.impulse[3 * i];
      const l2 = patches.impulse[3 * i + 1];
      solveFriction(patches, i, bodies);
      const change = Math.abs(patches.impulse[3 * i] - l1) + Math.abs(patches.impulse[3 * i + 1] - l2);
      if (change > options.tolerance * patches.normalImpulse[i]) moving = true;
    }
    sweeps++;
  }
  for (let i = 0; i < patches.count; i++) {
    measureSlip(patches, i, bodies, patches.slip, 3 * i);
    for (let e = 3 * i; e < 3 * i + 3; e++) patches.stepImpulse[e] = patches.impulse[e];
    patches.stepNormalImpulse[i] = patches.normalImpulse[i];
    patches.law[i].commit?.(patches, i, dt);
  }
  return sweeps;
}
