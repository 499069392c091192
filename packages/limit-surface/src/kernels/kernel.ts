/**
 * Dissipation potential of a patch with unit load and unit friction coefficient, its gradient (the friction that
 * opposes a twist: the support point of the limit surface) and its Hessian, for twists [vx, vy, w] at the pressure
 * centre:
 *
 *     psi(v) = ∫ p |v_t + w × ρ| dA,   f = ∇psi,   H = ∇²psi,   ∫ p dA = 1
 *
 * psi is convex and positively homogeneous: psi = f·v, H v = 0, and psi(v) is the largest f·v over the limit surface.
 *
 *   ρ          position from the pressure centre                                 R
 *   R          unit of length in a kernel: the shape's √(polar moment / area)   m
 *   v, w       velocity of the pressure centre; angular velocity times R       m/s
 *   f₁, f₂, f₃ force per load, torque per load and R                            1
 *
 * Kernels read flat shape data (written by `kernel-data.ts`) and write ten floats. They allocate nothing and use
 * only + - * / and sqrt, so every JavaScript engine returns the same bits. [Waltersson] (7), (8) are the same
 * integrals.
 */

/** Floats written by a kernel: psi, f₁, f₂, f₃, H₁₁, H₁₂, H₁₃, H₂₂, H₂₃, H₃₃. */
export const KERNEL_SIZE = 10;

/**
 * With offset = [weight, x, y]: adds `weight` times the kernel output `from` for the twist at the point (x, y), which
 * is v + w × (x, y), to `sum`, the output for the twist at the origin.
 */
export function addShifted(from: Float64Array, offset: Float64Array, sum: Float64Array): void {
  const weight = offset[0];
  const x = offset[1];
  const y = offset[2];
  const f1 = weight * from[1];
  const f2 = weight * from[2];
  const h11 = weight * from[4];
  const h12 = weight * from[5];
  const h13 = weight * from[6];
  const h22 = weight * from[7];
  const h23 = weight * from[8];
  // Row 3 of H at the origin: Jᵀ H J with J = [1 0 -y; 0 1 x; 0 0 1].
  const a = h13 - y * h11 + x * h12;
  const b = h23 - y * h12 + x * h22;
  sum[0] += weight * from[0];
  sum[1] += f1;
  sum[2] += f2;
  sum[3] += weight * from[3] - y * f1 + x * f2;
  sum[4] += h11;
  sum[5] += h12;
  sum[6] += a;
  sum[7] += h22;
  sum[8] += b;
  sum[9] += weight * from[9] - y * (h13 + a) + x * (h23 + b);
}

/**
 * Converts M, M_x, M_y in out[0..2] and M_xx, M_xy, M_yy in out[4], out[5], out[7] to psi, f and H in place, where
 * psi = |w| M(c) and c = (-vy, vx)/w.
 */
export function finishRotation(twist: Float64Array, out: Float64Array): void {
  const vx = twist[0];
  const vy = twist[1];
  const w = twist[2];
  const size = w < 0 ? -w : w;
  const sign = w < 0 ? -1 : 1;
  const M = out[0];
  const mx = out[1];
  const my = out[2];
  const h11 = out[7] / size;
  const h12 = -out[5] / size;
  const h22 = out[4] / size;
  const h13 = -(h11 * vx + h12 * vy) / w;
  const h23 = -(h12 * vx + h22 * vy) / w;
  out[0] = size * M;
  out[1] = sign * my;
  out[2] = -sign * mx;
  out[3] = sign * (M + (vy * mx - vx * my) / w);
  out[4] = h11;
  out[5] = h12;
  out[6] = h13;
  out[7] = h22;
  out[8] = h23;
  out[9] = -(h13 * vx + h23 * vy) / w;
}
