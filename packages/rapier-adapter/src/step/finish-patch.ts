import { SHAPE_STRIDE } from '@stiction/friction-core';
import { applyFriction, linearizePatch, measureSlip } from '@stiction/friction-core/adapter';
import { markPatchCorrected } from '../apply/forces.js';
import { BEGINS, GIVES_WAY } from '../constants.js';
import { nativeMu, spinLimit } from '../correct/native-model.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { clampToSlip, correctMotors, estimateMotorImpulse, finishBeyondInnerCircle } from '../motors/finish-motors.js';
import { countUserJoints } from '../motors/friction-joints.js';
import { CORRECTED, hasInnerCircle, REPLACED, restMu } from '../ownership/law-kind.js';
import { isPredicted, prepareRolling } from '../predict/predict.js';
import { set3 } from '../set3.js';
import { measureDisplacement } from './displacement.js';
import { BY_MOTORS, KNOWN, MOVES, SLIDES, SPINS } from './flags.js';

export function finishPatch(install: InstallState, i: number, dt: number, hasMotors: boolean): void {
  const { store, bodies: table, plan } = install;
  const patches = store.current;
  const at = 3 * i;
  const isReplaced = plan.isReplaced[i] === 1;
  const flags = patches.flags[i];
  // A new patch, or one held by motors; otherwise Rapier's friction held it.
  const byMotors = isReplaced && ((flags & BY_MOTORS) !== 0 || (flags & KNOWN) === 0);
  plan.kind[i] = byMotors ? REPLACED : CORRECTED;
  if (isPredicted(install, i)) {
    measureSlip(patches, i, table.bodies, patches.slip, at);
    set3(patches.slipDisplacement, at, 0);
    set3(plan.slipRate, at, Number.POSITIVE_INFINITY);
    patches.stepNormalImpulse[i] = patches.normalImpulse[i];
    return;
  }
  if (byMotors) correctMotors(install, i);
  else {
    correctForLoad(install, i);
    holdSpin(install, i);
  }
  if (patches.law[i].extraRows) solveRolling(install, i);
  measureSlip(patches, i, table.bodies, patches.slip, at);
  measureDisplacement(install, i, dt);
  for (let e = at; e < at + 3; e++) plan.slipRate[e] = patches.slipDisplacement[e] / dt;
  patches.stepNormalImpulse[i] = patches.normalImpulse[i];
  trackMotion(install, i);
  const slip = length(patches.slip[at], patches.slip[at + 1]);
  if (byMotors) estimateMotorImpulse(install, i, dt);
  else {
    const mass = 0.5 * (patches.block[6 * i] + patches.block[6 * i + 3]);
    const load = patches.normalScale[i] * patches.normalImpulse[i];
    const isMoving = (patches.flags[i] & MOVES) !== 0 && slip > install.reading.slowSpeed;
    patches.sliding[i] = load > 0 && (isMoving || slip > (patches.law[i].mu ?? 0) * load * mass) ? 1 : 0;
    // The engine holds a sticking patch and does not report its friction.
    set3(patches.stepImpulse, at, Number.NaN);
    if (isReplaced) {
      patches.state.fill(0, patches.stateStride * i, patches.stateStride * (i + 1));
      return;
    }
    if (hasInnerCircle(patches.law[i]) && !finishBeyondInnerCircle(install, i, dt, hasMotors)) return;
  }
  patches.law[i].commit?.(patches, i, dt);
}

/** Linearizes the laws of patches that Rapier's friction holds, and fills in friction for those that slide. Done on demand. */
export function fillSliding({ store, scratch, dt, plan, view, stepIndex, world }: InstallState): void {
  const patches = store.current;
  if (view.filled === stepIndex) return;
  view.filled = stepIndex;
  const { slip, vector } = scratch;
  for (let i = 0; i < patches.count; i++) {
    const at = 3 * i;
    if (plan.kind[i] !== CORRECTED || !Number.isNaN(patches.stepImpulse[at])) continue;
    linearizePatch(patches, i, dt > 0 ? dt : world.timestep);
    if (patches.sliding[i] === 0) continue;
    for (let e = 0; e < 3; e++) slip[e] = -patches.slip[at + e];
    patches.law[i].set.support(slip, patches.shape, SHAPE_STRIDE * i, vector);
    const load = patches.normalScale[i] * patches.normalImpulse[i];
    for (let e = 0; e < 3; e++) patches.stepImpulse[at + e] = load * vector[e];
  }
}

