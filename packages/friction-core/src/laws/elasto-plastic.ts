import { requireKnownOptions } from '../options.js';
import { bristleLaw } from './dahl.js';
import { elasticYield } from './elastic-yield.js';
import type { FrictionLaw } from './friction-law.js';
import { LUGRE_OPTIONS, type LuGreOptions, requireLuGre } from './lugre.js';

export interface ElastoPlasticOptions extends LuGreOptions {
  /** Fraction of the largest deflection up to which the bristle is purely elastic, in (0, 1). @default 0.9 */
  sBa?: number;
}

/**
 * Planar elasto-plastic friction, [Waltersson] (15)-(18): LuGre with a bristle that yields only when it is bent far enough and
 * pushed further,
 *
 *     ż = v - β σ0 |v| z / g(|v|),   β = ½ (1 + cos∠(v, z)) · β̄(|z|),   z_max = g(|v|)/σ0,
 *     β̄ = 0 for |z| ≤ sBa z_max,   ½ + ½ sin(π (|z| - ½ (1 + sBa) z_max) / ((1 - sBa) z_max)) up to z_max,   1 beyond
 *
 *   z, σ0, σ1, σ2, g   as in `lugre`
 *   sBa                elastic fraction of z_max                         1
 *
 * Below breakaway the bristle is a spring, so an oscillating load causes no drift.
 * Differs from the paper: (18) as corrected (the third case is |z| ≥ z_max); three components, stepped implicitly, see
 * `bristle-dynamics.ts`.
 */
export function elastoPlastic(options: ElastoPlasticOptions): FrictionLaw {
  requireKnownOptions('elastoPlastic', options, [...LUGRE_OPTIONS, 'sBa']);
  const { sBa = 0.9 } = options;
  if (typeof sBa !== 'number' || !(sBa > 0 && sBa < 1)) {
    throw new RangeError(`elastoPlastic: sBa must lie between 0 and 1 (got ${String(sBa)})`);
  }
  return bristleLaw('elastoPlastic', {
    ...requireLuGre('elastoPlastic', options),
    findYield: elasticYield(sBa),
  });
}
