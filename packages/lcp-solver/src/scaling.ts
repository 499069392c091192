import { isDense, multiplyAddDense } from './matrix.js';
import { setResidualUnits } from './mlcp-residual.js';
import type { MlcpProblem } from './problem.js';
import { type MlcpWorkspace, transposeMultiply } from './workspace.js';

/**
 * Equilibration: A = S M S with a diagonal S of powers of two (nothing is rounded), b = S q, bounds S⁻¹ lo and S⁻¹ hi.
 * One S on both sides keeps what a matrix is: symmetric, monotone, copositive, P.
 *
 * sᵢ = 1/√Mᵢᵢ makes the diagonal about 1, which for a positive semi-definite matrix bounds all entries. Where a
 * diagonal entry is not the largest of its row and column (circuits, saddle points), sᵢ comes from a few sweeps of
 * Ruiz' iteration on the largest entry of row and column instead (D. Ruiz, A scaling algorithm to equilibrate both rows
 * and columns norms in matrices, 2001).
 */

const RUIZ_SWEEPS = 6;
/** Differences between Aᵢⱼ and Aⱼᵢ up to this are rounding: refinement against the true matrix removes their effect. */
const SYMMETRY = 1e-13;

/** Copies the problem into the workspace, equilibrated. */
export function loadProblem(work: MlcpWorkspace, problem: MlcpProblem): void {
  const { n, M, q, lo, hi, findex, mu } = problem;
  const { A, s, diagonal } = work;
  work.n = n;
  work.hasFindex = false;
  work.factorEps = -1;
  for (let i = 0; i < n; i++) {
    const base = findex ? findex[i] : -1;
    work.findex[i] = base;
    if (base >= 0) work.hasFindex = true;
    work.lo[i] = lo ? lo[i] : 0;
    work.hi[i] = hi ? hi[i] : Infinity;
    work.mu[i] = base >= 0 && mu ? mu[i] : 0;
  }
  setResidualUnits(work, q);
  if (isDense(M)) for (let k = 0; k < n * n; k++) A[k] = M[k];
  else {
    for (let k = 0; k < n * n; k++) A[k] = 0;
    for (let r = 0; r < n; r++) for (let at = M.p[r]; at < M.p[r + 1]; at++) A[r * n + M.i[at]] += M.x[at];
  }
  for (let i = 0; i < n; i++) {
    diagonal[i] = A[i * n + i];
    s[i] = diagonal[i] > 0 ? powerOfTwo(1 / Math.sqrt(diagonal[i])) : 1;
  }
  // In a semi-definite matrix no entry is larger than the diagonal ones of its row and column.
  let dominant = true;
  for (let r = 0; r < n; r++) {
    const bound = diagonal[r] > 0 ? (1 + SYMMETRY) / s[r] : 0;
    for (let c = 0, at = r * n; c < n; c++, at++) if (Math.abs(A[at]) * s[c] > bound) dominant = false;
  }
  if (!dominant) equilibrateByRows(work);
  for (let r = 0; r < n; r++) for (let c = 0, at = r * n; c < n; c++, at++) A[at] *= s[r] * s[c];
  work.symmetric = isSymmetric(work);

  let unit = 0;
  for (let i = 0; i < n; i++) {
    work.b[i] = s[i] * q[i];
    work.low[i] = work.lo[i] / s[i];
    work.high[i] = work.hi[i] / s[i];
    const base = work.findex[i];
    work.ratio[i] = base >= 0 ? (work.mu[i] * s[base]) / s[i] : 0;
    if (Math.abs(work.b[i]) > unit) unit = Math.abs(work.b[i]);
  }
  work.unit = unit > 0 ? unit : 1;
}

function equilibrateByRows(work: MlcpWorkspace): void {
  const { n, A, s, g } = work;
  for (let sweep = 0; sweep < RUIZ_SWEEPS; sweep++) {
    for (let i = 0; i < n; i++) g[i] = 0;
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < n; c++) {
        const size = Math.abs(A[r * n + c]) * s[r] * s[c];
        if (size > g[r]) g[r] = size;
        if (size > g[c]) g[c] = size;
      }
    }
    for (let i = 0; i < n; i++) if (g[i] > 0) s[i] = powerOfTwo(s[i] / Math.sqrt(g[i]));
  }
}

/**
 * Compares A u with Aᵀ u for a vector u without pattern: equal for all symmetric matrices, and for hardly any other.
 */
function isSymmetric(work: MlcpWorkspace): boolean {
  const { n, A, d: u, r, g } = work;
  for (let i = 0; i < n; i++) u[i] = 1 / Math.sqrt(i + 2);
  multiplyAddDense(A, n, u, work.zero, r);
  transposeMultiply(A, n, u, g);
  for (let i = 0; i < n; i++) if (!(Math.abs(r[i] - g[i]) <= SYMMETRY * n)) return false;
  return true;
}

/** The largest power of two that is not above a positive number. */
function powerOfTwo(value: number): number {
  let power = 1;
  while (power * 2 <= value && power < 1e300) power *= 2;
  while (power > value && power > 1e-300) power *= 0.5;
  return power;
}
