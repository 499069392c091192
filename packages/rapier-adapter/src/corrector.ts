import type { Vector } from '@dimforge/rapier3d-compat';
import {
  carryFrames,
  type GatherOptions,
  gatherPatches,
  keepSleeping,
  placePointsInBodies,
  refreshPatches,
  reportFault,
} from '@stiction/friction-core';
import { writeVelocity } from './apply.js';
import { DYNAMIC, recycleSlots } from './body-table.js';
import { respectDominance } from './dominance.js';
import { findHiddenLoads } from './hidden-loads.js';
import { removeExcess } from './impulse-excess.js';
import { type InstallState, leaveOut } from './install-state.js';
import { loadBody } from './read-bodies.js';
import { groupBodies } from './restless.js';
import { roundCaps } from './round-caps.js';
import { arePatchesKept, dropUnforetold } from './sleep.js';
import { solveCorrection } from './solve.js';
import { noteGiven } from './trust.js';
import { addImpulse, addWrench } from './wrench.js';

/**
 * After the engine's step: the normal impulses are known now. Friction is solved against them, starting from what the
 * predictor has already put into the velocities, and the difference is written back as velocities.
 */
export function correct(install: InstallState, dt: number): void {
  const { store, bodies: table, pairs, report } = install;
  loadActive(install);
  install.reader.readContacts(install);
  respectDominance(install);
  if (install.engine.countsWarmStart) removeExcess(install, dt);
  report.steps++;
  report.substeps = 1;
  report.sweeps = 0;
  // In a world that sleeps all patches stay as they are.
  if (table.activeCount > 0 || store.current.count > 0) {
    findHiddenLoads(install, dt);
    roundCaps(install);
    dropUnforetold(install);
    if (!refreshPatches(store, table.bodies, pairs, install.gathered)) gatherAnew(install, dt);
    report.sweeps = solveCorrection(install, dt);
    carryFrames(store.current, table.bodies);
    reportFault(report, store.current);
  }
  finishBodies(install);
  recycleSlots(table);
  report.patches = store.current.count;
  report.points = store.contacts.count;
}

/** Reads all bodies that are awake now. */
function loadActive(install: InstallState): void {
  const { bodies: table, stepIndex } = install;
  install.reader.listActive(install);
  table.activeStep = stepIndex;
  for (let k = 0; k < table.activeCount; k++) table.awake[table.active[k]] = stepIndex;
  for (let k = 0; k < table.activeCount; k++) loadBody(install, table.active[k]);
}

function gatherAnew(install: InstallState, dt: number): void {
  const { store, bodies: table, pairs } = install;
  gathering = install;
  gatherOptions.h = dt;
  const active = store.current.count;
  gatherPatches(store, table.bodies, pairs, gatherOptions);
  install.gathered = store.contacts.count;
  groupBodies(table, store.current);
  // Where the points of patches are that fall asleep now is asked when they wake.
  const { previous, taken } = store;
  for (let j = 0; j < active; j++) {
    if (taken[j] === 0 && arePairsKept(previous.key[4 * j], previous.key[4 * j + 2])) {
      placePointsInBodies(previous, j, table.bodies);
    }
  }
  keepSleeping(store, arePairsKept, 1);
  undoVanished(install);
}

let gathering: InstallState;

const arePairsKept = (keyA: number, keyB: number) => arePatchesKept(gathering, keyA, keyB);

const gatherOptions: GatherOptions = {
  impulsesGiven: true,
  // The predictor has scaled the impulses to this step already.
  impulseScale: 1,
  h: 0,
  matchDistance: 0,
};

/** What was foreseen for a patch that is not there any more has acted without a reason: take it out again. */
function undoVanished(install: InstallState): void {
  const { store, bodies: table } = install;
  const { previous } = store;
  let any = false;
  for (let j = 0; j < store.previousTotal; j++) {
    if (store.taken[j] === 1 || arePatchesKept(install, previous.key[4 * j], previous.key[4 * j + 2])) continue;
    const e = 3 * j;
    const { impulse } = previous;
    if (impulse[e] === 0 && impulse[e + 1] === 0 && impulse[e + 2] === 0) continue;
    if (!any) table.wrench.fill(0);
    any = true;
    addWrench(table, previous, j, -impulse[e], -impulse[e + 1], -impulse[e + 2]);
    table.undone[previous.bodyA[j]] = 1;
    table.undone[previous.bodyB[j]] = 1;
  }
  if (!any) return;
  for (let slot = 0; slot < table.body.length; slot++) {
    if (table.loaded[slot] === install.stepIndex && table.prepared[slot] === install.stepIndex) {
      addImpulse(table, slot, table.wrench, 6 * slot, 1, table.bodies.velocity);
    }
  }
}

/** Writes velocities, and remembers of each body what the next predictor wants to know. */
function finishBodies(install: InstallState): void {
  const { bodies: table, stepIndex } = install;
  for (let k = 0; k < table.preparedCount; k++) {
    const slot = table.preparedSlots[k];
    if (table.awake[slot] !== stepIndex) lookForBreakdown(install, slot);
  }
  for (let k = 0; k < table.loadedCount; k++) finishBody(install, table.loadedSlots[k]);
}

function finishBody(install: InstallState, slot: number): void {
  const { bodies: table, stepIndex } = install;
  const { written, engine } = table;
  if (slot === 0 || table.bad[slot] === 1) return;
  const at = 6 * slot;
  const isDynamic = table.kind[slot] === DYNAMIC;
  if (isDynamic) writeVelocity(install, slot, engine, written);
  else for (let e = at; e < at + 6; e++) written[e] = engine[e];
  const known = isDynamic && table.prepared[slot] === stepIndex;
  noteGiven(table, slot, known);
}

/**
 * Rapier takes bodies out of the world whose numbers are not finite any more, and those that its solver has carried them
 * to. Such a body was awake before the step and is not after it.
 */
function lookForBreakdown(install: InstallState, slot: number): void {
  const { bodies: table } = install;
  const body = table.body[slot];
  if (!body || table.kind[slot] !== DYNAMIC || table.broken.includes(slot) || body.isEnabled()) return;
  const { x, y, z } = body.translation(position);
  const sum = x + y + z;
  if (!Number.isFinite(sum) || table.broken.length > 0) leaveOut(install, slot);
}

const position: Vector = { x: 0, y: 0, z: 0 };
