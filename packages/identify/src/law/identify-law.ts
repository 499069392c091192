import type { FrictionLaw } from '@stiction/friction-core';
import { requireKnownOptions, requireNumber, requireOneOf, requirePositive } from '@stiction/friction-core/adapter';
import { type Estimate, plainEstimate, positiveEstimate } from '../estimate.js';
import { type LeastSquaresFit, leastSquares } from '../fit/least-squares.js';
import { correlationFactor } from '../fit/residuals.js';
import { student95 } from '../fit/student.js';
import { readSeries, readTimes, whiteNoise } from '../series.js';
import { createFamily, type Family, type LawFamily } from './families.js';
import type { LawSeries } from './friction-models.js';
import { findStarts, type Start } from './start-law.js';

export interface LawData {
  /** Times, s, rising. */
  t: ArrayLike<number>;
  /** Sliding velocity, m/s; taken as exact. */
  v: ArrayLike<number>;
  /** Friction, N, positive along v: the force that a load cell reads while it pulls the body. */
  f: ArrayLike<number>;
  /** Normal force, N, > 0: a number, or one per time. */
  N: number | ArrayLike<number>;
}

export interface LawFitOptions {
  /** Exponent of the Stribeck curve, > 0. @default 2 */
  gamma?: number;
  /** Elastic fraction of 'elastoPlastic', in (0, 1). @default 0.9 */
  sBa?: number;
  /** 'coulomb' and 'stribeck' leave out slower samples, m/s, >= 0. @default three times the noise of v */
  minSpeed?: number;
  /** Standard deviation of f, N, > 0. @default from the residuals */
  noise?: number;
}

export interface LawIdentification {
  family: LawFamily;
  /** By the names of the law's options: mu; muC, muS, vS, viscous; or muC, muS, vS, sigma0, sigma1, sigma2. */
  parameters: Record<string, Estimate>;
  /** For an engine; undefined if muC, or mu, is unknown. What is not determined is left as it was found. */
  law: FrictionLaw | undefined;
  /** Friction of the fit, N, per sample. */
  fitted: Float64Array;
  /** f less `fitted`, N; NaN where a sample was left out. */
  residuals: Float64Array;
  /** Standard deviation of f, N, given or from the residuals. */
  noise: number;
  /** Root mean square of the residuals in units of the roughness of f, or of the given noise: about 1 if the law is right. */
  misfit: number;
  iterations: number;
  /** What could not be found, and why; doubts about the fit. */
  messages: string[];
}

const OWNER = 'identifyLaw';
const FAMILIES: readonly LawFamily[] = ['coulomb', 'stribeck', 'lugre', 'elastoPlastic'];
/** Spread of logarithms about their start. */
const LOG_SPREAD = 6;
/** Most starts of which the whole fit is made. */
const TRIED = 3;
/** A fit as good as the noise allows is not improved by another start. */
const GOOD = 1.5;
const MISFIT = 1.5;
/** Noise of f is at least this part of its largest value: nobody measures better. */
const LEAST_NOISE = 1e-4;

/**
 * Fits a friction law to a recorded motion and friction force:
 *
 *     minimize  Σ (f_k - N_k φ_k(θ))² / σ²
 *
 * with φ from friction-models.ts, by Levenberg-Marquardt from the best of a grid of starts. Standard errors come from
 * the curvature at the minimum and the residuals, and grow if neighbouring residuals are correlated.
 */
