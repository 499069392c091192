import type { ConvexSet } from './convex-set.js';
import { ellipsoidSet } from './ellipsoid.js';

/**
 * Four quarter ellipses with a different radius for each half axis:  shape = [r1⁺, r1⁻, r2⁺, r2⁻, r3],
 *
 *     K = { λ : (λ1 / r1^±)² + (λ2 / r2^±)² + (λ3 / r3)² ≤ 1 },   ± the signs of λ1 and λ2.
 *
 * K is convex with a smooth boundary across the axes. It models friction that depends on the sign of the slip.
 *
 * Block step: in each closed quadrant K coincides with the ellipsoid of that quadrant's radii, including the gradient of
 * its boundary. So a minimiser over that ellipsoid that lies in its quadrant satisfies the optimality conditions of K,
 * and the minimiser over K is one of these four. The quadrant of -c is tried first. A half axis of radius 0 would be a
 * corner; it is rounded by 1e-15 of the largest radius while solving.
 */
export const quarterEllipseSet: ConvexSet = {
  name: 'quarterEllipse',

  minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
    for (let e = 0; e < 3; e++) free[e] = c[e]; // `out` may be `c`
    let largest = 0;
    for (let e = 0; e < 5; e++) largest = Math.max(largest, shape[shapeAt + e]);
    const guess = quadrantOf(-c[0], -c[1]);
    let sliding = false;
    for (let k = 0; k < 4; k++) {
      const quadrant = guess ^ k;
      setRadii(shape, shapeAt, quadrant);
      for (let e = 0; e < 2; e++) rounded[e] = Math.max(radii[e], ROUNDING * largest);
      rounded[2] = radii[2];
      sliding = ellipsoidSet.minimize(A, aAt, free, scale, scaleAt, rounded, 0, out);
      // A component that is 0 up to rounding lies in both halves.
      const blur = -1e-15 * scale[scaleAt];
      const fits =
        out[0] * (quadrant & 1 ? -1 : 1) >= blur * radii[0] && out[1] * (quadrant & 2 ? -1 : 1) >= blur * radii[1];
      for (let e = 0; e < 2; e++) if (radii[e] === 0) out[e] = 0;
      if (fits) break;
    }
    return sliding;
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

const ROUNDING = 1e-15;
const radii = new Float64Array(3);
const rounded = new Float64Array(3);
const free = new Float64Array(3);

/** Bit 0: the first component is negative; bit 1: the second is. */
function quadrantOf(x: number, y: number): number {
  return (x < 0 ? 1 : 0) + (y < 0 ? 2 : 0);
}

function setRadii(shape: Float64Array, at: number, quadrant: number): void {
  radii[0] = shape[at + (quadrant & 1)];
  radii[1] = shape[at + 2 + (quadrant >> 1)];
  radii[2] = shape[at + 4];
}
