import type { PatchBuffers } from '@stiction/friction-core';
import { applyFriction, ensureCapacity, solvePatch } from '@stiction/friction-core/adapter';
import { SWEEPS, TOLERANCE } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { DYNAMIC } from '../read/body-table.js';
import { prepareNormals, ROW, respondToFriction, setNormalTargets, solveNormals } from './normal-rows.js';
import { dropSupport, prepareSupport, SUPPORT_NUMBERS } from './support.js';

/** The patches that are predicted in this step, and buffers to solve them. */
export type Predicted = ReturnType<typeof createPredicted>;

export function createPredicted() {
  return {
    count: 0,
    index: new Int32Array(0),
    /** True if rows and blocks are up to date: the patches were kept in the last step. */
    isReady: false,
    /** Per contact point: its normal row, see `normal-rows.ts`. */
    row: new Float64Array(0),
    /** Per body: number of changes above the tolerance. Per patch: the sum for its bodies when it was last solved. */
    changes: new Int32Array(0),
    saw: new Int32Array(0),
    changed: new Float64Array(3),
    support: new Float64Array(SUPPORT_NUMBERS),
    /** Change of the world's gravity since the last step [m/s²]; a force and torque. */
    gravityChange: new Float64Array(3),
    force: new Float64Array(6),
  };
}

/**
 * Alternates friction and normals on the current velocities until no impulse changes by more than the tolerance, relative to the patch's load or the
 * mean load, so that lightly loaded patches do not delay convergence. A patch is solved again only if one of its bodies has changed.
 */
export function solvePredicted(install: InstallState, asFound: boolean): void {
  const { store, predicted } = install;
  const patches = store.current;
  const { index, count, changed } = predicted;
  const { normalImpulse, bodyA, bodyB } = patches;
  prepareSweeps(install, asFound);
  const { changes, saw } = predicted;
  let mean = 0;
  for (let k = 0; k < count; k++) mean += normalImpulse[index[k]] / count;
  let moving = count > 0;
  // The correction makes up for an incomplete prediction.
  const most = asFound ? SWEEPS : SWEEPS / 2;
  for (let sweep = 0; moving && sweep < most; sweep++) {
    moving = false;
    for (let k = 0; k < count; k++) {
      const i = index[sweep % 2 === 0 ? k : count - 1 - k];
      const seen = changes[bodyA[i]] + changes[bodyB[i]];
      if (saw[i] === seen) continue;
      saw[i] = seen;
      solveOne(install, i);
      if (changed[0] > TOLERANCE * Math.max(normalImpulse[i], mean)) {
        moving = true;
        markChanged(install, patches, i);
      }
    }
  }
}

/** Solves friction of patch i, then its normals; the change of the impulses goes to changed[0]. */
function solveOne({ store, bodies: table, predicted }: InstallState, i: number): void {
  const patches = store.current;
  const { impulse } = patches;
  const { changed, row } = predicted;
  const at = 3 * i;
  for (let e = 0; e < 3; e++) changed[e] = -impulse[at + e];
  solvePatch(patches, i, table.bodies);
  for (let e = 0; e < 3; e++) changed[e] += impulse[at + e];
  if (!respondToFriction(row, table.bodies, patches, i, changed)) {
    // The body can tip: solve again without support.
    applyFriction(patches, i, table.bodies, changed, 0, 1);
    for (let e = 0; e < 3; e++) impulse[at + e] -= changed[e];
    dropSupport(row, table.bodies, patches, i);
    for (let e = 0; e < 3; e++) changed[e] = -impulse[at + e];
    solvePatch(patches, i, table.bodies);
    for (let e = 0; e < 3; e++) changed[e] += impulse[at + e];
  }
  const size = Math.abs(changed[0]) + Math.abs(changed[1]);
  solveNormals(row, table.bodies, patches, i, changed);
  changed[0] += size;
}

function prepareSweeps({ store, bodies: table, predicted }: InstallState, asFound: boolean): void {
  const patches = store.current;
  const { isReady } = predicted;
  predicted.row = ensureCapacity(predicted.row, ROW * patches.pointCount);
  predicted.changes = ensureCapacity(predicted.changes, table.body.length);
  predicted.saw = ensureCapacity(predicted.saw, patches.count);
  predicted.changes.fill(0, 0, table.body.length);
  for (let k = 0; k < predicted.count; k++) {
    const i = predicted.index[k];
    predicted.saw[i] = -1;
    if (!isReady) {
      prepareNormals(predicted.row, table.bodies, patches, i);
      prepareSupport(predicted.row, table.bodies, patches, i, predicted.support);
    }
    setNormalTargets(predicted.row, table.bodies, patches, i, asFound);
  }
}

/** Immovable bodies do not change. */
function markChanged({ bodies: table, predicted }: InstallState, { bodyA, bodyB }: PatchBuffers, i: number): void {
  if (table.type[bodyA[i]] === DYNAMIC) predicted.changes[bodyA[i]]++;
  if (table.type[bodyB[i]] === DYNAMIC) predicted.changes[bodyB[i]]++;
}
