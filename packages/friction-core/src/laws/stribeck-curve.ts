import { expAt, logAt } from '../math/elementary.js';
import { requireNumber, requirePositive } from '../options.js';

/**
 * Friction as a function of the slip speed, with static above kinetic friction and a viscous part,
 *
 *     μ(v) = muC + (muS - muC) exp(-(v / vS)^γ) + viscous v
 */
export interface StribeckOptions {
  /** Coefficient of friction at rest, >= muC. */
  muS: number;
  /** Coefficient of friction at high speed, >= 0. */
  muC: number;
  /** Speed of the transition, > 0 m/s: the difference has dropped to 1/e. */
  vS: number;
  /** Exponent of the transition, > 0. @default 2 */
  gamma?: number;
  /** Increase of the coefficient with speed, >= 0 s/m. @default 0 */
  viscous?: number;
}

/** Reads the speed in x[0], writes the coefficient of friction into x[1]. */
export type SpeedCurve = (x: Float64Array) => void;

export function requireStribeck(owner: string, options: StribeckOptions): Required<StribeckOptions> {
  const muC = requireNumber(owner, 'muC', options.muC, 0);
  const muS = requireNumber(owner, 'muS', options.muS, 0);
  if (muS < muC) throw new RangeError(`${owner}: muS must be >= muC = ${muC} (got ${muS})`);
  const vS = requirePositive(owner, 'vS', options.vS, 'm/s');
  const gamma = requirePositive(owner, 'gamma', options.gamma ?? 2);
  const viscous = requireNumber(owner, 'viscous', options.viscous ?? 0, 0, 's/m');
  return { muS, muC, vS, gamma, viscous };
}

export function stribeckCurve({ muS, muC, vS, gamma, viscous }: Required<StribeckOptions>): SpeedCurve {
  const drop = muS - muC;
  return (x) => {
    const speed = x[0];
    let mu = muC + viscous * speed;
    if (drop > 0) {
      const ratio = speed / vS;
      if (gamma === 2) {
        x[1] = -ratio * ratio;
      } else if (ratio > 0) {
        x[1] = ratio;
        logAt(x, 1);
        x[1] = Math.min(7, gamma * x[1]); // exp(-exp(7)) is 0
        negativeExp(x);
      } else x[1] = 0;
      expAt(x, 1);
      mu += drop * x[1];
    }
    x[1] = mu;
  };
}

/** x[1] = -exp(x[1]). */
function negativeExp(x: Float64Array): void {
  if (x[1] <= 0) {
    expAt(x, 1);
    x[1] = -x[1];
  } else {
    x[1] = -x[1];
    expAt(x, 1);
    x[1] = -1 / x[1];
  }
}

/** Speed up to which a curve stays within 1 % of mu, its value at rest [m/s]; undefined if it does at any speed. */
export function restSpeedOf(curve: SpeedCurve, mu: number): number | undefined {
  const x = new Float64Array(2);
  const isAtRest = (speed: number): boolean => {
    x[0] = speed;
    curve(x);
    return Math.abs(x[1] - mu) <= 0.01 * mu;
  };
  let low = 0;
  let high = 1e-9;
  while (high < 1e6 && isAtRest(high)) {
    low = high;
    high *= 2;
  }
  if (!(high < 1e6)) return undefined;
  for (let k = 0; k < 20; k++) {
    const middle = 0.5 * (low + high);
    if (isAtRest(middle)) low = middle;
    else high = middle;
  }
  return low;
}
