import { lengthExcess, multiplyAddCompensated } from '../algebra/compensated.js';
import { multiplyAdd } from '../algebra/matrix.js';
import type { ContactWorkspace } from './workspace.js';

/**
 * Computes both residuals of x in the units of the problem and stores the vector if it is the best so far. Returns the
 * larger residual, Infinity for NaN.
 *
 * A vector that meets the tolerance, or that is suspiciously large, is evaluated again with compensated products: a
 * residual at or below the tolerance is a proof. Vectors that are too large (see LARGE) are rejected.
 */
export function evaluateCandidate(work: ContactWorkspace, method: string, tolerance: number): number {
  const { nc, D, x, r, u, problem, residuals } = work;
  const { dim, W, q } = problem;
  let size = 0;
  for (let k = 0; k < 3 * nc; k++) size = Math.max(size, Math.abs(x[k]));
  size /= work.unit;
  for (let i = 0; i < nc; i++) for (let k = 0; k < dim; k++) r[dim * i + k] = D[3 * i + k] * x[3 * i + k];
  multiplyAdd(W, dim * nc, r, q, u);
  let worst = contactResiduals(work, r, u, false);
  if (worst < Math.max(work.residual, work.residualScaled) && (worst <= tolerance || size > LARGE)) {
    multiplyAddCompensated(W, dim * nc, r, q, u);
    worst = contactResiduals(work, r, u, true);
  }
  const plain = residuals[0];
  const scaled = residuals[1];
  work.onIteration?.(work.iterations, scaled);
  if (!(worst < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  if (dim === 3 && size > LARGE && !(worst * size <= LARGE * Math.max(tolerance, FINEST))) {
    return Number.POSITIVE_INFINITY;
  }
  if (worst < Math.max(work.residual, work.residualScaled)) {
    work.residual = plain;
    work.residualScaled = scaled;
    work.method = method;
    work.r = work.bestR;
    work.u = work.bestU;
    work.bestR = r;
    work.bestU = u;
  }
  return worst;
}

/**
 * In 3-D the cone is curved, so an infeasible problem can have vectors with arbitrarily small residuals, which fall like
 * 1 / |x| as x grows without bound; at a solution the residual falls while x stays constant. So a vector larger than
 * LARGE times b (both scaled: the diagonal of A is 1) must be proportionally more accurate. Because of rounding, this
 * requirement does not fall below FINEST.
 */
const LARGE = 1e4;
const FINEST = 1e-8;

/** Recomputes the residuals of the best vector with compensated products, for a problem that was not solved. */
export function evaluateBest(work: ContactWorkspace): void {
  const { nc, bestR, bestU, problem } = work;
  multiplyAddCompensated(problem.W, problem.dim * nc, bestR, problem.q, bestU);
  contactResiduals(work, bestR, bestU, true);
  work.residual = work.residuals[0];
  work.residualScaled = work.residuals[1];
}

/**
 * Writes work.residuals and returns the larger one:
 *
 *   plain  = | r - P(r - ũ) |₂ / max(|q|₂, 1e-8),   scaled = max | d r - P(d r - ũ) | / max(max|q|, 1e-8)
 *
 * with the projection P onto K_μ, ũ = u + μ|u_t| e_n, and the largest diagonal entry d of the contact's block of W (a
 * cone is invariant under scaling, so P is the same for d r).
 *
 * For a huge r, r - ũ would round to r. So with z = r - ũ the residual is computed as ũ if z lies in the cone, as r if
 * P(z) is the apex, and otherwise as ũ plus the step of length e/√(1 + μ²) from the cone surface to z, with
 *
 *   e = |z_t| - μ z_n = (|r_t| - μ r_n) + (|r_t - u_t| - |r_t|) + μ ũ_n,
 *
 * each term of which is small if r is near its cone. With `exact` both residuals are as accurate as u.
 */
function contactResiduals(work: ContactWorkspace, r: Float64Array, u: Float64Array, exact: boolean): number {
  const { nc, d, problem, residuals } = work;
  const { dim, q, mu } = problem;
  let sum = 0;
  let largest = 0;
  let qq = 0;
  let qMax = 0;
  for (let k = 0; k < dim * nc; k++) {
    qq += q[k] * q[k];
    qMax = Math.max(qMax, Math.abs(q[k]));
  }
  for (let i = 0; i < nc; i++) {
    const at = dim * i;
    const m = mu[i];
    const u1 = u[at + 1];
    const u2 = dim === 3 ? u[at + 2] : 0;
    const r0 = r[at];
    const r1 = r[at + 1];
    const r2 = dim === 3 ? r[at + 2] : 0;
    const slip = Math.sqrt(u1 * u1 + u2 * u2);
    const un = u[at] + m * slip;
    const friction = Math.sqrt(r1 * r1 + r2 * r2);
    const outside = exact && r0 > 0 ? lengthExcess(r1, r2, m, r0) : friction - m * r0;
    for (let pass = 0; pass < 2; pass++) {
      const f = pass === 0 ? 1 : d[i];
      const z0 = f * r0 - un;
      const z1 = f * r1 - u1;
      const z2 = f * r2 - u2;
      const length = Math.sqrt(z1 * z1 + z2 * z2);
      const both = length + f * friction;
      const bent = both > 0 ? (slip * slip - 2 * f * (r1 * u1 + r2 * u2)) / both : 0;
      const e = f * outside + bent + m * un;
      let e0 = un;
      let e1 = u1;
      let e2 = u2;
      if (e > 0) {
        if (z0 + m * length <= 0) {
          e0 = f * r0;
          e1 = f * r1;
          e2 = f * r2;
        } else {
          const step = e / (1 + m * m);
          e0 -= m * step;
          e1 += length > 0 ? (step * z1) / length : 0;
          e2 += length > 0 ? (step * z2) / length : 0;
        }
      }
      if (pass === 0) sum += e0 * e0 + e1 * e1 + e2 * e2;
      else largest = Math.max(largest, Math.abs(e0), Math.abs(e1), Math.abs(e2));
    }
  }
  residuals[0] = Math.sqrt(sum) / Math.max(Math.sqrt(qq), 1e-8);
  residuals[1] = largest / Math.max(qMax, 1e-8);
  return Math.max(residuals[0], residuals[1]);
}
