import { KERNEL_SIZE } from './kernel.js';
import type { LimitSurface } from './limit-surface.js';
import { evaluatePressure, type Pressure } from './pressure.js';

/**
 * Where a wrench stands against the limit surface: γ(F) = max over twists d of F·d / psi(d). Below 1 friction can bear it, at 1
 * it slides, and F/γ(F) lies on the surface. By Newton's method on the direction: at the maximum F = γ ∇psi(d), and
 *
 *     γ' = F·d/psi(d),   rr = γ' ∇psi - F,   d ← d - (γ' (H + d dᵀ))⁻¹ rr, normalised
 *
 * with steps shortened where γ' would fall. H d = 0, which is why d dᵀ may be added. Lengths are in units of r.
 */
const ROUNDS = 80;

const d = new Float64Array(3);
const next = new Float64Array(3);
const F = new Float64Array(3);
const values = new Float64Array(KERNEL_SIZE);
const step = new Float64Array(3);
const trial = new Float64Array(3);

/** Of a wrench [N, N, N m] per load and friction coefficient; needs the pressure that the surface was made from. */
export function gaugeOf(surface: LimitSurface, wrench: ArrayLike<number>): number {
  const { pressure } = surface;
  if (pressure === undefined) throw new TypeError('gaugeOf: a loaded surface has no pressure to measure against');
  F[0] = wrench[0];
  F[1] = wrench[1];
  // The pressure may be of another size, see scaleSurface.
  F[2] = wrench[2] / (pressure.r * Math.sqrt(surface.u / pressure.u));
  const size = Math.sqrt(F[0] * F[0] + F[1] * F[1] + F[2] * F[2]);
  if (!(size > 0)) return 0;
  for (let k = 0; k < 3; k++) d[k] = F[k] / size;

  let gauge = measure(pressure, d);
  for (let round = 0; round < ROUNDS; round++) {
    let residual = 0;
    for (let k = 0; k < 3; k++) residual += Math.abs(gauge * values[1 + k] - F[k]);
    if (residual <= 1e-13 * gauge) break;
    newtonStep(gauge);
    let share = 1;
    let better = gauge;
    for (let halving = 0; halving < 40; halving++, share *= 0.4) {
      let length = 0;
      for (let k = 0; k < 3; k++) {
        trial[k] = d[k] + share * step[k];
        length += trial[k] * trial[k];
      }
      length = Math.sqrt(length);
      for (let k = 0; k < 3; k++) trial[k] /= length;
      better = measure(pressure, trial);
      if (better >= gauge * (1 - 1e-15)) break;
    }
    const gain = better - gauge;
    d.set(trial);
    gauge = better;
    if (gain <= 1e-15 * gauge && residual < 1e-7 * gauge) break;
  }
  return gauge;
}

/** Leaves psi, f and H at `direction` in `values`, lengths in units of r; returns γ'. */
function measure(pressure: Pressure, direction: Float64Array): number {
  const { r } = pressure;
  next[0] = direction[0];
  next[1] = direction[1];
  next[2] = direction[2] / r;
  evaluatePressure(pressure, next, values);
  values[3] /= r;
  values[6] /= r;
  values[8] /= r;
  values[9] /= r * r;
  return (F[0] * direction[0] + F[1] * direction[1] + F[2] * direction[2]) / values[0];
}

/** step = -(γ' (H + d dᵀ))⁻¹ (γ' f - F) by Cholesky, at most of length 1. */
function newtonStep(gauge: number): void {
  const small = 1e-12;
  const a11 = values[4] + d[0] * d[0] + small;
  const a12 = values[5] + d[0] * d[1];
  const a13 = values[6] + d[0] * d[2];
  const a22 = values[7] + d[1] * d[1] + small;
  const a23 = values[8] + d[1] * d[2];
  const a33 = values[9] + d[2] * d[2] + small;
  const l11 = Math.sqrt(a11);
  const l21 = a12 / l11;
  const l31 = a13 / l11;
  const l22 = Math.sqrt(Math.max(a22 - l21 * l21, small));
  const l32 = (a23 - l31 * l21) / l22;
  const l33 = Math.sqrt(Math.max(a33 - l31 * l31 - l32 * l32, small));
  const y1 = (F[0] / gauge - values[1]) / l11;
  const y2 = (F[1] / gauge - values[2] - l21 * y1) / l22;
  const y3 = (F[2] / gauge - values[3] - l31 * y1 - l32 * y2) / l33;
  step[2] = y3 / l33;
  step[1] = (y2 - l32 * step[2]) / l22;
  step[0] = (y1 - l21 * step[1] - l31 * step[2]) / l11;
  const length = Math.sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
  if (length > 1) for (let k = 0; k < 3; k++) step[k] /= length;
}
