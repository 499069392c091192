import {
  computeLocalPoints,
  gatherPatches,
  keepSleepingPatches,
  measureSlip,
  storeFrames,
} from '@stiction/friction-core/adapter';
import { measureNativeModel } from '../correct/native-model.js';
import type { InstallState } from '../install/state.js';
import { colliderA, colliderB } from '../ownership/collider-table.js';
import { REPLACED } from '../ownership/law-kind.js';
import { addKept } from '../predict/keep-contacts.js';
import { type BodyTable, DYNAMIC } from '../read/body-table.js';
import { estimateLoads } from '../read/estimate-loads.js';
import { readContacts } from '../read/read-contacts.js';
import { readSurfaces } from '../read/read-surfaces.js';
import { roundCaps } from '../read/round-caps.js';
import { set3 } from '../set3.js';
import { KNOWN } from './flags.js';
import { reservePlan } from './plan.js';
import { turnCentre } from './turn-centre.js';

/** Contacts → patches. Patches that were not read stay known. Returns false if all of them are kept unchanged. */
export function gather(install: InstallState, dt: number): boolean {
  const { store, bodies: table, plan } = install;
  readContacts(install);
  estimateLoads(install, dt);
  roundCaps(install);
  readSurfaces(install);
  if (addKept(install)) return false;
  install.predicted.isReady = false;
  install.gatherOptions.h = dt;
  gatherPatches(store, table.bodies, install.laws, install.gatherOptions);
  if (install.engine.countsWarmStart) removeWarmStart(install);
  if (install.hasMemory) keepSleepingPatches(store, install.isKeptPatch, 1);
  const patches = store.current;
  reservePlan(plan, patches.count);
  for (let i = 0; i < patches.count; i++) {
    computeLocalPoints(patches, i, table.bodies);
    turnCentre(install, i, dt);
    plan.isReplaced[i] = colliderA(install, i)?.kind === REPLACED || colliderB(install, i)?.kind === REPLACED ? 1 : 0;
    measureNativeModel(install, i);
  }
  return true;
}

/**
 * Called between steps if the user has moved bodies: the history of their patches is no longer valid. Reads the contacts of moved bodies
 * that were skipped in the last step.
 */
export function handleUserMotion(install: InstallState): void {
  const { bodies: table, store, movedByUser, stepIndex } = install;
  for (const slot of movedByUser) {
    if (table.visitedStep[slot] === stepIndex) continue;
    gatherAgain(install);
    return;
  }
  const patches = store.current;
  for (let i = 0; i < patches.count; i++) {
    if (movedByUser.has(patches.bodyA[i]) || movedByUser.has(patches.bodyB[i])) forgetMotion(install, i);
  }
}

function forgetMotion({ store, plan, bodies: table }: InstallState, i: number): void {
  const patches = store.current;
  set3(plan.slipRate, 3 * i, Number.POSITIVE_INFINITY);
  patches.flags[i] = 0;
  measureSlip(patches, i, table.bodies, patches.slip, 3 * i);
}

function gatherAgain(install: InstallState): void {
  install.stepIndex++;
  gather(install, install.dt);
  const { current: patches } = install.store;
  for (let i = 0; i < patches.count; i++) forgetMotion(install, i);
  storeFrames(patches, install.bodies.bodies);
}

/**
 * In 0.20 the reported impulses of n passes include their warm start, 1/n of the previous impulse: at rest (n + 1)/n of the load. A new
 * patch of a body that has just changed its velocity has none: it is an impact.
 */
export function removeWarmStart({ store, world, bodies: table, stepIndex }: InstallState): void {
  const { current: patches } = store;
  const n = world.numSolverIterations;
  for (let i = 0; i < patches.count; i++) {
    // Estimated loads do not include it.
    if (patches.pointRestitution[patches.firstPoint[i]] > 0) continue;
    const reported = patches.normalImpulse[i];
    const isKnown = (patches.flags[i] & KNOWN) !== 0;
    const isImpact = table.jumpStep[patches.bodyA[i]] === stepIndex || table.jumpStep[patches.bodyB[i]] === stepIndex;
    const atRest = isImpact ? reported : (reported * n) / (n + 1);
    const load = isKnown ? Math.max(0, reported - patches.recentImpulse[i] / n) : atRest;
    const share = reported > 0 ? load / reported : 0;
    patches.normalImpulse[i] = load;
    for (let p = patches.firstPoint[i]; p < patches.firstPoint[i] + patches.points[i]; p++) {
      patches.pointImpulse[p] *= share;
    }
  }
}

/** True if no moving body of the patch was read in this step: then the patch stays as it is. */
export function isUnvisited({ bodies: table, stepIndex }: InstallState, keyA: number, keyB: number): boolean {
  const a = table.slotOfKey.get(keyA);
  const b = table.slotOfKey.get(keyB);
  if (a === undefined || b === undefined) return false;
  return !isVisited(table, a, stepIndex) && !isVisited(table, b, stepIndex);
}

function isVisited(table: BodyTable, slot: number, stepIndex: number): boolean {
  return table.type[slot] === DYNAMIC && table.visitedStep[slot] === stepIndex;
}
