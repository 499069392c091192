import { evaluateCandidate } from '../residual.js';
import type { ContactWorkspace } from '../workspace.js';
import { solveLocal } from './local-solver.js';

/**
 * Nonsmooth Gauss-Seidel: solves one contact after another exactly, with the other impulses fixed.
 *
 * Jourdan, Alart & Jean, A Gauss-Seidel like algorithm to solve frictional contact problems, CMAME 155 (1998) 31-47;
 * Acary, Brémond & Huber, On solving contact problems with Coulomb friction: formulations and numerical comparisons
 * (2018). A few sweeps find the statuses of most contacts; for a badly singular W the last digits never converge. A good
 * start for the other methods.
 */
export function nsgs(work: ContactWorkspace, tolerance: number, maxSweeps: number): void {
  let next = 1;
  for (let k = 1; k <= maxSweeps; k++) {
    sweep(work);
    work.iterations++;
    // A residual costs about as much as a sweep: check it less and less often.
    if (k < next && k < maxSweeps) continue;
    if (evaluateCandidate(work, 'nsgs', tolerance) <= tolerance) return;
    next = k + Math.min(10, 1 + (k >> 2));
  }
}

/** Solves all contacts once, in order. */
export function sweep(work: ContactWorkspace): void {
  const { nc, p, col, A, diag, b, x, y } = work;
  const planar = work.problem.dim === 2;
  for (let i = 0; i < nc; i++) {
    let s0 = b[3 * i];
    let s1 = b[3 * i + 1];
    let s2 = b[3 * i + 2];
    for (let k = p[i]; k < p[i + 1]; k++) {
      const a = 9 * k;
      if (a === diag[i]) continue;
      const j = 3 * col[k];
      const x0 = x[j];
      const x1 = x[j + 1];
      const x2 = x[j + 2];
      s0 += A[a] * x0 + A[a + 1] * x1 + A[a + 2] * x2;
      s1 += A[a + 3] * x0 + A[a + 4] * x1 + A[a + 5] * x2;
      s2 += A[a + 6] * x0 + A[a + 7] * x1 + A[a + 8] * x2;
    }
    y[3 * i] = s0;
    y[3 * i + 1] = s1;
    y[3 * i + 2] = s2;
    solveLocal(A, diag[i], y, planar, x, 3 * i);
  }
}
