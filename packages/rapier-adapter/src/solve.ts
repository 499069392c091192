import {
  finishFrictionPass,
  linearizeLaws,
  measureShifts,
  type PatchBuffers,
  type PatchList,
  prepareListed,
  sweepListed,
} from '@stiction/friction-core';
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
 */

/** Before the engine's step, on velocities that are foreseen: one load per patch. */
export function solveForeseen(install: InstallState, list: PatchList, dt: number): void {
  const { store, bodies: table, pass } = install;
  const patches = store.current;
  const mean = meanLoad(patches, list);
  linearizeLaws(patches, dt);
  prepareListed(table.bodies, patches, list);
  prepareLoads(table, patches, list);
  holdJoints(install);
  let moving = list.count > 0;
  for (let k = 0; moving && k < pass.iterations; k++) {
    moving = solveLoads(install, list, mean);
    if (!sweepListed(table.bodies, patches, list, pass.tolerance, mean)) moving = true;
    answerForJoints(install);
  }
  // What is foreseen has yet to prove itself at the load that comes.
  for (let k = 0; k < list.count; k++) patches.lastingImpulse[list.index[k]] = Number.POSITIVE_INFINITY;
}

function solveLoads(install: InstallState, list: PatchList, mean: number): boolean {
  const { bodies: table, store, pass } = install;
  const patches = store.current;
  let moving = false;
  for (let k = 0; k < list.count; k++) {
    const i = list.index[k];
    const change = solveLoad(table, patches, i);
    if (change > pass.tolerance * Math.max(patches.normalImpulse[i], mean)) moving = true;
  }
  return moving;
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
    let moving = true;
    while (moving && turns < pass.iterations) {
      moving = !sweepListed(table.bodies, patches, list, pass.tolerance, mean);
      if (solveAllNormals(install, list, mean)) moving = true;
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

function solveAllNormals(install: InstallState, list: PatchList, mean: number): boolean {
  const { bodies: table, store, pass } = install;
  const patches = store.current;
  let moving = false;
  for (let k = list.count - 1; k >= 0; k--) {
    const i = list.index[k];
    const change = solveNormals(rows, table, patches, i);
    if (change > pass.tolerance * Math.max(patches.normalImpulse[i], mean)) moving = true;
  }
  return moving;
}

function meanLoad(patches: PatchBuffers, list: PatchList): number {
  let sum = 0;
  for (let k = 0; k < list.count; k++) sum += patches.normalImpulse[list.index[k]];
  return list.count > 0 ? sum / list.count : 0;
}
