/**
 * A closed convex set K in R³ that holds the origin, described by a few numbers per instance.
 *
 * Friction impulses live in such a set, scaled by the normal impulse: λ ∈ s K with λ = [t1, t2, torsion]. Many patches
 * share one set object; what differs between them (radii, angles) stands in a flat `shape` array at an offset, so a
 * solver can keep thousands of instances in one typed array and call into the set without allocating.
 *
 * Symmetric 3x3 matrices are stored as six numbers: [a11, a12, a13, a22, a23, a33].
 */
export interface ConvexSet {
  readonly name: string;

  /**
   * The exact block step: writes into `out` the λ that minimises ½ λᵀAλ + cᵀλ over λ ∈ scale[scaleAt] K.
   * `A` may be singular (locked axes); it has to be positive semi-definite. `out` may be `c`.
   * Returns true where the minimiser lies on the boundary (slip), false where it lies inside (stick).
   *
   * The scale comes in an array as well: a number that is passed to a function which V8 does not inline is allocated.
   */
  minimize(
    A: Float64Array,
    aAt: number,
    c: Float64Array,
    scale: Float64Array,
    scaleAt: number,
    shape: Float64Array,
    shapeAt: number,
    out: Float64Array,
  ): boolean;

  /** Writes the point of K that goes farthest along `d` (maximum dissipation: λ = scale · support(-slip)). */
  support(d: Float64Array, shape: Float64Array, shapeAt: number, out: Float64Array): void;

  /** The smallest s ≥ 0 with λ ∈ s K: at most 1 inside K, Infinity where no multiple of K reaches λ. */
  gauge(lambda: Float64Array, lambdaAt: number, shape: Float64Array, shapeAt: number): number;
}
