import { expAt, logAt, requireNumber, requireOneOf, requirePositive } from '@stiction/friction-core/adapter';
import { requireElasticLimit } from '../options.js';
import type { PlanarModelOptions, PlanarParams } from './planar-model.js';

/**
 *     g = muC + (muS - muC) exp(-q),  q = (|v|/vS)^γ,   β̄(ζ) = 0 up to sBa, ½ + ½ sin(π x/2) up to 1, x = (2ζ - 1 - sBa)/(1 - sBa)
 *
 * ζ is the deflection over its maximum, g/σ0: [Waltersson] (2), (6), (18).
 */
export interface BristleLaw {
  sigma0: number;
  sigma1: number;
  sigma2: number;
  muC: number;
  /** muS - muC. */
  muDrop: number;
  vS: number;
  gamma: number;
  /** sBa; 0 for LuGre, which always yields. */
  elasticLimit: number;
  /** At this speed² and above, g equals muC to the last bit and σ0/g is `maxStiffness`. */
  stribeckSpeedSquared: number;
  maxStiffness: number;
  /** exp(-k/16): an exponential is one entry times a short series. */
  exponentials: Float64Array;
}

/** Beyond this q the exponential does not change the last bit of g. */
const EXP_CUT = 45;

const cache: { exponentials: Float64Array | undefined } = { exponentials: undefined };

function exponentials(): Float64Array {
  if (cache.exponentials === undefined) {
    const table = new Float64Array(16 * EXP_CUT + 2);
    for (let k = 0; k < table.length; k++) {
      table[k] = -k / 16;
      expAt(table, k);
    }
    cache.exponentials = table;
  }
  return cache.exponentials;
}

export function requireBristleLaw(owner: string, params: PlanarParams, options: PlanarModelOptions): BristleLaw {
  const { law = 'elasto-plastic', method = 'explicit' } = options;
  requireOneOf(owner, 'law', law, ['lugre', 'elasto-plastic']);
  requireOneOf(owner, 'method', method, ['explicit', 'implicit']);
  const muC = requirePositive(owner, 'muC', params?.muC);
  const muS = requireNumber(owner, 'muS', params.muS, 0);
  if (muS < muC) throw new RangeError(`${owner}: muS must be >= muC = ${muC} (got ${muS})`);
  const sBa = requireElasticLimit(owner, params.sBa ?? 0.9);
  const sigma0 = requirePositive(owner, 'sigma0', params.sigma0, '1/m');
  const vS = requirePositive(owner, 'vS', params.vS, 'm/s');
  const gamma = requirePositive(owner, 'gamma', params.gamma ?? 2);
  return {
    sigma0,
    sigma1: requireNumber(owner, 'sigma1', params.sigma1 ?? 0, 0, 's/m'),
    sigma2: requireNumber(owner, 'sigma2', params.sigma2 ?? 0, 0, 's/m'),
    muC,
    muDrop: muS - muC,
    vS,
    gamma,
    elasticLimit: law === 'lugre' ? 0 : sBa,
    stribeckSpeedSquared: muS === muC ? 0 : gamma === 2 ? EXP_CUT * vS * vS : Number.POSITIVE_INFINITY,
    maxStiffness: sigma0 / muC,
    exponentials: exponentials(),
  };
}

/** Replaces x[at] = speed² by g. */
export function stribeckAt(law: BristleLaw, x: Float64Array, at: number): void {
  const { muDrop, vS } = law;
  let q = x[at] / (vS * vS);
  if (law.gamma !== 2 && q > 0) {
    x[at] = q;
    logAt(x, at);
    // expAt needs x ≤ 0; beyond the cut any value will do.
    const power = 0.5 * law.gamma * x[at];
    x[at] = power > 0 ? -power : power;
    expAt(x, at);
    q = power > 0 ? 1 / x[at] : x[at];
  }
  if (!(muDrop > 0 && q < EXP_CUT)) {
    x[at] = law.muC;
    return;
  }
  const k = Math.floor(16 * q + 0.5);
  const r = k * 0.0625 - q;
  const series =
    1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040)))))));
  x[at] = law.muC + muDrop * law.exponentials[k] * series;
}

/** Replaces x[at] = ζ by β̄(ζ). */
function yieldShareAt(law: BristleLaw, x: Float64Array, at: number): void {
  const { elasticLimit } = law;
  const zeta = x[at];
  if (zeta >= 1) x[at] = 1;
  else if (zeta <= elasticLimit) x[at] = 0;
  else {
    const t = (2 * zeta - 1 - elasticLimit) / (1 - elasticLimit);
    const y = t * t;
    const y2 = y * y;
    // Chebyshev fit of sin(π t/2)/t, accurate to 3e-16.
    const low = 1.5707963267948963 - y * 0.6459640975062232 + y2 * (0.07969262624568337 - y * 0.004681754131447062);
    const high =
      0.0001604411695631063 - y * 3.5988107063136794e-6 + y2 * (5.688318064017795e-8 - y * 6.449471237809134e-10);
    x[at] = 0.5 + 0.5 * t * (low + y2 * y2 * high);
  }
}

/**
 * Implicit step of one bristle, z' = (z + h v)/D. Input: x[at] = start, |z + h v| σ0/g, and x[at + 1] = k, the full
 * yielding h σ0 |v|/g times ½ (1 + cos∠(z + h v, v)). Output: x[at] = D. z' is parallel to z + h v, and ζ (1 + k
 * β̄(ζ)) = start, which is monotone in ζ, is solved by the bracketing method of Anderson and Björck.
 */
export function solveYieldAt(law: BristleLaw, x: Float64Array, at: number): void {
  const { elasticLimit } = law;
  const start = x[at];
  const k = x[at + 1];
  if (start <= elasticLimit || k === 0) {
    x[at] = 1;
    return;
  }
  // Also if steady sliding is within rounding.
  if (start >= (1 + k) * (1 - 1e-14)) {
    x[at] = 1 + k;
    return;
  }
  let low = elasticLimit;
  let high = Math.min(start, 1);
  let atLow = elasticLimit - start;
  x[at] = high;
  yieldShareAt(law, x, at);
  let atHigh = high * (1 + k * x[at]) - start;
  // End that moved last: 1 is the upper one.
  let moved = 0;
  for (let iteration = 0; iteration < 60; iteration++) {
    let middle = high - (atHigh * (high - low)) / (atHigh - atLow);
    // Bisect if rounding or curvature defeats the secant.
    if (!(middle > low && middle < high) || iteration % 6 === 5) middle = 0.5 * (low + high);
    x[at] = middle;
    yieldShareAt(law, x, at);
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
