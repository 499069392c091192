import { factorBlocks, solveBlocks } from '../../algebra/block-lu.js';
import { evaluateCandidate } from '../residual.js';
import { type ContactWorkspace, computeVelocity, prepareFactors } from '../workspace.js';

/**
 * Primal-dual interior-point method on the second-order cone, with the De Saxcé term in the Newton step. With
 * v = A x + b, find
 *
 *   y = v + |v_t| e_n,   x, y in the cone |·_t| < ·_n,   x ∘ y = m e,   m → 0.
 *
 * The Nesterov-Todd matrix G (symmetric, G x = y) turns the last condition into  G dx + dy = -y + σ m x⁻¹. The first
 * becomes T⁻¹(dy + ρ) = A dx with T = [1 nᵀ; 0 I], n = y_t/|y_t| and its residual ρ. The matrix to factor is A + T⁻¹G,
 * which is regular even if A is singular. The method starts cold and assumes nothing about contact statuses; it serves
 * problems on which Newton cycles, and leaves the last digits to Newton.
 *
 * De Saxcé & Feng, The bipotential method, Math. Comput. Modelling 28 (1998) 225-245; the scaling after Vandenberghe,
 * The CVXOPT linear and quadratic cone program solvers (2010); the idea after Acary, Armand, Nguyen & Shpakovych,
 * Second-order cone programming for frictional contact mechanics using interior point algorithm (2024).
 * Differs from the papers: no second-order correction; n is weighted by θ ≤ 1, and θ falls to 0 (a plain fixed point in
 * |v_t|) when steps become short, because with large μ the full derivative can run into the boundary of the cone.
 */
export function interiorPoint(work: ContactWorkspace, tolerance: number, maxIterations: number): void {
  prepareFactors(work);
  const { nc, p, col, A, J, b, x, y, lu } = work;
  const [slope, rho, dx, dy, right] = work.scratch;
  const n = 3 * nc;
  let size = 0;
  for (let k = 0; k < n; k++) size = Math.max(size, Math.abs(b[k]));
  for (let k = 0; k < n; k++) {
    x[k] = k % 3 === 0 ? size : 0;
    y[k] = x[k];
  }
  let theta = 1;
  for (let iteration = 0; ; iteration++) {
    computeVelocity(work, x, rho, b);
    let gap = 0;
    let worst = 0;
    for (let at = 0; at < n; at += 3) {
      const y1 = y[at + 1];
      const y2 = y[at + 2];
      const length = Math.sqrt(y1 * y1 + y2 * y2);
      gap += x[at] * y[at] + x[at + 1] * y1 + x[at + 2] * y2;
      slope[at + 1] = length > 0 ? (theta * y1) / length : 0;
      slope[at + 2] = length > 0 ? (theta * y2) / length : 0;
      rho[at] = y[at] - rho[at] - length;
      rho[at + 1] = y1 - rho[at + 1];
      rho[at + 2] = y2 - rho[at + 2];
      worst = Math.max(worst, Math.abs(rho[at]), Math.abs(rho[at + 1]), Math.abs(rho[at + 2]));
    }
    const m = gap / nc;
    const residual = evaluateCandidate(work, 'interior-point', tolerance);
    if (residual <= tolerance || iteration === maxIterations || !(m > MIN_GAP * size * size)) return;

    for (let k = 0; k < 9 * p[nc]; k++) J[k] = A[k];
    for (let i = 0; i < nc; i++) addNesterovTodd(work, i, slope);
    work.iterations++;
    work.pivots++;
    if (!factorBlocks(lu, p, col, J)) return;
    // The length of a step towards m = 0 determines the centring.
    let sigma = 0;
    let alpha = 0;
    for (let pass = 0; pass < 2; pass++) {
      for (let at = 0; at < n; at += 3) writeRightHandSide(x, y, at, sigma * m, rho, slope, right);
      solveBlocks(lu, right, dx);
      // dy from the first equation: G dx loses digits near the boundary of the cone.
      computeVelocity(work, dx, dy);
      alpha = 1 / BOUNDARY_FRACTION;
      for (let at = 0; at < n; at += 3) {
        dy[at + 1] -= rho[at + 1];
        dy[at + 2] -= rho[at + 2];
        dy[at] += slope[at + 1] * dy[at + 1] + slope[at + 2] * dy[at + 2] - rho[at];
        alpha = Math.min(alpha, stepToBoundary(x, dx, at), stepToBoundary(y, dy, at));
      }
      if (pass === 1) break;
      const rest = Math.max(0, 1 - alpha);
      sigma = Math.max(MIN_CENTRING, rest * rest * rest);
      // Keep the gap from falling faster than the residual of the first equation, which the curvature of |v_t| slows.
      if (m < 1e-3 * size * worst) sigma = Math.max(sigma, 0.5);
    }
    alpha *= BOUNDARY_FRACTION;
    if (!(alpha > 0)) return;
    for (let k = 0; k < n; k++) {
      x[k] += alpha * dx[k];
      y[k] += alpha * dy[k];
    }
    theta = alpha < SHORT_STEP ? 0 : Math.min(1, theta + 0.2);
  }
}

