import { transposeMultiplyCompensated } from './compensated.js';
import type { MlcpCertificate } from './problem.js';
import type { MlcpWorkspace } from './workspace.js';

/**
 * Farkas certificates: a y that proves that no z between its bounds has w = M z + q in the cone that complementarity
 * asks for.
 *
 * Let yᵢ ≥ 0 where only lo is finite (there wᵢ ≥ 0), ≤ 0 where only hi is, any where neither is (wᵢ = 0), and 0 where
 * both are (any wᵢ will do). Then a solution has yᵀw ≥ 0. But yᵀw = qᵀy + (Mᵀy)ᵀz is at most
 *
 *   value = qᵀy + Σ maxᵢ over lo ≤ z ≤ hi of (Mᵀy)ᵢ zᵢ,
 *
 * finite where (Mᵀy)ᵢ ≤ 0 for hi = ∞ and ≥ 0 for lo = -∞. So value < 0 proves that there is no solution, whatever kind
 * of matrix M is. y is rounded, so the signs of Mᵀy (by compensated products) hold up to a violation δ = max over those
 * i only, and value < 0 excludes every solution with Σ|xᵢ| < -value / δ: this `reach` has to be astronomic before a
 * certificate is accepted.
 */

/** Least reach of a certificate, in multiples of the size max|b| that x has where the matrix is about 1. */
export const REACH = 1e10;
/** -value at least this, relative to the terms it is the sum of. */
export const DEPTH = 1e-9;
/** Entries of y below this, against its largest, are dropped. */
const DROP = 1e-11;

/**
 * Tries the direction `work.x` (of the equilibrated problem) as a proof. Allocates only where it is one.
 * Not for problems with findex, whose bounds move with z.
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
  const reach = violation > 0 ? -value / violation : Infinity;
  if (!(value < -DEPTH * terms && reach > REACH * work.unit)) return undefined;
  // Back to rows of M: yᵀw is the same sum in both units.
  const original = new Float64Array(n);
  for (let i = 0; i < n; i++) original[i] = y[i] * work.s[i];
  return { y: original, value, reach };
}
