import type { ConvexSet } from '@stiction/lcp-solver';

/**
 * A set in its own axes, x' = (cos, sin) and y' = m (-sin, cos) in the plane of t1 and t2, with m = 1, or -1 if mirrored:
 * shape = [cos, sin, m, …shape of the set].
 */
export function rotatedSet(set: ConvexSet): ConvexSet {
  // The problem in the set's axes. `minimize` reads it before it writes its result there.
  const B = new Float64Array(6);
  const x = new Float64Array(3);
  return {
    name: set.name,

    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      const cos = shape[shapeAt];
      const sin = shape[shapeAt + 1];
      const m = shape[shapeAt + 2];
      const a11 = A[aAt];
      const a12 = A[aAt + 1];
      const a22 = A[aAt + 3];
      const cross = 2 * sin * cos * a12;
      B[0] = cos * cos * a11 + cross + sin * sin * a22;
      B[1] = m * (sin * cos * (a22 - a11) + (cos * cos - sin * sin) * a12);
      B[2] = cos * A[aAt + 2] + sin * A[aAt + 4];
      B[3] = sin * sin * a11 - cross + cos * cos * a22;
      B[4] = m * (cos * A[aAt + 4] - sin * A[aAt + 2]);
      B[5] = A[aAt + 5];
      toAxes(shape, shapeAt, c, 0, x);
      const sliding = set.minimize(B, 0, x, scale, scaleAt, shape, shapeAt + 3, x);
      fromAxes(shape, shapeAt, x, out);
      return sliding;
    },

    support(d, shape, shapeAt, out) {
      toAxes(shape, shapeAt, d, 0, x);
      set.support(x, shape, shapeAt + 3, x);
      fromAxes(shape, shapeAt, x, out);
    },

    gauge(lambda, lambdaAt, shape, shapeAt) {
      toAxes(shape, shapeAt, lambda, lambdaAt, x);
      return set.gauge(x, 0, shape, shapeAt + 3);
    },
  };
}

/** Rotates a vector of the patch frame into the axes of the set. */
function toAxes(axes: Float64Array, at: number, v: Float64Array, vAt: number, x: Float64Array): void {
  const x1 = v[vAt];
  const x2 = v[vAt + 1];
  x[0] = axes[at] * x1 + axes[at + 1] * x2;
  x[1] = axes[at + 2] * (axes[at] * x2 - axes[at + 1] * x1);
  x[2] = v[vAt + 2];
}

function fromAxes(axes: Float64Array, at: number, x: Float64Array, out: Float64Array): void {
  const x1 = x[0];
  const x2 = axes[at + 2] * x[1];
  out[0] = axes[at] * x1 - axes[at + 1] * x2;
  out[1] = axes[at] * x2 + axes[at + 1] * x1;
  out[2] = x[2];
}
