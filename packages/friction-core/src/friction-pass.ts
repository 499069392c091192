import type { Bodies } from './bodies.js';
import { linearizeLaws, measureSlip, prepareFriction, solvePatch } from './friction-block.js';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * Friction alone, against normal impulses that the engine has already found: `patches.normalImpulse` is given, and
 * `patches.impulse` is what acts already (it is in the velocities) and is corrected together with them.
 *
 * `prepare → sweep* → finish`. A pass that only looks ahead leaves `finish` out: laws then remember nothing of it.
 */

/** Laws speak, and blocks are built for the bodies as they are. */
export function prepareFrictionPass(bodies: Bodies, patches: PatchBuffers, dt: number): void {
  linearizeLaws(patches, dt);
  for (let i = 0; i < patches.count; i++) preparePatch(bodies, patches, i);
}

/** The same for some patches, after `linearizeLaws`. */
export function prepareListed(bodies: Bodies, patches: PatchBuffers, list: PatchList): void {
  for (let k = 0; k < list.count; k++) preparePatch(bodies, patches, list.index[k]);
}

function preparePatch(bodies: Bodies, patches: PatchBuffers, i: number): void {
  prepareFriction(patches, i, bodies);
  patches.law[i].extraRows?.prepare(patches, i, false);
}

/** Some patches, by their numbers. */
export interface PatchList {
  count: number;
  index: Int32Array;
}

export interface FrictionPassOptions {
  /** Most sweeps over all patches. */
  iterations: number;
  /** Stop where no patch changed by more than this share of its normal impulse, or of the mean one if that is larger. */
  tolerance: number;
}

/** Sweeps over all patches, forward and backward in turn. Returns true where the last one changed nothing any more. */
export function sweepFrictionPass(bodies: Bodies, patches: PatchBuffers, options: FrictionPassOptions): boolean {
  const { impulse, normalImpulse, count } = patches;
  let mean = 0;
  for (let i = 0; i < count; i++) mean += normalImpulse[i] / count;
  let sweeps = 0;
  let moving = count > 0;
  while (moving && sweeps < options.iterations) {
    moving = false;
    for (let k = 0; k < count; k++) {
      const i = sweeps % 2 === 0 ? k : count - 1 - k;
      const l1 = impulse[3 * i];
      const l2 = impulse[3 * i + 1];
      solvePatch(patches, i, bodies);
      const change = Math.abs(impulse[3 * i] - l1) + Math.abs(impulse[3 * i + 1] - l2);
      if (change > options.tolerance * Math.max(normalImpulse[i], mean)) moving = true;
    }
    sweeps++;
  }
  return !moving;
}

/** Slip and impulses for users to read, and what the laws remember of the displacements in `patches.shift`. */
export function finishFrictionPass(bodies: Bodies, patches: PatchBuffers, dt: number): void {
  for (let i = 0; i < patches.count; i++) {
    measureSlip(patches, i, bodies, patches.slip, 3 * i);
    for (let e = 3 * i; e < 3 * i + 3; e++) patches.stepImpulse[e] = patches.impulse[e];
    patches.stepNormalImpulse[i] = patches.normalImpulse[i];
    patches.law[i].commit?.(patches, i, dt);
  }
}