export function identifyLaw(family: LawFamily, data: LawData, options: LawFitOptions = {}): LawIdentification {
  requireOneOf(OWNER, 'family', family, FAMILIES);
  const { series, f, ratio } = readData(data);
  requireKnownOptions(OWNER, options, ['gamma', 'sBa', 'minSpeed', 'noise']);
  const gamma = requirePositive(OWNER, 'gamma', options.gamma ?? 2);
  const sBa = requirePositive(OWNER, 'sBa', options.sBa ?? 0.9);
  if (!(sBa < 1)) throw new RangeError(`${OWNER}: sBa must lie between 0 and 1 (got ${sBa})`);
  const noise = options.noise === undefined ? undefined : requirePositive(OWNER, 'noise', options.noise, 'N');
  const made = createFamily(family, { gamma, sBa });
  const minSpeed = requireNumber(OWNER, 'minSpeed', options.minSpeed ?? 3 * whiteNoise(series.t, series.v), 0, 'm/s');
  const used = usedSamples(made, series, minSpeed);
  const largest = f.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const roughness = Math.max(whiteNoise(series.t, f), LEAST_NOISE * largest);
  const rigid = createFamily('stribeck', { gamma, sBa });
  const problem: Problem = { family: made, rigid, series, f, used, scale: noise ?? roughness };
  const fit = fitBest(problem, ratio);
  return report(problem, fit, noise);
}

interface Problem {
  readonly family: Family;
  /** Gives the start of bristles. */
  readonly rigid: Family;
  readonly series: LawSeries;
  readonly f: Float64Array;
  readonly used: Int32Array;
  /** Residuals are divided by it, N. */
  readonly scale: number;
}

function readData(data: LawData) {
  requireKnownOptions(OWNER, data, ['t', 'v', 'f', 'N']);
  const t = readTimes(OWNER, data.t, 8);
  const v = readSeries(OWNER, 'v', data.v, t.length);
  const f = readSeries(OWNER, 'f', data.f, t.length);
  const N =
    typeof data.N === 'number'
      ? new Float64Array(t.length).fill(requirePositive(OWNER, 'N', data.N, 'N'))
      : readSeries(OWNER, 'N', data.N, t.length);
  N.forEach((load, k) => {
    requirePositive(OWNER, `N[${k}]`, load, 'N');
  });
  if (v.every((value) => value === 0)) throw new RangeError(`${OWNER}: v must not be 0 everywhere`);
  const power = f.reduce((sum, force, k) => sum + force * v[k], 0);
  if (!(power > 0)) {
    throw new RangeError(
      `${OWNER}: f must be positive along v, the force that pulls against friction (the sum of f v is ${power}); is its sign reversed?`,
    );
  }
  return { series: { t, v, N }, f, ratio: f.map((force, k) => force / N[k]) };
}

function usedSamples(family: Family, { v }: LawSeries, minSpeed: number): Int32Array {
  const used = Int32Array.from(v.keys()).filter((k) => family.isDynamic || Math.abs(v[k]) > minSpeed);
  const least = family.parameters.length + 3;
  if (used.length < least) {
    throw new RangeError(
      `${OWNER}: v must have ${least} or more samples faster than minSpeed = ${minSpeed} m/s (got ${used.length})`,
    );
  }
  return used;
}

/** Fits from the best starts of the grid, and returns the best fit. */
function fitBest(problem: Problem, ratio: Float64Array): LeastSquaresFit {
  const { family, rigid, series, f, used, scale } = problem;
  const starts = findStarts(family, rigid, series, ratio).map((start) => toTheta(family, start));
  const friction = new Float64Array(series.t.length);
  const residuals = (theta: Float64Array, out: Float64Array) => {
    family.friction(toValues(family, theta), series, friction);
    for (let i = 0; i < used.length; i++) {
      const k = used[i];
      const error = (f[k] - series.N[k] * friction[k]) / scale;
      // A step too far must look bad, not end in NaN.
      out[i] = Math.abs(error) < 1e9 ? error : 1e9;
    }
  };
  const out = new Float64Array(used.length);
  const costs = starts.map((start) => {
    residuals(start, out);
    return out.reduce((sum, r) => sum + r * r, 0);
  });
  const order = [...starts.keys()].sort((a, b) => costs[a] - costs[b]).slice(0, TRIED);
  const fitFrom = (n: number) =>
    leastSquares({ residuals, count: used.length, start: starts[n], spread: spreadOf(family, starts[n], series) });
  let best = fitFrom(order[0]);
  for (let i = 1; i < order.length && best.cost > GOOD * used.length; i++) {
    const next = fitFrom(order[i]);
    if (next.cost < best.cost) best = next;
  }
  return best;
}

