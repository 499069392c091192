import { KERNEL_SIZE } from './kernel.js';

/**
 * psi, f and H (see `kernel.ts`) of a patch that rotates little or not at all, from the moments of its pressure about
 * the pressure centre. With u = v/V, α = ρ·u, β = ρ·n̂, n̂ = (-uy, ux), t = w/V and ⟨⟩ the mean under the pressure
 * (⟨ρ⟩ = 0):
 *
 *     psi/V = ⟨√((1 - tβ)² + t²α²)⟩ = 1 + t² ⟨α²⟩/2 + t³ ⟨α²β⟩/2 + t⁴ (⟨α²β²⟩/2 - ⟨α⁴⟩/8) + O(t⁵)
 *
 * The derivatives with respect to the direction of v use α' = β, β' = -α.
 */

/**
 * Offset of the moments in the data, after R, p0, gx, gy: ⟨xx⟩ ⟨xy⟩ ⟨yy⟩ ⟨xxx⟩ ⟨xxy⟩ ⟨xyy⟩ ⟨yyy⟩ ⟨xxxx⟩ ⟨xxxy⟩ ⟨xxyy⟩
 * ⟨xyyy⟩ ⟨yyyy⟩.
 */
export const MOMENTS = 4;

/**
 * The far field is used if the rms speed of rotation is below this share of the speed. f is then accurate to about 1e-9
 * on both sides of the threshold.
 */
export const FAR = 0.007;

export function isFar(data: Float64Array, at: number, twist: Float64Array): boolean {
  const vx = twist[0];
  const vy = twist[1];
  const w = twist[2];
  const polar = data[at + MOMENTS] + data[at + MOMENTS + 2];
  return !(w * w * polar > FAR * FAR * (vx * vx + vy * vy));
}

export function evalFar(data: Float64Array, at: number, twist: Float64Array, out: Float64Array): void {
  const vx = twist[0];
  const vy = twist[1];
  const V = Math.sqrt(vx * vx + vy * vy);
  if (!(V > 0)) {
    for (let k = 0; k < KERNEL_SIZE; k++) out[k] = 0;
    return;
  }
  const k = at + MOMENTS;
  const x = vx / V;
  const y = vy / V;
  const t = twist[2] / V;
  const xx = x * x;
  const xy = x * y;
  const yy = y * y;
  // Moments in the axes (u, n̂) = ((x, y), (-y, x)).
  const aa = xx * data[k] + 2 * xy * data[k + 1] + yy * data[k + 2];
  const ab = xy * (data[k + 2] - data[k]) + (xx - yy) * data[k + 1];
  const bb = yy * data[k] - 2 * xy * data[k + 1] + xx * data[k + 2];
  const c30 = data[k + 3];
  const c21 = data[k + 4];
  const c12 = data[k + 5];
  const c03 = data[k + 6];
  const aaa = xx * x * c30 + 3 * xx * y * c21 + 3 * x * yy * c12 + yy * y * c03;
  const aab = -xx * y * c30 + x * (xx - 2 * yy) * c21 + y * (2 * xx - yy) * c12 + x * yy * c03;
  const abb = x * yy * c30 + y * (yy - 2 * xx) * c21 + x * (xx - 2 * yy) * c12 + xx * y * c03;
  const bbb = -yy * y * c30 + 3 * x * yy * c21 - 3 * xx * y * c12 + xx * x * c03;
  const c40 = data[k + 7];
  const c31 = data[k + 8];
  const c22 = data[k + 9];
  const c13 = data[k + 10];
  const c04 = data[k + 11];
  const a4 = xx * xx * c40 + 4 * xx * xy * c31 + 6 * xx * yy * c22 + 4 * xy * yy * c13 + yy * yy * c04;
  const a3b =
    xx * (xx - 3 * yy) * c31 - xx * xy * c40 + 3 * xy * (xx - yy) * c22 + yy * (3 * xx - yy) * c13 + xy * yy * c04;
  const a2b2 = xx * yy * (c40 + c04 - 4 * c22) + (xx * xx + yy * yy) * c22 + 2 * xy * (yy - xx) * (c31 - c13);
  const ab3 =
    yy * (3 * xx - yy) * c31 - xy * yy * c40 + 3 * xy * (yy - xx) * c22 + xx * (xx - 3 * yy) * c13 + xx * xy * c04;
  const b4 = yy * yy * c40 - 4 * xy * yy * c31 + 6 * xx * yy * c22 - 4 * xx * xy * c13 + xx * xx * c04;
  // F(θ, t) = psi/V: coefficients of t², t³, t⁴ and their derivatives with respect to the angle θ of v.
  const q = 0.5 * aa;
  const q1 = ab;
  const q2 = bb - aa;
  const c = 0.5 * aab;
  const c1 = abb - 0.5 * aaa;
  const c2 = bbb - 3.5 * aab;
  const e = 0.5 * a2b2 - 0.125 * a4;
  const e1 = ab3 - 1.5 * a3b;
  const e2 = b4 - 7.5 * a2b2 + 1.5 * a4;
  const t2 = t * t;
  const value = 1 + t2 * (q + t * (c + t * e));
  const byT = t * (2 * q + t * (3 * c + t * 4 * e));
  const byTT = 2 * q + t * (6 * c + t * 12 * e);
  const byA = t2 * (q1 + t * (c1 + t * e1));
  const byAA = t2 * (q2 + t * (c2 + t * e2));
  const byTA = t * (2 * q1 + t * (3 * c1 + t * 4 * e1));
  const along = value - t * byT;
  const uu = (t2 * byTT) / V;
  const un = (-t * byTA) / V;
  const nn = (along + byAA) / V;
  const uw = (-t * byTT) / V;
  const nw = byTA / V;
  out[0] = V * value;
  out[1] = along * x - byA * y;
  out[2] = along * y + byA * x;
  out[3] = byT;
  out[4] = uu * xx - 2 * un * xy + nn * yy;
  out[5] = (uu - nn) * xy + un * (xx - yy);
  out[6] = uw * x - nw * y;
  out[7] = uu * yy + 2 * un * xy + nn * xx;
  out[8] = uw * y + nw * x;
  out[9] = byTT / V;
}
