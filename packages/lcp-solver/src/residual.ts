import type { ConvexSet } from './sets/convex-set.js';

/**
 * How far λ is from solving one block:  w = Aλ + c,  λ ∈ sK,  -w in the normal cone of sK at λ.
 *
 *   residual = | d λ - P(d λ - w) |₂   with P the Euclidean projection onto d·s·K and d the largest diagonal entry of A.
 *
 * It is zero exactly at the solution and has the unit of w (a velocity where λ is an impulse), so it means the same for
 * light and heavy bodies.
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
  const a11 = A[aAt];
  const a12 = A[aAt + 1];
  const a13 = A[aAt + 2];
  const a22 = A[aAt + 3];
  const a23 = A[aAt + 4];
  const a33 = A[aAt + 5];
  const l1 = lambda[0];
  const l2 = lambda[1];
  const l3 = lambda[2];
  const d = Math.max(a11, a22, a33) || 1;
  // Projecting p means minimising ½|x|² - pᵀx: the block step with the unit matrix and c = -p.
  scratch[0] = -(d * l1 - (a11 * l1 + a12 * l2 + a13 * l3 + c[0]));
  scratch[1] = -(d * l2 - (a12 * l1 + a22 * l2 + a23 * l3 + c[1]));
  scratch[2] = -(d * l3 - (a13 * l1 + a23 * l2 + a33 * l3 + c[2]));
  scaled[0] = d * scale;
  set.minimize(UNIT, 0, scratch, scaled, 0, shape, shapeAt, scratch);
  const e1 = d * l1 - scratch[0];
  const e2 = d * l2 - scratch[1];
  const e3 = d * l3 - scratch[2];
  return Math.sqrt(e1 * e1 + e2 * e2 + e3 * e3);
}

const UNIT = new Float64Array([1, 0, 0, 1, 0, 1]);
const scratch = new Float64Array(3);
const scaled = new Float64Array(1);
