import { multiplyAddDense } from '../../algebra/matrix.js';
import { certify } from '../certificate.js';
import { clampToBounds, evaluateCandidate, type MlcpWorkspace } from '../workspace.js';

/**
 * Proximal-point loop (R. T. Rockafellar, Monotone operators and the proximal point algorithm, 1976): it extends a
 * method for positive definite matrices to singular monotone problems. From x, solve
 *
 *   (A + eps I) y + b - eps x   complementary to the bounds of y,   then x = y,
 *
 * until the residual of the original problem meets the tolerance.
 *
 * The error after an iteration is eps (y - x). If eps is small compared with the relevant eigenvalues, one iteration
 * nearly suffices, and further iterations are refinement steps with the same factor. A small eps makes the loop fast, a
 * large eps makes the factor well conditioned: the values of EPSILONS are tried in order, each from the best x so far.
 *
 * Bounds of rows with a findex are constant within an iteration and updated between iterations.
 */

const EPSILONS = [1e-10, 0, 1e-7, 1e-12, 1e-4];
/** An iteration that does not reduce the residual by this factor is a stall. */
const STALL_RATIO = 0.5;
/** Consecutive stalls that end the loop. */
const PATIENCE = 2;
/** With friction rows the loop is also a fixed-point iteration in the bounds, which converges more slowly. */
const PATIENCE_FRICTION = 12;

/** A method for A + eps I such as blockPivot: reads work.state, center and r, writes work.x and state. */
export type RegularizedMethod = (work: MlcpWorkspace, eps: number, maxIterations: number) => boolean;

/**
 * Improves work.x with the first `attempts` values of EPSILONS. True if the tolerance is met; may find a certificate.
 */
export function proximal(
  work: MlcpWorkspace,
  method: RegularizedMethod,
  maxIterations: number,
  attempts = EPSILONS.length,
): boolean {
  const { n, x, v, r, center, d } = work;
  const patience = work.hasFindex ? PATIENCE_FRICTION : PATIENCE;
  for (let attempt = 0; attempt < attempts; attempt++) {
    let smallest = Infinity;
    let stalls = 0;
    clampToBounds(work, x);
    initStates(work);
    while (stalls < patience && work.result.iterations < work.iterationLimit) {
      // v = A x + b, from initStates or evaluateCandidate.
      for (let i = 0; i < n; i++) {
        center[i] = x[i];
        r[i] = v[i];
      }
      if (!method(work, EPSILONS[attempt], maxIterations)) break;
      const worst = evaluateCandidate(work);
      if (worst <= work.tolerance) return true;
      if (worst < STALL_RATIO * smallest) stalls = 0;
      else stalls++;
      smallest = Math.min(worst, smallest);
    }
    if (stalls === patience) {
      // For an infeasible problem the steps converge to a constant vector, which is a certificate.
      for (let i = 0; i < n; i++) x[i] = d[i];
      work.result.certificate = certify(work);
    }
    resetToBest(work);
    if (work.result.certificate) return false;
  }
  return false;
}

/** Sets x to the best vector so far, or 0. */
export function resetToBest(work: MlcpWorkspace): void {
  const { n, x, s, result } = work;
  for (let i = 0; i < n; i++) x[i] = work.bestResidual < Infinity ? result.z[i] / s[i] : 0;
  clampToBounds(work, x);
}

/**
 * Sets the state of each unknown by comparing x - v with its bounds. Ties start free: at rest, contacts that carry
 * other contacts are ties, and would otherwise be freed one iteration at a time, from the bottom of a stack to its top.
 */
function initStates(work: MlcpWorkspace): void {
  const { n, A, b, x, v, low, high, state } = work;
  multiplyAddDense(A, n, x, b, v);
  for (let i = 0; i < n; i++) {
    const target = x[i] - v[i];
    state[i] = target < low[i] ? -1 : target > high[i] ? 1 : 0;
    if (low[i] === high[i]) state[i] = -1;
  }
}
