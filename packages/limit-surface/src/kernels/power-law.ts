import { expAt, logAt } from '@stiction/friction-core/adapter';
import { addDisc } from './disc.js';
import { type Quadrature, tanhSinh } from './quadrature.js';

/**
 * psi, f and H (see `kernel.ts`) of p ∝ [1 - (ρ/a)ᵏ]^(1/k) (1 + γ·ρ) on ρ ≤ a, [Waltersson] (44), as a stack of uniform
 * discs of radius s, one for every level y of the pressure,
 *
 *     psi = ∫₀¹ psi_disc(a s(y)) s² dy / ∫₀¹ s² dy,   s(y) = (1 - yᵏ)^(1/k)
 *
 * by tanh-sinh quadrature, split where the rim of the disc passes the centre of rotation (a weak singularity of
 * psi_disc).
 */

/** Arguments of `addDisc`, and the base of powers. */
const disc = new Float64Array(7);
const power = new Float64Array(1);

const cache: { rule: Quadrature | undefined } = { rule: undefined };

function rule(): Quadrature {
  cache.rule ??= tanhSinh();
  return cache.rule;
}

/** power[0] = power[0]^exponent for a base in [0, 1]. */
function raise(exponent: number): void {
  if (!(power[0] > 0)) {
    power[0] = 0;
    return;
  }
  logAt(power, 0);
  power[0] *= exponent;
  expAt(power, 0);
}

/** power[0] = (1 - power[0]ᵏ)^(1/k): s(y). The function is its own inverse, so it is also y(s). */
function profileAt(k: number): void {
  raise(k);
  power[0] = 1 - power[0];
  raise(1 / k);
}

/** [1 - xᵏ]^(1/k) for x from 0 to 1. */
export function powerLawProfile(x: number, k: number): number {
  power[0] = x;
  profileAt(k);
  return power[0];
}

/** ∫ s² dy and ∫ s⁴ dy: load and second moment for unit radius and height. */
export function powerLawMoments(k: number): [load: number, secondMoment: number] {
  const { left, weights } = rule();
  let load = 0;
  let secondMoment = 0;
  for (let n = 0; n < left.length; n++) {
    for (let side = n === 0 ? 1 : 0; side < 2; side++) {
      power[0] = side === 0 ? left[n] : 1 - left[n];
      profileAt(k);
      const m = power[0] * power[0];
      load += weights[n] * m;
      secondMoment += weights[n] * m * m;
    }
  }
  return [load, secondMoment];
}

/** Adds weight × the output for `input` = [vx, vy, w, γx, γy, a, weight], with the twist at the contact's centre. */
export function addPowerLaw(input: Float64Array, k: number, load: number, out: Float64Array): void {
  for (let i = 0; i < 5; i++) disc[i] = input[i];
  const V = Math.sqrt(input[0] * input[0] + input[1] * input[1]);
  const W = input[5] * Math.abs(input[2]);
  if (V < W) {
    power[0] = V / W;
    profileAt(k);
    const y = power[0];
    addLevels(input, k, load, 0, y, out);
    addLevels(input, k, load, y, 1, out);
  } else addLevels(input, k, load, 0, 1, out);
}

function addLevels(input: Float64Array, k: number, load: number, low: number, high: number, out: Float64Array): void {
  const { left, weights } = rule();
  const span = high - low;
  if (!(span > 0)) return;
  for (let n = 0; n < left.length; n++) {
    for (let side = n === 0 ? 1 : 0; side < 2; side++) {
      power[0] = side === 0 ? low + span * left[n] : high - span * left[n];
      profileAt(k);
      const s = power[0];
      if (s === 0) continue;
      disc[5] = input[5] * s;
      disc[6] = (input[6] * span * weights[n] * s * s) / load;
      addDisc(disc, out);
    }
  }
}