/** Fraction of the distance to the cone boundary that a step may cover. */
const BOUNDARY_FRACTION = 0.99;
const SHORT_STEP = 0.1;
/** Relative to the first gap. Below it, rounding near the cone boundary dominates, and the statuses are decided. */
const MIN_GAP = 1e-10;
const MIN_CENTRING = 0.1;

/** Adds T⁻¹G = T⁻¹ β (2 w wᵀ - diag(1, -1, -1)) to the diagonal block of contact i. */
function addNesterovTodd(work: ContactWorkspace, i: number, slope: Float64Array): void {
  const { x, y, J, diag } = work;
  const at = 3 * i;
  const d = diag[i];
  const rx = Math.sqrt(determinant(x, at));
  const ry = Math.sqrt(determinant(y, at));
  const dot = (x[at] * y[at] + x[at + 1] * y[at + 1] + x[at + 2] * y[at + 2]) / (rx * ry);
  const half = 0.5 / Math.sqrt(0.5 * (1 + dot));
  const w0 = half * (y[at] / ry + x[at] / rx);
  const w1 = half * (y[at + 1] / ry - x[at + 1] / rx);
  const w2 = half * (y[at + 2] / ry - x[at + 2] / rx);
  const beta = ry / rx;
  const g1 = 2 * beta * w0 * w1;
  const g2 = 2 * beta * w0 * w2;
  const g11 = beta * (2 * w1 * w1 + 1);
  const g12 = 2 * beta * w1 * w2;
  const g22 = beta * (2 * w2 * w2 + 1);
  const n1 = slope[at + 1];
  const n2 = slope[at + 2];
  J[d] += beta * (2 * w0 * w0 - 1) - n1 * g1 - n2 * g2;
  J[d + 1] += g1 - n1 * g11 - n2 * g12;
  J[d + 2] += g2 - n1 * g12 - n2 * g22;
  J[d + 3] += g1;
  J[d + 4] += g11;
  J[d + 5] += g12;
  J[d + 6] += g2;
  J[d + 7] += g12;
  J[d + 8] += g22;
}

/** Right-hand side of one contact: T⁻¹(c + ρ) with c = -y + m x⁻¹. */
function writeRightHandSide(
  x: Float64Array,
  y: Float64Array,
  at: number,
  m: number,
  rho: Float64Array,
  slope: Float64Array,
  out: Float64Array,
): void {
  const f = m / determinant(x, at);
  const c1 = -y[at + 1] - f * x[at + 1];
  const c2 = -y[at + 2] - f * x[at + 2];
  out[at] = f * x[at] - y[at] + rho[at] - slope[at + 1] * c1 - slope[at + 2] * c2;
  out[at + 1] = c1 + rho[at + 1];
  out[at + 2] = c2 + rho[at + 2];
}

/** v_n² - |v_t|², bounded away from 0. */
function determinant(v: Float64Array, at: number): number {
  const length = Math.sqrt(v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  return Math.max((v[at] - length) * (v[at] + length), 1e-300);
}

/** The largest t ≤ 1/BOUNDARY with v + t d in the cone: the first positive root of  a t² + 2 h t + c. */
function stepToBoundary(v: Float64Array, d: Float64Array, at: number): number {
  const a = d[at] * d[at] - d[at + 1] * d[at + 1] - d[at + 2] * d[at + 2];
  const h = v[at] * d[at] - v[at + 1] * d[at + 1] - v[at + 2] * d[at + 2];
  const c = determinant(v, at);
  let t = 1 / BOUNDARY_FRACTION;
  const disc = h * h - a * c;
  if (disc >= 0) {
    const s = h >= 0 ? -(h + Math.sqrt(disc)) : Math.sqrt(disc) - h;
    if (s / a > 0) t = Math.min(t, s / a);
    if (c / s > 0) t = Math.min(t, c / s);
  }
  return d[at] < 0 ? Math.min(t, -v[at] / d[at]) : t;
}
