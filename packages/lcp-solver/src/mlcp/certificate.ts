import { transposeMultiplyCompensated } from '../algebra/compensated.js';
import type { MlcpCertificate } from './problem.js';
import type { MlcpWorkspace } from './workspace.js';

/**
 * Farkas certificates: a vector y proves that no z within its bounds has w = M z + q in the cone that complementarity
 * requires.
 *
 * Let yᵢ ≥ 0 where only lo is finite (wᵢ ≥ 0), yᵢ ≤ 0 where only hi is finite, yᵢ arbitrary where both are infinite
 * (wᵢ = 0), and yᵢ = 0 where both are finite (wᵢ is arbitrary). Then a solution has yᵀw ≥ 0. But
 * yᵀw = qᵀy + (Mᵀy)ᵀz is at most
 *
 *   value = qᵀy + Σ maxᵢ over lo ≤ z ≤ hi of (Mᵀy)ᵢ zᵢ,
 *
 * which is finite if (Mᵀy)ᵢ ≤ 0 for hi = ∞ and (Mᵀy)ᵢ ≥ 0 for lo = -∞. So value < 0 proves that there is no solution,
 * for any matrix M. Because y is rounded, the signs of Mᵀy (by compensated products) hold only up to a violation δ, the
 * maximum over those i, and value < 0 excludes every solution with Σ|xᵢ| < -value / δ. A certificate is accepted only
 * if this bound, `minNorm`, is astronomically large.
 */

/** Smallest accepted minNorm relative to max|b|, the size of x for a matrix of about 1. */
export const MIN_RELATIVE_NORM = 1e10;
/** Smallest accepted -value relative to the sum of the magnitudes of its terms. */
export const MIN_RELATIVE_VALUE = 1e-9;
/** Entries of y below this, relative to the largest, are set to 0. */
const DROP = 1e-11;

/**
 * Tests the direction `work.x` (of the equilibrated problem) as a certificate. Allocates only if it is one.
 * Returns undefined for problems with findex, whose bounds depend on z.
 */
export function certify(work: MlcpWorkspace): MlcpCertificate | undefined {
  const { n, A, b, low, high, x: y, g } = work;
  if (work.hasFindex) return undefined;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    const lower = low[i] > -Infinity;
    const upper = high[i] < Infinity;
    if ((lower && upper) || (lower && y[i] < 0) || (upper && y[i] > 0)) y[i] = 0;
    if (Math.abs(y[i]) > largest) largest = Math.abs(y[i]);
  }
  if (!(largest > 0 && largest < Infinity)) return undefined;
  for (let i = 0; i < n; i++) y[i] = Math.abs(y[i]) < DROP * largest ? 0 : y[i] / largest;

  transposeMultiplyCompensated(A, n, y, g, work.rate);
  let value = 0;
  let terms = 0;
  let violation = 0;
  for (let i = 0; i < n; i++) {
    let most = b[i] * y[i];
    terms += Math.abs(most);
    if (g[i] !== 0) {
      const bound = g[i] > 0 ? high[i] : low[i];
      if (Math.abs(bound) < Infinity) {
        most += g[i] * bound;
        terms += Math.abs(g[i] * bound);
      } else if (Math.abs(g[i]) > violation) violation = Math.abs(g[i]);
    }
    value += most;
  }
  const minNorm = violation > 0 ? -value / violation : Infinity;
  if (!(value < -MIN_RELATIVE_VALUE * terms && minNorm > MIN_RELATIVE_NORM * work.unit)) return undefined;
  // Back to the rows of M; yᵀw is the same in both scalings.
  const original = new Float64Array(n);
  for (let i = 0; i < n; i++) original[i] = y[i] * work.s[i];
  return { y: original, value, minNorm };
}
