import type { ConvexSet } from './convex-set.js';
import { ellipsoidSet } from './ellipsoid.js';

/**
 * Four quarters of ellipses, another radius for each half axis:  shape = [r1⁺, r1⁻, r2⁺, r2⁻, r3],
 *
 *     K = { λ : (λ1 / r1^±)² + (λ2 / r2^±)² + (λ3 / r3)² ≤ 1 },   ± the sign of λ1 and of λ2.
 *
 * K is convex and its boundary is smooth across the axes: for friction that is stronger one way than back.
 *
 * Block step. In each closed quadrant K is the ellipsoid with that quadrant's radii, gradient of the boundary included. So a
 * minimiser over that ellipsoid which lies in its own quadrant fulfils the optimality conditions of K, and the minimiser over K
 * is one of these four. Signs are guessed from -c and corrected once by what comes out; where that fails, or an axis has a
 * radius of 0 on one side (a corner), the best of all four is taken.
 */
export const quarterEllipseSet: ConvexSet = {
  name: 'quarterEllipse',

  minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
    for (let e = 0; e < 3; e++) free[e] = c[e]; // `out` may be `c`
    let quadrant = quadrantOf(-free[0], -free[1]);
    for (let attempt = 0; attempt < 2; attempt++) {
      setRadii(shape, shapeAt, quadrant);
      const sliding = ellipsoidSet.minimize(A, aAt, free, scale, scaleAt, radii, 0, out);
      const found = quadrantOf(out[0], out[1]);
      // A component that is exactly 0 may sit in a corner of K, where the other half has to be tried as well.
      if (found === quadrant && out[0] !== 0 && out[1] !== 0) return sliding;
      quadrant = found;
    }
    return bestOfFour(A, aAt, scale, scaleAt, shape, shapeAt, out);
  },

  support(d, shape, shapeAt, out) {
    setRadii(shape, shapeAt, quadrantOf(d[0], d[1]));
    ellipsoidSet.support(d, radii, 0, out);
  },

  gauge(lambda, lambdaAt, shape, shapeAt) {
    setRadii(shape, shapeAt, quadrantOf(lambda[lambdaAt], lambda[lambdaAt + 1]));
    return ellipsoidSet.gauge(lambda, lambdaAt, radii, 0);
  },
};

const radii = new Float64Array(3);
const free = new Float64Array(3);
const candidate = new Float64Array(3);

/** The best of the four ellipsoids' minimisers that lie in their own quadrants. */
function bestOfFour(
  A: Float64Array,
  aAt: number,
  scale: Float64Array,
  scaleAt: number,
  shape: Float64Array,
  shapeAt: number,
  out: Float64Array,
): boolean {
  let best = Number.POSITIVE_INFINITY;
  let sliding = false;
  for (let quadrant = 0; quadrant < 4; quadrant++) {
    setRadii(shape, shapeAt, quadrant);
    const slides = ellipsoidSet.minimize(A, aAt, free, scale, scaleAt, radii, 0, candidate);
    // Rounding may leave a component that should be 0 just outside.
    if (candidate[0] * positive(quadrant, 1) < 0) candidate[0] = 0;
    if (candidate[1] * positive(quadrant, 2) < 0) candidate[1] = 0;
    const value = objective(A, aAt);
    if (value < best) {
      best = value;
      sliding = slides;
      out.set(candidate);
    }
  }
  return sliding;
}

/** ½ λᵀAλ + cᵀλ of the candidate. */
function objective(A: Float64Array, aAt: number): number {
  const x = candidate[0];
  const y = candidate[1];
  const z = candidate[2];
  const half =
    0.5 * (A[aAt] * x * x + A[aAt + 3] * y * y + A[aAt + 5] * z * z) +
    A[aAt + 1] * x * y +
    A[aAt + 2] * x * z +
    A[aAt + 4] * y * z;
  return half + free[0] * x + free[1] * y + free[2] * z;
}

/** Bit 0: the first component is negative; bit 1: the second is. */
function quadrantOf(x: number, y: number): number {
  return (x < 0 ? 1 : 0) + (y < 0 ? 2 : 0);
}

function positive(quadrant: number, bit: 1 | 2): number {
  return (quadrant & bit) === 0 ? 1 : -1;
}

function setRadii(shape: Float64Array, at: number, quadrant: number): void {
  radii[0] = shape[at + (quadrant & 1)];
  radii[1] = shape[at + 2 + (quadrant >> 1)];
  radii[2] = shape[at + 4];
}
