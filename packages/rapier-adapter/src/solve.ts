import {
  finishFrictionPass,
  grown,
  linearizeLaws,
  measureShifts,
  type PatchBuffers,
  type PatchList,
  prepareListed,
  solvePatch,
} from '@stiction/friction-core';
import { type BodyTable, DYNAMIC } from './body-table.js';
import { measureDisplacements, wantExactPoses } from './displacement.js';
import { prepareLoads, solveLoad } from './expected-load.js';
import type { InstallState } from './install-state.js';
import { answerForJoints, holdJoints } from './joints.js';
import { createNormalRows, prepareNormals, solveNormals } from './normal-rows.js';
import { listRestless, noteRest } from './restless.js';

/**
 * Friction and normals in turn, on `bodies.velocity`, until no impulse changes by more than the tolerance, measured by
 * the patch's own load or by the mean load, whichever is larger: patches that carry next to nothing are not waited for.
 * Friction alone would see bodies that it can tip over at will.
 *
 * A patch is solved again only where one of its bodies has been changed by more than that since.
 */

/** Before the engine's step, on velocities that are foreseen: one load per patch. */
export function solveForeseen(install: InstallState, list: PatchList, dt: number): void {
  const { store, bodies: table, pass } = install;
  const patches = store.current;
  linearizeLaws(patches, dt);
  prepareListed(table.bodies, patches, list);
  prepareLoads(table, patches, list);
  holdJoints(install);
  begin(install);
  const mean = meanLoad(patches, list);
  let moving = list.count > 0;
  // Half as many turns as the correction has: that will make up for what is missing here.
  for (let k = 0; moving && 2 * k < pass.iterations; k++) {
    const all = areAllDue(install, k);
    moving = sweepLoads(install, list, mean, all);
    if (sweepFriction(install, list, mean, all)) moving = true;
    answerForJoints(install);
  }
  // What is foreseen has yet to prove itself at the load that comes.
  for (let k = 0; k < list.count; k++) patches.lastingImpulse[list.index[k]] = Number.POSITIVE_INFINITY;
}

const rows = /* @__PURE__ */ createNormalRows();

/** After the engine's step, on the velocities that it has given: every point's normal. Returns the number of turns. */
export function solveCorrection(install: InstallState, dt: number): number {
  const { store, bodies: table, pass } = install;
  const patches = store.current;
  linearizeLaws(patches, dt);
  const list = listRestless(table, patches, install.stepIndex, install.lengthUnit, false);
  let turns = 0;
  if (list.count > 0) {
    const mean = meanLoad(patches, list);
    prepareListed(table.bodies, patches, list);
    measureShifts(patches, table.bodies, dt);
    measureDisplacements(install, dt);
    prepareNormals(rows, table, patches, list);
    holdJoints(install);
    begin(install);
    let moving = true;
    while (moving && turns < pass.iterations) {
      const all = areAllDue(install, turns);
      moving = sweepFriction(install, list, mean, all);
      if (sweepNormals(install, list, mean, all)) moving = true;
      answerForJoints(install);
      turns++;
    }
  }
  table.undone.fill(0);
  wantExactPoses(table, patches);
  noteRest(table, patches, list);
  finishFrictionPass(table.bodies, patches, dt);
  return turns;
}

/** Per body: how often it has been changed by more than the tolerance, in the solve that is going on. */
let changes = new Int32Array(0);
/** Per patch: the sum of that for its two bodies when its friction, and its load or normals, were last solved. */
let frictionSaw = new Int32Array(0);
let normalsSaw = new Int32Array(0);

/** Per body: by how much more the tolerance is there. Where velocities jump about, nobody sees a creep of micrometres. */
let ease = new Float64Array(0);
const MOST_EASE = 10;
/** Change of velocity per step at which that is reached [m/s]. */
const JUMPY = 0.05;

