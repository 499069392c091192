import type { ConvexSet } from './convex-set.js';

/**
 * Axis-aligned ellipsoid:  K = { λ : (λ1/r1)² + (λ2/r2)² + (λ3/r3)² ≤ 1 },  shape = [r1, r2, r3].
 * A radius of 0 flattens K, so that component of λ is 0. Point friction is r = [μ, μ, 0].
 *
 * Block step: with λ = R y, R = scale · diag(r), the problem becomes  min ½ yᵀB y - bᵀy,  |y| ≤ 1,  B = R A R, b = -R c,
 * a trust-region problem. Either B y = b has |y| ≤ 1, or (B + σI) y = b with |y| = 1 for one σ > 0. Newton's method on
 * 1/|y(σ)| - 1 = 0 (Moré & Sorensen 1983) increases σ monotonically from any σ left of the root, such as
 * |b| - trace(B). Scaling the unconstrained solution back radially would converge to a different fixed point.
 */
export const ellipsoidSet: ConvexSet = {
  name: 'ellipsoid',

  minimize(A, aAt, c, scale, scaleAt, shape, shapeAt, out) {
    const r1 = scale[scaleAt] * shape[shapeAt];
    const r2 = scale[scaleAt] * shape[shapeAt + 1];
    const r3 = scale[scaleAt] * shape[shapeAt + 2];
    B[0] = r1 * r1 * A[aAt];
    B[1] = r1 * r2 * A[aAt + 1];
    B[2] = r1 * r3 * A[aAt + 2];
    B[3] = r2 * r2 * A[aAt + 3];
    B[4] = r2 * r3 * A[aAt + 4];
    B[5] = r3 * r3 * A[aAt + 5];
    b[0] = -r1 * c[0];
    b[1] = -r2 * c[1];
    b[2] = -r3 * c[2];
    const sliding = solveInBall();
    out[0] = r1 * y[0];
    out[1] = r2 * y[1];
    out[2] = r3 * y[2];
    return sliding;
  },

  support(d, shape, shapeAt, out) {
    const r1 = shape[shapeAt];
    const r2 = shape[shapeAt + 1];
    const r3 = shape[shapeAt + 2];
    const x1 = r1 * d[0];
    const x2 = r2 * d[1];
    const x3 = r3 * d[2];
    const length = Math.sqrt(x1 * x1 + x2 * x2 + x3 * x3);
    const scale = length > 0 ? 1 / length : 0;
    out[0] = r1 * x1 * scale;
    out[1] = r2 * x2 * scale;
    out[2] = r3 * x3 * scale;
  },

  gauge(lambda, lambdaAt, shape, shapeAt) {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const value = lambda[lambdaAt + k];
      if (value !== 0) sum += (value / shape[shapeAt + k]) ** 2;
    }
    return Math.sqrt(sum);
  },
};

const MAX_NEWTON = 20;
/** Relative accuracy of |y| = 1; y is then scaled onto the boundary. */
const TOLERANCE = 1e-13;
/** Smallest pivot of singular blocks, relative to the trace. */
const PIVOT_FLOOR = 1e-15;

// Input and output of solveInBall, at module level because this is the innermost loop of the contact solvers. Arrays,
// because V8 allocates a heap number for each float argument or module variable.
const B = new Float64Array(6);
const b = new Float64Array(3);
const y = new Float64Array(3);

function solveInBall(): boolean {
  const b11 = B[0];
  const b12 = B[1];
  const b13 = B[2];
  const b22 = B[3];
  const b23 = B[4];
  const b33 = B[5];
  const b1 = b[0];
  const b2 = b[1];
  const b3 = b[2];
  const trace = b11 + b22 + b33;
  const length = Math.sqrt(b1 * b1 + b2 * b2 + b3 * b3);
  if (!(length > 0 && trace > 0 && trace + length < Number.POSITIVE_INFINITY)) {
    y.fill(0);
    // No load (y = 0), no finite solution (y = 0), or B = 0, where y points along b.
    if (trace !== 0 || !(length > 0)) return false;
    for (let e = 0; e < 3; e++) y[e] = b[e] / length;
    return true;
  }
  const floor = PIVOT_FLOOR * trace;
  let sigma = 0;
  for (let iteration = 0; iteration < MAX_NEWTON; iteration++) {
    // LDLᵀ; an axis of radius 0 is a zero row, for which the floor avoids a division by 0.
    const i1 = 1 / Math.max(b11 + sigma, floor);
    const l21 = b12 * i1;
    const l31 = b13 * i1;
    const i2 = 1 / Math.max(b22 + sigma - l21 * b12, floor);
    const rest = b23 - l31 * b12;
    const l32 = rest * i2;
    const i3 = 1 / Math.max(b33 + sigma - l31 * b13 - l32 * rest, floor);
    const z2 = b2 - l21 * b1;
    const y3 = (b3 - l31 * b1 - l32 * z2) * i3;
    const y2 = z2 * i2 - l32 * y3;
    const y1 = b1 * i1 - l21 * y2 - l31 * y3;
    y[0] = y1;
    y[1] = y2;
    y[2] = y3;
    const square = y1 * y1 + y2 * y2 + y3 * y3;
    if (sigma === 0) {
      if (square <= 1) return false;
      if (length > trace) {
        sigma = length - trace;
        continue;
      }
    }
    const norm = Math.sqrt(square);
    if (norm - 1 <= TOLERANCE) break;
    const w2 = y2 - l21 * y1;
    const w3 = y3 - l31 * y1 - l32 * w2;
    sigma += (square * (norm - 1)) / (y1 * y1 * i1 + w2 * w2 * i2 + w3 * w3 * i3);
  }
  const norm = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  for (let e = 0; e < 3; e++) y[e] /= norm;
  return true;
}
