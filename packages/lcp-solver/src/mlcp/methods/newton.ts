import { factorCholesky, paddedSize, solveCholesky } from '../../algebra/cholesky.js';
import { factorLu, solveLu } from '../../algebra/lu.js';
import { multiplyAddDense } from '../../algebra/matrix.js';
import { evaluateCandidate, type MlcpWorkspace } from '../workspace.js';

/**
 * Primal-dual interior-point method, finished by a semi-smooth Newton step.
 *
 * With multipliers α, β ≥ 0 of the two bounds the conditions are
 *
 *   A x + b - α + β = 0,   α (x - low) = μ,   β (high - x) = μ,
 *
 * and μ → 0 leads to the solution through the interior of the bounds. Each step factors
 * A + diag(α/(x - low) + β/(high - x)) once and solves twice, predictor and corrector (S. Mehrotra, On the
 * implementation of a primal-dual interior point method, 1992; S. Wright, Primal-Dual Interior-Point Methods, 1997, ch. 8
 * for monotone LCPs). Degenerate and singular monotone problems take about as many steps as others, 10 to 30.
 *
 * Once the path has identified the active bounds, a semi-smooth Newton step on the natural map x - P(x - v) finishes:
 * the derivative of P is 0 at a bound and 1 between the bounds, so the step solves the problem for that active set
 * (M. Hintermüller, K. Ito & K. Kunisch, The primal-dual active set strategy as a semismooth Newton method, 2003).
 *
 * Differs from the books: bounds of rows with a findex depend on their normal row, whose column gets the derivative.
 * That matrix is unsymmetric and the problem is not monotone, so there is no convergence proof for it.
 */

/** Regularises a singular A where no bound does. */
const EPS = 1e-12;
const EPS_SEMISMOOTH = 1e-10;
/** Keeps the estimated size of the solution below 1e3 times b if A is singular. */
const EPS_START = 1e-3;
/** Fraction of the distance to the nearest bound that a step may cover. */
const BOUNDARY_FRACTION = 0.995;
/** A corrected step shorter than this is replaced by a plain step. */
const MIN_CORRECTED_STEP = 0.1;
/** No corrected step is tried if the last step left more than this fraction of the complementarity gap. */
const MAX_GAP_RATIO = 0.9;
/** Fraction of the gap that a plain step aims for. */
const PLAIN_CENTRING = 0.3;
/** Semi-smooth steps are tried if both residuals are below this. */
const SEMISMOOTH_RESIDUAL = 1e-3;
/** Smallest slack, relative to max|b|: rounding may leave 0. */
const MIN_SLACK = 1e-20;
/** The rows differ widely in scale near the solution, so only a vanishing pivot is rejected. */
const MIN_PIVOT = 1e-300;
/** Diagonal entry of fixed unknowns. */
const FIXED_DIAGONAL = 1e20;

export function newton(work: MlcpWorkspace, maxIterations: number): boolean {
  const { n, A, b, x, center, r, multiplier, slack, multiplierStep, step, findex, state } = work;
  work.factorEps = -1;
  const bounds = initInterior(work);
  let lastGap = Infinity;
  for (let iteration = 1; iteration <= maxIterations && work.result.iterations < work.iterationLimit; iteration++) {
    work.result.iterations++;
    multiplyAddDense(A, n, center, b, r);
    let gap = 0;
    for (let i = 0; i < n; i++) {
      const base = findex[i];
      const top = base >= 0 ? work.scaledMu[i] * center[base] : work.high[i];
      const bottom = base >= 0 ? -top : work.low[i];
      slack[i] = multiplier[i] > 0 ? Math.max(center[i] - bottom, MIN_SLACK * work.unit) : 1;
      slack[n + i] = multiplier[n + i] > 0 ? Math.max(top - center[i], MIN_SLACK * work.unit) : 1;
      r[i] += multiplier[n + i] - multiplier[i];
      gap += multiplier[i] * slack[i] + multiplier[n + i] * slack[n + i];
    }
    let eps = EPS;
    while (!factorPath(work, eps)) {
      eps *= 100;
      if (!(eps < 1e8)) return false;
    }
    // Predictor-corrector steps can cycle. If the gap has not fallen, take a plain step, which is known to reduce it.
    let length = 0;
    if (bounds === 0 || gap < MAX_GAP_RATIO * lastGap) {
      computeStep(work, 0, false);
      const ratio = bounds > 0 ? storeCorrection(work, Math.min(1, longestStep(work))) / gap : 0;
      computeStep(work, ratio > 0 ? (ratio * ratio * ratio * gap) / bounds : 0, true);
      length = BOUNDARY_FRACTION * longestStep(work);
    }
    if (length < MIN_CORRECTED_STEP) {
      computeStep(work, bounds > 0 ? (PLAIN_CENTRING * gap) / bounds : 0, false);
      length = BOUNDARY_FRACTION * longestStep(work);
    }
    lastGap = gap;
    length = Math.min(1, length);
    for (let i = 0; i < n; i++)
      state[i] = isFixed(work, i) || isActiveBound(work, i) ? -1 : isActiveBound(work, n + i) ? 1 : 0;
    for (let k = 0; k < 2 * n; k++) if (multiplier[k] > 0) multiplier[k] += length * multiplierStep[k];
    for (let i = 0; i < n; i++) {
      center[i] += length * step[i];
      x[i] = center[i];
    }
    let worst = evaluateCandidate(work);
    if (
      worst > work.tolerance &&
      worst < SEMISMOOTH_RESIDUAL &&
      work.result.iterations < work.iterationLimit &&
      semismoothStep(work)
    )
      worst = Math.min(worst, evaluateCandidate(work));
    if (worst <= work.tolerance) return true;
    if (!(worst < Infinity)) return false;
  }
  return false;
}

