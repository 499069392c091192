import {
  finishFrictionPass,
  measureShifts,
  type PatchBuffers,
  prepareFrictionPass,
  sweepFrictionPass,
} from '@stiction/friction-core';
import { prepareLoads, solveLoad } from './expected-load.js';
import type { InstallState } from './install-state.js';
import { createNormalRows, prepareNormals, solveNormals } from './normal-rows.js';

/**
 * Friction and normals in turn, on `bodies.velocity`, until no impulse changes by more than the tolerance, measured by
 * the patch's own load or by the mean load, whichever is larger: patches that carry next to nothing are not waited for.
 * Friction alone would see bodies that it can tip over at will.
 */

const oneSweep = { iterations: 1, tolerance: 0 };

/** Before the engine's step, on velocities that are foreseen: one load per patch. */
export function solveForeseen(install: InstallState, dt: number): void {
  const { store, bodies: table, pass } = install;
  const patches = store.current;
  const mean = meanLoad(patches);
  oneSweep.tolerance = pass.tolerance;
  prepareFrictionPass(table.bodies, patches, dt);
  prepareLoads(table, patches);
  let moving = patches.count > 0;
  for (let k = 0; moving && k < pass.iterations; k++) {
    moving = false;
    for (let i = 0; i < patches.count; i++) {
      const change = solveLoad(table, patches, i);
      if (change > pass.tolerance * Math.max(patches.normalImpulse[i], mean)) moving = true;
    }
    if (!sweepFrictionPass(table.bodies, patches, oneSweep)) moving = true;
  }
}

const rows = /* @__PURE__ */ createNormalRows();

/** After the engine's step, on the velocities that it has given: every point's normal. Returns the number of turns. */
export function solveCorrection(install: InstallState, dt: number): number {
  const { store, bodies: table, pass } = install;
  const patches = store.current;
  const mean = meanLoad(patches);
  oneSweep.tolerance = pass.tolerance;
  prepareFrictionPass(table.bodies, patches, dt);
  measureShifts(patches, table.bodies, dt);
  prepareNormals(rows, table, patches);
  let turns = 0;
  let moving = patches.count > 0;
  while (moving && turns < pass.iterations) {
    moving = !sweepFrictionPass(table.bodies, patches, oneSweep);
    for (let i = patches.count - 1; i >= 0; i--) {
      const change = solveNormals(rows, table, patches, i);
      if (change > pass.tolerance * Math.max(patches.normalImpulse[i], mean)) moving = true;
    }
    turns++;
  }
  finishFrictionPass(table.bodies, patches, dt);
  return turns;
}

function meanLoad(patches: PatchBuffers): number {
  let sum = 0;
  for (let i = 0; i < patches.count; i++) sum += patches.normalImpulse[i];
  return patches.count > 0 ? sum / patches.count : 0;
}
