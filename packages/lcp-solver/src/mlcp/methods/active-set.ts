import { appendRow, factorCholesky, paddedSize, removeRow, solveCholesky } from '../../algebra/cholesky.js';
import { factorLu, solveLu } from '../../algebra/lu.js';
import { multiplyAddDense } from '../../algebra/matrix.js';
import type { MlcpWorkspace } from '../workspace.js';

/**
 * Factor of A_FF + eps I for the set F of free unknowns (state 0): Cholesky if A is symmetric, otherwise LU.
 * A few changes of F update the Cholesky factor; many changes recompute it.
 */

/**
 * Recomputing the factor costs k³/6 in tiled code, changing one row about k² in plain loops. Updating pays for fewer
 * than k / REFACTOR_RATIO changes.
 */
const REFACTOR_RATIO = 16;
/** Smallest pivot, relative to the largest entry of A (about 1). */
const MIN_PIVOT = 1e-14;

/** Updates the factor to match `state`. False if A_FF + eps I is not positive definite (Cholesky) or singular (LU). */
export function factorActive(work: MlcpWorkspace, eps: number): boolean {
  const { n, state, factorOrder, factorIndex, L, inverse, scratch } = work;
  const ld = paddedSize(work.capacity);
  if (work.factorEps !== eps) return refactor(work, eps, ld);
  let removed = 0;
  let added = 0;
  for (let i = 0; i < n; i++) {
    if (state[i] === 0 && factorIndex[i] < 0) added++;
    else if (state[i] !== 0 && factorIndex[i] >= 0) removed++;
  }
  if (removed + added === 0) return true;
  if (!work.symmetric || REFACTOR_RATIO * (removed + added) > work.factorSize + added) return refactor(work, eps, ld);
  work.factorEps = -1;
  for (let i = 0; i < n; i++) {
    if (state[i] === 0 || factorIndex[i] < 0) continue;
    const at = factorIndex[i];
    removeRow(L, work.factorSize, ld, inverse, at, scratch);
    work.factorSize--;
    for (let k = at; k < work.factorSize; k++) {
      factorOrder[k] = factorOrder[k + 1];
      factorIndex[factorOrder[k]] = k;
    }
    factorIndex[i] = -1;
  }
  for (let i = 0; i < n; i++) {
    if (state[i] !== 0 || factorIndex[i] >= 0) continue;
    const k = work.factorSize;
    factorIndex[i] = k;
    factorOrder[k] = i;
    gatherRow(work, i, k * ld, true);
    L[k * ld + k] += eps;
    if (!appendRow(L, k, ld, inverse, MIN_PIVOT)) return false;
    work.factorSize++;
  }
  work.factorEps = eps;
  return true;
}

function refactor(work: MlcpWorkspace, eps: number, ld: number): boolean {
  const { n, state, factorOrder, factorIndex, L } = work;
  let size = 0;
  for (let i = 0; i < n; i++) {
    factorIndex[i] = -1;
    if (state[i] !== 0) continue;
    factorIndex[i] = size;
    factorOrder[size++] = i;
  }
  work.factorSize = size;
  work.factorEps = -1;
  work.result.pivots++;
  for (let k = 0; k < size; k++) {
    gatherRow(work, factorOrder[k], k * ld, work.symmetric);
    L[k * ld + k] += eps;
  }
  const done = work.symmetric
    ? factorCholesky(L, size, ld, work.inverse, MIN_PIVOT)
    : factorLu(L, size, ld, work.pivots, MIN_PIVOT);
  if (done) work.factorEps = eps;
  return done;
}

/** Copies row i of A, in the order of the factor, to L[to…]; with `lower` only up to the diagonal. */
function gatherRow(work: MlcpWorkspace, i: number, to: number, lower: boolean): void {
  const { n, A, factorOrder, factorIndex, L } = work;
  const count = lower ? factorIndex[i] + 1 : work.factorSize;
  for (let k = 0, row = i * n; k < count; k++) L[to + k] = A[row + factorOrder[k]];
}

/** Solves (A_FF + eps I) y_F = rhs_F with the factor and writes y_F into `out`; other entries are unchanged. */
export function solveActive(work: MlcpWorkspace, rhs: Float64Array, out: Float64Array): void {
  const { factorOrder, scratch, factorSize } = work;
  const ld = paddedSize(work.capacity);
  for (let k = 0; k < factorSize; k++) scratch[k] = rhs[factorOrder[k]];
  if (work.symmetric) solveCholesky(work.L, factorSize, ld, work.inverse, scratch);
  else solveLu(work.L, factorSize, ld, work.pivots, scratch);
  for (let k = 0; k < factorSize; k++) out[factorOrder[k]] = scratch[k];
}

/** Computes d = x - center and x for the current states, and g = A d + r. */
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