/**
 * Moves the initial guess into the interior by the estimated size of the solution and initialises the multipliers.
 * Returns the number of bounds.
 */
function initInterior(work: MlcpWorkspace): number {
  const { n, x, center, multiplier, low, high, findex, scaledMu, unit } = work;
  const margin = estimateSolutionSize(work);
  let bounds = 0;
  // Normal rows first: the bounds of the friction rows depend on them.
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < n; i++) {
      const base = findex[i];
      if (base >= 0 !== (pass === 1)) continue;
      const top = base >= 0 ? scaledMu[i] * center[base] : high[i];
      const bottom = base >= 0 ? -top : low[i];
      const inset = Math.min(margin, 0.5 * (top - bottom));
      center[i] = Math.min(Math.max(x[i], bottom + inset), top - inset);
      multiplier[i] = bottom > -Infinity && bottom < top ? unit : 0;
      multiplier[n + i] = top < Infinity && bottom < top ? unit : 0;
      bounds += (multiplier[i] > 0 ? 1 : 0) + (multiplier[n + i] > 0 ? 1 : 0);
    }
  }
  return bounds;
}

/**
 * Largest entry of the solution of (A + eps I) x = -b without bounds and friction. A light body below heavy ones has
 * impulses a thousand times b, and a path that starts a thousand times too close to the bounds gets stuck there
 * (Mehrotra also starts from such a solution). Meaningless for matrices that are not monotone.
 */
function estimateSolutionSize(work: MlcpWorkspace): number {
  const { n, b, step, multiplier, slack } = work;
  let size = work.unit;
  if (!work.symmetric && !work.hasFindex) return size;
  multiplier.fill(0);
  slack.fill(1);
  if (!factorPath(work, EPS_START)) return size;
  for (let i = 0; i < n; i++) step[i] = -b[i];
  solvePath(work);
  for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(step[i]));
  return size < Infinity ? size : work.unit;
}

function isFixed(work: MlcpWorkspace, i: number): boolean {
  const { n, multiplier, findex, low, high } = work;
  return multiplier[i] + multiplier[n + i] === 0 && (findex[i] >= 0 || low[i] === high[i]);
}

function factorPath(work: MlcpWorkspace, eps: number): boolean {
  const { n, A, L, multiplier, slack, findex } = work;
  const ld = paddedSize(work.capacity);
  const symmetric = work.symmetric && !work.hasFindex;
  work.result.pivots++;
  for (let i = 0; i < n; i++) {
    const at = i * ld;
    const end = symmetric ? i + 1 : n;
    for (let j = 0, row = i * n; j < end; j++) L[at + j] = A[row + j];
    const below = multiplier[i] / slack[i];
    const above = multiplier[n + i] / slack[n + i];
    L[at + i] += isFixed(work, i) ? FIXED_DIAGONAL : eps + below + above;
    if (findex[i] >= 0) L[at + findex[i]] += work.scaledMu[i] * (below - above);
  }
  if (symmetric) return factorCholesky(L, n, ld, work.inverse, 0);
  return factorLu(L, n, ld, work.pivots, MIN_PIVOT);
}

