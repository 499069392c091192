import { ellipsoidSet } from '@stiction/lcp-solver';
import { type FrictionLaw, makeLaw } from '../contract.js';
import { requireKnownOptions, requireNumber } from '../options.js';
import { SHAPE_STRIDE } from '../patch-buffers.js';

export interface CoulombOptions {
  /** Coefficient of friction, static and kinetic, >= 0. */
  mu: number;
}

/**
 * Coulomb friction, rigid: a patch sticks until its friction reaches μ N, and then slides against the slip.
 *
 *     K = { λ : (λ1/μ)² + (λ2/μ)² + (λ3/(μ r))² ≤ 1 },   eps = bias = 0
 *
 *   μ   coefficient of friction                                             1
 *   r   mean distance of the load from the pressure centre, Σ Nᵢ|ρᵢ| / Σ Nᵢ    m
 *
 * Sliding alone and spinning alone are what Coulomb's law at each contact point gives; where both happen the ellipsoid
 * couples them (Howe & Cutkosky 1996). A single point has r = 0 and resists no spin. The contact points are the engine's:
 * four corners of a box carry it, not its whole face, so a spinning box is braked more than under uniform pressure.
 */
export function coulomb(options: CoulombOptions): FrictionLaw {
  requireKnownOptions('coulomb', options, ['mu']);
  const mu = requireNumber('coulomb', 'mu', options.mu, 0);
  return makeLaw({
    name: 'coulomb',
    set: ellipsoidSet,
    stateSize: 0,
    mu,
    coulombMatch: 'always',
    torsionIndex: 2,
    linearize(patches, i) {
      const at = SHAPE_STRIDE * i;
      patches.shape[at] = mu;
      patches.shape[at + 1] = mu;
      patches.shape[at + 2] = mu * patches.torsionRadius[i];
    },
  });
}
