import { clamp } from '../residual.js';
import { clampToBounds, evaluateCandidate, type MlcpWorkspace } from '../workspace.js';

/**
 * Projected Gauss-Seidel: solves one row at a time for its unknown and clamps it to its bounds (C. Cryer, The solution
 * of a quadratic programming problem using systematic overrelaxation, 1971). Rows with a findex use the latest value of
 * their normal row.
 *
 * Converges for symmetric positive semi-definite matrices, sublinearly if they are singular or nearly singular: cheap
 * and approximate.
 */
export function pgs(work: MlcpWorkspace, maxIterations: number): boolean {
  const { n, A, b, low, high, findex, scaledMu, x } = work;
  clampToBounds(work, x);
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    work.result.iterations++;
    for (let i = 0; i < n; i++) {
      let v = b[i];
      for (let c = 0, at = i * n; c < n; c++, at++) v += A[at] * x[c];
      const diagonal = A[i * n + i];
      const moved = x[i] - (diagonal > 0 ? v / diagonal : v);
      const base = findex[i];
      if (base >= 0) {
        const most = x[base] > 0 ? scaledMu[i] * x[base] : 0;
        x[i] = clamp(moved, -most, most);
      } else x[i] = clamp(moved, low[i], high[i]);
    }
    if (!work.onIteration && iteration % CHECK_INTERVAL !== 0 && iteration < maxIterations) continue;
    const worst = evaluateCandidate(work);
    if (worst <= work.tolerance) return true;
    if (!(worst < Infinity)) return false;
  }
  return false;
}

/** Sweeps between residual checks; a check costs as much as a sweep. */
const CHECK_INTERVAL = 8;
