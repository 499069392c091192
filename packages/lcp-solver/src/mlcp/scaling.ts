import { isDense } from '../algebra/matrix.js';
import type { MlcpProblem } from './problem.js';
import { setResidualUnits } from './residual.js';
import type { MlcpWorkspace } from './workspace.js';

/**
 * Equilibration: A = S M S with a diagonal S of powers of two (exact), b = S q, bounds S⁻¹ lo and S⁻¹ hi.
 * Using the same S on both sides preserves the matrix class: symmetric, monotone, copositive, P.
 *
 * sᵢ = 1/√Mᵢᵢ makes the diagonal about 1, which bounds all entries of a positive semi-definite matrix. If a diagonal
 * entry is not the largest of its row and column (circuits, saddle points), sᵢ comes from a few sweeps of Ruiz'
 * iteration on the largest entry of row and column (D. Ruiz, A scaling algorithm to equilibrate both rows and columns
 * norms in matrices, 2001).
 */

const RUIZ_SWEEPS = 6;
/** Differences of Aᵢⱼ and Aⱼᵢ up to this count as rounding; refinement with the true matrix removes their effect. */
const SYMMETRY = 1e-13;

const HALF_ULP = 1.1102230246251565e-16; // 2⁻⁵³; a literal, because bundlers do not fold 2 ** -53

/** Writes the equilibrated problem into the workspace. */
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
  const source = isDense(M) ? M : A;
  if (!isDense(M)) {
    for (let k = 0; k < n * n; k++) A[k] = 0;
    for (let r = 0; r < n; r++) for (let at = M.p[r]; at < M.p[r + 1]; at++) A[r * n + M.i[at]] += M.x[at];
  }
  for (let i = 0; i < n; i++) {
    diagonal[i] = source[i * n + i];
    s[i] = diagonal[i] > 0 ? powerOfTwo(1 / Math.sqrt(diagonal[i])) : 1;
  }
  // No entry of a semi-definite matrix exceeds the diagonal entries of its row and column, now between 1/4 and 1.
  let dominant = true;
  for (let r = 0; r < n; r++) {
    const scale = s[r];
    const bound = diagonal[r] > 0 ? 1 + SYMMETRY : 0;
    for (let c = 0, at = r * n; c < n; c++, at++) {
      const value = source[at] * scale * s[c];
      A[at] = value;
      if (value > bound || value < -bound) dominant = false;
    }
  }
  if (!dominant) equilibrateByRows(work);
  work.symmetric = isSymmetric(A, n);

  // Rounding error of row i of A x + b: n + 2 times half an ulp of max|A| Σ|x| + |b|; then w = v / s.
  let largest = 1;
  if (!dominant) for (let k = 0; k < n * n; k++) if (Math.abs(A[k]) > largest) largest = Math.abs(A[k]);
  let squares = 0;
  let widest = 0;
  for (let i = 0; i < n; i++) {
    squares += 1 / (s[i] * s[i]);
    if (1 / s[i] > widest) widest = 1 / s[i];
  }
  const rounding = (n + 3) * HALF_ULP * largest;
  work.plainRounding = (rounding * Math.sqrt(squares)) / work.plainUnit;
  work.scaledRounding = (rounding * widest) / work.scaledUnit;

  let unit = 0;
  for (let i = 0; i < n; i++) {
    work.b[i] = s[i] * q[i];
    work.low[i] = work.lo[i] / s[i];
    work.high[i] = work.hi[i] / s[i];
    const base = work.findex[i];
    work.scaledMu[i] = base >= 0 ? (work.mu[i] * s[base]) / s[i] : 0;
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
        const size = Math.abs(A[r * n + c]);
        if (size > g[r]) g[r] = size;
        if (size > g[c]) g[c] = size;
      }
    }
    for (let i = 0; i < n; i++) {
      g[i] = g[i] > 0 ? powerOfTwo(1 / Math.sqrt(g[i])) : 1;
      s[i] *= g[i];
    }
    for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) A[r * n + c] *= g[r] * g[c];
  }
}

function isSymmetric(A: Float64Array, n: number): boolean {
  for (let r = 1; r < n; r++) {
    for (let c = 0, at = r * n, across = r; c < r; c++, at++, across += n) {
      if (Math.abs(A[at] - A[across]) > SYMMETRY) return false;
    }
  }
  return true;
}

/** The largest power of two not above a positive number. */
function powerOfTwo(value: number): number {
  let power = 1;
  while (power * 2 <= value && power < 1e300) power *= 2;
  while (power > value && power > 1e-300) power *= 0.5;
  return power;
}
