import { expAt, logAt } from '@stiction/friction-core';
import { addDisc } from './disc-kernel.js';
import { type Quadrature, tanhSinh } from './quadrature.js';

/**
 * psi, f and H (see `kernel.ts`) of p ∝ [1 - (ρ/a)ᵏ]^(1/k) (1 + γ·ρ) on ρ ≤ a, [Waltersson] (44): a pile of uniform discs of
 * radius s, one for every level y of the pressure,
 *
 *     psi = ∫₀¹ psi_disc(a s(y)) s² dy / ∫₀¹ s² dy,   s(y) = (1 - yᵏ)^(1/k)
 *
 * by tanh-sinh quadrature, split where the disc's rim passes the centre of rotation (psi_disc has a weak singularity there).
 */

/** Scratch: the arguments of addDisc, and powers. */
const disc = new Float64Array(7);
const power = new Float64Array(1);

const nodes: { rule: Quadrature | undefined } = { rule: undefined };

function rule(): Quadrature {
  nodes.rule ??= tanhSinh();
  return nodes.rule;
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

/** power[0] = (1 - power[0]ᵏ)^(1/k): s(y), and as it is its own inverse, y(s). */
function otherSide(k: number): void {
  raise(k);
  power[0] = 1 - power[0];
  raise(1 / k);
}

/** [1 - xᵏ]^(1/k) for x from 0 to 1. */
export function powerLawProfile(x: number, k: number): number {
  power[0] = x;
  otherSide(k);
  return power[0];
}

/** ∫ s² dy and ∫ s⁴ dy: load and second moment at unit radius and height. */
export function powerLawMoments(k: number): [load: number, second: number] {
  const { left, weights } = rule();
  let load = 0;
  let second = 0;
  for (let n = 0; n < left.length; n++) {
    for (let side = n === 0 ? 1 : 0; side < 2; side++) {
      power[0] = side === 0 ? left[n] : 1 - left[n];
      otherSide(k);
      const m = power[0] * power[0];
      load += weights[n] * m;
      second += weights[n] * m * m;
    }
  }
  return [load, second];
}

/** Adds weight × the potential for `from` = [vx, vy, w, γx, γy, a, weight], the twist at the contact's centre. */
export function addPowerLaw(from: Float64Array, k: number, load: number, out: Float64Array): void {
  for (let i = 0; i < 5; i++) disc[i] = from[i];
  const V = Math.sqrt(from[0] * from[0] + from[1] * from[1]);
  const W = from[5] * Math.abs(from[2]);
  if (V < W) {
    power[0] = V / W;
    otherSide(k);
    const y = power[0];
    addLevels(from, k, load, 0, y, out);
    addLevels(from, k, load, y, 1, out);
  } else addLevels(from, k, load, 0, 1, out);
}

function addLevels(from: Float64Array, k: number, load: number, low: number, high: number, out: Float64Array): void {
  const { left, weights } = rule();
  const span = high - low;
  if (!(span > 0)) return;
  for (let n = 0; n < left.length; n++) {
    for (let side = n === 0 ? 1 : 0; side < 2; side++) {
      power[0] = side === 0 ? low + span * left[n] : high - span * left[n];
      otherSide(k);
      const s = power[0];
      if (s === 0) continue;
      disc[5] = from[5] * s;
      disc[6] = (from[6] * span * weights[n] * s * s) / load;
      addDisc(disc, out);
    }
  }
}
