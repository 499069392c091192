import { type ElastoPlasticOptions, expAt, logAt, requireNumber } from '@stiction/friction-core';
import { requirePositive } from './pressure-options.js';

/** What the planar models share: the law of a bristle, its options, and how a model is stepped. */

/** Per normal force: σ0 1/m, σ1 and σ2 s/m, muC, muS, vS m/s, gamma, and sBa for 'elasto-plastic'. */
export type PlanarParams = ElastoPlasticOptions;

export interface PlanarModelOptions {
  /** [Waltersson] (10) or (15). @default 'elasto-plastic' */
  law?: 'lugre' | 'elasto-plastic';
  /**
   * 'explicit' is Euler's method as in the paper, which needs dt < 2 g/(σ0 |v|), 1e-5 s for usual bristles. 'implicit' is stable
   * for every dt and agrees with it as dt → 0. @default 'explicit'
   */
  method?: 'explicit' | 'implicit';
}

/** Friction of a patch whose motion is given. Wrenches are [force x, force y, torque] on the body at the pressure centre, N, N m. */
export interface PlanarModel {
  /** Deflections of the bristles; may be copied away and back. */
  readonly state: Float64Array;
  /** Relaxes all bristles. */
  reset(): void;
  /**
   * Friction for the velocity (vx, vy) m/s of the pressure centre and the angular velocity w rad/s under the load fN, then dt s
   * further. Explicit: friction at the start of the step; implicit: at its end. Returns `out`.
   */
  step(vx: number, vy: number, w: number, fN: number, dt: number, out: Float64Array): Float64Array;
  /** The same for `count` steps with the twists [vx, vy, w, …], into wrenches [fx, fy, torque, …]. */
  steps(twists: Float64Array, count: number, fN: number, dt: number, out: Float64Array): Float64Array;
  /**
   * For an integrator of one's own: the rate of a state (as long as `state`) under a twist [vx, vy, w], and the friction that
   * goes with it. Does not touch the model's own state.
   */
  rate(state: Float64Array, twist: Float64Array, fN: number, rate: Float64Array, out: Float64Array): Float64Array;
}

/**
 *     g = muC + (muS - muC) exp(-q),  q = (|v|/vS)^γ,   β̄(ζ) = 0 up to sBa, ½ + ½ sin(π x/2) up to 1, x = (2ζ - 1 - sBa)/(1 - sBa)
 *
 * ζ is the deflection over its largest, g/σ0: [Waltersson] (2), (6), (18).
 */
export interface BristleLaw {
  sigma0: number;
  sigma1: number;
  sigma2: number;
  muC: number;
  /** muS - muC. */
  drop: number;
  vS: number;
  gamma: number;
  /** sBa; 0 for LuGre, which gives way always. */
  elastic: number;
  /** From this speed² on g is muC to the last bit, and σ0/g is `stiffest`. */
  slowest: number;
  stiffest: number;
  /** exp(-k/16): the exponential is one entry times a short series. */
  exponentials: Float64Array;
}

/** Beyond this q the exponential does not change the last bit of g. */
const EXP_CUT = 45;

const shared: { exponentials: Float64Array | undefined } = { exponentials: undefined };

function exponentials(): Float64Array {
  if (shared.exponentials === undefined) {
    const table = new Float64Array(16 * EXP_CUT + 2);
    for (let k = 0; k < table.length; k++) {
      table[k] = -k / 16;
      expAt(table, k);
    }
    shared.exponentials = table;
  }
  return shared.exponentials;
}

export function requireBristles(owner: string, params: PlanarParams, options: PlanarModelOptions): BristleLaw {
  const { law = 'elasto-plastic', method = 'explicit' } = options;
  if (law !== 'lugre' && law !== 'elasto-plastic') {
    throw new RangeError(`${owner}: law must be one of lugre, elasto-plastic (got ${String(law)})`);
  }
  if (method !== 'explicit' && method !== 'implicit') {
    throw new RangeError(`${owner}: method must be one of explicit, implicit (got ${String(method)})`);
  }
  const muC = requirePositive(owner, 'muC', params?.muC, '');
  const muS = requireNumber(owner, 'muS', params.muS, 0);
  if (muS < muC) throw new RangeError(`${owner}: muS must be >= muC = ${muC} (got ${muS})`);
  const { sBa = 0.9 } = params;
  if (typeof sBa !== 'number' || !(sBa > 0 && sBa < 1)) {
    throw new RangeError(`${owner}: sBa must lie between 0 and 1 (got ${String(sBa)})`);
  }
  const sigma0 = requirePositive(owner, 'sigma0', params.sigma0, '1/m');
  const vS = requirePositive(owner, 'vS', params.vS, 'm/s');
  const gamma = requirePositive(owner, 'gamma', params.gamma ?? 2, '');
  return {
    sigma0,
    sigma1: requireNumber(owner, 'sigma1', params.sigma1 ?? 0, 0, 's/m'),
    sigma2: requireNumber(owner, 'sigma2', params.sigma2 ?? 0, 0, 's/m'),
    muC,
    drop: muS - muC,
    vS,
    gamma,
    elastic: law === 'lugre' ? 0 : sBa,
    slowest: muS === muC ? 0 : gamma === 2 ? EXP_CUT * vS * vS : Number.POSITIVE_INFINITY,
    stiffest: sigma0 / muC,
    exponentials: exponentials(),
  };
}