/**
 * Distinguishes slip from creep. A creeping patch moves within the step and is at rest at its end, or the other way round. A patch that has
 * broken away does both and accelerates; it then counts as moving until it is slow again.
 */
function trackMotion(install: InstallState, i: number): void {
  const { store, plan } = install;
  const patches = store.current;
  const { slip, block } = patches;
  const at = 3 * i;
  const stopped = restMu(patches.law[i]) * patches.normalImpulse[i] * 0.5 * (block[6 * i] + block[6 * i + 3]);
  const speed = length(slip[at], slip[at + 1]);
  const rate = length(plan.slipRate[at], plan.slipRate[at + 1]);
  const flags = patches.flags[i];
  const isFast = rate > GIVES_WAY * stopped;
  // Next to joints of the user's, a sticking patch creeps faster.
  const joints = countUserJoints(install, patches.bodyA[i]) + countUserJoints(install, patches.bodyB[i]);
  const rest = joints === 0 ? patches.law[i].restSpeed : undefined;
  const least = Math.min(BEGINS * stopped, rest ?? Number.POSITIVE_INFINITY);
  const begins = speed > Math.max(least, length(plan.lastSlip[at], plan.lastSlip[at + 1]));
  const moves = isFast && ((flags & (SLIDES | MOVES)) !== 0 || begins);
  patches.flags[i] = (flags & ~MOVES) + (moves ? MOVES : 0);
}

/** The correction was computed for the previous load: scales it to the new one. */
function correctForLoad(install: InstallState, i: number): void {
  const { store, bodies: table, scratch } = install;
  const patches = store.current;
  const flags = patches.flags[i];
  const used = patches.recentImpulse[i];
  if ((flags & (SLIDES | SPINS)) === 0 || !(used > 0)) return;
  const share = patches.normalImpulse[i] / used - 1;
  const at = 3 * i;
  const { vector } = scratch;
  for (let e = 0; e < 3; e++) vector[e] = share * patches.impulse[at + e];
  if ((flags & SPINS) === 0) vector[2] = 0;
  if (clampToSlip(install, i)) {
    applyFriction(patches, i, table.bodies, vector, 0, 0);
    markPatchCorrected(install, patches, i);
  }
}

/** Torsion beyond Rapier's that keeps a patch from spinning: at most what the law adds, and no more than stops the spin. */
function holdSpin(install: InstallState, i: number): void {
  const { store, bodies: table, plan, scratch } = install;
  const patches = store.current;
  const at = 3 * i;
  if (!patches.law[i].extraTorsion || (patches.flags[i] & SPINS) !== 0) return;
  const most = (spinLimit(install, i) - nativeMu(install, i) * plan.nativeLever[i]) * patches.normalImpulse[i];
  const mass = patches.block[6 * i + 5];
  const before = patches.impulse[at + 2];
  if (!(most > 0) || !(mass > 0)) {
    patches.impulse[at + 2] = 0;
    return;
  }
  measureSlip(patches, i, table.bodies, scratch.slip, 0);
  const after = Math.max(-most, Math.min(most, before - scratch.slip[2] / mass));
  patches.impulse[at + 2] = after;
  if (after === before) return;
  set3(scratch.vector, 0, 0);
  scratch.vector[2] = after - before;
  applyFriction(patches, i, table.bodies, scratch.vector, 0, 0);
  markPatchCorrected(install, patches, i);
}

/** The rolling moment was applied as a torque; corrects it for the new load and motion. */
function solveRolling(install: InstallState, i: number): void {
  const patches = install.store.current;
  prepareRolling(install, i);
  patches.law[i].extraRows?.solve(patches, i);
  markPatchCorrected(install, patches, i);
}
