import { ellipsoidSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumber } from '../options.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface CoulombOptions {
  /** Coefficient of friction, static and kinetic, >= 0. */
  mu: number;
}

/**
 * Rigid Coulomb friction: a patch sticks until its friction reaches μ N, then slides with μ N against the slip.
 *
 *     K = { λ : (λ1/μ)² + (λ2/μ)² + (λ3/(μ r))² ≤ 1 },   eps = bias = 0
 *
 *   μ   coefficient of friction                                             1
 *   r   mean distance of the load from the pressure centre, Σ Nᵢ|ρᵢ| / Σ Nᵢ    m
 *
 * Pure sliding and pure spinning match Coulomb's law at each contact point; the ellipsoid couples them (Howe & Cutkosky 1996). A
 * single point has r = 0 and does not resist spinning. The engine gives the contact points: the four corners of a box carry it, not
 * its whole face, so a spinning box is braked more than under uniform pressure.
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
