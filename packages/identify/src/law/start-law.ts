import { leastSquares } from '../fit/least-squares.js';
import type { Family } from './families.js';
import type { LawSeries } from './friction-models.js';

/** A start of the fit: the parameters, then the preload of a bristle. */
export type Start = number[];

/** Samples slower than this part of the top speed say little about sliding friction: a bristle may not have yielded. */
const SLIDING = 0.01;
/** Values of vS from the top speed downwards, by factors of 10^(1/2). */
const SPEEDS = 7;
/** Values of σ0, by factors of 10^(1/2), from a stroke as long as the whole way. */
const STIFFNESSES = 13;

/**
 * Starts of the fit: kinetic friction from the faster half of the samples, static friction from the largest forces, and
 * a grid of the nonlinear parameters, the speed vS and for bristles the stiffness σ0. A bristle's other parameters are
 * those of the `rigid` law fitted to the sliding samples.
 */
export function findStarts(family: Family, rigid: Family, series: LawSeries, ratio: Float64Array): Start[] {
  const top = series.v.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const sliding = Int32Array.from(series.v.keys()).filter((k) => Math.abs(series.v[k]) > SLIDING * top);
  const speeds = Float64Array.from(sliding, (k) => Math.abs(series.v[k]));
  const sizes = Float64Array.from(sliding, (k) => Math.abs(ratio[k]));
  const fast = quantile(speeds, 0.5);
  const muC = Math.max(
    quantile(
      sizes.filter((_, i) => speeds[i] >= fast),
      0.5,
    ),
    1e-6,
  );
  if (family.name === 'coulomb') return [[muC]];
  const muS = Math.max(quantile(sizes, 0.98), 1.05 * muC);
  const curves = Array.from({ length: SPEEDS }, (_, n) => [muC, muS, top * 10 ** (-n / 2), 0]);
  if (!family.isDynamic) return curves;
  const fitted = fitRigid(rigid, curves, series, ratio, sliding);
  const way = Math.max(strokeOf(series), 1e-12);
  const preload = Math.min(Math.max(ratio[0] / muS, -1), 1);
  const starts: Start[] = [];
  for (const [kinetic, rest, vS, viscous] of [fitted, [muC, muS, 0.1 * top, 0]]) {
    for (let n = 0; n < STIFFNESSES; n++) {
      starts.push([kinetic, rest, vS, (rest / way) * 10 ** (n / 2), 0, Math.max(viscous, 0), preload]);
    }
  }
  return starts;
}

/** The Stribeck curve of the sliding samples: the best of the fits from several vS. */
function fitRigid(
  rigid: Family,
  curves: readonly Start[],
  series: LawSeries,
  ratio: Float64Array,
  sliding: Int32Array,
): number[] {
  const friction = new Float64Array(ratio.length);
  const values = (theta: ArrayLike<number>) => [Math.exp(theta[0]), Math.exp(theta[1]), Math.exp(theta[2]), theta[3]];
  const residuals = (theta: Float64Array, out: Float64Array) => {
    rigid.friction(values(theta), series, friction);
    for (let i = 0; i < sliding.length; i++) out[i] = friction[sliding[i]] - ratio[sliding[i]];
  };
  const fits = curves.map(([muC, muS, vS]) =>
    leastSquares({
      residuals,
      count: sliding.length,
      start: [Math.log(muC), Math.log(muS), Math.log(vS), 0],
      spread: [2, 2, 3, 10 * muS],
    }),
  );
  return values(fits.reduce((best, fit) => (fit.cost < best.cost ? fit : best)).theta);
}

/** Distance between the farthest positions, m. */
function strokeOf({ t, v }: LawSeries): number {
  let low = 0;
  let high = 0;
  let x = 0;
  for (let k = 1; k < t.length; k++) {
    x += 0.5 * (v[k] + v[k - 1]) * (t[k] - t[k - 1]);
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  return high - low;
}

function quantile(values: Float64Array, part: number): number {
  const sorted = values.slice().sort();
  return sorted.length === 0 ? 0 : sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)];
}
