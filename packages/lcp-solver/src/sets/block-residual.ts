import type { ConvexSet } from './convex-set.js';
import { distanceToSet } from './distance.js';

/**
 * Residual of one block:  w = Aλ + c,  λ ∈ sK,  -w in the normal cone of sK at λ.
 *
 *   residual = | d λ - P(d λ - w) |₂
 *
 * with the Euclidean projection P onto d·s·K and the largest diagonal entry d of A. It is zero exactly at the solution
 * and has the unit of w (a velocity if λ is an impulse), so it is comparable for light and heavy bodies.
 */
export function blockResidual(
  set: ConvexSet,
  A: Float64Array,
  aAt: number,
  c: Float64Array,
  scale: number,
  shape: Float64Array,
  shapeAt: number,
  lambda: Float64Array,
): number {
  const l1 = lambda[0];
  const l2 = lambda[1];
  const l3 = lambda[2];
  const d = Math.max(A[aAt], A[aAt + 3], A[aAt + 5]) || 1;
  shifted[0] = d * l1 - (A[aAt] * l1 + A[aAt + 1] * l2 + A[aAt + 2] * l3 + c[0]);
  shifted[1] = d * l2 - (A[aAt + 1] * l1 + A[aAt + 3] * l2 + A[aAt + 4] * l3 + c[1]);
  shifted[2] = d * l3 - (A[aAt + 2] * l1 + A[aAt + 4] * l2 + A[aAt + 5] * l3 + c[2]);
  distanceToSet(set, shifted, d * scale, shape, shapeAt, projected);
  let sum = 0;
  for (let e = 0; e < 3; e++) sum += (d * lambda[e] - projected[e]) ** 2;
  return Math.sqrt(sum);
}

const shifted = new Float64Array(3);
const projected = new Float64Array(3);
