import {
  applyFriction,
  linearizePatch,
  measureSlip,
  prepareFriction,
  reportLawError,
  storeFrames,
} from '@stiction/friction-core/adapter';
import { markPatchCorrected, writeVelocities } from '../apply/forces.js';
import { estimateRestLoads } from '../correct/breakaway.js';
import type { InstallState } from '../install/state.js';
import { findJoint, pairNumber, removeLostJoints } from '../motors/friction-joints.js';
import { exceedsCoulomb } from '../ownership/law-kind.js';
import { correctPatches } from '../predict/predict.js';
import { set3 } from '../set3.js';
import { finishAdhesion } from './finish-adhesion.js';
import { fillSliding, finishPatch } from './finish-patch.js';
import { SLIDES, SPINS } from './flags.js';
import { gather } from './gather.js';

/** After the engine's step: read contacts and loads, correct what was decided without them, update the memory of the laws. */
export function finishStep(install: InstallState, dt: number): void {
  const { store, bodies: table, plan, report } = install;
  report.nonFiniteContacts = 0;
  if (!gather(install, dt)) {
    finishKept(install);
    return;
  }
  const patches = store.current;
  revertLostContacts(install);
  for (let i = 0; i < patches.count; i++) {
    prepareFriction(patches, i, table.bodies);
    for (let e = 3 * i; e < 3 * i + 3; e++) plan.lastSlip[e] = patches.slip[e];
  }
  for (let i = 0; i < patches.count; i++) {
    if (isLinearized(install, i)) linearizePatch(patches, i, dt);
    else set3(patches.tangentVelocity, 3 * i, 0);
  }
  if (install.hasAdhesion) finishAdhesion(install, dt);
  correctPatches(install, false);
  let lastPair = -1;
  let ordinal = 0;
  for (let i = 0; i < patches.count; i++) {
    const pair = pairNumber(patches.key[4 * i + 1], patches.key[4 * i + 3]);
    ordinal = pair === lastPair ? ordinal + 1 : 0;
    lastPair = pair;
    const joint = findJoint(install, i, ordinal);
    const isHeld = joint?.used === install.stepIndex;
    if (joint && isHeld) joint.seen = install.stepIndex;
    finishPatch(install, i, dt, isHeld);
  }
  estimateRestLoads(install, dt);
  if (install.events.stickSlip.subscribers.length > 0) fillSliding(install);
  writeVelocities(install);
  storeFrames(patches, table.bodies);
  removeLostJoints(install);
  install.allAsleep = !install.reading.anyAwake;
  finishReport(install);
}

/** The same if every patch is predicted and kept unchanged. */
function finishKept(install: InstallState): void {
  const { store, bodies: table } = install;
  const patches = store.current;
  correctPatches(install, true);
  for (let i = 0; i < patches.count; i++) {
    measureSlip(patches, i, table.bodies, patches.slip, 3 * i);
    patches.stepNormalImpulse[i] = patches.normalImpulse[i];
  }
  writeVelocities(install);
  install.allAsleep = false;
  finishReport(install);
}

function finishReport({ store, report, joints }: InstallState): void {
  reportLawError(report, store.current);
  report.points = store.current.pointCount;
  report.jointRows = 3 * joints.count;
}

/** True if the law is needed after the step too. */
function isLinearized({ store, plan }: InstallState, i: number): boolean {
  const law = store.current.law[i];
  return exceedsCoulomb(law) || law.extraTorsion === true || law.extraRows !== undefined || plan.isReplaced[i] === 1;
}

/** Reverts the friction that was applied for contacts that no longer exist. */
function revertLostContacts(install: InstallState): void {
  const { store, bodies: table } = install;
  const { previous } = store;
  for (let j = 0; j < previous.count; j++) {
    if (store.previousMatched[j] === 1 || install.isKeptPatch(previous.key[4 * j], previous.key[4 * j + 2])) continue;
    if ((previous.flags[j] & (SLIDES | SPINS)) === 0) continue;
    if (
      table.key[previous.bodyA[j]] !== previous.key[4 * j] ||
      table.key[previous.bodyB[j]] !== previous.key[4 * j + 2]
    )
      continue;
    applyFriction(previous, j, table.bodies, previous.impulse, 3 * j, 1);
    markPatchCorrected(install, previous, j);
  }
}
