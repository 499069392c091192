import { quarterEllipseSet } from '@stiction/lcp-solver';
import { type FrictionLaw, makeLaw } from '../contract.js';
import { requireKnownOptions, requireNumbers } from '../options.js';
import { SHAPE_STRIDE } from '../patch-buffers.js';
import { type DirectionOptions, requireDirection, writeAxis } from './direction.js';
import { type FlowOptions, flowing } from './flow.js';

export interface AsymmetricOptions extends DirectionOptions, FlowOptions {
  /** Coefficients of friction against motion along +x, -x, +y and -y of the law, each >= 0. */
  mu: readonly [number, number, number, number];
}

/**
 * Friction that is stronger one way than back, rigid: fur, scales, sawteeth,
 *
 *     K = { λ : (λx/μx^±)² + (λy/μy^±)² + (λ3/(μ r))² ≤ 1 },   ± by the sign of λ,   μ = mean of the four,   eps = bias = 0
 *
 *   μx⁺    coefficient against motion along +x: of the other body against the one that carries the direction    1
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
    set: flowing('asymmetric', quarterEllipseSet, 4, options),
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
