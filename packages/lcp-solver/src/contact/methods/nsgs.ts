import { addBlockRow } from '../../algebra/block-lu.js';
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
    const own = diag[i] / 9;
    for (let k = 3 * i; k < 3 * i + 3; k++) y[k] = b[k];
    addBlockRow(A, col, p[i], own, x, 1, y, 3 * i);
    addBlockRow(A, col, own + 1, p[i + 1], x, 1, y, 3 * i);
    solveLocal(A, diag[i], y, planar, x, 3 * i);
  }
}
