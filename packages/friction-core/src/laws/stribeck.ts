import { requireKnownOptions } from '../options.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { speedSet } from '../sets/speed.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';
import {
  requireStribeck,
  restSpeedOf,
  type SpeedCurve,
  type StribeckOptions,
  stribeckCurve,
} from './stribeck-curve.js';

/**
 * Rigid friction with static above kinetic friction:
 *
 *     K = μ(|v|) · { λ : λ1² + λ2² + (λ3/r)² ≤ 1 },   μ(v) = muC + (muS - muC) exp(-(v/vS)^γ) + viscous v,   eps = bias = 0
 *
 *   muS, muC   coefficients of friction at rest and at high speed                       1
 *   vS, γ      speed and exponent of the transition                                     m/s, 1
 *   viscous    increase with speed                                                      s/m
 *   |v|        slip speed √(v1² + v2² + (r v3)²), r as in `coulomb`                       m/s
 *
 * [Kikuuwe] Fig. 2(c) and (17): |v| is the speed at the end of the (sub)step, so a patch sticks while muS can hold it, and stops in
 * finite time. Friction drops with the velocity, never as a jump in time.
 * Differs from the paper: (16b) is solved to first order in the block's anisotropy, see `speedSet`.
 */
export function stribeck(options: StribeckOptions): FrictionLaw {
  requireKnownOptions('stribeck', options, ['muS', 'muC', 'vS', 'gamma', 'viscous']);
  const checked = requireStribeck('stribeck', options);
  return speedLaw('stribeck', checked.muS, stribeckCurve(checked), true);
}

/** A rigid law with a speed set and mu at rest. */
export function speedLaw(name: string, mu: number, curve: SpeedCurve, exact: boolean): FrictionLaw {
  return makeLaw({
    name,
    set: speedSet(curve, exact),
    stateSize: 0,
    mu,
    coulombMatch: 'sticking',
    restSpeed: restSpeedOf(curve, mu),
    torsionIndex: 2,
    linearize(patches, i) {
      const at = SHAPE_STRIDE * i;
      patches.shape[at] = mu;
      patches.shape[at + 1] = mu;
      patches.shape[at + 2] = mu * patches.torsionRadius[i];
    },
  });
}
