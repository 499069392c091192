import { anisotropic, type DirectionOptions, type FrictionLaw, spinning } from '@stiction/friction-core';
import { requireKnownOptions, requireNumber } from '@stiction/friction-core/adapter';

export interface EcpOptions extends DirectionOptions {
  /** Coefficient of friction, >= 0. */
  mu: number;
  /** Semi-axis of the ellipsoid along `direction`, >= 0; 1 is friction of μ. @default 1 */
  et?: number;
  /** Semi-axis across it, >= 0. @default 1 */
  eo?: number;
  /** Semi-axis of torsion, >= 0 m: μ er N is the torque of pure spinning. */
  er: number;
}

/**
 * Treats the patch as one equivalent contact point with a given ellipsoid, rigid: [Xie] (5), (6),
 *
 *     K = { λ : (λx/(μ et))² + (λy/(μ eo))² + (λ3/(μ er))² ≤ 1 },   eps = bias = 0
 *
 *   et, eo   semi-axes of the ellipsoid along `direction` and across it   1
 *   er       semi-axis of torsion                                        m
 *
 * The equivalent contact point is the patch's pressure centre, which the solver computes. Differs from the paper: the
 * axes may be attached to either body.
 */
export function ecp(options: EcpOptions): FrictionLaw {
  requireKnownOptions('ecp', options, ['mu', 'et', 'eo', 'er', 'direction', 'frame']);
  const { et = 1, eo = 1, er, mu, ...direction } = options;
  requireNumber('ecp', 'mu', mu, 0);
  requireNumber('ecp', 'et', et, 0);
  requireNumber('ecp', 'eo', eo, 0);
  requireNumber('ecp', 'er', er, 0, 'm');
  const ellipse = anisotropic({ ...direction, mu: [mu * et, mu * eo] });
  return {
    ...spinning(ellipse, { radius: mu * er }),
    name: 'ecp',
    mu,
    coulombMatch: et === 1 && eo === 1 ? 'sticking' : undefined,
    innerMu: mu * Math.min(et, eo),
    coupled: true,
  };
}
