import { ellipsoidSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumber, requirePositive } from '../options.js';
import {
  type BristleDynamics,
  commitBristle,
  createBristleScratch,
  initBristleFromImpulse,
  linearizeBristle,
} from './bristle-dynamics.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface DahlOptions {
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Stiffness of the bristles per normal force, > 0 1/m. */
  sigma0: number;
}

/**
 * Dahl's bristle (1968), [Kikuuwe] (8):
 *
 *     ż = v - σ0 |v| z / μ,   f = -N σ0 z
 *
 *   z    deflection of the bristle                     m
 *   σ0   stiffness per normal force                    1/m
 *   μ    coefficient of friction                       1
 *
 * Hysteresis from the first micrometre, without a distinct breakaway: it drifts under a load that oscillates below μ N.
 * Differs from the paper: K = σ0 N, so the force follows the load; three components, see `bristle-dynamics.ts`.
 */
export function dahl(options: DahlOptions): FrictionLaw {
  requireKnownOptions('dahl', options, ['mu', 'sigma0']);
  const mu = requireNumber('dahl', 'mu', options.mu, 0);
  const sigma0 = requirePositive('dahl', 'sigma0', options.sigma0, '1/m');
  const curve = (x: Float64Array) => {
    x[1] = mu;
  };
  return bristleLaw('dahl', {
    sigma0,
    sigma1: 0,
    sigma2: 0,
    muS: mu,
    curve,
    scratch: createBristleScratch(),
  });
}

/** A law with one dynamic bristle. */
export function bristleLaw(name: string, dynamics: BristleDynamics): FrictionLaw {
  return makeLaw({
    name,
    set: ellipsoidSet,
    stateSize: 3,
    mu: dynamics.muS,
    torsionIndex: 2,
    linearize: (patches, i, h) => linearizeBristle(dynamics, patches, i, h),
    commit: (patches, i, h) => commitBristle(dynamics, patches, i, h),
    initFromImpulse: (patches, i) => initBristleFromImpulse(dynamics, patches, i),
  });
}
