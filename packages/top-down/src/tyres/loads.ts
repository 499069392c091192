import type { TyreSet } from './tyre-set.js';

/**
 * Loads of the tyres of a rigid body: linear in their places, N = a + b x + c y, so that
 *
 *     Σ N = m g,   Σ N x = -m h aₓ,   Σ N y = -m h a_y
 *
 *   h   height of the centre of mass           m
 *   a   acceleration by the tyres in the last step, in the body's frame   m/s²
 *
 * A tyre never pulls: loads below 0 are set to 0, and the others are scaled to carry the weight.
 */
export function writeLoads(set: TyreSet, weight: number, mass: number): void {
  const { tyres, loads: q, centreHeight: h, acceleration } = set;
  const s0 = weight;
  const s1 = -mass * h * acceleration[0];
  const s2 = -mass * h * acceleration[1];
  const a = q[0] * s0 + q[1] * s1 + q[2] * s2;
  const b = q[1] * s0 + q[3] * s1 + q[4] * s2;
  const c = q[2] * s0 + q[4] * s1 + q[5] * s2;
  let sum = 0;
  for (const tyre of tyres) {
    const load = a + b * tyre.position[0] + c * tyre.position[1];
    tyre.load = 0;
    if (load > 0) tyre.load = load;
    sum += tyre.load;
  }
  if (!(sum > 0)) for (const tyre of tyres) tyre.load = weight / tyres.length;
  else for (const tyre of tyres) tyre.load *= weight / sum;
}

/** Inverse of Σ [1, x, y]ᵀ[1, x, y]. Tyres on one line share the load without a moment across it. */
export function invertPlaces(positions: readonly (readonly [number, number])[]): Float64Array {
  const m = [0, 0, 0, 0, 0, 0];
  let size = 0;
  for (const [x, y] of positions) {
    const row = [1, x, y, x * x, x * y, y * y];
    for (const [e, value] of row.entries()) m[e] += value;
    size = Math.max(size, x * x + y * y);
  }
  // A ridge along directions in which all tyres are in one place.
  const ridge = 1e-9 * Math.max(size, 1e-12) * positions.length;
  m[3] += ridge;
  m[5] += ridge;
  const c11 = m[3] * m[5] - m[4] * m[4];
  const c12 = m[2] * m[4] - m[1] * m[5];
  const c13 = m[1] * m[4] - m[2] * m[3];
  const c22 = m[0] * m[5] - m[2] * m[2];
  const c23 = m[1] * m[2] - m[0] * m[4];
  const c33 = m[0] * m[3] - m[1] * m[1];
  const determinant = m[0] * c11 + m[1] * c12 + m[2] * c13;
  return Float64Array.of(c11, c12, c13, c22, c23, c33).map((value) => value / determinant);
}
