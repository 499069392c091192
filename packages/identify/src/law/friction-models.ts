/**
 * Friction of the law families for a recorded motion, in continuous time. Forces are positive along the velocity: what
 * a load cell reads that pulls the body. Per normal force N,
 *
 *     coulomb        f/N = μ sgn v
 *     stribeck       f/N = (g(|v|) + viscous |v|) sgn v,   g(s) = muC + (muS - muC) exp(-(s/vS)^γ)
 *     lugre          f/N = σ0 z + σ1 ż + σ2 v,   ż = v - σ0 |v| z / g(|v|)
 *     elastoPlastic  the same with ż = v - β σ0 |v| z / g(|v|), see the law
 *
 * The bristle is integrated along the way: with u = σ0 z / g and dx = σ0 |v| dt / g, du/dx = sgn v - β u, which has the
 * closed form u = sgn v + (u0 - sgn v) exp(-x) for β = 1. Between two samples v is linear.
 */
export interface LawSeries {
  readonly t: Float64Array;
  readonly v: Float64Array;
  readonly N: Float64Array;
}

/** Parameters of g, and the exponent γ. */
export interface Curve {
  readonly muC: number;
  readonly muS: number;
  readonly vS: number;
  readonly gamma: number;
}

export function curveAt({ muC, muS, vS, gamma }: Curve, speed: number): number {
  return muC + (muS - muC) * Math.exp(-((speed / vS) ** gamma));
}

export interface Bristle extends Curve {
  readonly sigma0: number;
  readonly sigma1: number;
  readonly sigma2: number;
  /** Elastic fraction of `elastoPlastic`; undefined for LuGre. */
  readonly sBa: number | undefined;
  /** σ0 z / muS at the first sample. */
  readonly preload: number;
}

/** Writes f/N for every sample. */
export function bristleFriction(bristle: Bristle, { t, v }: LawSeries, out: Float64Array): void {
  const { sigma0, sigma1, sigma2, muS } = bristle;
  // q = σ0 z, the elastic part of the friction.
  let q = bristle.preload * muS;
  for (let k = 0; k < t.length; k++) {
    if (k > 0) q = advance(bristle, q, v[k - 1], v[k], t[k] - t[k - 1]);
    const g = curveAt(bristle, Math.abs(v[k]));
    const u = q / g;
    const rate = v[k] - yieldOf(bristle.sBa, u, v[k]) * Math.abs(v[k]) * u;
    out[k] = q + sigma1 * rate + sigma2 * v[k];
  }

  /** Goes from one sample to the next, through the reversal if there is one. */
  function advance({ sBa }: Bristle, from: number, v0: number, v1: number, dt: number): number {
    if (v0 * v1 < 0) {
      const first = (dt * v0) / (v0 - v1);
      return advancePart(sBa, advancePart(sBa, from, v0, 0, first), 0, v1, dt - first);
    }
    return advancePart(sBa, from, v0, v1, dt);
  }

  function advancePart(sBa: number | undefined, from: number, v0: number, v1: number, dt: number): number {
    let now = from;
    // Parts of constant speed, short where g depends on the speed.
    const slowest = Math.min(Math.abs(v0), Math.abs(v1));
    const change = Math.min(Math.abs(v1 - v0), 4 * bristle.vS);
    const parts = slowest > 4 * bristle.vS ? 1 : Math.min(MAX_PARTS, 1 + Math.ceil(change / (PART * bristle.vS)));
    for (let n = 0; n < parts; n++) {
      const middle = v0 + ((n + 0.5) / parts) * (v1 - v0);
      if (middle === 0) continue;
      const g = curveAt(bristle, Math.abs(middle));
      const x = (sigma0 * Math.abs(middle) * (dt / parts)) / g;
      const sign = middle > 0 ? 1 : -1;
      const u = (sign * now) / g;
      now = sign * g * (sBa === undefined ? 1 + (u - 1) * Math.exp(-x) : bend(sBa, u, x));
    }
    return now;
  }
}

/** Largest change of the speed in a part, of vS. */
const PART = 0.02;
const MAX_PARTS = 1000;

/** β of `elastoPlastic` for a bristle u = z/z_max, or 1. */
function yieldOf(sBa: number | undefined, u: number, v: number): number {
  if (sBa === undefined) return 1;
  return u * v > 0 ? yieldFraction(sBa, Math.abs(u)) : 0;
}

function yieldFraction(sBa: number, u: number): number {
  if (u <= sBa) return 0;
  if (u >= 1) return 1;
  return 0.5 + 0.5 * Math.sin((Math.PI * (u - 0.5 * (1 + sBa))) / (1 - sBa));
}

/** Longest step of du/dx = 1 - β(u) u, as a part of the interval 1 - sBa in which β rises. */
const BEND_STEP = 0.25;
/** This near to 1, β is taken as 1: it errs by less than 1e-6. */
const NEAR = 1e-4;

/** u after the distance x along the velocity: a spring up to sBa, Runge-Kutta while β rises, and then its closed form. */
function bend(sBa: number, u0: number, x: number): number {
  const elastic = Math.min(x, Math.max(sBa - u0, 0));
  let u = u0 + elastic;
  let left = x - elastic;
  while (left > 0 && 1 - u > NEAR) {
    const h = Math.min(left, BEND_STEP * (1 - sBa));
    const k1 = 1 - yieldFraction(sBa, u) * u;
    const u2 = u + 0.5 * h * k1;
    const k2 = 1 - yieldFraction(sBa, u2) * u2;
    const u3 = u + 0.5 * h * k2;
    const k3 = 1 - yieldFraction(sBa, u3) * u3;
    const u4 = u + h * k3;
    const k4 = 1 - yieldFraction(sBa, u4) * u4;
    u += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
    left -= h;
  }
  return left > 0 ? 1 + (u - 1) * Math.exp(-left) : u;
}
