import type { Records } from '@stiction/friction-core';
import type { ConvexSet } from '@stiction/lcp-solver';

/**
 * A set with more numbers than fit into a patch's `shape`: they stand in the patch's record from `first` on, the torsion radius at
 * `torsionIndex`.  shape = [number of the patch, torsion radius].
 *
 * The first numbers are the place of friction [cx, cy] as in `offsetSet`, and the one before them a radius r that the set has in all
 * directions: what sticks within it needs no look at the set itself, which is a third of the work of a patch at rest.
 */
export function recordSet(set: ConvexSet, records: Records, first: number, torsionIndex: number): ConvexSet {
  /** The torsion radius is left in `shape`, where modifiers such as `spinning` find it. */
  function open(shape: Float64Array, shapeAt: number): number {
    const at = records.stride * shape[shapeAt];
    records.numbers[at + torsionIndex] = shape[shapeAt + 1];
    return at + first;
  }
  return {
    name: set.name,
    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      const at = open(shape, shapeAt);
      const { numbers } = records;
      if (sticks(A, aAt, c, scale, scaleAt, numbers, at, shape[shapeAt + 1], out)) return false;
      return set.minimize(A, aAt, c, scale, scaleAt, numbers, at, out);
    },
    support(d, shape, shapeAt, out) {
      set.support(d, records.numbers, open(shape, shapeAt), out);
    },
    gauge(lambda, lambdaAt, shape, shapeAt) {
      return set.gauge(lambda, lambdaAt, records.numbers, open(shape, shapeAt));
    },
  };
}

/** A pivot below this share of its diagonal: the matrix may be singular. */
const SINGULAR = 1e-9;

/**
 * Writes λ = -A⁻¹c and returns true where it lies in the ellipsoid (λ1² + λ2²)/r² + (λ3 - (cx λ2 - cy λ1))²/r3² ≤ 1, times the scale. It
 * is a part of every cone: friction of at least r in all directions, and a torsion radius r3.
 */
function sticks(
  A: Float64Array,
  aAt: number,
  c: Float64Array,
  scale: Float64Array,
  scaleAt: number,
  numbers: Float64Array,
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
  const torsion = l3 - numbers[at] * l2 + numbers[at + 1] * l1;
  const r = scale[scaleAt] * numbers[at - 1];
  const t = scale[scaleAt] * r3;
  if (!((l1 * l1 + l2 * l2) * t * t + torsion * torsion * r * r < r * r * t * t)) return false;
  out[0] = l1;
  out[1] = l2;
  out[2] = l3;
  return true;
}