function begin({ store, bodies: table, lengthUnit }: InstallState): void {
  changes = grown(changes, table.body.length);
  frictionSaw = grown(frictionSaw, store.current.count);
  normalsSaw = grown(normalsSaw, store.current.count);
  changes.fill(0, 0, table.body.length);
  ease = grown(ease, table.body.length);
  const { change, reach, kind } = table;
  const perSpeed = (MOST_EASE - 1) / (JUMPY * lengthUnit);
  for (let slot = 0; slot < table.body.length; slot++) {
    const at = 6 * slot;
    const shift = Math.abs(change[at]) + Math.abs(change[at + 1]) + Math.abs(change[at + 2]);
    const turn = Math.abs(change[at + 3]) + Math.abs(change[at + 4]) + Math.abs(change[at + 5]);
    const jump = kind[slot] === DYNAMIC ? shift + reach[slot] * turn : 0;
    ease[slot] = Math.min(MOST_EASE, 1 + perSpeed * jump);
  }
}

/** In the first turn, and where joints move bodies too. */
function areAllDue({ joints }: InstallState, turn: number): boolean {
  return turn === 0 || joints.rows.count > 0;
}

/** What is fixed is not changed. */
function noteChange({ kind }: BodyTable, a: number, b: number): void {
  if (kind[a] === DYNAMIC) changes[a]++;
  if (kind[b] === DYNAMIC) changes[b]++;
}

// One sweep each. They return whether anything has changed by more than the tolerance.

function sweepFriction(install: InstallState, list: PatchList, mean: number, all: boolean): boolean {
  const { bodies: table, store, pass } = install;
  const patches = store.current;
  const { impulse, normalImpulse, bodyA, bodyB, law } = patches;
  let moving = false;
  for (let k = 0; k < list.count; k++) {
    const i = list.index[k];
    const a = bodyA[i];
    const b = bodyB[i];
    // Rows of a law's own are not watched.
    if (!all && frictionSaw[i] === changes[a] + changes[b] && !law[i].rows) continue;
    const l1 = impulse[3 * i];
    const l2 = impulse[3 * i + 1];
    solvePatch(patches, i, table.bodies);
    const change = Math.abs(impulse[3 * i] - l1) + Math.abs(impulse[3 * i + 1] - l2);
    if (change > pass.tolerance * Math.max(ease[a], ease[b]) * Math.max(normalImpulse[i], mean)) {
      moving = true;
      noteChange(table, a, b);
    }
    frictionSaw[i] = changes[a] + changes[b];
  }
  return moving;
}

function sweepLoads(install: InstallState, list: PatchList, mean: number, all: boolean): boolean {
  const { bodies: table, store, pass } = install;
  const patches = store.current;
  const { normalImpulse, bodyA, bodyB } = patches;
  let moving = false;
  for (let k = 0; k < list.count; k++) {
    const i = list.index[k];
    const a = bodyA[i];
    const b = bodyB[i];
    if (!all && normalsSaw[i] === changes[a] + changes[b]) continue;
    if (solveLoad(table, patches, i) > pass.tolerance * Math.max(ease[a], ease[b]) * Math.max(normalImpulse[i], mean)) {
      moving = true;
      noteChange(table, a, b);
    }
    normalsSaw[i] = changes[a] + changes[b];
  }
  return moving;
}

function sweepNormals(install: InstallState, list: PatchList, mean: number, all: boolean): boolean {
  const { bodies: table, store, pass } = install;
  const patches = store.current;
  const { normalImpulse, bodyA, bodyB } = patches;
  let moving = false;
  for (let k = list.count - 1; k >= 0; k--) {
    const i = list.index[k];
    const a = bodyA[i];
    const b = bodyB[i];
    if (!all && normalsSaw[i] === changes[a] + changes[b]) continue;
    if (
      solveNormals(rows, table, patches, i) >
      pass.tolerance * Math.max(ease[a], ease[b]) * Math.max(normalImpulse[i], mean)
    ) {
      moving = true;
      noteChange(table, a, b);
    }
    normalsSaw[i] = changes[a] + changes[b];
  }
  return moving;
}

function meanLoad(patches: PatchBuffers, list: PatchList): number {
  let sum = 0;
  for (let k = 0; k < list.count; k++) sum += patches.normalImpulse[list.index[k]];
  return list.count > 0 ? sum / list.count : 0;
}
