import {
  applyFriction,
  carryFrames,
  type GatherOptions,
  gatherPatches,
  keepSleeping,
  linearizePatch,
  measureSlip,
  placePointsInBodies,
  prepareFriction,
  reportFault,
  SHAPE_STRIDE,
} from '@stiction/friction-core';
import { markCorrected, writeVelocities } from '../apply/forces.js';
import { BEGINS, GIVES_WAY } from '../constants.js';
import { reservePlan } from '../hold/plan.js';
import { findNativeModel, spinLimit } from '../hold/prepare-held.js';
import { estimateRestLoads } from '../hold/rest-load.js';
import type { InstallState } from '../install/state.js';
import { length } from '../length.js';
import { HELD, isPartlyHeld, needsRows, ROWS, restOf } from '../ownership/law-kind.js';
import { combined } from '../ownership/represent.js';
import { addKept } from '../predict/keep-contacts.js';
import { correctPatches, isPredicted, prepareRolling } from '../predict/predict.js';
import { DYNAMIC, FIXED } from '../read/body-table.js';
import { estimateLoads } from '../read/estimate-loads.js';
import { readContacts } from '../read/read-contacts.js';
import { roundCaps } from '../read/round-caps.js';
import { correctRows, estimateRows, finishBeyond, limitToSlip } from '../rows/finish-rows.js';
import { countJoints, findJoint, pairNumber, removeLostJoints } from '../rows/row-joints.js';
import { measureDisplacement } from './displacement.js';
import { BY_ROWS, KNOWN, MOVES, SLIDES, SPINS } from './flags.js';
import { turnCentre } from './turn-centre.js';

/** After the engine's step: contacts and loads as they have come out, what was decided before them put right, memory of the laws. */
export function finishStep(install: InstallState, dt: number): void {
  const { store, bodies: table, plan, report } = install;
  report.badContacts = 0;
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
    else patches.tangentVelocity.fill(0, 3 * i, 3 * i + 3);
  }
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
  if (install.events.subscribers.length > 0) fillSliding(install);
  writeVelocities(install);
  carryFrames(patches, table.bodies);
  removeLostJoints(install, install.isKeptJoint);
  install.resting = !install.reading.anyAwake;
  finishReport(install);
}

/** The same where all patches are predicted, and kept as they are. */
function finishKept(install: InstallState): void {
  const { store, bodies: table } = install;
  const patches = store.current;
  correctPatches(install, true);
  for (let i = 0; i < patches.count; i++) {
    measureSlip(patches, i, table.bodies, patches.slip, 3 * i);
    patches.stepNormalImpulse[i] = patches.normalImpulse[i];
  }
  writeVelocities(install);
  install.resting = false;
  finishReport(install);
}

function finishReport({ store, report, joints }: InstallState): void {
  reportFault(report, store.current);
  report.points = store.current.pointCount;
  report.jointRows = 3 * joints.count;
}

/** Is what the law says needed after the step, too? */
function isLinearized({ store, colliders }: InstallState, i: number): boolean {
  const { law, key } = store.current;
  if (needsRows(law[i]) || law[i].extraTorsion || law[i].extraRows) return true;
  const a = colliders.ofKey.get(key[4 * i + 1]);
  const b = colliders.ofKey.get(key[4 * i + 3]);
  return a?.kind === ROWS || b?.kind === ROWS;
}

/** Contacts → patches; of what was not looked at the patches stay known. Returns false where all are kept as they are. */
function gather(install: InstallState, dt: number): boolean {
  const { store, bodies: table, plan } = install;
  readContacts(install);
  estimateLoads(install, dt);
  roundCaps(install);
  if (addKept(install)) return false;
  install.predicted.isReady = false;
  const options: GatherOptions = install.gatherOptions;
  options.h = dt;
  gatherPatches(store, table.bodies, install.laws, options);
  if (install.engine.countsWarmStart) removeWarmStart(install);
  if (install.remembers) keepSleeping(store, install.isKeptPatch, 1);
  const patches = store.current;
  reservePlan(plan, patches.count);
  for (let i = 0; i < patches.count; i++) {
    placePointsInBodies(patches, i, table.bodies);
    turnCentre(install, i, dt);
    findNativeModel(install, i);
  }
  return true;
}

/**
 * Between two steps, where the user has changed the motion of bodies: what their patches did before says nothing of what is to come. Of a
 * body that was not looked at contacts are read, for the motion that there is now.
 */
export function noteMoved(install: InstallState): void {
  const { bodies: table, store, moved, stepIndex } = install;
  for (const slot of moved) {
    if (table.visited[slot] === stepIndex) continue;
    gatherAgain(install);
    return;
  }
  const patches = store.current;
  for (let i = 0; i < patches.count; i++) {
    if (moved.has(patches.bodyA[i]) || moved.has(patches.bodyB[i])) forgetMotion(install, i);
  }
}

