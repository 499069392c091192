import type { ConvexSet } from './convex-set.js';

/**
 * Ellipsoid with axes along the coordinate axes:  K = { λ : (λ1/r1)² + (λ2/r2)² + (λ3/r3)² ≤ 1 },  shape = [r1, r2, r3].
 * A radius of 0 flattens K: that component of λ is then 0. Point friction is r = [μ, μ, 0].
 *
 * Block step. With λ = R y, R = scale · diag(r), the problem becomes  min ½ yᵀB y - bᵀy,  |y| ≤ 1,  B = R A R, b = -R c:
 * a trust-region problem. Either B y = b has |y| ≤ 1, or (B + σI) y = b with |y| = 1 for one σ > 0. Newton on
 * 1/|y(σ)| - 1 = 0 (Moré & Sorensen 1983) climbs monotonically from any σ left of the root, and σ ≥ |b| - trace(B) is
 * such a place. Scaling the free solution back radially instead would have another fixed point.
 */
export const ellipsoidSet: ConvexSet = {
  name: 'ellipsoid',

  minimize(A, aAt, c, scale, shape, shapeAt, out) {
    const r1 = scale * shape[shapeAt];
    const r2 = scale * shape[shapeAt + 1];
    const r3 = scale * shape[shapeAt + 2];
    const b11 = r1 * r1 * A[aAt];
    const b12 = r1 * r2 * A[aAt + 1];
    const b22 = r2 * r2 * A[aAt + 3];
    const b1 = -r1 * c[0];
    const b2 = -r2 * c[1];
    let sliding: boolean;
    if (r3 === 0) {
      sliding = solveInDisc(b11, b12, b22, b1, b2);
    } else {
      const b13 = r1 * r3 * A[aAt + 2];
      const b23 = r2 * r3 * A[aAt + 4];
      const b33 = r3 * r3 * A[aAt + 5];
      sliding = solveInBall(b11, b12, b13, b22, b23, b33, b1, b2, -r3 * c[2]);
    }
    out[0] = r1 * y1;
    out[1] = r2 * y2;
    out[2] = r3 * y3;
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
/** Relative accuracy of |y| = 1; the last step then scales y onto the boundary exactly. */
const TOLERANCE = 1e-13;
/** Keeps pivots of singular blocks positive, relative to the trace. */
const PIVOT_FLOOR = 1e-15;

// The answer of the two solvers below: module scratch, so that nothing is allocated.
let y1 = 0;
let y2 = 0;
let y3 = 0;

function solveInDisc(b11: number, b12: number, b22: number, b1: number, b2: number): boolean {
  const trace = b11 + b22;
  const length = Math.sqrt(b1 * b1 + b2 * b2);
  if (startsTrivially(trace, length, b1, b2, 0)) return trace === 0 && length > 0;
  const floor = PIVOT_FLOOR * trace;
  let sigma = 0;
  for (let iteration = 0; iteration < MAX_NEWTON; iteration++) {
    // LDLᵀ rather than the determinant: exact zero rows (a flat axis) then cost nothing in accuracy.
    const d1 = Math.max(b11 + sigma, floor);
    const l21 = b12 / d1;
    const d2 = Math.max(b22 + sigma - l21 * b12, floor);
    const z2 = b2 - l21 * b1;
    y2 = z2 / d2;
    y1 = b1 / d1 - l21 * y2;
    const norm = Math.sqrt(y1 * y1 + y2 * y2);
    if (sigma === 0) {
      if (norm <= 1) return false;
      const start = length - trace;
      if (start > 0) {
        sigma = start;
        continue;
      }
    }
    if (norm - 1 <= TOLERANCE) break;
    const w2 = y2 - l21 * y1;
    sigma += (norm * norm * (norm - 1)) / ((y1 * y1) / d1 + (w2 * w2) / d2);
  }
  return normalise();
}

function solveInBall(
  b11: number,
  b12: number,
  b13: number,
  b22: number,
  b23: number,
  b33: number,
  b1: number,
  b2: number,
  b3: number,
): boolean {
  const trace = b11 + b22 + b33;
  const length = Math.sqrt(b1 * b1 + b2 * b2 + b3 * b3);
  if (startsTrivially(trace, length, b1, b2, b3)) return trace === 0 && length > 0;
  const floor = PIVOT_FLOOR * trace;
  let sigma = 0;
  for (let iteration = 0; iteration < MAX_NEWTON; iteration++) {
    const d1 = Math.max(b11 + sigma, floor);
    const l21 = b12 / d1;
    const l31 = b13 / d1;
    const d2 = Math.max(b22 + sigma - l21 * b12, floor);
    const l32 = (b23 - l31 * b12) / d2;
    const d3 = Math.max(b33 + sigma - l31 * b13 - l32 * l32 * d2, floor);
    const z2 = b2 - l21 * b1;
    const z3 = b3 - l31 * b1 - l32 * z2;
    y3 = z3 / d3;
    y2 = z2 / d2 - l32 * y3;
    y1 = b1 / d1 - l21 * y2 - l31 * y3;
    const norm = Math.sqrt(y1 * y1 + y2 * y2 + y3 * y3);
    if (sigma === 0) {
      if (norm <= 1) return false;
      const start = length - trace;
      if (start > 0) {
        sigma = start;
        continue;
      }
    }
    if (norm - 1 <= TOLERANCE) break;
    const w2 = y2 - l21 * y1;
    const w3 = y3 - l31 * y1 - l32 * w2;
    sigma += (norm * norm * (norm - 1)) / ((y1 * y1) / d1 + (w2 * w2) / d2 + (w3 * w3) / d3);
  }
  return normalise();
}

/** The cases without a matrix: nothing to do (y = 0), no finite answer (y = 0), or A = 0, where y follows b. */
function startsTrivially(trace: number, length: number, b1: number, b2: number, b3: number): boolean {
  y1 = 0;
  y2 = 0;
  y3 = 0;
  if (length > 0 && trace > 0 && trace + length < Number.POSITIVE_INFINITY) return false;
  if (trace === 0 && length > 0) {
    y1 = b1 / length;
    y2 = b2 / length;
    y3 = b3 / length;
  }
  return true;
}

function normalise(): true {
  const norm = Math.sqrt(y1 * y1 + y2 * y2 + y3 * y3);
  y1 /= norm;
  y2 /= norm;
  y3 /= norm;
  return true;
}
