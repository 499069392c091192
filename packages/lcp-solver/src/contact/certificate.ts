import { blockPivot } from '../block-pivot.js';
import { DEPTH, REACH } from '../certificate.js';
import { transposeMultiplyCompensated } from '../compensated.js';
import type { MlcpCertificate } from '../problem.js';
import { proximal } from '../proximal.js';
import { loadProblem } from '../scaling.js';
import { createMlcpWorkspace } from '../workspace.js';
import type { ContactWorkspace } from './system.js';

/**
 * Proof that no impulse keeps the bodies apart: a y, ≥ 0 on normal rows and 0 on tangents, with
 *
 *   g = Wᵀy,   g_n + μ|g_t| ≤ 0 for every contact,   qᵀy < 0.
 *
 * A solution has u_n ≥ 0, so yᵀu ≥ 0; but yᵀu = qᵀy + gᵀr, and gᵀr ≤ 0 for r in the cones. With rounding, g_n + μ|g_t|
 * is positive up to δ, and there is no solution with Σ r_n < -qᵀy / δ.
 *
 * For a symmetric semi-definite W such a y has W y = 0, and exists exactly where the problem without friction has no
 * solution: an LCP in the normal impulses, on which block pivoting finds it. For others it is a candidate; the check
 * is made with W itself.
 */
export function findContactCertificate(ws: ContactWorkspace): MlcpCertificate | undefined {
  const { nc, p, col, A, D, b, problem } = ws;
  const { dim, W, q, mu } = problem;
  if (nc > MOST_CONTACTS) return undefined;
  const M = new Float64Array(nc * nc);
  const normal = new Float64Array(nc);
  for (let i = 0; i < nc; i++) {
    normal[i] = b[3 * i];
    for (let k = p[i]; k < p[i + 1]; k++) M[i * nc + col[k]] = A[9 * k];
  }
  const inner = createMlcpWorkspace(nc);
  loadProblem(inner, { n: nc, M, q: normal });
  inner.tolerance = TOLERANCE;
  proximal(inner, blockPivot, ROUNDS);
  const direction = inner.answer.certificate?.y;
  if (!direction) return undefined;

  const n = dim * nc;
  const y = new Float64Array(n);
  for (let i = 0; i < nc; i++) y[dim * i] = D[3 * i] * direction[i];
  const g = new Float64Array(n);
  transposeMultiplyCompensated(W, n, y, g, new Float64Array(n));
  let value = 0;
  let terms = 0;
  let violation = 0;
  for (let i = 0; i < nc; i++) {
    const at = dim * i;
    value += q[at] * y[at];
    terms += Math.abs(q[at] * y[at]);
    const slope = g[at] + mu[i] * Math.hypot(g[at + 1], dim === 3 ? g[at + 2] : 0);
    // In scaled units, r_n = D_n x_n.
    if (!(D[3 * i] * slope <= violation)) violation = D[3 * i] * slope;
  }
  const reach = violation > 0 ? -value / violation : Number.POSITIVE_INFINITY;
  return value < -DEPTH * terms && reach > REACH * ws.unit ? { y, value, reach } : undefined;
}

/** Above this the LCP, dense, would cost more than the methods that are still to come. */
const MOST_CONTACTS = 500;
const TOLERANCE = 1e-12;
const ROUNDS = 50;
