import type { AnswerBase } from './answer.js';
import { isDense, type Matrix } from './matrix.js';

/**
 * The mixed linear complementarity problem with bounds: find z with
 *
 *   lo ≤ z ≤ hi,   w = M z + q,   wᵢ ≥ 0 where zᵢ = loᵢ,   wᵢ ≤ 0 where zᵢ = hiᵢ,   wᵢ = 0 between.
 *
 * lo = 0, hi = ∞ is the classical LCP, two infinite bounds make a free variable with wᵢ = 0, lo = hi a fixed one.
 * Where `findex[i]` is not negative, row i ignores its lo and hi and has the bounds ∓ mu[i] z[findex[i]] instead: a
 * friction row and its normal row.
 */
export interface MlcpProblem {
  /** Unknowns, an integer ≥ 0. */
  n: number;
  /** n × n, dense row-major or CSR; it need not be symmetric. */
  M: Matrix;
  q: ArrayLike<number>;
  /** Lower bounds, -Infinity allowed. @default 0 for every row */
  lo?: ArrayLike<number>;
  /** Upper bounds, Infinity allowed. @default Infinity for every row */
  hi?: ArrayLike<number>;
  /** Row whose z scales the bounds of this row, or -1. That row has lo ≥ 0 and no findex of its own. @default -1 */
  findex?: ArrayLike<number>;
  /** Factor of the bounds of rows with a findex, finite and ≥ 0. Needed with `findex`. */
  mu?: ArrayLike<number>;
}

/** Proof that there is no solution: see certificate.ts. */
export interface MlcpCertificate {
  /** The combination of rows, largest entry 1 in the units in which the diagonal of M is 1. */
  y: Float64Array;
  /** What yᵀw would have to reach though it has to be ≥ 0: negative. */
  value: number;
  /** Any solution would have Σ|zᵢ| (in those same units) above this; Infinity where the proof is exact. */
  reach: number;
}

export interface MlcpAnswer extends AnswerBase {
  /** Within its bounds always. */
  z: Float64Array;
  /** M z + q. */
  w: Float64Array;
  /** Set where the status is 'infeasible'. */
  certificate?: MlcpCertificate | undefined;
}

/** Throws an error that names the field, what it may be, and what it is. */
export function checkProblem(problem: MlcpProblem): void {
  const { n, M, q, lo, hi, findex, mu } = problem;
  if (!Number.isInteger(n) || n < 0) fail('n', 'an integer >= 0', n);
  if (isDense(M)) {
    checkLength('M', M, n * n);
    for (let k = 0; k < n * n; k++) if (!(M[k] - M[k] === 0)) fail(`M[${k}]`, 'finite', M[k]);
  } else checkSparse(n, M.p, M.i, M.x);
  checkFinite('q', q, n);
  if (lo) checkLength('lo', lo, n);
  if (hi) checkLength('hi', hi, n);
  for (let i = 0; i < n; i++) {
    const low = lo ? lo[i] : 0;
    const high = hi ? hi[i] : Infinity;
    if (!(low < Infinity && high > -Infinity && low <= high)) {
      fail(`lo[${i}]`, `below Infinity and <= hi[${i}] = ${high}`, low);
    }
  }
  if (findex) checkFriction(n, lo, findex, mu ?? []);
}

function checkSparse(n: number, p: ArrayLike<number>, columns: ArrayLike<number>, x: ArrayLike<number>): void {
  checkLength('M.p', p, n + 1);
  if (p[0] !== 0) fail('M.p[0]', '0', p[0]);
  for (let r = 0; r < n; r++) if (!(p[r + 1] >= p[r])) fail(`M.p[${r + 1}]`, `>= M.p[${r}] = ${p[r]}`, p[r + 1]);
  checkLength('M.i', columns, p[n]);
  checkFinite('M.x', x, p[n]);
  for (let k = 0; k < p[n]; k++) if (!isRow(columns[k], n)) fail(`M.i[${k}]`, `an integer in 0..${n - 1}`, columns[k]);
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
    if (!isRow(base, n)) fail(`findex[${i}]`, `-1 or an integer in 0..${n - 1}`, base);
    if (findex[base] !== -1) fail(`findex[${i}]`, 'a row without findex: no chains or cycles', base);
    if (lo && !(lo[base] >= 0)) fail(`lo[${base}]`, `>= 0, as findex[${i}] refers to it`, lo[base]);
    if (!(mu[i] >= 0 && mu[i] < Infinity)) fail(`mu[${i}]`, 'finite and >= 0', mu[i]);
  }
}

function isRow(value: number, n: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < n;
}

function checkFinite(name: string, values: ArrayLike<number>, count: number): void {
  checkLength(name, values, count);
  for (let k = 0; k < count; k++) if (!(values[k] - values[k] === 0)) fail(`${name}[${k}]`, 'finite', values[k]);
}

export function checkLength(name: string, values: ArrayLike<number>, n: number): void {
  if (values?.length !== n) fail(`${name}.length`, `${n}`, values?.length);
}

export function fail(field: string, range: string, value: unknown): never {
  throw new RangeError(`solveMlcp: ${field} must be ${range} (got ${value})`);
}