function toTheta(family: Family, start: Start): Float64Array {
  return Float64Array.from(start, (value, j) => (family.parameters[j]?.log ? Math.log(value) : value));
}

function toValues(family: Family, theta: Float64Array): Float64Array {
  return theta.map((value, j) => (family.parameters[j]?.log ? Math.exp(value) : value));
}

/** Coefficients of the velocity: far more than all friction at the highest speed. The preload: far outside [-1, 1]. */
function spreadOf(family: Family, start: Float64Array, { v }: LawSeries): Float64Array {
  const top = v.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return start.map((_, j) => {
    const parameter = family.parameters[j];
    if (parameter === undefined) return 10;
    return parameter.log ? LOG_SPREAD : 100 / top;
  });
}

function report(problem: Problem, fit: LeastSquaresFit, given: number | undefined): LawIdentification {
  const { family, series, f, used, scale } = problem;
  const size = fit.theta.length;
  const degrees = used.length - size;
  const spread = Math.sqrt(fit.cost / Math.max(degrees, 1));
  const fitted = new Float64Array(f.length);
  const values = toValues(family, fit.theta);
  family.friction(values, series, fitted);
  for (let k = 0; k < f.length; k++) fitted[k] *= series.N[k];
  const residuals = new Float64Array(f.length).fill(Number.NaN);
  for (const k of used) residuals[k] = f[k] - fitted[k];
  const correlated = correlationFactor(Float64Array.from(used, (k) => residuals[k]));
  const error = given === undefined ? spread * correlated : Math.max(1, spread * correlated);
  const quantile = student95(degrees);
  const messages: string[] = [];
  const parameters: Record<string, Estimate> = {};
  family.parameters.forEach(({ name, unit, log }, j) => {
    const standard = Math.sqrt(fit.covariance[j * (size + 1)]) * error;
    const estimate = (log ? positiveEstimate : plainEstimate)(fit.theta[j], standard, quantile, unit);
    parameters[name] = estimate;
    if (estimate.status === 'unidentifiable') messages.push(`${name} is not determined: ${ADVICE[name]}`);
  });
  const { muC, muS } = parameters;
  if (muS && muC && muS.interval[0] <= muC.interval[1]) {
    messages.push('muS is not larger than muC for certain: there is no Stribeck effect in the data');
  }
  if (!fit.converged) messages.push(`no convergence in ${fit.iterations} iterations: the data do not follow the law`);
  if (spread > MISFIT) {
    messages.push(
      `the residuals are ${spread.toPrecision(2)} times the noise: the data do not follow the law, or the noise is larger`,
    );
  }
  if (correlated > MISFIT && spread * correlated > (given === undefined ? 1e-3 : MISFIT)) {
    messages.push(
      `neighbouring residuals are correlated: the data do not quite follow the law, and the intervals are ${correlated.toPrecision(2)} times as wide`,
    );
  }
  const main = parameters.mu ?? muC;
  const named = Object.fromEntries(
    family.parameters.map(({ name, log }, j) => [name, log ? values[j] : Math.max(0, values[j])]),
  );
  return {
    family: family.name,
    parameters,
    law: main.status === 'fitted' ? family.law(named) : undefined,
    fitted,
    residuals,
    noise: given ?? spread * scale,
    misfit: spread,
    iterations: fit.iterations,
    messages,
  };
}

const ADVICE: Readonly<Record<string, string>> = {
  mu: 'record faster sliding',
  muC: 'record faster sliding',
  muS: 'record starts from rest and slow sliding',
  vS: 'record slow sliding at several speeds',
  sigma0: 'record the force before sliding, with more samples per reversal',
  sigma1: 'record quick reversals',
  sigma2: 'record several speeds',
  viscous: 'record several speeds',
};
