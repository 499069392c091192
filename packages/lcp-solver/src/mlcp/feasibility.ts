import { multiplyAddCompensated } from '../algebra/compensated.js';
import { certify } from './certificate.js';
import { blockPivot } from './methods/block-pivot.js';
import { proximal } from './methods/proximal.js';
import type { MlcpCertificate } from './problem.js';
import { loadProblem } from './scaling.js';
import { createMlcpWorkspace, type MlcpWorkspace } from './workspace.js';

/**
 * After all methods have failed: is there any x within the bounds with v = A x + b in the cone C that complementarity
 * requires (vᵢ ≥ 0, ≤ 0, = 0 or arbitrary)? The nearest point decides:
 *
 *   min ½ | A x + b - c |²   over low ≤ x ≤ high, c ∈ C,
 *
 * a convex problem with bounds and itself a symmetric monotone mixed LCP. If its residual ρ = A x + b - c is not zero,
 * -ρ is a Farkas certificate: it separates C from the image of the box. Allocates a dense matrix of up to twice the
 * problem's size.
 */
export function findCertificate(work: MlcpWorkspace): MlcpCertificate | undefined {
  const { n, A, b, low, high, x } = work;
  if (work.hasFindex) return undefined;
  // The n unknowns x, then one unknown c per one-sided row.
  const place = new Int32Array(n).fill(-1);
  let size = n;
  for (let i = 0; i < n; i++) if (low[i] > -Infinity !== high[i] < Infinity) place[i] = size++;
  const M = new Float64Array(size * size);
  const q = new Float64Array(size);
  const lo = new Float64Array(size).fill(-Infinity);
  const hi = new Float64Array(size).fill(Infinity);
  for (let i = 0; i < n; i++) {
    lo[i] = low[i];
    hi[i] = high[i];
    const lower = low[i] > -Infinity;
    const upper = high[i] < Infinity;
    if (lower && upper) continue;
    const row = i * n;
    for (let j = 0; j < n; j++) {
      const value = A[row + j];
      if (value === 0) continue;
      for (let k = 0; k < n; k++) M[j * size + k] += value * A[row + k];
      q[j] += value * b[i];
    }
    const c = place[i];
    if (c < 0) continue;
    if (lower) lo[c] = 0;
    else hi[c] = 0;
    M[c * size + c] = 1;
    q[c] = -b[i];
    for (let j = 0; j < n; j++) {
      M[c * size + j] = -A[row + j];
      M[j * size + c] = -A[row + j];
    }
  }
  const inner = createMlcpWorkspace(size);
  loadProblem(inner, { n: size, M, q, lo, hi });
  inner.tolerance = TOLERANCE;
  proximal(inner, blockPivot, LIMIT);
  const point = inner.result.z;
  multiplyAddCompensated(A, n, point, b, work.g);
  for (let i = 0; i < n; i++) x[i] = (place[i] >= 0 ? point[place[i]] : 0) - work.g[i];
  return certify(work);
}

const TOLERANCE = 1e-13;
const LIMIT = 100;
