import { multiplyAddDense } from '../../algebra/matrix.js';
import type { MlcpWorkspace } from '../workspace.js';
import { factorActive, solveActive, solveStep } from './active-set.js';

/**
 * Dantzig's and Cottle's principal pivoting (R. Cottle & G. Dantzig, Complementary pivot theory of mathematical
 * programming, Linear Algebra and its Applications 1, 1968), with bounds as in D. Baraff (Fast contact force computation
 * for nonpenetrating rigid bodies, SIGGRAPH 1994, §7), for symmetric matrices.
 *
 * Unknowns are added one by one. The new unknown is driven from its bound towards v = 0 while those already added keep
 * their complementarity conditions. The step ends when one of them reaches a bound or v = 0 and changes state, or when
 * the new one is satisfied. Each pivot appends or removes one row of the Cholesky factor, O(k²), and v of the driven row
 * falls monotonically for A + eps I.
 *
 * Differs from the papers: it solves for the step from the centre of the proximal loop, like blockPivot; all free
 * unknowns are in the factor from the start.
 */

/** Smallest |v| that counts as a violation, relative to max|b|. */
const SIGN_TOLERANCE = 1e-13;
const WAITING = 2;

/** Same contract as blockPivot: writes x and state; false on failure. */
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
  const tolerance = SIGN_TOLERANCE * work.unit;
  let left = maxIterations;
  for (let i = 0; i < n; i++) {
    if (state[i] !== WAITING) continue;
    // The bound it starts at: the lower one if finite.
    const side = low[i] > -Infinity ? -1 : 1;
    if (low[i] === high[i] || side * g[i] <= tolerance) {
      state[i] = side;
      continue;
    }
    while (state[i] === WAITING) {
      if (left-- <= 0 || work.result.iterations >= work.iterationLimit || !drive(work, eps, i, -side)) return false;
      work.result.iterations++;
    }
  }
  // Solve again for the final states, without the accumulated rounding of the steps.
  if (!factorActive(work, eps)) return false;
  solveStep(work);
  return true;
}

/** Moves x[i] in the given direction up to the next event. False if the matrix is not positive definite. */
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
    // Unknowns in the factor keep v = 0.
    if (state[j] !== 0) g[j] += length * rate[j];
  }
  state[event] = next;
  if (next !== 0) x[event] = next < 0 ? low[event] : high[event];
  else g[event] = 0;
  return true;
}
