import { KERNEL_SIZE } from '../kernels/kernel.js';
import { scaledKernel } from '../pressure/pressure.js';
import type { SurfaceKernel } from './block-step.js';
import type { LimitSurface } from './limit-surface.js';

/**
 * Gauge of a wrench with respect to the limit surface: γ(F) = max over twists d of F·d / psi(d). Below 1 the patch
 * sticks, at 1 it slides, and F/γ(F) lies on the surface. Newton's method on the direction: at the maximum F = γ
 * ∇psi(d), and
 *
 *     γ' = F·d/psi(d),   rr = γ' ∇psi - F,   d ← d - (γ' (H + d dᵀ))⁻¹ rr, normalised
 *
 * with shorter steps where γ' would fall. d dᵀ may be added because H d = 0. Lengths are in units of r.
 */
const MAX_ITERATIONS = 80;

const d = new Float64Array(3);
const F = new Float64Array(3);
const values = new Float64Array(KERNEL_SIZE);
const step = new Float64Array(3);
const trial = new Float64Array(3);

/**
 * Gauge of a wrench [N, N, N m] per unit load and friction coefficient. Needs the pressure the surface was built from.
 */
export function gaugeOf(surface: LimitSurface, wrench: ArrayLike<number>): number {
  const { pressure } = surface;
  if (pressure === undefined)
    throw new TypeError('gaugeOf: surface must have a pressure, which a surface from loadLimitSurface lacks');
  F[0] = wrench[0];
  F[1] = wrench[1];
  // The pressure may have another size, see `scaleSurface`.
  F[2] = wrench[2] / (pressure.r * Math.sqrt(surface.u / pressure.u));
  const size = Math.sqrt(F[0] * F[0] + F[1] * F[1] + F[2] * F[2]);
  if (!(size > 0)) return 0;
  for (let k = 0; k < 3; k++) d[k] = F[k] / size;

  const kernel = scaledKernel(pressure, pressure.r);
  let gauge = measure(kernel, d);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    let residual = 0;
    for (let k = 0; k < 3; k++) residual += Math.abs(gauge * values[1 + k] - F[k]);
    if (residual <= 1e-13 * gauge) break;
    newtonStep(gauge);
    let stepLength = 1;
    let trialGauge = gauge;
    for (let halving = 0; halving < 40; halving++, stepLength *= 0.4) {
      let length = 0;
      for (let k = 0; k < 3; k++) {
        trial[k] = d[k] + stepLength * step[k];
        length += trial[k] * trial[k];
      }
      length = Math.sqrt(length);
      for (let k = 0; k < 3; k++) trial[k] /= length;
      trialGauge = measure(kernel, trial);
      if (trialGauge >= gauge * (1 - 1e-15)) break;
    }
    const gain = trialGauge - gauge;
    d.set(trial);
    gauge = trialGauge;
    if (gain <= 1e-15 * gauge && residual < 1e-7 * gauge) break;
  }
  return gauge;
}

/** Writes psi, f and H at `direction` to `values`; returns γ'. */
function measure(kernel: SurfaceKernel, direction: Float64Array): number {
  kernel(direction, values);
  return (F[0] * direction[0] + F[1] * direction[1] + F[2] * direction[2]) / values[0];
}

/** step = -(γ' (H + d dᵀ))⁻¹ (γ' f - F) by Cholesky, clamped to length 1. */
function newtonStep(gauge: number): void {
  const ridge = 1e-12;
  const a11 = values[4] + d[0] * d[0] + ridge;
  const a12 = values[5] + d[0] * d[1];
  const a13 = values[6] + d[0] * d[2];
  const a22 = values[7] + d[1] * d[1] + ridge;
  const a23 = values[8] + d[1] * d[2];
  const a33 = values[9] + d[2] * d[2] + ridge;
  const l11 = Math.sqrt(a11);
  const l21 = a12 / l11;
  const l31 = a13 / l11;
  const l22 = Math.sqrt(Math.max(a22 - l21 * l21, ridge));
  const l32 = (a23 - l31 * l21) / l22;
  const l33 = Math.sqrt(Math.max(a33 - l31 * l31 - l32 * l32, ridge));
  const y1 = (F[0] / gauge - values[1]) / l11;
  const y2 = (F[1] / gauge - values[2] - l21 * y1) / l22;
  const y3 = (F[2] / gauge - values[3] - l31 * y1 - l32 * y2) / l33;
  step[2] = y3 / l33;
  step[1] = (y2 - l32 * step[2]) / l22;
  step[0] = (y1 - l21 * step[1] - l31 * step[2]) / l11;
  const length = Math.sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
  if (length > 1) for (let k = 0; k < 3; k++) step[k] /= length;
}
