import type { MlcpWorkspace } from '../workspace.js';
import { factorActive, solveStep } from './active-set.js';

/**
 * Block principal pivoting for bounds (J. Júdice & F. Pires, A block principal pivoting algorithm for large-scale
 * strictly monotone linear complementarity problems, Computers & Operations Research 21, 1994).
 *
 * Each unknown is at its lower bound, at its upper bound, or free. Solving for the free ones, with the others at their
 * bounds, gives x and v. An unknown is infeasible if x violates its bounds or v has the wrong sign. All infeasible
 * unknowns change state together. If their number has not reached a new minimum for BUDGET iterations, only the
 * infeasible unknown with the largest index changes (K. Murty's rule, which cannot cycle for a P-matrix) until it does.
 *
 * Differs from the paper: it solves for the step d from the centre of the proximal loop, with A + eps I in place of A,
 * so that the rounding errors of a nearly singular factor shrink with d; signs are checked with a tolerance.
 */

const BUDGET = 10;
/** Tolerance of the sign checks, relative to max|b|. */
const SIGN_TOLERANCE = 1e-13;

/**
 * Solves (A + eps I)(x - center) + r complementary to the bounds of x, with r = A center + b in `work.r`.
 * Starts from `work.state`, writes `x` and `state`. False on failure.
 */
export function blockPivot(work: MlcpWorkspace, eps: number, maxIterations: number): boolean {
  const { n, state, d } = work;
  let fewest = n + 1;
  let budget = BUDGET;
  for (let iteration = 0; iteration < maxIterations && work.result.iterations < work.iterationLimit; iteration++) {
    work.result.iterations++;
    if (!factorActive(work, eps)) return false;
    solveStep(work);
    let largest = work.unit;
    for (let i = 0; i < n; i++) if (Math.abs(d[i]) > largest) largest = Math.abs(d[i]);
    const tolerance = SIGN_TOLERANCE * largest;
    let wrong = 0;
    let last = -1;
    for (let i = 0; i < n; i++) {
      if (nextState(work, i, tolerance, eps) === state[i]) continue;
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
    if (budget > 0) for (let i = 0; i < n; i++) state[i] = nextState(work, i, tolerance, eps);
    else state[last] = nextState(work, last, tolerance, eps);
  }
  return false;
}

/** The state unknown i should have next. `g` holds A d + r. */
function nextState(work: MlcpWorkspace, i: number, slack: number, eps: number): number {
  const { state, low, high, x, g, d } = work;
  if (state[i] === 0) return x[i] < low[i] - slack ? -1 : x[i] > high[i] + slack ? 1 : 0;
  if (low[i] === high[i]) return state[i];
  const v = g[i] + eps * d[i];
  return state[i] < 0 ? (v < -slack ? 0 : -1) : v > slack ? 0 : 1;
}
