import type { ConvexSet } from './convex-set.js';

/**
 * Prism over a convex polygon:  K = { λ : dᵢ·(λ1, λ2) ≤ mᵢ for all i,  |λ3| ≤ r },  shape = [m₀ … m_{k-1}, r].
 * All instances share the directions dᵢ (unit vectors, k ≥ 3, no gap of 180°); mᵢ ≥ 0 is the friction limit along
 * direction i for unit normal force. Redundant faces are allowed.
 *
 * Exact block step: λ3 is eliminated first, free or at ±r. The reduced problem is convex in λ3, so a free λ3 outside
 * [-r, r] ends at the nearer bound. The remaining 2x2 problem over the polygon is solved by its free minimiser if that
 * is inside, otherwise by the best point on an edge. Edge i is the line dᵢ·λ = mᵢ clipped by all other faces.
 */
export function polygonSet(directions: ArrayLike<number>[]): ConvexSet {
  const k = directions.length;
  const dx = Float64Array.from(directions, (d) => d[0] / Math.hypot(d[0], d[1]));
  const dy = Float64Array.from(directions, (d) => d[1] / Math.hypot(d[0], d[1]));
  requireBounded(dx, dy);
  // Range of an edge, reduced problem [a11, a12, a22, c1, c2] and its solution, negated direction of `support`.
  const range = new Float64Array(2);
  const reduced = new Float64Array(5);
  const flat = new Float64Array(2);
  const against = new Float64Array(3);

  /** Clips the line of face i by the other faces to range[0..1] along (-dy, dx). False if nothing is left. */
  function cutEdge(i: number, m: Float64Array, at: number, scale: Float64Array, scaleAt: number): boolean {
    const size = scale[scaleAt];
    range[0] = Number.NEGATIVE_INFINITY;
    range[1] = Number.POSITIVE_INFINITY;
    for (let j = 0; j < k; j++) {
      if (j === i) continue;
      const across = dx[i] * dy[j] - dy[i] * dx[j]; // change of d_j·λ along the line
      const rest = size * (m[at + j] - (dx[i] * dx[j] + dy[i] * dy[j]) * m[at + i]);
      if (across > 1e-12) range[1] = Math.min(range[1], rest / across);
      else if (across < -1e-12) range[0] = Math.max(range[0], rest / across);
      else if (rest < 0) return false;
    }
    return range[0] <= range[1];
  }

  /** Minimises ½ lᵀA l + cᵀl over the polygon, A and c from `reduced`; writes `flat`. */
  function minimizeFlat(m: Float64Array, at: number, scale: Float64Array, scaleAt: number): boolean {
    const size = scale[scaleAt];
    const a11 = reduced[0];
    const a12 = reduced[1];
    const a22 = reduced[2];
    const c1 = reduced[3];
    const c2 = reduced[4];
    const det = a11 * a22 - a12 * a12;
    if (det > 1e-14 * a11 * a22) {
      flat[0] = (a12 * c2 - a22 * c1) / det;
      flat[1] = (a12 * c1 - a11 * c2) / det;
      let inside = true;
      for (let i = 0; i < k && inside; i++) inside = dx[i] * flat[0] + dy[i] * flat[1] <= size * m[at + i];
      if (inside) return false;
    }
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < k; i++) {
      if (!cutEdge(i, m, at, scale, scaleAt)) continue;
      const x = size * m[at + i] * dx[i];
      const y = size * m[at + i] * dy[i];
      const tx = -dy[i];
      const ty = dx[i];
      const slope = tx * (a11 * x + a12 * y + c1) + ty * (a12 * x + a22 * y + c2);
      const curvature = tx * (a11 * tx + a12 * ty) + ty * (a12 * tx + a22 * ty);
      let s = curvature > 0 ? -slope / curvature : slope > 0 ? range[0] : range[1];
      s = Math.min(range[1], Math.max(range[0], s));
      const lx = x + s * tx;
      const ly = y + s * ty;
      const value = 0.5 * (a11 * lx * lx + 2 * a12 * lx * ly + a22 * ly * ly) + c1 * lx + c2 * ly;
      if (value < best) {
        best = value;
        flat[0] = lx;
        flat[1] = ly;
      }
    }
    return true;
  }

  return {
    name: 'polygon',

    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      const r = scale[scaleAt] * shape[shapeAt + k];
      const a13 = A[aAt + 2];
      const a23 = A[aAt + 4];
      const a33 = A[aAt + 5];
      const c3 = c[2];
      flat.fill(0);
      let sliding = false;
      let l3 = -c3; // without compliance, torsion goes to the bound opposite to c
      if (r > 0 && a33 > 0) {
        reduced[0] = A[aAt] - (a13 * a13) / a33;
        reduced[1] = A[aAt + 1] - (a13 * a23) / a33;
        reduced[2] = A[aAt + 3] - (a23 * a23) / a33;
        reduced[3] = c[0] - (a13 * c3) / a33;
        reduced[4] = c[1] - (a23 * c3) / a33;
        sliding = minimizeFlat(shape, shapeAt, scale, scaleAt);
        l3 = -(c3 + a13 * flat[0] + a23 * flat[1]) / a33;
      }
      if (!(a33 > 0) || !(Math.abs(l3) <= r)) {
        l3 = l3 > 0 ? r : l3 < 0 ? -r : 0;
        reduced[0] = A[aAt];
        reduced[1] = A[aAt + 1];
        reduced[2] = A[aAt + 3];
        reduced[3] = c[0] + a13 * l3;
        reduced[4] = c[1] + a23 * l3;
        sliding = minimizeFlat(shape, shapeAt, scale, scaleAt) || l3 !== 0;
      }
      out[0] = flat[0];
      out[1] = flat[1];
      out[2] = l3;
      return sliding;
    },

    support(d, shape, shapeAt, out) {
      for (let e = 0; e < 3; e++) against[e] = -d[e];
      this.minimize(ZERO, 0, against, ONE, 0, shape, shapeAt, out);
    },

    gauge(lambda, lambdaAt, shape, shapeAt) {
      let gauge = ratio(Math.abs(lambda[lambdaAt + 2]), shape[shapeAt + k]);
      for (let i = 0; i < k; i++) {
        const along = dx[i] * lambda[lambdaAt] + dy[i] * lambda[lambdaAt + 1];
        if (along > 0) gauge = Math.max(gauge, ratio(along, shape[shapeAt + i]));
      }
      return gauge;
    },
  };
}

const ONE = new Float64Array([1]);
const ZERO = new Float64Array(6);

function ratio(value: number, bound: number): number {
  return value === 0 ? 0 : value / bound;
}

/** The polygon is bounded if the counter-clockwise angle between neighbouring directions is always below 180°. */
function requireBounded(dx: Float64Array, dy: Float64Array): void {
  for (let i = 0; i < dx.length || i === 0; i++) {
    if (!dx.some((x, j) => dx[i] * dy[j] - dy[i] * x > 1e-9)) {
      throw new RangeError(
        `polygonSet: directions must span the full circle without a gap of 180° (got a gap after direction ${i})`,
      );
    }
  }
}