function forgetMotion({ store, plan, bodies: table }: InstallState, i: number): void {
  const patches = store.current;
  plan.rate.fill(Number.POSITIVE_INFINITY, 3 * i, 3 * i + 3);
  patches.averageImpulse[i] = 0;
  measureSlip(patches, i, table.bodies, patches.slip, 3 * i);
}

function gatherAgain(install: InstallState): void {
  install.stepIndex++;
  gather(install, install.dt);
  const { current: patches } = install.store;
  for (let i = 0; i < patches.count; i++) forgetMotion(install, i);
  carryFrames(patches, install.bodies.bodies);
}

/**
 * In 0.20 the impulses of n passes include what they were warm-started with, 1/n of the impulse of the step before: at rest (n + 1)/n of
 * the load.
 */
export function removeWarmStart({ store, world }: InstallState): void {
  const { current: patches } = store;
  const n = world.numSolverIterations;
  for (let i = 0; i < patches.count; i++) {
    // Loads that are estimated have nothing in them.
    if (patches.pointRestitution[patches.firstPoint[i]] > 0) continue;
    const told = patches.normalImpulse[i];
    const isKnown = (patches.averageImpulse[i] & KNOWN) !== 0;
    const load = isKnown ? Math.max(0, told - patches.recentImpulse[i] / n) : (told * n) / (n + 1);
    const share = told > 0 ? load / told : 0;
    patches.normalImpulse[i] = load;
    for (let p = patches.firstPoint[i]; p < patches.firstPoint[i] + patches.points[i]; p++) {
      patches.pointImpulse[p] *= share;
    }
  }
}

/** What was decided for a patch that is not there any more has acted without a reason: take it out again. */
function revertLostContacts(install: InstallState): void {
  const { store, bodies: table } = install;
  const { previous } = store;
  for (let j = 0; j < previous.count; j++) {
    if (store.taken[j] === 1 || install.isKeptPatch(previous.key[4 * j], previous.key[4 * j + 2])) continue;
    if ((previous.averageImpulse[j] & (SLIDES | SPINS)) === 0) continue;
    if (
      table.key[previous.bodyA[j]] !== previous.key[4 * j] ||
      table.key[previous.bodyB[j]] !== previous.key[4 * j + 2]
    )
      continue;
    applyFriction(previous, j, table.bodies, previous.impulse, 3 * j, 1);
    markCorrected(install, previous.bodyA[j]);
    markCorrected(install, previous.bodyB[j]);
  }
}

function finishPatch(install: InstallState, i: number, dt: number, hasRows: boolean): void {
  const { store, bodies: table, plan, colliders } = install;
  const patches = store.current;
  const at = 3 * i;
  const a = colliders.ofKey.get(patches.key[4 * i + 1]);
  const b = colliders.ofKey.get(patches.key[4 * i + 3]);
  const isOfRows = a?.kind === ROWS || b?.kind === ROWS;
  const flags = patches.averageImpulse[i];
  // A patch that is new, or that rows have held; else Rapier's own friction has.
  const byRows = isOfRows && ((flags & BY_ROWS) !== 0 || (flags & KNOWN) === 0);
  plan.kind[i] = byRows ? ROWS : HELD;
  if (isPredicted(install, i)) {
    measureSlip(patches, i, table.bodies, patches.slip, at);
    patches.slipDisplacement.fill(0, at, at + 3);
    plan.rate.fill(Number.POSITIVE_INFINITY, at, at + 3);
    patches.stepNormalImpulse[i] = patches.normalImpulse[i];
    return;
  }
  const native = a && b ? combined(a.written, a.writtenRule, b.written, b.writtenRule) : 0;
  if (byRows) correctRows(install, i, native);
  else {
    correctHeld(install, i);
    holdSpin(install, i, native);
  }
  if (patches.law[i].extraRows) solveRolling(install, i);
  measureSlip(patches, i, table.bodies, patches.slip, at);
  measureDisplacement(install, i, dt);
  for (let e = at; e < at + 3; e++) plan.rate[e] = patches.slipDisplacement[e] / dt;
  patches.stepNormalImpulse[i] = patches.normalImpulse[i];
  noteMotion(install, i);
  const slip = length(patches.slip[at], patches.slip[at + 1]);
  if (byRows) estimateRows(install, i, dt);
  else {
    const mass = 0.5 * (patches.block[6 * i] + patches.block[6 * i + 3]);
    const load = patches.normalScale[i] * patches.normalImpulse[i];
    const isMoving = (patches.averageImpulse[i] & MOVES) !== 0 && slip > install.reading.slowSpeed;
    patches.sliding[i] = load > 0 && (isMoving || slip > (patches.law[i].mu ?? 0) * load * mass) ? 1 : 0;
    // What sticks is held by the engine, which does not tell with how much.
    for (let e = 0; e < 3; e++) patches.stepImpulse[at + e] = Number.NaN;
    if (isOfRows) {
      patches.state.fill(0, patches.stateStride * i, patches.stateStride * (i + 1));
      return;
    }
    if (isPartlyHeld(patches.law[i]) && !finishBeyond(install, i, dt, hasRows)) return;
  }
  patches.law[i].commit?.(patches, i, dt);
}

