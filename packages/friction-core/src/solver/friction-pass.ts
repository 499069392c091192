import type { Bodies } from '../bodies/bodies.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import { linearizeLaws, measureSlip, prepareFriction, solvePatch } from './friction-block.js';

/**
 * Friction alone, against normal impulses that the engine has already found: `patches.normalImpulse` is given, and `patches.impulse`
 * already acts in the velocities and is corrected together with them.
 *
 * `prepare → sweep* → finish`. A prediction omits `finish`, so that the laws do not remember it.
 */

/** Linearizes all laws and computes all blocks at the current poses. */
export function prepareFrictionPass(bodies: Bodies, patches: PatchBuffers, dt: number): void {
  linearizeLaws(patches, dt);
  for (let i = 0; i < patches.count; i++) preparePatch(bodies, patches, i);
}

/** Computes the blocks of some patches, after `linearizeLaws`. */
export function prepareListedPatches(bodies: Bodies, patches: PatchBuffers, list: PatchList): void {
  for (let k = 0; k < list.count; k++) preparePatch(bodies, patches, list.index[k]);
}

function preparePatch(bodies: Bodies, patches: PatchBuffers, i: number): void {
  prepareFriction(patches, i, bodies);
  patches.law[i].extraRows?.prepare(patches, i, false);
}

/** Indices of some patches. */
export interface PatchList {
  count: number;
  index: Int32Array;
}

export interface FrictionPassOptions {
  /** Largest number of sweeps. */
  iterations: number;
  /** Stop when no patch changes by more than this fraction of its normal impulse, or of the mean one if that is larger. */
  tolerance: number;
}

/** Sweeps over all patches, alternately forward and backward. Returns true if the last sweep changed nothing. */
export function sweepFrictionPass(bodies: Bodies, patches: PatchBuffers, options: FrictionPassOptions): boolean {
  const { impulse, normalImpulse, count } = patches;
  let mean = 0;
  for (let i = 0; i < count; i++) mean += normalImpulse[i] / count;
  let sweeps = 0;
  let hasChanged = count > 0;
  while (hasChanged && sweeps < options.iterations) {
    hasChanged = false;
    for (let k = 0; k < count; k++) {
      const i = sweeps % 2 === 0 ? k : count - 1 - k;
      const l1 = impulse[3 * i];
      const l2 = impulse[3 * i + 1];
      solvePatch(patches, i, bodies);
      const change = Math.abs(impulse[3 * i] - l1) + Math.abs(impulse[3 * i + 1] - l2);
      if (change > options.tolerance * Math.max(normalImpulse[i], mean)) hasChanged = true;
    }
    sweeps++;
  }
  return !hasChanged;
}

/** Stores slip and impulses for users to read, and commits the laws with the displacements in `patches.slipDisplacement`. */
export function finishFrictionPass(bodies: Bodies, patches: PatchBuffers, dt: number): void {
  for (let i = 0; i < patches.count; i++) {
    measureSlip(patches, i, bodies, patches.slip, 3 * i);
    for (let e = 3 * i; e < 3 * i + 3; e++) patches.stepImpulse[e] = patches.impulse[e];
    patches.stepNormalImpulse[i] = patches.normalImpulse[i];
    patches.law[i].commit?.(patches, i, dt);
  }
}
