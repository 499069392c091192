/**
 * A closed convex set K in R³ that contains the origin.
 *
 * Friction impulses lie in such a set, scaled by the normal impulse: λ ∈ s K with λ = [t1, t2, torsion]. Many patches
 * share one set object; their individual parameters (radii, angles) are in a flat `shape` array at an offset. So a
 * solver can keep thousands of instances in one typed array and call the set without allocating.
 *
 * Symmetric 3x3 matrices are stored as six floats: [a11, a12, a13, a22, a23, a33].
 */
export interface ConvexSet {
  readonly name: string;

  /**
   * Exact block step: writes the minimiser of ½ λᵀAλ + cᵀλ over λ ∈ scale[scaleAt] K to `out`.
   * `A` must be positive semi-definite and may be singular (locked axes). `out` may be `c`.
   * Returns true if the minimiser is on the boundary (slip), false if it is inside (stick).
   *
   * The scale is passed in an array because V8 allocates a float argument of a function it does not inline.
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

  /** Writes the support point of K in direction `d` (maximum dissipation: λ = scale · support(-slip)). */
  support(d: Float64Array, shape: Float64Array, shapeAt: number, out: Float64Array): void;

  /** The smallest s ≥ 0 with λ ∈ s K: at most 1 inside K, Infinity if no multiple of K contains λ. */
  gauge(lambda: Float64Array, lambdaAt: number, shape: Float64Array, shapeAt: number): number;
}
