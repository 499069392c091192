import { quarterEllipseSet } from '@stiction/lcp-solver';
import { requireKnownOptions, requireNumbers } from '../options.js';
import { SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type DirectionOptions, requireDirection, writeAxis } from './direction.js';
import { type FlowOptions, withFlow } from './flow.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface AsymmetricOptions extends DirectionOptions, FlowOptions {
  /** Coefficients of friction against motion along +x, -x, +y and -y of the law, each >= 0. */
  mu: readonly [number, number, number, number];
}

/**
 * Rigid friction that is stronger in one direction than in the opposite one, such as fur, scales or sawteeth,
 *
 *     K = { λ : (λx/μx^±)² + (λy/μy^±)² + (λ3/(μ r))² ≤ 1 },   ± by the sign of λ,   μ = mean of the four,   eps = bias = 0
 *
 *   μx⁺    coefficient against motion along +x, of the other body relative to the one that carries the direction    1
 *   r      as in `coulomb`                                                                                       m
 *
 * Four quarters of ellipses, joined smoothly. `flow` as in `anisotropic`.
 */
export function asymmetric(options: AsymmetricOptions): FrictionLaw {
  requireKnownOptions('asymmetric', options, ['mu', 'direction', 'frame', 'flow']);
  const [plusX, minusX, plusY, minusY] = requireNumbers('asymmetric', 'mu', options.mu, 0, 4);
  const direction = requireDirection('asymmetric', options);
  const mu = (plusX + minusX + plusY + minusY) / 4;
  return makeLaw({
    name: 'asymmetric',
    set: withFlow('asymmetric', quarterEllipseSet, 4, options),
    stateSize: 0,
    mu,
    innerMu: Math.min(plusX, minusX, plusY, minusY),
    torsionIndex: 7,
    linearize(patches, i) {
      const { shape } = patches;
      const at = SHAPE_STRIDE * i;
      writeAxis(patches, i, direction);
      // Friction along +x acts against motion along -x.
      shape[at + 3] = minusX;
      shape[at + 4] = plusX;
      shape[at + 5] = minusY;
      shape[at + 6] = plusY;
      shape[at + 7] = mu * patches.torsionRadius[i];
    },
  });
}
