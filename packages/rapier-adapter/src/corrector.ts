import type { Vector } from '@dimforge/rapier3d-compat';
import { carryFrames, type GatherOptions, gatherPatches, keepSleeping, reportFault } from '@stiction/friction-core';
import { writeVelocity } from './apply.js';
import { DYNAMIC, recycleSlots } from './body-table.js';
import { findHiddenLoads } from './hidden-loads.js';
import { type InstallState, leaveOut } from './install-state.js';
import { readContacts } from './reader-api.js';
import { arePatchesKept, dropUnforetold } from './sleep.js';
import { solveCorrection } from './solve.js';
import { addImpulse, addWrench } from './wrench.js';

/**
 * After the engine's step: the normal impulses are known now. Friction is solved against them, starting from what the
 * predictor has already put into the velocities, and the difference is written back as velocities.
 */
export function correct(install: InstallState, dt: number): void {
  const { store, bodies: table, pairs, report } = install;
  const awake = readContacts(install);
  report.steps++;
  report.substeps = 1;
  report.sweeps = 0;
  // In a world that sleeps all patches stay as they are.
  if (awake > 0 || store.current.count > 0) {
    findHiddenLoads(install, dt);
    dropUnforetold(install);
    gathering = install;
    gatherOptions.h = dt;
    gatherPatches(store, table.bodies, pairs, gatherOptions);
    keepSleeping(store, arePairsKept, 1);
    undoVanished(install);
    report.sweeps = solveCorrection(install, dt);
    carryFrames(store.current, table.bodies);
    reportFault(report, store.current);
  }
  finishBodies(install);
  recycleSlots(table);
  report.patches = store.current.count;
  report.points = store.contacts.count;
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
  for (let slot = 1; slot < table.body.length; slot++) {
    if (table.prepared[slot] === stepIndex && table.awake[slot] !== stepIndex) lookForBreakdown(install, slot);
    if (table.loaded[slot] !== stepIndex || table.bad[slot] === 1) continue;
    const at = 6 * slot;
    if (table.kind[slot] === DYNAMIC) writeVelocity(table, slot, table.engine, table.written);
    else for (let e = at; e < at + 6; e++) table.written[e] = table.engine[e];
    const known = table.prepared[slot] === stepIndex && table.kind[slot] === DYNAMIC;
    for (let e = at; e < at + 6; e++) table.change[e] = known ? table.written[e] - table.start[e] : 0;
  }
}

/**
 * Rapier takes bodies out of the world whose numbers are not finite any more, and those that its solver has carried them
 * to. Such a body was awake before the step and is not after it.
 */
function lookForBreakdown(install: InstallState, slot: number): void {
  const { bodies: table } = install;
  const body = table.body[slot];
  if (!body || table.kind[slot] !== DYNAMIC || table.broken.includes(slot) || body.isEnabled()) return;
  body.translation(position);
  const sum = position.x + position.y + position.z;
  if (!Number.isFinite(sum) || table.broken.length > 0) leaveOut(install, slot);
}

const position: Vector = { x: 0, y: 0, z: 0 };
