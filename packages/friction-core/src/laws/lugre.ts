import { requireKnownOptions, requireNumber, requirePositive } from '../options.js';
import { type BristleDynamics, createBristleScratch } from './bristle-dynamics.js';
import { bristleLaw } from './dahl.js';
import type { FrictionLaw } from './friction-law.js';
import { requireStribeck, stribeckCurve } from './stribeck-curve.js';

export interface LuGreOptions {
  /** Stiffness of the bristles per normal force, > 0 1/m. */
  sigma0: number;
  /** Damping of the bristles per normal force, >= 0 s/m. @default 0 */
  sigma1?: number;
  /** Viscous friction per normal force, >= 0 s/m. @default 0 */
  sigma2?: number;
  /** Coefficient of friction of fast sliding, > 0. */
  muC: number;
  /** Coefficient of friction at rest, >= muC. */
  muS: number;
  /** Speed of the transition between them, > 0 m/s. */
  vS: number;
  /** Exponent of the transition, > 0. @default 2 */
  gamma?: number;
}

/**
 * LuGre, modified so that it scales with the normal load: [Waltersson] (1)-(4) for a point,
 *
 *     ż = v - σ0 |v| z / g(|v|),   g(v) = muC + (muS - muC) exp(-(v/vS)^γ),   f = -N (σ0 z + σ1 ż + σ2 v)
 *
 *   z            deflection of the bristle                              m
 *   σ0, σ1, σ2   stiffness, damping, viscosity per normal force         1/m, s/m, s/m
 *   muC, muS     coefficients of friction, kinetic and static           1
 *   vS, γ        speed and exponent of the transition                   m/s, 1
 *
 * Combines Stribeck effect, presliding and frictional lag. It drifts under a load that oscillates below breakaway (`elastoPlastic`
 * does not).
 * Differs from the paper: three components (spinning with the lever r of `coulomb`), stepped implicitly, see `bristle-dynamics.ts`.
 */
export function lugre(options: LuGreOptions): FrictionLaw {
  requireKnownOptions('lugre', options, LUGRE_OPTIONS);
  return bristleLaw('lugre', requireLuGre('lugre', options));
}

export const LUGRE_OPTIONS: readonly string[] = ['sigma0', 'sigma1', 'sigma2', 'muC', 'muS', 'vS', 'gamma'];

export function requireLuGre(owner: string, options: LuGreOptions): BristleDynamics {
  const stribeck = requireStribeck(owner, { ...options, viscous: 0 });
  requirePositive(owner, 'muC', options.muC);
  return {
    sigma0: requirePositive(owner, 'sigma0', options.sigma0, '1/m'),
    sigma1: requireNumber(owner, 'sigma1', options.sigma1 ?? 0, 0, 's/m'),
    sigma2: requireNumber(owner, 'sigma2', options.sigma2 ?? 0, 0, 's/m'),
    muS: stribeck.muS,
    curve: stribeckCurve(stribeck),
    scratch: createBristleScratch(),
  };
}
