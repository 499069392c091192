import { isDense, type Matrix } from './matrix.js';

/**
 * Compensated sums of products, as if computed with twice the digits of a double and rounded once: the error is an ulp of
 * the result plus about n² 2^-106 Σ|terms|, even under cancellation. For an infeasible problem with a singular matrix,
 * M z + q of a huge z rounds to 0 in plain arithmetic, but not here.
 *
 * T. Ogita, S. Rump & S. Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26 (2005), algorithm Dot2, with
 * Knuth's exact sum and the exact product of Dekker and Veltkamp (JavaScript has no fused multiply-add). Factors above
 * 1e300 overflow to NaN, which no residual check accepts.
 */

/** out = M z + q. */
export function multiplyAddCompensated(
  M: Matrix,
  n: number,
  z: ArrayLike<number>,
  q: ArrayLike<number>,
  out: Float64Array,
): void {
  const values = isDense(M) ? M : M.x;
  const columns = isDense(M) ? undefined : M.i;
  const starts = isDense(M) ? undefined : M.p;
  for (let r = 0; r < n; r++) {
    const first = starts ? starts[r] : r * n;
    const end = starts ? starts[r + 1] : first + n;
    total[0] = q[r];
    total[1] = 0;
    for (let at = first; at < end; at++) {
      if (values[at] !== 0) addProduct(values[at], z[columns ? columns[at] : at - first]);
    }
    out[r] = total[0] + total[1];
  }
}

/** out = Mᵀ y. `low` is scratch of the same length as `out`. */
export function transposeMultiplyCompensated(
  M: Matrix,
  n: number,
  y: ArrayLike<number>,
  out: Float64Array,
  low: Float64Array,
): void {
  const values = isDense(M) ? M : M.x;
  const columns = isDense(M) ? undefined : M.i;
  const starts = isDense(M) ? undefined : M.p;
  for (let c = 0; c < n; c++) {
    out[c] = 0;
    low[c] = 0;
  }
  for (let r = 0; r < n; r++) {
    if (y[r] === 0) continue;
    const first = starts ? starts[r] : r * n;
    const end = starts ? starts[r + 1] : first + n;
    for (let at = first; at < end; at++) {
      const c = columns ? columns[at] : at - first;
      total[0] = out[c];
      total[1] = low[c];
      addProduct(values[at], y[r]);
      out[c] = total[0];
      low[c] = total[1];
    }
  }
  for (let c = 0; c < n; c++) out[c] += low[c];
}

/** a + b c. */
export function addScaledCompensated(a: number, b: number, c: number): number {
  total[0] = a;
  total[1] = 0;
  addProduct(b, c);
  return total[0] + total[1];
}

/** √(x² + y²) - |m c|, to an ulp of the result. */
export function lengthExcess(x: number, y: number, m: number, c: number): number {
  const edge = m * c;
  const length = Math.sqrt(x * x + y * y) + Math.abs(edge);
  if (!(length > 0)) return 0;
  // (x² + y² - (edge + e)²) / (√… + |edge|), e the rounding error of m c.
  total[0] = 0;
  total[1] = 0;
  addProduct(m, c);
  addProduct(-edge, 1);
  const e = total[0] + total[1];
  total[0] = 0;
  total[1] = -2 * edge * e;
  addProduct(x, x);
  addProduct(y, y);
  addProduct(-edge, edge);
  return (total[0] + total[1]) / length;
}

/** Accumulator of the functions above: the sum and its rounding error. */
const total = new Float64Array(2);
/** 2^27 + 1 splits 53 bits into two halves whose products are exact. */
const SPLIT = 134217729;

function addProduct(a: number, b: number): void {
  const sum = total[0];
  const p = a * b;
  let t = SPLIT * a;
  const aHigh = t - (t - a);
  const aLow = a - aHigh;
  t = SPLIT * b;
  const bHigh = t - (t - b);
  const bLow = b - bHigh;
  const s = sum + p;
  t = s - sum;
  total[1] += sum - (s - t) + (p - t) + (aLow * bLow - (p - aHigh * bHigh - aLow * bHigh - aHigh * bLow));
  total[0] = s;
}
