import { addScaledCompensated } from './compensated.js';

/**
 * How far z is from solving a mixed LCP, in two units. With w = M z + q and P the clip to [lo, hi]:
 *
 *   plain   ‖ z - P(z - w) ‖₂ / max(‖q‖₂, 1e-8)
 *   scaled  maxᵢ | d z - P_d(d z - w) |ᵢ / max(max|q|, 1e-8)
 *
 * where d = Mᵢᵢ (1 where that is not positive) and P_d clips to [d lo, d hi].
 * Both vanish at solutions only. The plain one compares z with w as if they had one unit, so a matrix of tiny or huge
 * entries makes one of the two blind: a problem counts as solved where both are small. Bounds of rows with a findex are
 * taken at z.
 *
 * z - P(z - w) is the middle one of z - lo, z - hi and w. Computed like that nothing cancels: for a huge z, z - w would
 * round to z, and the residual to 0, whatever w is. So both residuals are as exact as the w they are given.
 */
export interface ResidualData {
  n: number;
  /** Diagonal of M. */
  diagonal: Float64Array;
  lo: Float64Array;
  hi: Float64Array;
  /** -1 where there is none. */
  findex: Int32Array;
  mu: Float64Array;
  /** max(‖q‖₂, 1e-8). */
  plainUnit: number;
  /** max(max|q|, 1e-8). */
  scaledUnit: number;
}

const Q_FLOOR = 1e-8;

/** Writes the two units of the residuals. */
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
    const plain = clip(w[i], below, above);
    sum += plain * plain;
    const d = diagonal[i] > 0 ? diagonal[i] : 1;
    const scaled = Math.abs(clip(w[i], d * below, d * above));
    // Written so that a NaN is not lost.
    if (!(scaled <= largest)) largest = scaled;
  }
  out[0] = Math.sqrt(sum) / data.plainUnit;
  out[1] = largest / data.scaledUnit;
}

export function clip(value: number, low: number, high: number): number {
  return value < low ? low : Math.min(value, high);
}
