import type { PatchBuffers, PatchList } from '@stiction/friction-core';
import type { BodyTable } from './body-table.js';
import { createNormalRows, fillRow, normalVelocity, push, pushNormal, reserveRows } from './normal-rows.js';

/**
 * The load of a patch, as it is to be expected: one normal impulse at the pressure centre, with the velocities foreseen.
 *
 *     0 ≤ λN  ⊥  uN ≥ 0
 *
 * It starts from the load of the last step, whose effect is in the velocities. So the load of an impact, which has done
 * its work, falls back to the weight, and where gravity is tilted the weight presses less. A patch without load stays so:
 * the bodies may be apart still.
 */

/** One row per patch, at its centre. */
const rows = /* @__PURE__ */ createNormalRows();

export function prepareLoads(table: BodyTable, patches: PatchBuffers, list: PatchList): void {
  reserveRows(rows, patches.count);
  for (let k = 0; k < list.count; k++) fillRow(rows, table, patches, list.index[k], patches.centre, list.index[k]);
}

/** One Gauss-Seidel step for the load of patch i. Returns by how much it changed. */
export function solveLoad(table: BodyTable, patches: PatchBuffers, i: number): number {
  const before = patches.normalImpulse[i];
  if (!(before > 0)) return 0;
  const speed = normalVelocity(rows, patches, i, i, table.bodies.velocity);
  const after = Math.max(0, before - rows.mass[i] * speed);
  patches.normalImpulse[i] = after;
  push[0] = after - before;
  pushNormal(rows, table, patches, i, i);
  return Math.abs(after - before);
}
