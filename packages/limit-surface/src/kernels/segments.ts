import { logAt } from '@stiction/friction-core/adapter';
import { evalFar, isFar } from './far-field.js';
import { finishRotation } from './kernel.js';
import { EDGE_STRIDE, POLYGON_HEADER } from './polygon.js';

/**
 * psi, f and H (see `kernel.ts`) of line contacts under a linear pressure per length p = p0 + g·ρ: straight segments,
 * with the data layout of `polygon.ts` (its edges are the segments) and its d, s, r, D(), L and I,
 *
 *     M   = Σ pc I + gt D(r³)/3,   p = pc + gt s,   pc = p at the foot of c on the segment's line
 *     ∇M  = -Σ n d (pc L + gt D(r)) + t (pc D(r) + gt (I - d² L))
 *     ∇²M = Σ nn n nᵀ + nt (n tᵀ + t nᵀ) + tt t tᵀ,   nn = pc (L - D0) + gt (D(r) + d² Di),
 *           nt = pc d Di - gt d (L - D0),   tt = pc D0 - gt d² Di
 *
 *   p0, g     pressure per length at the pressure centre and its gradient, for ∫ p ds = 1       1/R, 1/R²
 *
 * Beside a segment H grows with the logarithm of the distance of c, which is clamped to 1e-12 R.
 *
 * The loop repeats that of `polygon.ts`: with a shared function per edge that one takes a third longer.
 */
const MIN_DISTANCE = 1e-12;

const ratio = new Float64Array(1);

/** x[0] = 2 artanh(x[0]) for |x| < 0.17, accurate to rounding where the logarithm of a number near 1 is not. */
function artanhTwice(x: Float64Array): void {
  const y = x[0] * x[0];
  let sum = 0;
  for (let n = 19; n > 0; n -= 2) sum = 1 / n + y * sum;
  x[0] *= 2 * sum;
}

export function evalSegments(
  data: Float64Array,
  at: number,
  segments: number,
  twist: Float64Array,
  out: Float64Array,
): void {
  if (isFar(data, at, twist)) {
    evalFar(data, at, twist, out);
    return;
  }
  const w = twist[2];
  const cx = -twist[1] / w;
  const cy = twist[0] / w;
  const gx = data[at + 2];
  const gy = data[at + 3];
  let M = 0;
  let mx = 0;
  let my = 0;
  let mxx = 0;
  let mxy = 0;
  let myy = 0;
  const end = at + POLYGON_HEADER + EDGE_STRIDE * segments;
  for (let k = at + POLYGON_HEADER; k < end; k += EDGE_STRIDE) {
    const qx = data[k] - cx;
    const qy = data[k + 1] - cy;
    const tx = data[k + 2];
    const ty = data[k + 3];
    const l = data[k + 4];
    let d = qx * ty - qy * tx;
    if (d < MIN_DISTANCE && d > -MIN_DISTANCE) d = d < 0 ? -MIN_DISTANCE : MIN_DISTANCE;
    const s1 = qx * tx + qy * ty;
    const s2 = s1 + l;
    const d2 = d * d;
    const r1 = Math.sqrt(s1 * s1 + d2);
    const r2 = Math.sqrt(s2 * s2 + d2);
    ratio[0] = l / (r1 + r2);
    if (ratio[0] < 0.17) artanhTwice(ratio);
    else {
      const a1 = r1 + Math.abs(s1);
      const a2 = r2 + Math.abs(s2);
      ratio[0] = s1 < 0 ? (s2 > 0 ? (a1 * a2) / d2 : a1 / a2) : a2 / a1;
      logAt(ratio, 0);
    }
    const L = ratio[0];
    const gt = gx * tx + gy * ty;
    // Pressure at the foot of c. It varies only along the segment, so the distance of c from the line does not matter.
    const pc = data[at + 1] + gx * data[k] + gy * data[k + 1] - gt * s1;
    const Dr = r2 - r1;
    const D0 = s2 / r2 - s1 / r1;
    const Di = 1 / r2 - 1 / r1;
    const L0 = L - D0;
    const I = 0.5 * (s2 * r2 - s1 * r1 + d2 * L);
    M += pc * I + (gt * Dr * (r1 * r1 + r1 * r2 + r2 * r2)) / 3;
    const jn = d * (pc * L + gt * Dr);
    const jt = pc * Dr + gt * (I - d2 * L);
    mx -= ty * jn + tx * jt;
    my -= ty * jt - tx * jn;
    const nn = pc * L0 + gt * (Dr + d2 * Di);
    const nt = d * (pc * Di - gt * L0);
    const tt = pc * D0 - gt * d2 * Di;
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
