import { requireKnownOptions, requireNumber, requireOneOf } from '../options.js';
import type { FrictionLaw } from './friction-law.js';
import { speedLaw } from './stribeck.js';
import type { SpeedCurve } from './stribeck-curve.js';

export interface FixedStepOptions {
  /** Coefficient of friction, >= 0: a number, or a function of the slip speed [m/s] that is continuous for speeds > 0. */
  mu: number | ((speed: number) => number);
  /** How the speed at the end of the step is found: (16b) solved exactly, or approximated by (18). @default 'exact' */
  solve?: 'exact' | 'approximate';
}

/**
 * The discontinuous model of [Kikuuwe] as an engine law, with any velocity-dependent friction φ(v) = -μ(|v|) N v/|v|:
 *
 *     f = -M v̄/T  if that is at most μ(0) N,   otherwise  f = φ(v̄ + T f/M)                                (16), (17)
 *
 *   μ(|v|)   coefficient of friction at slip speed |v|             1
 *   v̄        slip without friction                                m/s
 *   M/T      the patch's block, A⁻¹/h                             kg/s
 *
 * Differs from the paper: M is the 3x3 block of the patch, and (16b) is solved to first order in its anisotropy (the paper does not
 * cover matrices); bounds are proportional to the load; spinning is coupled as in `coulomb`. A μ(v) that is negative or not a number
 * counts as 0.
 */
export function fixedStep(options: FixedStepOptions): FrictionLaw {
  requireKnownOptions('fixedStep', options, ['mu', 'solve']);
  const { mu, solve = 'exact' } = options;
  requireOneOf('fixedStep', 'solve', solve, ['exact', 'approximate']);
  const atRest = requireNumber('fixedStep', 'mu', typeof mu === 'function' ? mu(0) : mu, 0);
  const curve: SpeedCurve =
    typeof mu === 'function'
      ? (x) => {
          const value = mu(x[0]);
          x[1] = value > 0 && value < Number.POSITIVE_INFINITY ? value : 0;
        }
      : (x) => {
          x[1] = atRest;
        };
  return speedLaw('fixedStep', atRest, curve, solve === 'exact');
}
