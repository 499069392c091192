import { clip } from './mlcp-residual.js';
import { assess, clipToBounds, type MlcpWorkspace } from './workspace.js';

/**
 * Projected Gauss-Seidel: one unknown after the other to the solution of its own row, clipped to its bounds
 * (C. Cryer, The solution of a quadratic programming problem using systematic overrelaxation, 1971). Rows with a
 * findex take their bounds from the newest value of their normal row.
 *
 * Converges for symmetric positive semi-definite matrices, sublinearly where they are singular or nearly so: cheap and
 * rough.
 */
export function pgs(work: MlcpWorkspace, maxIterations: number): boolean {
  const { n, A, b, low, high, findex, ratio, x } = work;
  clipToBounds(work, x);
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    work.answer.iterations++;
    for (let i = 0; i < n; i++) {
      let v = b[i];
      for (let c = 0, at = i * n; c < n; c++, at++) v += A[at] * x[c];
      const diagonal = A[i * n + i];
      const moved = x[i] - (diagonal > 0 ? v / diagonal : v);
      const base = findex[i];
      if (base >= 0) {
        const most = x[base] > 0 ? ratio[i] * x[base] : 0;
        x[i] = clip(moved, -most, most);
      } else x[i] = clip(moved, low[i], high[i]);
    }
    if (!work.monitor && iteration % CHECK !== 0 && iteration < maxIterations) continue;
    const worst = assess(work);
    if (worst <= work.tolerance) return true;
    if (!(worst < Infinity)) return false;
  }
  return false;
}

/** Measuring costs as much as a sweep, so it is done once in this many. */
const CHECK = 8;