/** Friction of patches that slide under Rapier's own friction, for those who ask: that of the law. */
export function fillSliding({ store, scratch, dt, plan, view, stepIndex, world }: InstallState): void {
  const patches = store.current;
  if (view.filled === stepIndex) return;
  view.filled = stepIndex;
  const { slip, vector } = scratch;
  for (let i = 0; i < patches.count; i++) {
    const at = 3 * i;
    if (plan.kind[i] !== HELD || patches.sliding[i] === 0 || !Number.isNaN(patches.stepImpulse[at])) continue;
    linearizePatch(patches, i, dt > 0 ? dt : world.timestep);
    for (let e = 0; e < 3; e++) slip[e] = -patches.slip[at + e];
    patches.law[i].set.support(slip, patches.shape, SHAPE_STRIDE * i, vector);
    const load = patches.normalScale[i] * patches.normalImpulse[i];
    for (let e = 0; e < 3; e++) patches.stepImpulse[at + e] = load * vector[e];
  }
}

/**
 * Does the patch really move, or does it creep while it holds? What creeps goes some way within a step and is at rest at its end, or the
 * other way round. What has given way does both, and is faster after the step; it then moves until it is slow again.
 */
function noteMotion(install: InstallState, i: number): void {
  const { store, plan } = install;
  const patches = store.current;
  const { slip, block, averageImpulse } = patches;
  const at = 3 * i;
  const stopped = restOf(patches.law[i]) * patches.normalImpulse[i] * 0.5 * (block[6 * i] + block[6 * i + 3]);
  const speed = length(slip[at], slip[at + 1]);
  const rate = length(plan.rate[at], plan.rate[at + 1]);
  const flags = averageImpulse[i];
  const isFast = rate > GIVES_WAY * stopped;
  // Beside joints of the user's what holds creeps faster.
  const joints = countJoints(install, patches.bodyA[i]) + countJoints(install, patches.bodyB[i]);
  const rest = joints === 0 ? patches.law[i].restSpeed : undefined;
  const least = Math.min(BEGINS * stopped, rest ?? Number.POSITIVE_INFINITY);
  const begins = speed > Math.max(least, length(plan.lastSlip[at], plan.lastSlip[at + 1]));
  const moves = isFast && ((flags & (SLIDES | MOVES)) !== 0 || begins);
  averageImpulse[i] = (flags & ~MOVES) + (moves ? MOVES : 0);
}

/** The difference to Rapier's own friction was made for the load of the step before: it goes with the load. */
function correctHeld(install: InstallState, i: number): void {
  const { store, bodies: table, scratch } = install;
  const patches = store.current;
  const flags = patches.averageImpulse[i];
  const used = patches.recentImpulse[i];
  if ((flags & (SLIDES | SPINS)) === 0 || !(used > 0)) return;
  const share = patches.normalImpulse[i] / used - 1;
  const at = 3 * i;
  const { vector } = scratch;
  for (let e = 0; e < 3; e++) vector[e] = share * patches.impulse[at + e];
  if ((flags & SPINS) === 0) vector[2] = 0;
  if (limitToSlip(install, i)) {
    applyFriction(patches, i, table.bodies, vector, 0, 0);
    markCorrected(install, patches.bodyA[i]);
    markCorrected(install, patches.bodyB[i]);
  }
}

/** Torsion beyond Rapier's own that keeps a patch from spinning: what the law allows more, and no more than stops it. */
function holdSpin(install: InstallState, i: number, native: number): void {
  const { store, bodies: table, plan, scratch } = install;
  const patches = store.current;
  const at = 3 * i;
  if (!patches.law[i].extraTorsion || (patches.averageImpulse[i] & SPINS) !== 0) return;
  const most = (spinLimit(install, i) - native * plan.lever[i]) * patches.normalImpulse[i];
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
  scratch.vector.fill(0);
  scratch.vector[2] = after - before;
  applyFriction(patches, i, table.bodies, scratch.vector, 0, 0);
  markCorrected(install, patches.bodyA[i]);
  markCorrected(install, patches.bodyB[i]);
}

/** The moment against rolling has acted as a torque; here it is put right for the load and the motion that came out. */
function solveRolling(install: InstallState, i: number): void {
  const patches = install.store.current;
  prepareRolling(install, i);
  patches.law[i].extraRows?.solve(patches, i);
  markCorrected(install, patches.bodyA[i]);
  markCorrected(install, patches.bodyB[i]);
}

/** Were none of the moving bodies of a patch looked at? Then it goes on as it is. */
export function isUnvisited({ bodies: table, stepIndex }: InstallState, keyA: number, keyB: number): boolean {
  const a = table.slotOfKey.get(keyA);
  const b = table.slotOfKey.get(keyB);
  if (a === undefined || b === undefined) return false;
  return wasLeft(a) && wasLeft(b);

  function wasLeft(slot: number): boolean {
    return (
      slot === 0 || table.type[slot] === FIXED || table.type[slot] !== DYNAMIC || table.visited[slot] !== stepIndex
    );
  }
}
