import { SHAPE_STRIDE } from '@stiction/friction-core';
import { applyFriction, measureSlip } from '@stiction/friction-core/adapter';
import { markPatchCorrected } from '../apply/forces.js';
import { GIVES_WAY, IMPACT, NO_FRICTION, PASSES } from '../constants.js';
import { nativeMu } from '../correct/native-model.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { restMu } from '../ownership/law-kind.js';
import { KNOWN, SLIDES, SPINS } from '../step/flags.js';
import { DIAGONAL, trackBreakaway } from './spring-law.js';

/** Motors had bounds for the previous load. Adds the difference to a slide, and friction to an impact that had none. */
export function correctMotors(install: InstallState, i: number): void {
  const { store, bodies: table, scratch } = install;
  const patches = store.current;
  const at = 3 * i;
  const load = patches.normalImpulse[i];
  const used = (patches.flags[i] & KNOWN) !== 0 ? patches.recentImpulse[i] : 0;
  const { vector, slip } = scratch;
  if ((patches.flags[i] & SLIDES) !== 0 && used > 0) {
    for (let e = 0; e < 3; e++) vector[e] = (load / used - 1) * patches.impulse[at + e];
    if ((patches.flags[i] & SPINS) === 0) vector[2] = 0;
    if (!clampToSlip(install, i)) return;
  } else if (load - used > IMPACT * load && nativeMu(install, i) < NO_FRICTION) {
    measureSlip(patches, i, table.bodies, slip, 0);
    scratch.load[0] = patches.normalScale[i] * (load - used);
    patches.law[i].set.minimize(patches.block, 6 * i, slip, scratch.load, 0, patches.shape, SHAPE_STRIDE * i, vector);
  } else return;
  applyFriction(patches, i, table.bodies, vector, 0, 0);
  markPatchCorrected(install, patches, i);
}

/** Estimates the impulse of the motors from the patch's displacement, and whether it reached its limit. */
export function estimateMotorImpulse({ store, scratch }: InstallState, i: number, dt: number): void {
  const patches = store.current;
  const { slipDisplacement, bias, eps, block, impulse, law, shape, stepImpulse } = patches;
  const at = 3 * i;
  const { slip, block: soft, load, vector } = scratch;
  load[0] = patches.normalScale[i] * patches.normalImpulse[i];
  if ((patches.flags[i] & SLIDES) !== 0 && patches.recentImpulse[i] > 0) {
    const share = patches.normalImpulse[i] / patches.recentImpulse[i];
    for (let e = at; e < at + 3; e++) impulse[e] *= share;
    patches.sliding[i] = 1;
  } else {
    for (let e = 0; e < 6; e++) soft[e] = block[6 * i + e] / PASSES;
    soft[0] += eps[at];
    soft[3] += eps[at + 1];
    soft[5] += eps[at + 2];
    for (let e = 0; e < 3; e++) slip[e] = slipDisplacement[at + e] / dt + bias[at + e];
    for (let e = 0; e < 3; e++) stepImpulse[at + e] = slip[e];
    patches.sliding[i] = law[i].set.minimize(soft, 0, slip, load, 0, shape, SHAPE_STRIDE * i, vector) ? 1 : 0;
    for (let e = 0; e < 3; e++) impulse[at + e] = vector[e];
    if (patches.sliding[i] === 0) {
      // If nothing else held the bodies, the spring carries its deflection.
      soft.fill(0);
      for (let e = 0; e < 3; e++) {
        soft[DIAGONAL[e]] = eps[at + e];
        slip[e] = stepImpulse[at + e];
      }
      law[i].set.minimize(soft, 0, slip, load, 0, shape, SHAPE_STRIDE * i, vector);
      for (let e = 0; e < 3; e++) stepImpulse[at + e] = vector[e];
      return;
    }
  }
  for (let e = at; e < at + 3; e++) stepImpulse[e] = impulse[e];
}

/** A patch that motors hold beyond Rapier's friction. Returns false if it has none; then it forgets its state. */
export function finishBeyondInnerCircle(install: InstallState, i: number, dt: number, hasMotors: boolean): boolean {
  const { store } = install;
  const patches = store.current;
  const at = 3 * i;
  if (!hasMotors || patches.sliding[i] === 1) {
    const end = patches.stateStride * i + patches.law[i].stateSize;
    patches.state.fill(0, end - 5, end - 2);
    const { block, slipDisplacement } = patches;
    const stopped = restMu(patches.law[i]) * patches.normalImpulse[i] * 0.5 * (block[6 * i] + block[6 * i + 3]);
    trackBreakaway(patches, i, length(slipDisplacement[at], slipDisplacement[at + 1]) / dt, GIVES_WAY * stopped);
    return false;
  }
  estimateMotorImpulse(install, i, dt);
  // Motors carry load only when Rapier's friction is exhausted.
  const { stepImpulse } = patches;
  const carried = length(stepImpulse[at], stepImpulse[at + 1]);
  const native = restMu(patches.law[i]) * patches.normalImpulse[i];
  const share = carried > 0.05 * native ? 1 + native / carried : Number.NaN;
  for (let e = 0; e < 3; e++) stepImpulse[at + e] *= share;
  return true;
}

/** Clamps the correction in `scratch.vector` to half of the slip. Returns false if nothing is left. */
export function clampToSlip({ store, bodies: table, scratch }: InstallState, i: number): boolean {
  const patches = store.current;
  const { vector, slip } = scratch;
  measureSlip(patches, i, table.bodies, slip, 0);
  const { block } = patches;
  const change = length(vector[0], vector[1]) * Math.max(block[6 * i], block[6 * i + 3]);
  const speed = length(slip[0], slip[1]);
  const turn = Math.abs(vector[2]) * block[6 * i + 5];
  if (change > 0.5 * speed) {
    const cut = change > 0 ? (0.5 * speed) / change : 0;
    vector[0] *= cut;
    vector[1] *= cut;
  }
  if (turn > 0.5 * Math.abs(slip[2])) vector[2] *= (0.5 * Math.abs(slip[2])) / turn;
  return vector[0] !== 0 || vector[1] !== 0 || vector[2] !== 0;
}
