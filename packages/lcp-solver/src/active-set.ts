import { appendRow, factorCholesky, padded, removeRow, solveCholesky } from './cholesky.js';
import { factorLu, solveLu } from './lu.js';
import { multiplyAddDense } from './matrix.js';
import type { MlcpWorkspace } from './workspace.js';

/**
 * The factor of A_FF + eps I for the set F of unknowns between their bounds (state 0), kept in step with the states:
 * Cholesky for a symmetric A, else LU. A few changes of F update the Cholesky factor, many of them factor anew.
 */

/**
 * Factoring anew costs k³/6 in tiles, a change of one row about k² in plain loops: updating pays below k / this
 * changes.
 */
const REFACTOR = 16;
/** Smallest pivot, relative to the largest entry (about 1). */
const PIVOT_FLOOR = 1e-14;

/** Brings the factor in step with `state`. False where A_FF + eps I is not positive definite (or singular, for LU). */
export function factorActive(work: MlcpWorkspace, eps: number): boolean {
  const { n, state, order, place, L, inverse, scratch } = work;
  const ld = padded(work.capacity);
  if (work.factorEps !== eps) return refactor(work, eps, ld);
  let removed = 0;
  let added = 0;
  for (let i = 0; i < n; i++) {
    if (state[i] === 0 && place[i] < 0) added++;
    else if (state[i] !== 0 && place[i] >= 0) removed++;
  }
  if (removed + added === 0) return true;
  if (!work.symmetric || REFACTOR * (removed + added) > work.factorSize + added) return refactor(work, eps, ld);
  work.factorEps = -1;
  for (let i = 0; i < n; i++) {
    if (state[i] === 0 || place[i] < 0) continue;
    const at = place[i];
    removeRow(L, work.factorSize, ld, inverse, at, scratch);
    work.factorSize--;
    for (let k = at; k < work.factorSize; k++) {
      order[k] = order[k + 1];
      place[order[k]] = k;
    }
    place[i] = -1;
  }
  for (let i = 0; i < n; i++) {
    if (state[i] !== 0 || place[i] >= 0) continue;
    const k = work.factorSize;
    place[i] = k;
    order[k] = i;
    gatherRow(work, i, k * ld, true);
    L[k * ld + k] += eps;
    if (!appendRow(L, k, ld, inverse, PIVOT_FLOOR)) return false;
    work.factorSize++;
  }
  work.factorEps = eps;
  return true;
}

function refactor(work: MlcpWorkspace, eps: number, ld: number): boolean {
  const { n, state, order, place, L } = work;
  let size = 0;
  for (let i = 0; i < n; i++) {
    place[i] = -1;
    if (state[i] !== 0) continue;
    place[i] = size;
    order[size++] = i;
  }
  work.factorSize = size;
  work.factorEps = -1;
  work.answer.pivots++;
  for (let k = 0; k < size; k++) {
    gatherRow(work, order[k], k * ld, work.symmetric);
    L[k * ld + k] += eps;
  }
  const done = work.symmetric
    ? factorCholesky(L, size, ld, work.inverse, PIVOT_FLOOR)
    : factorLu(L, size, ld, work.pivots, PIVOT_FLOOR);
  if (done) work.factorEps = eps;
  return done;
}

/** Row i of A, in the order of the factor, to L from `to` on; up to the diagonal only where `lower`. */
function gatherRow(work: MlcpWorkspace, i: number, to: number, lower: boolean): void {
  const { n, A, order, place, L } = work;
  const count = lower ? place[i] + 1 : work.factorSize;
  for (let k = 0, row = i * n; k < count; k++) L[to + k] = A[row + order[k]];
}

/** Solves (A_FF + eps I) y_F = rhs_F with the factor and writes y_F into `out`, whose other entries stay. */
export function solveActive(work: MlcpWorkspace, rhs: Float64Array, out: Float64Array): void {
  const { order, scratch, factorSize } = work;
  const ld = padded(work.capacity);
  for (let k = 0; k < factorSize; k++) scratch[k] = rhs[order[k]];
  if (work.symmetric) solveCholesky(work.L, factorSize, ld, work.inverse, scratch);
  else solveLu(work.L, factorSize, ld, work.pivots, scratch);
  for (let k = 0; k < factorSize; k++) out[order[k]] = scratch[k];
}

/** d = x - center and x for the present states, and g = A d + r. */
export function solveStep(work: MlcpWorkspace): void {
  const { n, A, state, low, high, center, d, r, g, x } = work;
  let moved = false;
  for (let i = 0; i < n; i++) {
    d[i] = state[i] === 0 ? 0 : (state[i] < 0 ? low[i] : high[i]) - center[i];
    if (d[i] !== 0) moved = true;
  }
  if (moved) multiplyAddDense(A, n, d, r, g);
  else for (let i = 0; i < n; i++) g[i] = r[i];
  for (let i = 0; i < n; i++) g[i] = -g[i];
  solveActive(work, g, d);
  multiplyAddDense(A, n, d, r, g);
  for (let i = 0; i < n; i++) x[i] = state[i] < 0 ? low[i] : state[i] > 0 ? high[i] : center[i] + d[i];
}
