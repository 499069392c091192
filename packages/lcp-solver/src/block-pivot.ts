import { factorActive, solveStep } from './active-set.js';
import type { MlcpWorkspace } from './workspace.js';

/**
 * Block principal pivoting for bounds (J. Júdice & F. Pires, A block principal pivoting algorithm for large-scale
 * strictly monotone linear complementarity problems, Computers & Operations Research 21, 1994).
 *
 * Each unknown is at its lower bound, at its upper, or between. Solving for those between, with the others at their
 * bounds, gives x and v; an unknown is wrong where x left its bounds or v has the wrong sign. All wrong ones change
 * sides at once. Where their number has not fallen below its minimum for BUDGET rounds, only the wrong one with the
 * largest index changes (K. Murty's rule, which cannot cycle for a P-matrix), until the number falls again.
 *
 * Differs from the paper: it solves for the step d from the centre of the proximal loop, with A + eps I in place of A,
 * so that the rounding errors of a nearly singular factor shrink with d; and signs below a tolerance count as right.
 */

const BUDGET = 10;
/** Signs are right within this, relative to max|b|. */
const SLACK = 1e-13;

/**
 * Solves (A + eps I)(x - center) + r complementary to the bounds of x, with r = A center + b in `work.r`.
 * Starts from `work.state`, leaves `x` and `state`. False where it gave up.
 */
export function blockPivot(work: MlcpWorkspace, eps: number, maxIterations: number): boolean {
  const { n, state, d } = work;
  let fewest = n + 1;
  let budget = BUDGET;
  for (let iteration = 0; iteration < maxIterations && work.answer.iterations < work.limit; iteration++) {
    work.answer.iterations++;
    if (!factorActive(work, eps)) return false;
    solveStep(work);
    let largest = work.unit;
    for (let i = 0; i < n; i++) if (Math.abs(d[i]) > largest) largest = Math.abs(d[i]);
    const slack = SLACK * largest;
    let wrong = 0;
    let last = -1;
    for (let i = 0; i < n; i++) {
      if (sideOf(work, i, slack, eps) === state[i]) continue;
      wrong++;
      last = i;
    }
    if (wrong === 0) return true;
    if (wrong < fewest) {
      fewest = wrong;
      budget = BUDGET;
    } else if (budget > 0) {
      budget--;
    }
    if (budget > 0) for (let i = 0; i < n; i++) state[i] = sideOf(work, i, slack, eps);
    else state[last] = sideOf(work, last, slack, eps);
  }
  return false;
}

/** The state that unknown i should change to, or the one it has. `g` holds A d + r. */
function sideOf(work: MlcpWorkspace, i: number, slack: number, eps: number): number {
  const { state, low, high, x, g, d } = work;
  if (state[i] === 0) return x[i] < low[i] - slack ? -1 : x[i] > high[i] + slack ? 1 : 0;
  if (low[i] === high[i]) return state[i];
  const v = g[i] + eps * d[i];
  return state[i] < 0 ? (v < -slack ? 0 : -1) : v > slack ? 0 : 1;
}
