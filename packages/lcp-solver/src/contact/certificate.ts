import { transposeMultiplyCompensated } from '../algebra/compensated.js';
import { MIN_RELATIVE_NORM, MIN_RELATIVE_VALUE } from '../mlcp/certificate.js';
import { blockPivot } from '../mlcp/methods/block-pivot.js';
import { proximal } from '../mlcp/methods/proximal.js';
import type { MlcpCertificate } from '../mlcp/problem.js';
import { loadProblem } from '../mlcp/scaling.js';
import { createMlcpWorkspace } from '../mlcp/workspace.js';
import type { ContactWorkspace } from './workspace.js';

/**
 * Certificate that no impulses prevent penetration: a vector y, ≥ 0 on normal rows and 0 on tangent rows, with
 *
 *   g = Wᵀy,   g_n + μ|g_t| ≤ 0 for every contact,   qᵀy < 0.
 *
 * A solution has u_n ≥ 0, so yᵀu ≥ 0; but yᵀu = qᵀy + gᵀr, and gᵀr ≤ 0 for r in the cones. With rounding, g_n + μ|g_t|
 * may be positive up to δ, which excludes solutions with Σ r_n < -qᵀy / δ.
 *
 * For a symmetric semi-definite W such a y satisfies W y = 0 and exists if and only if the frictionless problem, an LCP
 * in the normal impulses, has no solution; block pivoting finds it there. For other W it is a candidate. The check
 * uses W itself.
 */
export function findContactCertificate(work: ContactWorkspace): MlcpCertificate | undefined {
  const { nc, p, col, A, D, b, problem } = work;
  const { dim, W, q, mu } = problem;
  if (nc > MAX_CONTACTS) return undefined;
  const M = new Float64Array(nc * nc);
  const normal = new Float64Array(nc);
  for (let i = 0; i < nc; i++) {
    normal[i] = b[3 * i];
    for (let k = p[i]; k < p[i + 1]; k++) M[i * nc + col[k]] = A[9 * k];
  }
  const inner = createMlcpWorkspace(nc);
  loadProblem(inner, { n: nc, M, q: normal });
  inner.tolerance = TOLERANCE;
  proximal(inner, blockPivot, MAX_ITERATIONS);
  const direction = inner.result.certificate?.y;
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
  const minNorm = violation > 0 ? -value / violation : Number.POSITIVE_INFINITY;
  return value < -MIN_RELATIVE_VALUE * terms && minNorm > MIN_RELATIVE_NORM * work.unit
    ? { y, value, minNorm }
    : undefined;
}

/** Above this the dense LCP would cost more than the methods that follow. */
const MAX_CONTACTS = 500;
const TOLERANCE = 1e-12;
const MAX_ITERATIONS = 50;
