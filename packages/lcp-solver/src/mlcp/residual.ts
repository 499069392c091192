import { addScaledCompensated } from '../algebra/compensated.js';

/**
 * Two residuals of a mixed LCP. With w = M z + q and P the projection onto [lo, hi]:
 *
 *   plain   ‖ z - P(z - w) ‖₂ / max(‖q‖₂, 1e-8)
 *   scaled  maxᵢ | d z - P_d(d z - w) |ᵢ / max(max|q|, 1e-8)
 *
 * where d = Mᵢᵢ (1 if that is not positive) and P_d projects onto [d lo, d hi].
 * Both are zero only at solutions. The plain residual compares z with w although their units differ, so a matrix with
 * tiny or huge entries can hide an error from one of the two: a problem counts as solved only if both are small. Bounds
 * of rows with a findex are evaluated at z.
 *
 * z - P(z - w) is the median of z - lo, z - hi and w. This form avoids cancellation: for a huge z, z - w would round to
 * z and the residual to 0 for any w. Both residuals are therefore as accurate as w.
 */
export interface ResidualData {
  n: number;
  /** Diagonal of M. */
  diagonal: Float64Array;
  lo: Float64Array;
  hi: Float64Array;
  /** -1 for rows without one. */
  findex: Int32Array;
  mu: Float64Array;
  /** max(‖q‖₂, 1e-8). */
  plainUnit: number;
  /** max(max|q|, 1e-8). */
  scaledUnit: number;
}

const Q_FLOOR = 1e-8;

/** Sets the denominators of the two residuals. */
export function setResidualUnits(data: ResidualData, q: ArrayLike<number>): void {
  let sum = 0;
  let largest = 0;
  for (let i = 0; i < data.n; i++) {
    const size = Math.abs(q[i]);
    sum += size * size;
    if (size > largest) largest = size;
  }
  data.plainUnit = Math.max(Math.sqrt(sum), Q_FLOOR);
  data.scaledUnit = Math.max(largest, Q_FLOOR);
}

/** Writes [plain, scaled] into `out`. */
export function mlcpResiduals(data: ResidualData, z: Float64Array, w: Float64Array, out: Float64Array): void {
  const { n, diagonal, findex, mu } = data;
  let sum = 0;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    let above = z[i] - data.lo[i];
    let below = z[i] - data.hi[i];
    const base = findex[i];
    if (base >= 0) {
      const normal = Math.max(z[base], 0);
      above = addScaledCompensated(z[i], mu[i], normal);
      below = addScaledCompensated(z[i], -mu[i], normal);
    }
    const plain = clamp(w[i], below, above);
    sum += plain * plain;
    const d = diagonal[i] > 0 ? diagonal[i] : 1;
    const scaled = Math.abs(clamp(w[i], d * below, d * above));
    // Negated so that a NaN propagates.
    if (!(scaled <= largest)) largest = scaled;
  }
  out[0] = Math.sqrt(sum) / data.plainUnit;
  out[1] = largest / data.scaledUnit;
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : Math.min(value, high);
}
