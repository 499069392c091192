import { isDense, type Matrix } from '../algebra/matrix.js';
import type { ResultBase } from '../result.js';

/**
 * Mixed linear complementarity problem with bounds: find z with
 *
 *   lo ≤ z ≤ hi,   w = M z + q,   wᵢ ≥ 0 where zᵢ = loᵢ,   wᵢ ≤ 0 where zᵢ = hiᵢ,   wᵢ = 0 between.
 *
 * lo = 0, hi = ∞ is the classical LCP. A variable with two infinite bounds is free (wᵢ = 0); one with lo = hi is fixed.
 * If `findex[i]` >= 0, row i ignores lo and hi and uses the bounds ∓ mu[i] z[findex[i]]: a friction row and its normal
 * row.
 */
export interface MlcpProblem {
  /** Number of unknowns, an integer ≥ 0. */
  n: number;
  /** n × n, dense row-major or CSR; may be unsymmetric. */
  M: Matrix;
  q: ArrayLike<number>;
  /** Lower bounds, -Infinity allowed. @default 0 for every row */
  lo?: ArrayLike<number>;
  /** Upper bounds, Infinity allowed. @default Infinity for every row */
  hi?: ArrayLike<number>;
  /** Row whose z scales the bounds of this row, or -1. That row must have lo ≥ 0 and findex -1. @default -1 */
  findex?: ArrayLike<number>;
  /** Factor on the bounds of rows with a findex, finite and ≥ 0. Required with `findex`. */
  mu?: ArrayLike<number>;
}

/** Proof that the problem has no solution, see certificate.ts. */
export interface MlcpCertificate {
  /** Weights of the rows; the largest is 1 in the units in which the diagonal of M is 1. */
  y: Float64Array;
  /** Upper bound on yᵀw, negative; every solution has yᵀw ≥ 0. */
  value: number;
  /** Lower bound on Σ|zᵢ| of any solution, in the same units; Infinity if the proof is exact. */
  minNorm: number;
}

export interface MlcpResult extends ResultBase {
  /** Always within its bounds. */
  z: Float64Array;
  /** M z + q. */
  w: Float64Array;
  /** Present if the status is 'infeasible'. */
  certificate?: MlcpCertificate | undefined;
}

/** Throws a RangeError that names the invalid field, its valid range and its value. */
export function checkProblem(problem: MlcpProblem): void {
  const { n, M, q, lo, hi, findex, mu } = problem;
  if (!Number.isInteger(n) || n < 0) throwInvalid('n', 'an integer >= 0', n);
  if (isDense(M)) {
    checkLength('M', M, n * n);
    for (let k = 0; k < n * n; k++) if (!(M[k] - M[k] === 0)) throwInvalid(`M[${k}]`, 'finite', M[k]);
  } else checkSparse(n, M.p, M.i, M.x);
  checkFinite('q', q, n);
  if (lo) checkLength('lo', lo, n);
  if (hi) checkLength('hi', hi, n);
  for (let i = 0; i < n; i++) {
    const low = lo ? lo[i] : 0;
    const high = hi ? hi[i] : Infinity;
    if (!(low < Infinity && high > -Infinity && low <= high)) {
      throwInvalid(`lo[${i}]`, `below Infinity and <= hi[${i}] = ${high}`, low);
    }
  }
  if (findex) checkFriction(n, lo, findex, mu ?? []);
}

function checkSparse(n: number, p: ArrayLike<number>, columns: ArrayLike<number>, x: ArrayLike<number>): void {
  checkLength('M.p', p, n + 1);
  if (p[0] !== 0) throwInvalid('M.p[0]', '0', p[0]);
  for (let r = 0; r < n; r++)
    if (!(p[r + 1] >= p[r])) throwInvalid(`M.p[${r + 1}]`, `>= M.p[${r}] = ${p[r]}`, p[r + 1]);
  checkLength('M.i', columns, p[n]);
  checkFinite('M.x', x, p[n]);
  for (let k = 0; k < p[n]; k++)
    if (!isRow(columns[k], n)) throwInvalid(`M.i[${k}]`, `an integer in 0..${n - 1}`, columns[k]);
}

function checkFriction(
  n: number,
  lo: ArrayLike<number> | undefined,
  findex: ArrayLike<number>,
  mu: ArrayLike<number>,
): void {
  checkLength('findex', findex, n);
  checkLength('mu', mu, n);
  for (let i = 0; i < n; i++) {
    const base = findex[i];
    if (base === -1) continue;
    if (!isRow(base, n)) throwInvalid(`findex[${i}]`, `-1 or an integer in 0..${n - 1}`, base);
    if (findex[base] !== -1) throwInvalid(`findex[${i}]`, 'a row without findex: no chains or cycles', base);
    if (lo && !(lo[base] >= 0)) throwInvalid(`lo[${base}]`, `>= 0, as findex[${i}] refers to it`, lo[base]);
    if (!(mu[i] >= 0 && mu[i] < Infinity)) throwInvalid(`mu[${i}]`, 'finite and >= 0', mu[i]);
  }
}

function isRow(value: number, n: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < n;
}

function checkFinite(name: string, values: ArrayLike<number>, count: number): void {
  checkLength(name, values, count);
  for (let k = 0; k < count; k++)
    if (!(values[k] - values[k] === 0)) throwInvalid(`${name}[${k}]`, 'finite', values[k]);
}

export function checkLength(name: string, values: ArrayLike<number>, n: number): void {
  if (values?.length !== n) throwInvalid(`${name}.length`, `${n}`, values?.length);
}

export function throwInvalid(field: string, range: string, value: unknown): never {
  throw new RangeError(`solveMlcp: ${field} must be ${range} (got ${value})`);
}
