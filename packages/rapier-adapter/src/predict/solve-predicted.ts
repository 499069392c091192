import { grown, type PatchBuffers, solvePatch } from '@stiction/friction-core';
import { SWEEPS, TOLERANCE } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { DYNAMIC } from '../read/body-table.js';
import { prepareNormals, ROW, solveNormals } from './normal-rows.js';

/** The patches that are predicted in this step, and what solving them needs. */
export interface Predicted {
  count: number;
  index: Int32Array;
  /** Per contact point: its normal, see `normal-rows.ts`. */
  row: Float64Array;
  /** Per body: how often it was changed by more than the tolerance; per patch: the sum of that for both when it was last solved. */
  changes: Int32Array;
  frictionSaw: Int32Array;
  normalsSaw: Int32Array;
  changed: Float64Array;
  /** Of the world since the last step [m/s²]; a force and torque. */
  gravityChange: Float64Array;
  force: Float64Array;
}

export function createPredicted(): Predicted {
  return {
    count: 0,
    index: new Int32Array(0),
    row: new Float64Array(0),
    changes: new Int32Array(0),
    frictionSaw: new Int32Array(0),
    normalsSaw: new Int32Array(0),
    changed: new Float64Array(1),
    gravityChange: new Float64Array(3),
    force: new Float64Array(6),
  };
}

/**
 * Friction and normals in turn, on the velocities as they are, until no impulse changes by more than the tolerance of the patch's load, or of
 * the mean load: patches that carry next to nothing are not waited for. A patch is solved again only where one of its bodies has been
 * changed since.
 */
export function solvePredicted(install: InstallState, asFound: boolean): void {
  const { store, bodies: table, predicted } = install;
  const patches = store.current;
  const { index, count, changed } = predicted;
  const { impulse, normalImpulse, bodyA, bodyB } = patches;
  begin(install, asFound);
  const { row, changes, frictionSaw, normalsSaw } = predicted;
  let mean = 0;
  for (let k = 0; k < count; k++) mean += normalImpulse[index[k]] / count;
  let moving = count > 0;
  for (let sweep = 0; moving && sweep < SWEEPS; sweep++) {
    moving = false;
    for (let k = 0; k < count; k++) {
      const i = index[k];
      if (frictionSaw[i] === changes[bodyA[i]] + changes[bodyB[i]]) continue;
      const l1 = impulse[3 * i];
      const l2 = impulse[3 * i + 1];
      solvePatch(patches, i, table.bodies);
      const change = Math.abs(impulse[3 * i] - l1) + Math.abs(impulse[3 * i + 1] - l2);
      if (change > TOLERANCE * Math.max(normalImpulse[i], mean)) {
        moving = true;
        noteChange(install, patches, i);
      }
      frictionSaw[i] = changes[bodyA[i]] + changes[bodyB[i]];
    }
    for (let k = count - 1; k >= 0; k--) {
      const i = index[k];
      if (normalsSaw[i] === changes[bodyA[i]] + changes[bodyB[i]]) continue;
      solveNormals(row, table.bodies, patches, i, changed);
      if (changed[0] > TOLERANCE * Math.max(normalImpulse[i], mean)) {
        moving = true;
        noteChange(install, patches, i);
      }
      normalsSaw[i] = changes[bodyA[i]] + changes[bodyB[i]];
    }
  }
}

function begin({ store, bodies: table, predicted }: InstallState, asFound: boolean): void {
  const patches = store.current;
  predicted.row = grown(predicted.row, ROW * patches.pointCount);
  predicted.changes = grown(predicted.changes, table.body.length);
  predicted.frictionSaw = grown(predicted.frictionSaw, patches.count);
  predicted.normalsSaw = grown(predicted.normalsSaw, patches.count);
  predicted.changes.fill(0, 0, table.body.length);
  for (let k = 0; k < predicted.count; k++) {
    const i = predicted.index[k];
    predicted.frictionSaw[i] = -1;
    predicted.normalsSaw[i] = -1;
    prepareNormals(predicted.row, table.bodies, patches, i, asFound);
  }
}

/** What cannot be moved is not changed. */
function noteChange({ bodies: table, predicted }: InstallState, { bodyA, bodyB }: PatchBuffers, i: number): void {
  if (table.type[bodyA[i]] === DYNAMIC) predicted.changes[bodyA[i]]++;
  if (table.type[bodyB[i]] === DYNAMIC) predicted.changes[bodyB[i]]++;
}
