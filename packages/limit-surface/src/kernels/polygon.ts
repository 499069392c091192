import { assert } from '../assert.js';
import { evalFar, isFar } from './far-field.js';
import { finishRotation } from './kernel.js';

/**
 * psi, f and H (see `kernel.ts`) of polygons under a linear pressure p = p0 + g·ρ, in closed form. A rotation about
 * c = (-vy, vx)/w has psi = |w| M(c), M = ∫ p |ρ - c| dA. With q = ρ - c and p = pc + g·q the divergence theorem
 * converts M and its derivatives to sums over edges. Per edge with unit tangent t, outward normal n = (ty, -tx),
 * gn = g·n, gt = g·t, d = q·n, s = q·t, r = |q|, D() = value at the end minus value at the start, L = ∫ ds/r,
 * I = ∫ r ds = (D(s r) + d² L)/2:
 *
 *     M     = Σ d/3 pc I + d/4 (gn d I + gt D(r³)/3)
 *     ∇M    = -Σ n jn + t jt,   jn = pc d² L/2 + d²/3 (gn d L + gt D(r)),
 *                               jt = pc d D(r)/2 + d/3 (gn d D(r) + gt (D(s r) - d² L)/2)
 *     ∇²M   = Σ nn n nᵀ + nt (n tᵀ + t nᵀ) + tt t tᵀ,  with D0 = D(s/r), Di = D(1/r):
 *             nn = pc d (L - D0) + d/2 [gn d (L - D0) + gt (D(r) + d² Di)]
 *             nt = pc d² Di - d²/2 [gt (L - D0) - gn d Di],   tt = pc d D0 + d²/2 [gn D0 - d gt Di]
 *     f     = sgn(w) (M_y, -M_x, M - c·∇M),   H₁₁ = M_yy/|w|, H₁₂ = -M_xy/|w|, H₂₂ = M_xx/|w|, third row from H v = 0
 *
 *   p0, g     pressure at the pressure centre and its gradient, for ∫ p dA = 1       1/R², 1/R³
 *
 * Outlines are counter-clockwise and holes clockwise. Edges add up, so the data may contain several outlines in
 * sequence. If the patch hardly rotates, the sums would cancel, and the moments of `far-field.ts` are used instead.
 */

declare const __DEV__: boolean;

/** Floats before the edges: R in metres (for the caller), p0, gx, gy, and the twelve moments of `far-field.ts`. */
export const POLYGON_HEADER = 16;
/** Floats per edge: start x, y, unit tangent tx, ty and length. */
export const EDGE_STRIDE = 5;

/** An edge whose line is closer than this to the centre of rotation contributes less than rounding. */
const TOUCHING = 1e-12;

export function evalPolygon(
  data: Float64Array,
  at: number,
  edges: number,
  twist: Float64Array,
  out: Float64Array,
): void {
  if (isFar(data, at, twist)) {
    evalFar(data, at, twist, out);
    return;
  }
  if (__DEV__) assert(at + POLYGON_HEADER + EDGE_STRIDE * edges <= data.length, 'evalPolygon: edges outside the data');
  const w = twist[2];
  const cx = -twist[1] / w;
  const cy = twist[0] / w;
  const gx = data[at + 2];
  const gy = data[at + 3];
  const pc = data[at + 1] + gx * cx + gy * cy;
  let M = 0;
  let mx = 0;
  let my = 0;
  let mxx = 0;
  let mxy = 0;
  let myy = 0;
  const end = at + POLYGON_HEADER + EDGE_STRIDE * edges;
  for (let k = at + POLYGON_HEADER; k < end; k += EDGE_STRIDE) {
    const qx = data[k] - cx;
    const qy = data[k + 1] - cy;
    const tx = data[k + 2];
    const ty = data[k + 3];
    const l = data[k + 4];
    const d = qx * ty - qy * tx;
    if (d < TOUCHING && d > -TOUCHING) continue;
    const s1 = qx * tx + qy * ty;
    const s2 = s1 + l;
    const d2 = d * d;
    const r1 = Math.sqrt(s1 * s1 + d2);
    const r2 = Math.sqrt(s2 * s2 + d2);
    // L = 2 artanh(l / (r1 + r2)): the series if that is small, otherwise asinh(s2/|d|) - asinh(s1/|d|), which stays
    // accurate beside the edge. The logarithm is inlined because V8 may box numbers that cross a call.
    let L = l / (r1 + r2);
    if (L < 0.17) {
      const y = L * L;
      const y2 = y * y;
      const low = 1 + y * (1 / 3) + y2 * (1 / 5 + y * (1 / 7));
      const high = 1 / 9 + y * (1 / 11) + y2 * (1 / 13 + y * (1 / 15) + y2 * (1 / 17 + y * (1 / 19)));
      L *= 2 * (low + y2 * y2 * high);
    } else {
      const a1 = r1 + (s1 < 0 ? -s1 : s1);
      const a2 = r2 + (s2 < 0 ? -s2 : s2);
      let m = s1 < 0 ? (s2 > 0 ? (a1 * a2) / d2 : a1 / a2) : a2 / a1;
      let e = 0;
      for (; m > 90.50966799187809; m *= 1 / 64) e += 6;
      for (; m > 5.656854249492381; m *= 0.25) e += 2;
      for (; m > Math.SQRT2; m *= 0.5) e += 1;
      const x = (m - 1) / (m + 1);
      const y = x * x;
      const y2 = y * y;
      const low = 1 + y * (1 / 3) + y2 * (1 / 5 + y * (1 / 7));
      const high = 1 / 9 + y * (1 / 11) + y2 * (1 / 13 + y * (1 / 15) + y2 * (1 / 17 + y * (1 / 19)));
      L = e * 0.6931471803691238 + (2 * x * (low + y2 * y2 * high) + e * 1.9082149292705877e-10);
    }
    const gn = gx * ty - gy * tx;
    const gt = gx * tx + gy * ty;
    const i1 = 1 / r1;
    const i2 = 1 / r2;
    const Dr = r2 - r1;
    const Dsr = s2 * r2 - s1 * r1;
    const D0 = s2 * i2 - s1 * i1;
    const Di = i2 - i1;
    const L0 = L - D0;
    const d2L = d2 * L;
    const pd = pc + gn * d;
    // D(r³) = D(r) (r1² + r1 r2 + r2²)
    const cube = Dr * (r1 * r1 + r1 * r2 + r2 * r2);
    M += d * ((Dsr + d2L) * (pc * (1 / 6) + gn * d * 0.125) + gt * cube * (1 / 12));
    const jn = d2 * (L * (0.5 * pc + gn * d * (1 / 3)) + gt * Dr * (1 / 3));
    const jt = d * (Dr * (0.5 * pc + gn * d * (1 / 3)) + gt * (Dsr - d2L) * (1 / 6));
    mx -= ty * jn + tx * jt;
    my -= ty * jt - tx * jn;
    const half = 0.5 * (pc + pd);
    const nn = d * (half * L0 + 0.5 * gt * (Dr + d2 * Di));
    const nt = d2 * (half * Di - 0.5 * gt * L0);
    const tt = d * (half * D0 - 0.5 * d * d * gt * Di);
    mxx += ty * ty * nn + 2 * tx * ty * nt + tx * tx * tt;
    mxy += tx * ty * (tt - nn) + (ty * ty - tx * tx) * nt;
    myy += tx * tx * nn - 2 * tx * ty * nt + ty * ty * tt;
  }
  out[0] = M;
  out[1] = mx;
  out[2] = my;
  out[4] = mxx;
  out[5] = mxy;
  out[7] = myy;
  finishRotation(twist, out);
}
