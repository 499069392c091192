import { type ConvexSet, ellipsoidSet } from '@stiction/lcp-solver';
import type { SpeedCurve } from '../laws/stribeck-curve.js';

/**
 * An ellipsoid whose size depends on the slip speed at the end of the step: shape = [μ0, μ0, μ0 r, f], with μ0 = μ(0) and
 * f = μ(s) / μ0, λ ∈ f · ellipsoid. `minimize` writes f.
 *
 * Block step after [Kikuuwe] (16), (17): the patch sticks if friction at rest can hold it. If not, with s = |(v1, v2, r v3)|,
 * friction f lets it slide at s(f) = s0 - b f to first order (exactly, if the block is isotropic), and
 *
 *     f μ0 = μ(s0 - b f)                                                                              (16b)
 *
 * has a solution in (0, s0 / b). Of several solutions the fastest is taken. `exact: false` takes μ(s(1)) instead (18).
 */
export function speedSet(curve: SpeedCurve, exact: boolean): ConvexSet {
  /** [s0, b, μ0] of the line, and [s, μ] on the curve. */
  const line = new Float64Array(3);
  const point = new Float64Array(2);
  const free = new Float64Array(3);
  const load = new Float64Array(1);
  return {
    name: 'ellipsoid',

    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      for (let e = 0; e < 3; e++) free[e] = c[e]; // `out` may be `c`
      shape[shapeAt + 3] = 1;
      if (!ellipsoidSet.minimize(A, aAt, free, scale, scaleAt, shape, shapeAt, out)) return false;
      const mu0 = shape[shapeAt];
      if (!(mu0 > 0)) return true;
      const radius = shape[shapeAt + 2] / mu0;
      // Velocity change by the full friction, and the remaining velocity.
      const u1 = A[aAt] * out[0] + A[aAt + 1] * out[1] + A[aAt + 2] * out[2];
      const u2 = A[aAt + 1] * out[0] + A[aAt + 3] * out[1] + A[aAt + 4] * out[2];
      const u3 = radius * (A[aAt + 2] * out[0] + A[aAt + 4] * out[1] + A[aAt + 5] * out[2]);
      const v1 = free[0] + u1;
      const v2 = free[1] + u2;
      const v3 = radius * free[2] + u3;
      const speed = Math.sqrt(v1 * v1 + v2 * v2 + v3 * v3);
      if (!(speed > 0)) return true;
      const loss = Math.max(0, -(u1 * v1 + u2 * v2 + u3 * v3) / speed);
      line[0] = speed + loss;
      line[1] = loss;
      line[2] = mu0;
      if (exact) solveSpeed(curve, line, point);
      else {
        point[0] = speed;
        curve(point);
      }
      const f = point[1] / mu0;
      shape[shapeAt + 3] = f;
      load[0] = f * scale[scaleAt];
      ellipsoidSet.minimize(A, aAt, free, load, 0, shape, shapeAt, out);
      return true;
    },

    support(d, shape, shapeAt, out) {
      const radius = shape[shapeAt] > 0 ? shape[shapeAt + 2] / shape[shapeAt] : 0;
      point[0] = Math.sqrt(d[0] * d[0] + d[1] * d[1] + radius * radius * d[2] * d[2]);
      curve(point);
      const f = shape[shapeAt] > 0 ? point[1] / shape[shapeAt] : 0;
      ellipsoidSet.support(d, shape, shapeAt, out);
      for (let e = 0; e < 3; e++) out[e] *= f;
    },

    gauge(lambda, lambdaAt, shape, shapeAt) {
      const f = shape[shapeAt + 3];
      return ellipsoidSet.gauge(lambda, lambdaAt, shape, shapeAt) / (f > 0 ? f : 1);
    },
  };
}

const MAX_ITERATIONS = 40;
const TOLERANCE = 1e-13;

/**
 * point = intersection of curve and line: the largest root of s - s0 + (b/μ0) μ(s). From s0 the substitution s ← s0 - (b/μ0) μ(s)
 * descends to it without passing it if μ falls with s; secants speed it up.
 */
function solveSpeed(curve: SpeedCurve, line: Float64Array, point: Float64Array): void {
  const start = line[0];
  const slope = line[1] / line[2];
  let low = 0; // the root lies above
  let high = start;
  let s = start;
  let lastS = 0;
  let lastError = 0;
  for (let k = 0; k < MAX_ITERATIONS; k++) {
    point[0] = s;
    curve(point);
    const error = s - start + slope * point[1];
    if (Math.abs(error) <= TOLERANCE * start) return;
    if (error > 0) high = s;
    else low = s;
    const secant = k > 0 ? s - (error * (s - lastS)) / (error - lastError) : s - error;
    lastS = s;
    lastError = error;
    s = secant > low && secant < high ? secant : 0.5 * (low + high);
  }
}
