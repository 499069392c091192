import type { Records } from '@stiction/friction-core';
import type { ConvexSet } from '@stiction/lcp-solver';

/**
 * A set with more numbers than fit into a patch's `shape`: they stand in the patch's record from `first` on, the torsion radius at
 * `torsionAt`.  shape = [number of the patch, torsion radius].
 */
export function recordSet(set: ConvexSet, records: Records, first: number, torsionAt: number): ConvexSet {
  /** The torsion radius is left in `shape`, where modifiers such as `spinning` find it. */
  function open(shape: Float64Array, shapeAt: number): number {
    const at = records.stride * shape[shapeAt];
    records.numbers[at + torsionAt] = shape[shapeAt + 1];
    return at + first;
  }
  return {
    name: set.name,
    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      return set.minimize(A, aAt, c, scale, scaleAt, records.numbers, open(shape, shapeAt), out);
    },
    support(d, shape, shapeAt, out) {
      set.support(d, records.numbers, open(shape, shapeAt), out);
    },
    gauge(lambda, lambdaAt, shape, shapeAt) {
      return set.gauge(lambda, lambdaAt, records.numbers, open(shape, shapeAt));
    },
  };
}
