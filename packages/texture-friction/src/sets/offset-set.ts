import type { ConvexSet } from '@stiction/lcp-solver';

/**
 * A set whose friction acts at an offset c = (cx, cy) from the pressure centre, along t1 and t2. For example, if half of a patch lies on
 * ice, friction acts in the other half and rotates the body while braking it.
 *
 *     K = { λ : (λ1, λ2, λ3 - (cx λ2 - cy λ1)) ∈ K' },   shape = [cx, cy, …shape of K']
 *
 * Block step: λ = S λ' with S = [1 0 0; 0 1 0; -cy cx 1], so it is the block step of K' with Sᵀ A S and Sᵀ c.
 */
export function offsetSet(set: ConvexSet): ConvexSet {
  // The transformed problem. `x` is input and output of the inner set, which `minimize` allows.
  const B = new Float64Array(6);
  const x = new Float64Array(3);
  return {
    name: set.name,

    minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
      const cx = shape[shapeAt];
      const cy = shape[shapeAt + 1];
      const a13 = A[aAt + 2];
      const a23 = A[aAt + 4];
      const a33 = A[aAt + 5];
      B[0] = A[aAt] - 2 * cy * a13 + cy * cy * a33;
      B[1] = A[aAt + 1] + cx * a13 - cy * a23 - cx * cy * a33;
      B[2] = a13 - cy * a33;
      B[3] = A[aAt + 3] + 2 * cx * a23 + cx * cx * a33;
      B[4] = a23 + cx * a33;
      B[5] = a33;
      x[0] = c[0] - cy * c[2];
      x[1] = c[1] + cx * c[2];
      x[2] = c[2];
      const sliding = set.minimize(B, 0, x, scale, scaleAt, shape, shapeAt + 2, x);
      addOffset(x, cx, cy, out);
      return sliding;
    },

    support(d, shape, shapeAt, out) {
      const cx = shape[shapeAt];
      const cy = shape[shapeAt + 1];
      x[0] = d[0] - cy * d[2];
      x[1] = d[1] + cx * d[2];
      x[2] = d[2];
      set.support(x, shape, shapeAt + 2, x);
      addOffset(x, cx, cy, out);
    },

    gauge(lambda, lambdaAt, shape, shapeAt) {
      x[0] = lambda[lambdaAt];
      x[1] = lambda[lambdaAt + 1];
      x[2] = lambda[lambdaAt + 2] - (shape[shapeAt] * x[1] - shape[shapeAt + 1] * x[0]);
      return set.gauge(x, 0, shape, shapeAt + 2);
    },
  };
}

function addOffset(x: Float64Array, cx: number, cy: number, out: Float64Array): void {
  out[0] = x[0];
  out[1] = x[1];
  out[2] = x[2] + cx * x[1] - cy * x[0];
}
