import { multiplyAdd } from '../matrix.js';
import type { ContactWorkspace } from './system.js';

/**
 * Takes stock of x: goes back to the units and the matrix of the problem, computes both residuals there, and keeps the
 * vector if it is the best so far. Returns the larger residual; what is not a number counts as infinite.
 */
export function evaluate(ws: ContactWorkspace, method: string): number {
  const { nc, D, x, r, u, problem } = ws;
  const { dim, W, q } = problem;
  for (let i = 0; i < nc; i++) for (let k = 0; k < dim; k++) r[dim * i + k] = D[3 * i + k] * x[3 * i + k];
  multiplyAdd(W, dim * nc, r, q, u);
  contactResiduals(ws, r, u);
  const plain = residuals[0];
  const scaled = residuals[1];
  ws.onIteration?.(ws.iterations, scaled);
  const worst = Math.max(plain, scaled);
  if (!(worst < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
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

/** The answer of contactResiduals, plain and scaled: module scratch, so that nothing is allocated. */
const residuals = new Float64Array(2);

/**
 * plain  = | r - P(r - ũ) |₂ / max(|q|₂, 1e-8),   scaled = max | d r - P(d r - ũ) | / max(max|q|, 1e-8), P the
 * projection onto K_μ, ũ = u + μ|u_t| e_n, d the largest diagonal entry of the contact's block of W (scaling a cone
 * changes nothing, so P needs no d).
 */
function contactResiduals(ws: ContactWorkspace, r: Float64Array, u: Float64Array): void {
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
    const un = u[at] + m * Math.sqrt(u1 * u1 + u2 * u2);
    for (let pass = 0; pass < 2; pass++) {
      const f = pass === 0 ? 1 : d[i];
      const z0 = f * r0 - un;
      const z1 = f * r1 - u1;
      const z2 = f * r2 - u2;
      const length = Math.sqrt(z1 * z1 + z2 * z2);
      let p0 = z0;
      let share = 1;
      if (length > m * z0) {
        // Outside: the apex, where z lies in the polar cone, else the nearest point of the mantle.
        p0 = Math.max(0, (z0 + m * length) / (1 + m * m));
        share = p0 > 0 ? (m * p0) / length : 0;
      }
      const e0 = f * r0 - p0;
      const e1 = f * r1 - share * z1;
      const e2 = f * r2 - share * z2;
      if (pass === 0) sum += e0 * e0 + e1 * e1 + e2 * e2;
      else largest = Math.max(largest, Math.abs(e0), Math.abs(e1), Math.abs(e2));
    }
  }
  residuals[0] = Math.sqrt(sum) / Math.max(Math.sqrt(qq), 1e-8);
  residuals[1] = largest / Math.max(qMax, 1e-8);
}
