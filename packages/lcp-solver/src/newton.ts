import { factorCholesky, padded, solveCholesky } from './cholesky.js';
import { factorLu, solveLu } from './lu.js';
import { multiplyAddDense } from './matrix.js';
import { assess, type MlcpWorkspace } from './workspace.js';

/**
 * Newton's method: along the central path first, then semi-smooth.
 *
 * With the forces α, β ≥ 0 of the two bounds the conditions read
 *
 *   A x + b - α + β = 0,   α (x - low) = μ,   β (high - x) = μ,
 *
 * and μ → 0 leads to the solution through the inside of the bounds. Each step factors A + diag(α/(x - low) + β/(high -
 * x)) once and solves twice, predictor and corrector (S. Mehrotra, On the implementation of a primal-dual interior
 * point method, 1992; S. Wright, Primal-Dual Interior-Point Methods, 1997, ch. 8 for monotone LCPs). Degenerate and
 * singular monotone problems take about as many steps as others, 10 to 30.
 *
 * Once the path has told the sides apart, a semi-smooth Newton step on the natural map x - P(x - v) ends it: P's
 * derivative is 0 at a bound and 1 between, so the step is the solution for those sides (M. Hintermüller, K. Ito & K.
 * Kunisch, The primal-dual active set strategy as a semismooth Newton method, 2003).
 *
 * Differs from the books: bounds of rows with a findex move with their normal row, whose column takes up the
 * derivative; that matrix is not symmetric, and the problem not monotone, so nothing is proved for it.
 */

/** Regularises a singular A where no bound does. */
const EPS = 1e-12;
const EPS_SEMISMOOTH = 1e-10;
/** Keeps the estimate of the solution's size below 1e3 times b where A is singular. */
const EPS_START = 1e-3;
/** How much of the way to the nearest bound a step may go. */
const BACK_OFF = 0.995;
/**
 * A corrected step shorter than this, or after one that left more than this share of the products, gives way to a plain
 * one.
 */
const SHORT = 0.1;
const FALL = 0.9;
/** Share of the products that a plain step aims for. */
const PLAIN = 0.3;
/** Semi-smooth steps are tried where both residuals are below this. */
const NEAR = 1e-3;
/** Least distance from a bound, relative to max|b|: what rounding leaves of it may be 0. */
const ROOM = 1e-20;
/** Rows are scaled very differently near the end, so only a vanishing pivot is refused. */
const LEAST_PIVOT = 1e-300;
/** Holds fixed unknowns. */
const FIXED = 1e20;

export function newton(work: MlcpWorkspace, maxIterations: number): boolean {
  const { n, A, b, x, center, r, force, room, forceStep, step, findex, state } = work;
  work.factorEps = -1;
  const bounds = placeInside(work);
  let lastGap = Infinity;
  for (let iteration = 1; iteration <= maxIterations && work.answer.iterations < work.limit; iteration++) {
    work.answer.iterations++;
    multiplyAddDense(A, n, center, b, r);
    let gap = 0;
    for (let i = 0; i < n; i++) {
      const base = findex[i];
      const top = base >= 0 ? work.ratio[i] * center[base] : work.high[i];
      const bottom = base >= 0 ? -top : work.low[i];
      room[i] = force[i] > 0 ? Math.max(center[i] - bottom, ROOM * work.unit) : 1;
      room[n + i] = force[n + i] > 0 ? Math.max(top - center[i], ROOM * work.unit) : 1;
      r[i] += force[n + i] - force[i];
      gap += force[i] * room[i] + force[n + i] * room[n + i];
    }
    let eps = EPS;
    while (!factorPath(work, eps)) {
      eps *= 100;
      if (!(eps < 1e8)) return false;
    }
    // Predictor and corrector can go in circles: where the products have not fallen, a plain step that is known to
    // lower them.
    let length = 0;
    if (bounds === 0 || gap < FALL * lastGap) {
      direction(work, 0, false);
      const ratio = bounds > 0 ? keepCorrection(work, Math.min(1, longestStep(work))) / gap : 0;
      direction(work, ratio > 0 ? (ratio * ratio * ratio * gap) / bounds : 0, true);
      length = BACK_OFF * longestStep(work);
    }
    if (length < SHORT) {
      direction(work, bounds > 0 ? (PLAIN * gap) / bounds : 0, false);
      length = BACK_OFF * longestStep(work);
    }
    lastGap = gap;
    length = Math.min(1, length);
    for (let i = 0; i < n; i++) state[i] = isFixed(work, i) || isHeld(work, i) ? -1 : isHeld(work, n + i) ? 1 : 0;
    for (let k = 0; k < 2 * n; k++) if (force[k] > 0) force[k] += length * forceStep[k];
    for (let i = 0; i < n; i++) {
      center[i] += length * step[i];
      x[i] = center[i];
    }
    let worst = assess(work);
    if (worst > work.tolerance && worst < NEAR && work.answer.iterations < work.limit && semismoothStep(work))
      worst = Math.min(worst, assess(work));
    if (worst <= work.tolerance) return true;
    if (!(worst < Infinity)) return false;
  }
  return false;
}

