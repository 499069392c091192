import { SHAPE_STRIDE } from '@stiction/friction-core';
import { NO_FRICTION } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { colliderA, colliderB } from '../ownership/collider-table.js';
import { hasInnerCircle } from '../ownership/law-kind.js';
import { combined } from '../ownership/represent.js';
import { set3 } from '../set3.js';
import { breakawayTorque } from './breakaway.js';

/** Coefficient of Rapier's friction at patch i. */
export function nativeMu(install: InstallState, i: number): number {
  const a = colliderA(install, i);
  const b = colliderB(install, i);
  return a && b ? combined(a.written, a.writtenRule, b.written, b.writtenRule) : 0;
}

/** impulse = the correction of Rapier's friction at patch i in this step. */
export function writeCorrection(install: InstallState, i: number): void {
  const { store, plan } = install;
  const patches = store.current;
  const { impulse } = patches;
  const at = 3 * i;
  const load = patches.normalImpulse[i];
  const native = nativeMu(install, i);
  const spin = plan.midSlip[at + 2];
  const o1 = plan.nativeOffset[2 * i];
  const o2 = plan.nativeOffset[2 * i + 1];
  const v1 = plan.midSlip[at] - spin * o2;
  const v2 = plan.midSlip[at + 1] + spin * o1;
  // A at m, and the direction in which Rapier brakes there.
  const { block: A } = patches;
  const k = 6 * i;
  const a11 = A[k] - 2 * o2 * A[k + 2] + o2 * o2 * A[k + 5];
  const a12 = A[k + 1] + o1 * A[k + 2] - o2 * A[k + 4] - o1 * o2 * A[k + 5];
  const a22 = A[k + 3] + 2 * o1 * A[k + 4] + o1 * o1 * A[k + 5];
  const d1 = a22 * v1 - a12 * v2;
  const d2 = a11 * v2 - a12 * v1;
  const size = length(d1, d2);
  const f1 = size > 0 ? (-native * d1) / size : 0;
  const f2 = size > 0 ? (-native * d2) / size : 0;
  const isSliding = plan.isSliding[i] === 1;
  const share = isSliding ? 1 : brakingShare(install, i, f1, f2);
  impulse[at] = share * load * (plan.lawWrench[at] - f1);
  impulse[at + 1] = share * load * (plan.lawWrench[at + 1] - f2);
  // Rapier's torsion is known if it cannot stop the spin.
  const torsion = native * plan.nativeLever[i];
  const isKnown = Math.abs(spin) > torsion * load * A[k + 5];
  if (native < NO_FRICTION && isSliding) {
    const most = Math.abs(spin) / A[k + 5];
    impulse[at + 2] = Math.max(-most, Math.min(most, load * plan.lawWrench[at + 2]));
  } else if (plan.isSpinning[i] === 1 && isKnown) {
    const moment = isSliding ? o1 * f2 - o2 * f1 : 0;
    impulse[at + 2] = load * (plan.lawWrench[at + 2] - moment + torsion * Math.sign(spin));
  } else {
    // Torsion beyond Rapier's continues; `holdSpin` corrects it after the step.
    const most = patches.law[i].extraTorsion ? Math.max(0, spinLimit(install, i) - torsion) * load : 0;
    impulse[at + 2] =
      most > 0 ? Math.max(-most, Math.min(most, impulse[at + 2])) : breakawayTorque(install, i, torsion * load);
  }
}

/**
 * A slow patch whose law holds more than Rapier in this direction is braked, at most to rest. Returns the share of the correction against
 * Rapier's friction [f1, f2] that this takes; 0 if Rapier's friction is all there is.
 */
function brakingShare({ store, plan }: InstallState, i: number, f1: number, f2: number): number {
  const { law, normalImpulse, block } = store.current;
  if (!hasInnerCircle(law[i])) return 0;
  const at = 3 * i;
  const difference = normalImpulse[i] * length(plan.lawWrench[at] - f1, plan.lawWrench[at + 1] - f2);
  const stops = difference * Math.max(block[6 * i], block[6 * i + 3]);
  return stops > 0 ? Math.min(1, (0.5 * length(plan.midSlip[at], plan.midSlip[at + 1])) / stops) : 0;
}

/** Torsion per load that the law allows a patch that only spins [m]. */
export function spinLimit({ store, scratch }: InstallState, i: number): number {
  const patches = store.current;
  const { slip, vector } = scratch;
  slip[0] = 0;
  slip[1] = 0;
  slip[2] = 1e-6;
  patches.law[i].set.support(slip, patches.shape, SHAPE_STRIDE * i, vector);
  return patches.normalScale[i] * Math.abs(vector[2]);
}

/** Where Rapier's friction acts (the mean of the points), relative to the pressure centre, and the lever of its torsion. */
export function measureNativeModel({ store, plan, scratch }: InstallState, i: number): void {
  const { firstPoint, points, pointPosition: x, pointImpulse, centre, tangent1: t, tangent2: u } = store.current;
  const { other: mean } = scratch;
  const first = firstPoint[i];
  plan.isEstimated[i] = store.current.pointRestitution[first] > 0 ? 1 : 0;
  plan.nativeLever[i] = 0;
  plan.nativeOffset[2 * i] = 0;
  plan.nativeOffset[2 * i + 1] = 0;
  // Motors may leave a bristle patch to Rapier; predicted patches never are.
  if (plan.isReplaced[i] === 1 && !store.current.law[i].commit) return;
  const count = points[i];
  set3(mean, 0, 0);
  for (let p = first; p < first + count; p++) for (let e = 0; e < 3; e++) mean[e] += x[3 * p + e] / count;
  let load = 0;
  let moment = 0;
  for (let p = first; p < first + count; p++) {
    load += pointImpulse[p];
    moment += pointImpulse[p] * length(x[3 * p] - mean[0], x[3 * p + 1] - mean[1], x[3 * p + 2] - mean[2]);
  }
  plan.nativeLever[i] = load > 0 && count > 1 ? moment / load : 0;
  for (let e = 0; e < 3; e++) {
    const o = mean[e] - centre[3 * i + e];
    plan.nativeOffset[2 * i] += o * t[3 * i + e];
    plan.nativeOffset[2 * i + 1] += o * u[3 * i + e];
  }
}
