import { lengthExcess, multiplyAddCompensated } from '../compensated.js';
import { multiplyAdd } from '../matrix.js';
import type { ContactWorkspace } from './system.js';

/**
 * Takes stock of x: goes back to the units and the matrix of the problem, computes both residuals there, and keeps the
 * vector if it is the best so far. Returns the larger residual; what is not a number counts as infinite.
 *
 * A vector that meets the tolerance, or that is suspiciously large, is measured a second time with compensated products:
 * a residual at or below the tolerance is a proof. See LARGE for what is too large to be an answer.
 */
export function evaluate(ws: ContactWorkspace, method: string, tolerance: number): number {
  const { nc, D, x, r, u, problem } = ws;
  const { dim, W, q } = problem;
  let size = 0;
  for (let k = 0; k < 3 * nc; k++) size = Math.max(size, Math.abs(x[k]));
  size /= ws.unit;
  for (let i = 0; i < nc; i++) for (let k = 0; k < dim; k++) r[dim * i + k] = D[3 * i + k] * x[3 * i + k];
  multiplyAdd(W, dim * nc, r, q, u);
  let worst = contactResiduals(ws, r, u, false);
  if (worst < Math.max(ws.residual, ws.residualScaled) && (worst <= tolerance || size > LARGE)) {
    multiplyAddCompensated(W, dim * nc, r, q, u);
    worst = contactResiduals(ws, r, u, true);
  }
  const plain = residuals[0];
  const scaled = residuals[1];
  ws.onIteration?.(ws.iterations, scaled);
  if (!(worst < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  if (dim === 3 && size > LARGE && !(worst * size <= LARGE * Math.max(tolerance, FINEST))) {
    return Number.POSITIVE_INFINITY;
  }
  if (worst < Math.max(ws.residual, ws.residualScaled)) {
    ws.residual = plain;
    ws.residualScaled = scaled;
    ws.method = method;
    ws.r = ws.bestR;
    ws.u = ws.bestU;
    ws.bestR = r;
    ws.bestU = u;
  }
  return worst;
}

/**
 * In space the cone is round, so a problem without a solution may have vectors with residuals as small as one likes: these fall
 * like 1 / |x| while x grows without end. A solution stays where it is while its residual falls. So a vector that is
 * more than LARGE times b (both scaled: the diagonal of A is 1) has to be more accurate in proportion; as far as
 * rounding allows, for which a tolerance below FINEST counts as that.
 */
const LARGE = 1e4;
const FINEST = 1e-8;

/** Measures the best vector with compensated products, for an answer that is not solved. */
export function evaluateBest(ws: ContactWorkspace): void {
  const { nc, bestR, bestU, problem } = ws;
  multiplyAddCompensated(problem.W, problem.dim * nc, bestR, problem.q, bestU);
  contactResiduals(ws, bestR, bestU, true);
  ws.residual = residuals[0];
  ws.residualScaled = residuals[1];
}

/** What contactResiduals found, plain and scaled: module scratch, so that nothing is allocated. */
const residuals = new Float64Array(2);

/**
 * plain  = | r - P(r - ũ) |₂ / max(|q|₂, 1e-8),   scaled = max | d r - P(d r - ũ) | / max(max|q|, 1e-8), P the
 * projection onto K_μ, ũ = u + μ|u_t| e_n, d the largest diagonal entry of the contact's block of W (scaling a cone
 * changes nothing, so P needs no d).
 *
 * For a huge r, r - ũ would round to r. So with z = r - ũ the residual is taken apart into ũ, where z lies in the cone;
 * r, where P(z) is the apex; and else ũ plus the step of length e/√(1 + μ²) from the mantle to z, with
 *
 *   e = |z_t| - μ z_n = (|r_t| - μ r_n) + (|r_t - u_t| - |r_t|) + μ ũ_n,
 *
 * each of which is small where r is near its cone. With `exact` both residuals are as exact as the u they are given.
 */
function contactResiduals(ws: ContactWorkspace, r: Float64Array, u: Float64Array, exact: boolean): number {
  const { nc, d, problem } = ws;
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
    const grip = Math.sqrt(r1 * r1 + r2 * r2);
    const outside = exact && r0 > 0 ? lengthExcess(r1, r2, m, r0) : grip - m * r0;
    for (let pass = 0; pass < 2; pass++) {
      const f = pass === 0 ? 1 : d[i];
      const z0 = f * r0 - un;
      const z1 = f * r1 - u1;
      const z2 = f * r2 - u2;
      const length = Math.sqrt(z1 * z1 + z2 * z2);
      const both = length + f * grip;
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
