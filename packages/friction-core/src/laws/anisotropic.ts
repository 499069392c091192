import { ellipsoidSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumbers } from '../options.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type DirectionOptions, requireDirection, writeAxis } from './direction.js';
import { type FlowOptions, withFlow } from './flow.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface AnisotropicOptions extends DirectionOptions, FlowOptions {
  /** Coefficients of friction along the law's x and y, each >= 0. */
  mu: readonly [number, number];
}

/**
 * Rigid friction that differs along two directions of a surface, such as wood along and across its grain,
 *
 *     K = { λ : (λx/μx)² + (λy/μy)² + (λ3/(μ r))² ≤ 1 },   μ = √(μx μy),   eps = bias = 0
 *
 *   λx, λy   friction along `direction` and across it                       N s
 *   μx, μy   coefficients of friction                                       1
 *   r        as in `coulomb`                                                m
 *
 * `flow: 'associated'` is maximum dissipation: friction is not opposite to the slip, and deflects a block that slides obliquely
 * towards the slippery direction. `flow: 'radial'` brakes straight against the slip.
 */
export function anisotropic(options: AnisotropicOptions): FrictionLaw {
  requireKnownOptions('anisotropic', options, ['mu', 'direction', 'frame', 'flow']);
  const [muX, muY] = requireNumbers('anisotropic', 'mu', options.mu, 0, 2);
  const direction = requireDirection('anisotropic', options);
  const mu = Math.sqrt(muX * muY);
  return makeLaw({
    name: 'anisotropic',
    set: withFlow('anisotropic', ellipsoidSet, 2, options),
    stateSize: 0,
    mu,
    innerMu: Math.min(muX, muY),
    torsionIndex: 5,
    linearize(patches, i) {
      const at = SHAPE_STRIDE * i;
      writeAxis(patches, i, direction);
      patches.shape[at + 3] = muX;
      patches.shape[at + 4] = muY;
      patches.shape[at + 5] = mu * patches.torsionRadius[i];
    },
  });
}