/**
 * Moves the start off its bounds, by the size that the solution may have, and sets the forces. Returns the number of
 * bounds.
 */
function placeInside(work: MlcpWorkspace): number {
  const { n, x, center, force, low, high, findex, ratio, unit } = work;
  const margin = solutionSize(work);
  let bounds = 0;
  // Normal rows first: the bounds of the others follow from them.
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < n; i++) {
      const base = findex[i];
      if (base >= 0 !== (pass === 1)) continue;
      const top = base >= 0 ? ratio[i] * center[base] : high[i];
      const bottom = base >= 0 ? -top : low[i];
      const inset = Math.min(margin, 0.5 * (top - bottom));
      center[i] = Math.min(Math.max(x[i], bottom + inset), top - inset);
      force[i] = bottom > -Infinity && bottom < top ? unit : 0;
      force[n + i] = top < Infinity && bottom < top ? unit : 0;
      bounds += (force[i] > 0 ? 1 : 0) + (force[n + i] > 0 ? 1 : 0);
    }
  }
  return bounds;
}

/**
 * The largest entry of the solution of (A + eps I) x = -b without bounds and without friction. A light body below heavy
 * ones has impulses a thousand times b, and a path that starts a thousand times too near the bounds gets stuck there
 * (Mehrotra starts from such a solution too). Means nothing for matrices that are not monotone.
 */
function solutionSize(work: MlcpWorkspace): number {
  const { n, b, step, force, room } = work;
  let size = work.unit;
  if (!work.symmetric && !work.hasFindex) return size;
  force.fill(0);
  room.fill(1);
  if (!factorPath(work, EPS_START)) return size;
  for (let i = 0; i < n; i++) step[i] = -b[i];
  solvePath(work);
  for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(step[i]));
  return size < Infinity ? size : work.unit;
}

function isFixed(work: MlcpWorkspace, i: number): boolean {
  const { n, force, findex, low, high } = work;
  return force[i] + force[n + i] === 0 && (findex[i] >= 0 || low[i] === high[i]);
}

function factorPath(work: MlcpWorkspace, eps: number): boolean {
  const { n, A, L, force, room, findex } = work;
  const ld = padded(work.capacity);
  const symmetric = work.symmetric && !work.hasFindex;
  work.answer.pivots++;
  for (let i = 0; i < n; i++) {
    const at = i * ld;
    const end = symmetric ? i + 1 : n;
    for (let j = 0, row = i * n; j < end; j++) L[at + j] = A[row + j];
    const below = force[i] / room[i];
    const above = force[n + i] / room[n + i];
    L[at + i] += isFixed(work, i) ? FIXED : eps + below + above;
    if (findex[i] >= 0) L[at + findex[i]] += work.ratio[i] * (below - above);
  }
  if (symmetric) return factorCholesky(L, n, ld, work.inverse, 0);
  return factorLu(L, n, ld, work.pivots, LEAST_PIVOT);
}

