import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { DEFAULT_RELAXATION, DEFAULT_STIFFNESS_X, DEFAULT_STIFFNESS_Y } from '../constants.js';

/** A tyre as the solver uses it. All numbers are per load. */
export interface TyreCurve {
  /** Coefficients of friction along and across the wheel. */
  readonly muX: number;
  readonly muY: number;
  /** Initial slope of the slip curve: force per load and slip ratio (along), and per load and radian of slip angle (across). */
  readonly stiffnessX: number;
  readonly stiffnessY: number;
  /** Relaxation length: the distance in which the force builds up [m]. */
  readonly relaxation: number;
  /** Fraction of the friction that is lost at high sliding speed. */
  readonly falloff: number;
  /** Fraction of the coefficient that is lost when the load doubles. */
  readonly loadSensitivity: number;
  /** Force per peak force at a slip, for a curve that is not a straight line up to the limit, and the slip of its peak. */
  readonly shape?: (slip: number) => number;
  readonly peakSlip?: number;
}

/** A friction law that a wheel uses whole. Other contacts, such as a loose wheel, see Coulomb friction with the same coefficient. */
export interface TyreLaw extends FrictionLaw {
  readonly tyre: TyreCurve;
}

export interface TyreOptions {
  /** Coefficient of friction along the wheel. @default 1 */
  muX?: number;
  /** Across. @default muX */
  muY?: number;
  /** Force per load and slip ratio. @default 20 */
  stiffnessX?: number;
  /** Force per load and radian of slip angle. @default 15 */
  stiffnessY?: number;
  /** Slip at which friction peaks, instead of the stiffnesses: 0.08 for a road tyre, 0.2 for a soft one. */
  peak?: number;
  /** Distance in which the force builds up [m]. @default 0.25 */
  relaxation?: number;
  /** Fraction of the friction that is lost when the tyre slides fast: 0.2 to 0.4 makes drifting easy. @default 0 */
  falloff?: number;
  /** Fraction of the coefficient that is lost when the load doubles; road tyres have 0.1 to 0.2. @default 0 */
  loadSensitivity?: number;
}

const OPTIONS = [
  'muX',
  'muY',
  'stiffnessX',
  'stiffnessY',
  'peak',
  'relaxation',
  'falloff',
  'loadSensitivity',
] as const satisfies readonly (keyof TyreOptions)[];

/**
 * Bristle tyre: sticks without creep, builds up force over the relaxation length, slides where along and across together reach the
 * ellipse (Tx/μx)² + (Ty/μy)² = N². Use it as the `tyre` of a wheel, or as the law of a pair: `setPair('tyre', 'gravel', tyre({ … }))`.
 */
export function tyre(options: TyreOptions = {}): TyreLaw {
  requireKnownOptions('tyre', options, OPTIONS);
  const muX = requirePositive('tyre', 'muX', options.muX ?? 1);
  const muY = requirePositive('tyre', 'muY', options.muY ?? muX);
  const { peak } = options;
  if (peak !== undefined) {
    requirePositive('tyre', 'peak', peak);
    if (options.stiffnessX !== undefined || options.stiffnessY !== undefined) {
      throw new TypeError('tyre: peak must not be combined with stiffnessX or stiffnessY');
    }
  }
  return tyreLaw('tyre', {
    muX,
    muY,
    stiffnessX: requirePositive('tyre', 'stiffnessX', options.stiffnessX ?? (peak ? muX / peak : DEFAULT_STIFFNESS_X)),
    stiffnessY: requirePositive('tyre', 'stiffnessY', options.stiffnessY ?? (peak ? muY / peak : DEFAULT_STIFFNESS_Y)),
    relaxation: requirePositive('tyre', 'relaxation', options.relaxation ?? DEFAULT_RELAXATION, 'm'),
    falloff: requireFraction('tyre', 'falloff', options.falloff ?? 0),
    loadSensitivity: requireNumber('tyre', 'loadSensitivity', options.loadSensitivity ?? 0, 0),
  });
}

export function tyreLaw(name: string, curve: TyreCurve): TyreLaw {
  return { ...coulomb({ mu: curve.muX }), name, tyre: curve };
}

export function isTyreLaw(law: FrictionLaw): law is TyreLaw {
  return (law as Partial<TyreLaw>).tyre !== undefined;
}

function requireFraction(owner: string, option: string, value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw new RangeError(`${owner}: ${option} must be a number from 0 to 1 (got ${String(value)})`);
  }
  return value;
}