/** x[at] = speed² becomes g. */
export function frictionAt(law: BristleLaw, x: Float64Array, at: number): void {
  const { drop, vS } = law;
  let q = x[at] / (vS * vS);
  if (law.gamma !== 2 && q > 0) {
    x[at] = q;
    logAt(x, at);
    // exp(x) beyond the cut is as good as any; expAt takes x ≤ 0.
    const power = 0.5 * law.gamma * x[at];
    x[at] = power > 0 ? -power : power;
    expAt(x, at);
    q = power > 0 ? 1 / x[at] : x[at];
  }
  if (!(drop > 0 && q < EXP_CUT)) {
    x[at] = law.muC;
    return;
  }
  const k = Math.floor(16 * q + 0.5);
  const r = k * 0.0625 - q;
  const series =
    1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040)))))));
  x[at] = law.muC + drop * law.exponentials[k] * series;
}

/** x[at] = ζ becomes β̄(ζ). */
function yieldingAt(law: BristleLaw, x: Float64Array, at: number): void {
  const { elastic } = law;
  const zeta = x[at];
  if (zeta >= 1) x[at] = 1;
  else if (zeta <= elastic) x[at] = 0;
  else {
    const t = (2 * zeta - 1 - elastic) / (1 - elastic);
    const y = t * t;
    const y2 = y * y;
    // Chebyshev's fit of sin(π t/2)/t, to 3e-16.
    const low = 1.5707963267948963 - y * 0.6459640975062232 + y2 * (0.07969262624568337 - y * 0.004681754131447062);
    const high =
      0.0001604411695631063 - y * 3.5988107063136794e-6 + y2 * (5.688318064017795e-8 - y * 6.449471237809134e-10);
    x[at] = 0.5 + 0.5 * t * (low + y2 * y2 * high);
  }
}

/**
 * The implicit step of one bristle: z' = (z + h v)/D. x[at] = start, |z + h v| σ0/g, and x[at + 1] = k, the full yielding
 * h σ0 |v|/g times ½ (1 + cos∠(z + h v, v)), become D: z' lies along z + h v, and ζ (1 + k β̄(ζ)) = start, which rises with ζ, is
 * bracketed and closed in on by the method of Anderson and Björck.
 */
export function yieldOver(law: BristleLaw, x: Float64Array, at: number): void {
  const { elastic } = law;
  const start = x[at];
  const k = x[at + 1];
  if (start <= elastic || k === 0) {
    x[at] = 1;
    return;
  }
  // Also where steady sliding has come within rounding of it.
  if (start >= (1 + k) * (1 - 1e-14)) {
    x[at] = 1 + k;
    return;
  }
  let low = elastic;
  let high = Math.min(start, 1);
  let atLow = elastic - start;
  x[at] = high;
  yieldingAt(law, x, at);
  let atHigh = high * (1 + k * x[at]) - start;
  // Which end moved last: 1 is the upper one.
  let moved = 0;
  for (let round = 0; round < 60; round++) {
    let middle = high - (atHigh * (high - low)) / (atHigh - atLow);
    // Rounding, or a curve that the secant does not like: halve.
    if (!(middle > low && middle < high) || round % 6 === 5) middle = 0.5 * (low + high);
    x[at] = middle;
    yieldingAt(law, x, at);
    const value = middle * (1 + k * x[at]) - start;
    if (value > 0) {
      if (moved === 1) {
        const share = 1 - value / atHigh;
        atLow *= share > 0 ? share : 0.5;
      }
      high = middle;
      atHigh = value;
      moved = 1;
    } else {
      if (moved === -1) {
        const share = 1 - value / atLow;
        atHigh *= share > 0 ? share : 0.5;
      }
      low = middle;
      atLow = value;
      moved = -1;
    }
    if ((value < 0 ? -value : value) <= 1e-14 * start || high - low < 1e-15) {
      high = middle;
      break;
    }
  }
  x[at] = start / high;
}
