import { factorActive, solveActive, solveStep } from './active-set.js';
import { multiplyAddDense } from './matrix.js';
import type { MlcpWorkspace } from './workspace.js';

/**
 * Principal pivoting of Dantzig and Cottle (R. Cottle & G. Dantzig, Complementary pivot theory of mathematical
 * programming, Linear Algebra and its Applications 1, 1968), in the form with bounds that D. Baraff uses (Fast contact
 * force computation for nonpenetrating rigid bodies, SIGGRAPH 1994, §7), for symmetric matrices.
 *
 * Unknowns are admitted one by one. The new one is driven from its bound towards v = 0 while the admitted ones keep
 * their conditions; the step ends where one of them reaches a bound or v = 0 and changes sides, or where the new one is
 * satisfied. Every such pivot is one border or removal in the Cholesky factor, O(k²), and v of the driven row falls
 * monotonically for A + eps I.
 *
 * Differs from the papers: it drives the step from the centre of the proximal loop, like blockPivot; free unknowns
 * start in the factor, all at once.
 */

/** Least |v| that counts as a violation, relative to max|b|. */
const SLACK = 1e-13;
const WAITING = 2;

/** As blockPivot: leaves x and state; false where it gave up. */
export function dantzig(work: MlcpWorkspace, eps: number, maxIterations: number): boolean {
  const { n, state, low, high, d, g } = work;
  if (!work.symmetric) return false;
  for (let i = 0; i < n; i++) state[i] = low[i] > -Infinity ? -1 : high[i] < Infinity ? 1 : 0;
  if (!factorActive(work, eps)) return false;
  solveStep(work);
  // g = (A + eps I) d + r from here on, with d = x - center.
  for (let i = 0; i < n; i++) {
    g[i] += eps * d[i];
    if (state[i] !== 0) state[i] = WAITING;
  }
  const slack = SLACK * work.unit;
  let left = maxIterations;
  for (let i = 0; i < n; i++) {
    if (state[i] !== WAITING) continue;
    // The side it starts on; the other one where it starts at hi.
    const side = low[i] > -Infinity ? -1 : 1;
    if (low[i] === high[i] || side * g[i] <= slack) {
      state[i] = side;
      continue;
    }
    while (state[i] === WAITING) {
      if (left-- <= 0 || work.answer.iterations >= work.limit || !drive(work, eps, i, -side)) return false;
      work.answer.iterations++;
    }
  }
  // Once more from the final states, free of the rounding of many small steps.
  if (!factorActive(work, eps)) return false;
  solveStep(work);
  return true;
}

/** One step of x[i] in the given direction, up to the next event. False where the matrix is not positive definite. */
function drive(work: MlcpWorkspace, eps: number, i: number, direction: number): boolean {
  const { n, A, state, low, high, x, g, step, rate } = work;
  if (!factorActive(work, eps)) return false;
  for (let j = 0; j < n; j++) {
    rate[j] = -direction * A[i * n + j];
    step[j] = 0;
  }
  solveActive(work, rate, step);
  step[i] = direction;
  multiplyAddDense(A, n, step, work.zero, rate);
  rate[i] += eps * direction;
  if (!(rate[i] * direction > 0)) return false;

  let length = -g[i] / rate[i];
  let event = i;
  let next = 0;
  const room = direction > 0 ? high[i] - x[i] : x[i] - low[i];
  if (room < length) {
    length = room;
    next = direction;
  }
  for (let j = 0; j < n; j++) {
    if (j === i || state[j] === WAITING) continue;
    let reach = Infinity;
    let side = 0;
    if (state[j] === 0) {
      side = step[j] < 0 ? -1 : 1;
      if (step[j] !== 0) reach = ((side < 0 ? low[j] : high[j]) - x[j]) / step[j];
    } else if (low[j] !== high[j] && state[j] * rate[j] > 0) reach = -g[j] / rate[j];
    if (!(reach < length)) continue;
    length = Math.max(reach, 0);
    event = j;
    next = side;
  }
  for (let j = 0; j < n; j++) {
    if (step[j] !== 0) x[j] += length * step[j];
    // Those in the factor keep v = 0.
    if (state[j] !== 0) g[j] += length * rate[j];
  }
  state[event] = next;
  if (next !== 0) x[event] = next < 0 ? low[event] : high[event];
  else g[event] = 0;
  return true;
}
