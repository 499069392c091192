import { multiplyAddDense } from '../../algebra/matrix.js';
import { clamp } from '../residual.js';
import { clampToBounds, evaluateCandidate, type MlcpWorkspace, updateFrictionBounds } from '../workspace.js';

/**
 * Accelerated projected gradient descent for ½ xᵀAx + bᵀx within bounds, A symmetric positive semi-definite: Nesterov's
 * method with backtracking as used for contact by H. Mazhar, T. Heyn, D. Negrut & A. Tasora (Using Nesterov's method to
 * accelerate multibody dynamics with friction and contact, ACM TOG 34, 2015), with a restart when the step points uphill
 * (B. O'Donoghue & E. Candès, Adaptive restart for accelerated gradient schemes, 2015).
 *
 * Differs from the paper: the constraints are bounds on the equilibrated unknowns. Bounds of rows with a findex are
 * constant within a step, a fixed-point iteration without a convergence proof.
 */
export function apgd(work: MlcpWorkspace, maxIterations: number): boolean {
  const { n, A, b, low, high, center: y, d: previous, r: gradient, step: next, rate: change, x } = work;
  clampToBounds(work, x);
  for (let i = 0; i < n; i++) {
    y[i] = x[i];
    previous[i] = x[i];
  }
  let lipschitz = 1;
  let theta = 1;
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    work.result.iterations++;
    updateFrictionBounds(work, previous);
    multiplyAddDense(A, n, y, b, gradient);
    // Backtracking: the step is short enough if changeᵀ A change ≤ L changeᵀ change.
    for (;;) {
      let square = 0;
      for (let i = 0; i < n; i++) {
        next[i] = clamp(y[i] - gradient[i] / lipschitz, low[i], high[i]);
        change[i] = next[i] - y[i];
        square += change[i] * change[i];
      }
      multiplyAddDense(A, n, change, work.zero, work.g);
      let curvature = 0;
      for (let i = 0; i < n; i++) curvature += change[i] * work.g[i];
      if (!(curvature > lipschitz * square * (1 + 1e-12))) break;
      lipschitz *= 2;
    }
    let uphill = 0;
    for (let i = 0; i < n; i++) uphill += (y[i] - next[i]) * (next[i] - previous[i]);
    const root = theta * theta;
    const following = (-root + Math.sqrt(root * root + 4 * root)) / 2;
    const momentum = uphill > 0 ? 0 : (theta * (1 - theta)) / (root + following);
    theta = uphill > 0 ? 1 : following;
    for (let i = 0; i < n; i++) {
      y[i] = next[i] + momentum * (next[i] - previous[i]);
      previous[i] = next[i];
    }
    lipschitz *= LIPSCHITZ_DECAY;
    if (!work.onIteration && iteration % CHECK_INTERVAL !== 0 && iteration < maxIterations) continue;
    for (let i = 0; i < n; i++) x[i] = next[i];
    const worst = evaluateCandidate(work);
    if (worst <= work.tolerance) return true;
    if (!(worst < Infinity)) return false;
  }
  return false;
}

/** Factor on the Lipschitz estimate per iteration, so that the step length can recover. */
const LIPSCHITZ_DECAY = 0.97;
/** Iterations between residual checks. */
const CHECK_INTERVAL = 8;