/** Solves for `step` with the factor of factorPath. */
function solvePath(work: MlcpWorkspace): void {
  const { n, L, step } = work;
  const ld = padded(work.capacity);
  if (work.symmetric && !work.hasFindex) solveCholesky(L, n, ld, work.inverse, step);
  else solveLu(L, n, ld, work.pivots, step);
}

/**
 * The step of x, of the rooms and of the forces that aims for force · room = target, with the second-order terms where
 * `corrected`.
 */
function direction(work: MlcpWorkspace, target: number, corrected: boolean): void {
  const { n, r, step, force, room, forceStep, roomStep, correction, findex, ratio } = work;
  for (let k = 0; k < 2 * n; k++) {
    forceStep[k] = force[k] > 0 ? (target - (corrected ? correction[k] : 0)) / room[k] - force[k] : 0;
  }
  for (let i = 0; i < n; i++) step[i] = forceStep[i] - forceStep[n + i] - r[i];
  solvePath(work);
  for (let i = 0; i < n; i++) {
    const carried = findex[i] >= 0 ? ratio[i] * step[findex[i]] : 0;
    roomStep[i] = carried + step[i];
    roomStep[n + i] = carried - step[i];
  }
  for (let k = 0; k < 2 * n; k++) forceStep[k] -= (force[k] * roomStep[k]) / room[k];
}

/** How far along the step all rooms and forces stay positive, a little over 1 at most. */
function longestStep(work: MlcpWorkspace): number {
  const { n, force, room, forceStep, roomStep } = work;
  let length = 1 / BACK_OFF;
  for (let k = 0; k < 2 * n; k++) {
    if (!(force[k] > 0)) continue;
    if (room[k] + length * roomStep[k] < 0) length = -room[k] / roomStep[k];
    if (force[k] + length * forceStep[k] < 0) length = -force[k] / forceStep[k];
  }
  return length;
}

/** Keeps the predictor's second-order terms and returns the sum of force · room that it would reach. */
function keepCorrection(work: MlcpWorkspace, reach: number): number {
  const { n, force, room, forceStep, roomStep, correction } = work;
  let sum = 0;
  for (let k = 0; k < 2 * n; k++) {
    correction[k] = forceStep[k] * roomStep[k];
    if (force[k] > 0) sum += (force[k] + reach * forceStep[k]) * (room[k] + reach * roomStep[k]);
  }
  return sum;
}

/**
 * Whether the distance from a bound vanishes rather than its force, by their relative changes in a step (R. Tapia's
 * indicators).
 */
function isHeld({ force, room, forceStep, roomStep }: MlcpWorkspace, k: number): boolean {
  return force[k] > 0 && forceStep[k] * room[k] > roomStep[k] * force[k];
}

/** The solution for the sides that the path points to, in x. False where there is none. */
function semismoothStep(work: MlcpWorkspace): boolean {
  const { n, A, b, L, x, center, v, step, findex, ratio, low, high, state } = work;
  const ld = padded(work.capacity);
  for (let i = 0; i < n; i++) {
    const at = i * ld;
    const side = state[i];
    for (let j = 0, row = i * n; j < n; j++) L[at + j] = side === 0 ? A[row + j] : 0;
    L[at + i] += side === 0 ? EPS_SEMISMOOTH : 1;
    if (side !== 0 && findex[i] >= 0) L[at + findex[i]] = -side * ratio[i];
    x[i] = center[i];
  }
  work.answer.iterations++;
  if (!factorLu(L, n, ld, work.pivots, LEAST_PIVOT)) return false;
  // The second round removes what eps and rounding left.
  for (let round = 0; round < 2; round++) {
    multiplyAddDense(A, n, x, b, v);
    for (let i = 0; i < n; i++) {
      const base = findex[i];
      const bound = base >= 0 ? state[i] * ratio[i] * x[base] : state[i] < 0 ? low[i] : high[i];
      step[i] = state[i] === 0 ? -v[i] : bound - x[i];
    }
    solveLu(L, n, ld, work.pivots, step);
    for (let i = 0; i < n; i++) x[i] += step[i];
  }
  return true;
}
