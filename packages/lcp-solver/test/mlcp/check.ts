import type { MlcpProblem } from '../../src/mlcp/problem.js';

/**
 * The two residuals of a mixed LCP from their definition, independent of the code under test: dense, with the projection
 * as a median (z - P(z - w) is the median of z - lo, z - hi and w, which does not cancel for large z). Returns the
 * larger one; Infinity if z is not finite or violates its bounds (beyond the last digits).
 */
export function independentResidual(problem: MlcpProblem, z: ArrayLike<number>): number {
  const { n, q } = problem;
  const M = toRows(problem);
  const median = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  let plain = 0;
  let scaled = 0;
  for (let i = 0; i < n; i++) {
    const base = problem.findex ? problem.findex[i] : -1;
    const hi = base >= 0 ? problem.mu![i] * z[base] : problem.hi ? problem.hi[i] : Number.POSITIVE_INFINITY;
    const lo = base >= 0 ? -hi : problem.lo ? problem.lo[i] : 0;
    const slack = 1e-12 * (Math.abs(z[i]) + 1e-300);
    if (!(z[i] >= lo - slack && z[i] <= hi + slack)) return Number.POSITIVE_INFINITY;
    const w = M[i].reduce((sum, value, j) => sum + value * z[j], q[i]);
    const d = M[i][i] > 0 ? M[i][i] : 1;
    plain += median(z[i] - lo, z[i] - hi, w) ** 2;
    scaled = Math.max(scaled, Math.abs(median(d * (z[i] - lo), d * (z[i] - hi), w)));
  }
  const sizes = Array.from(q, Math.abs);
  const worst = Math.max(
    Math.sqrt(plain) / Math.max(Math.hypot(...sizes), 1e-8),
    scaled / Math.max(1e-8, Math.max(...sizes)),
  );
  return Number.isFinite(worst) ? worst : Number.POSITIVE_INFINITY;
}

/** Rounding error of `independentResidual`: half an ulp per term of a row of M z + q. */
export function roundingOf(problem: MlcpProblem, z: ArrayLike<number>): number {
  const { n, q } = problem;
  const terms = toRows(problem).map((row, i) =>
    row.reduce((sum, value, j) => sum + Math.abs(value * z[j]), Math.abs(q[i])),
  );
  const sizes = Array.from(q, Math.abs);
  return (n + 2) * 2 ** -53 * Math.hypot(...terms) * (1 / Math.max(1e-8, ...sizes));
}

/** M as an array of rows. */
function toRows({ n, M }: MlcpProblem): number[][] {
  return Array.from({ length: n }, (_, r) => {
    if (M instanceof Float64Array) return Array.from(M.subarray(r * n, r * n + n));
    const row = new Array<number>(n).fill(0);
    for (let at = M.p[r]; at < M.p[r + 1]; at++) row[M.i[at]] += M.x[at];
    return row;
  });
}

/**
 * Checks the Farkas conditions of a certificate y from their definition. Returns the maximum of yᵀw and the largest sign
 * violation of Mᵀy.
 */
export function checkCertificate(problem: MlcpProblem, y: ArrayLike<number>): { value: number; violation: number } {
  const { n, q } = problem;
  const M = toRows(problem);
  let value = 0;
  let violation = 0;
  for (let i = 0; i < n; i++) {
    const lo = problem.lo ? problem.lo[i] : 0;
    const hi = problem.hi ? problem.hi[i] : Number.POSITIVE_INFINITY;
    if (Number.isFinite(lo)) violation = Math.max(violation, -y[i]);
    if (Number.isFinite(hi)) violation = Math.max(violation, y[i]);
    value += q[i] * y[i];
    const slope = M.reduce((sum, row, j) => sum + row[i] * y[j], 0);
    const bound = slope > 0 ? hi : lo;
    if (Number.isFinite(bound)) value += slope * bound;
    else violation = Math.max(violation, Math.abs(slope));
  }
  return { value, violation };
}