/** Solves for `step` in place with the factor of factorPath. */
function solvePath(work: MlcpWorkspace): void {
  const { n, L, step } = work;
  const ld = paddedSize(work.capacity);
  if (work.symmetric && !work.hasFindex) solveCholesky(L, n, ld, work.inverse, step);
  else solveLu(L, n, ld, work.pivots, step);
}

/**
 * Computes the steps of x, slacks and multipliers towards multiplier · slack = target, with second-order terms if
 * `corrected`.
 */
function computeStep(work: MlcpWorkspace, target: number, corrected: boolean): void {
  const { n, r, step, multiplier, slack, multiplierStep, slackStep, correction, findex, scaledMu } = work;
  for (let k = 0; k < 2 * n; k++) {
    multiplierStep[k] = multiplier[k] > 0 ? (target - (corrected ? correction[k] : 0)) / slack[k] - multiplier[k] : 0;
  }
  for (let i = 0; i < n; i++) step[i] = multiplierStep[i] - multiplierStep[n + i] - r[i];
  solvePath(work);
  for (let i = 0; i < n; i++) {
    const carried = findex[i] >= 0 ? scaledMu[i] * step[findex[i]] : 0;
    slackStep[i] = carried + step[i];
    slackStep[n + i] = carried - step[i];
  }
  for (let k = 0; k < 2 * n; k++) multiplierStep[k] -= (multiplier[k] * slackStep[k]) / slack[k];
}

/** Step length up to which all slacks and multipliers stay positive, at most 1 / BOUNDARY_FRACTION. */
function longestStep(work: MlcpWorkspace): number {
  const { n, multiplier, slack, multiplierStep, slackStep } = work;
  let length = 1 / BOUNDARY_FRACTION;
  for (let k = 0; k < 2 * n; k++) {
    if (!(multiplier[k] > 0)) continue;
    if (slack[k] + length * slackStep[k] < 0) length = -slack[k] / slackStep[k];
    if (multiplier[k] + length * multiplierStep[k] < 0) length = -multiplier[k] / multiplierStep[k];
  }
  return length;
}

/** Stores the second-order terms of the predictor and returns the gap it would reach. */
function storeCorrection(work: MlcpWorkspace, reach: number): number {
  const { n, multiplier, slack, multiplierStep, slackStep, correction } = work;
  let sum = 0;
  for (let k = 0; k < 2 * n; k++) {
    correction[k] = multiplierStep[k] * slackStep[k];
    if (multiplier[k] > 0) sum += (multiplier[k] + reach * multiplierStep[k]) * (slack[k] + reach * slackStep[k]);
  }
  return sum;
}

/**
 * True if the slack of bound k vanishes rather than its multiplier, by their relative changes in a step (R. Tapia's
 * indicators).
 */
function isActiveBound({ multiplier, slack, multiplierStep, slackStep }: MlcpWorkspace, k: number): boolean {
  return multiplier[k] > 0 && multiplierStep[k] * slack[k] > slackStep[k] * multiplier[k];
}

/** Writes the solution for the identified active set to x. False if the matrix is singular. */
function semismoothStep(work: MlcpWorkspace): boolean {
  const { n, A, b, L, x, center, v, step, findex, scaledMu, low, high, state } = work;
  const ld = paddedSize(work.capacity);
  for (let i = 0; i < n; i++) {
    const at = i * ld;
    const side = state[i];
    for (let j = 0, row = i * n; j < n; j++) L[at + j] = side === 0 ? A[row + j] : 0;
    L[at + i] += side === 0 ? EPS_SEMISMOOTH : 1;
    if (side !== 0 && findex[i] >= 0) L[at + findex[i]] = -side * scaledMu[i];
    x[i] = center[i];
  }
  work.result.iterations++;
  if (!factorLu(L, n, ld, work.pivots, MIN_PIVOT)) return false;
  // The second pass removes the errors of eps and rounding.
  for (let round = 0; round < 2; round++) {
    multiplyAddDense(A, n, x, b, v);
    for (let i = 0; i < n; i++) {
      const base = findex[i];
      const bound = base >= 0 ? state[i] * scaledMu[i] * x[base] : state[i] < 0 ? low[i] : high[i];
      step[i] = state[i] === 0 ? -v[i] : bound - x[i];
    }
    solveLu(L, n, ld, work.pivots, step);
    for (let i = 0; i < n; i++) x[i] += step[i];
  }
  return true;
}
