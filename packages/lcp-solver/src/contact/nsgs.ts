import { solveLocal } from './local.js';
import { evaluate } from './residual.js';
import type { ContactWorkspace } from './system.js';

/**
 * Nonsmooth Gauss-Seidel: contact after contact is solved exactly with the others held.
 *
 * Jourdan, Alart & Jean, A Gauss-Seidel like algorithm to solve frictional contact problems, CMAME 155 (1998) 31-47;
 * Acary, Brémond & Huber, On solving contact problems with Coulomb friction: formulations and numerical comparisons
 * (2018). It finds the statuses of most contacts in a few sweeps, and the last digits never where W is badly singular:
 * a good start for the others.
 */
export function nsgs(ws: ContactWorkspace, tolerance: number, maxSweeps: number): void {
  let next = 1;
  for (let k = 1; k <= maxSweeps; k++) {
    sweep(ws);
    ws.iterations++;
    // The residual costs about as much as a sweep: look at it less and less often.
    if (k < next && k < maxSweeps) continue;
    if (evaluate(ws, 'nsgs', tolerance) <= tolerance) return;
    next = k + Math.min(10, 1 + (k >> 2));
  }
}

/** All contacts once, in order. */
export function sweep(ws: ContactWorkspace): void {
  const { nc, p, col, A, diag, b, x, y } = ws;
  const planar = ws.problem.dim === 2;
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
