import type { PatchRecords } from '@stiction/friction-core/adapter';
import type { ConvexSet } from '@stiction/lcp-solver';

/**
 * A set with more parameters than fit into a patch's `shape`. They are in the patch's record from `first` on, with the torsion radius at
 * `torsionIndex`.  shape = [index of the patch, torsion radius].
 *
 * The first parameters are the friction centre [cx, cy] as in `offsetSet`. The float before them is a lower bound r of the friction
 * coefficient in all directions: an impulse within it sticks without a call of the set, which saves a third of the work for a patch at rest.
 */
export function recordSet(set: ConvexSet, records: PatchRecords, first: number, torsionIndex: number): ConvexSet {
  /**
   * Offset of the patch's parameters in the record. The torsion radius is copied from `shape`, where modifiers such as `spinning` change
   * it.
   */
  function locate(shape: Float64Array, shapeAt: number): number {
    const at = records.stride * shape[shapeAt];
    records.values[at + torsionIndex] = shape[shapeAt + 1];
    return at + first;
  }
  return {
    name: set.name,
    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      const at = locate(shape, shapeAt);
      const { values } = records;
      if (solveStick(A, aAt, c, scale, scaleAt, values, at, shape[shapeAt + 1], out)) return false;
      return set.minimize(A, aAt, c, scale, scaleAt, values, at, out);
    },
    support(d, shape, shapeAt, out) {
      set.support(d, records.values, locate(shape, shapeAt), out);
    },
    gauge(lambda, lambdaAt, shape, shapeAt) {
      return set.gauge(lambda, lambdaAt, records.values, locate(shape, shapeAt));
    },
  };
}

/** If a pivot is below this fraction of its diagonal entry, the matrix may be singular. */
const SINGULAR = 1e-9;

/**
 * Writes λ = -A⁻¹c and returns true if it is in the ellipsoid (λ1² + λ2²)/r² + (λ3 - (cx λ2 - cy λ1))²/r3² ≤ 1, times the scale. The
 * ellipsoid is contained in every cone with coefficients of at least r and torsion radius r3.
 */
function solveStick(
  A: Float64Array,
  aAt: number,
  c: Float64Array,
  scale: Float64Array,
  scaleAt: number,
  values: Float64Array,
  at: number,
  r3: number,
  out: Float64Array,
): boolean {
  const a11 = A[aAt];
  const a12 = A[aAt + 1];
  const a13 = A[aAt + 2];
  const d2 = A[aAt + 3] - (a12 * a12) / a11;
  const e = A[aAt + 4] - (a13 * a12) / a11;
  const d3 = A[aAt + 5] - (a13 * a13) / a11 - (e * e) / d2;
  if (!(a11 > 0 && d2 > SINGULAR * A[aAt + 3] && d3 > SINGULAR * A[aAt + 5])) return false;
  const y2 = c[1] - (a12 * c[0]) / a11;
  const l3 = -(c[2] - (a13 * c[0]) / a11 - (e * y2) / d2) / d3;
  const l2 = -(y2 + e * l3) / d2;
  const l1 = -(c[0] + a12 * l2 + a13 * l3) / a11;
  const torsion = l3 - values[at] * l2 + values[at + 1] * l1;
  const r = scale[scaleAt] * values[at - 1];
  const t = scale[scaleAt] * r3;
  if (!((l1 * l1 + l2 * l2) * t * t + torsion * torsion * r * r < r * r * t * t)) return false;
  out[0] = l1;
  out[1] = l2;
  out[2] = l3;
  return true;
}
