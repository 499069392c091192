import { factorBlocks, solveBlocks } from '../../algebra/block-lu.js';
import { evaluateCandidate } from '../residual.js';
import { type ContactWorkspace, computeVelocity, prepareFactors } from '../workspace.js';
import { sweep } from './nsgs.js';

/**
 * Semi-smooth Newton method on the Alart-Curnier function inside a proximal-point loop.
 *
 *   F_n = x_n - max(0, a),                        a = x_n - y_n
 *   F_t = x_t - P(x_t - y_t | radius max(0, a)),   y = A x + b + ε (x - x̂)
 *
 * F = 0 means open (x = 0), stick (y = 0) or slip (y_n = 0, x_t on the cone boundary opposite to y_t). A Newton step
 * solves F = 0 for the contact statuses of the current x. Whenever |F| has fallen by INNER_FALL, the anchor x̂ moves to x
 * and ε shrinks. So the matrix is regular even for redundant contacts, where A is singular, and the limit solves the
 * problem with ε = 0.
 *
 * Alart & Curnier, A mixed formulation for frictional contact problems prone to Newton like solution methods, CMAME 92
 * (1991) 353-375; Rockafellar, Monotone operators and the proximal point algorithm, SIAM J. Control Optim. 14 (1976).
 * Differs from the papers: ρ = 1, because contacts are already scaled to unit size. The line search stops after two
 * halvings and takes the best of its three steps, because |F| must rise between one set of statuses and another (with
 * eleven halvings six times as many random problems fail). If the inner loop fails, Gauss-Seidel sweeps perturb the
 * statuses, and ε grows.
 */
export function alartCurnier(
  work: ContactWorkspace,
  tolerance: number,
  maxIterations: number,
  label = 'alart-curnier',
): void {
  prepareFactors(work);
  const { nc, p, col, b, x, y, lu, J, recentNorms } = work;
  const [F, step, trial, anchor] = work.scratch;
  const n = 3 * nc;
  computeVelocity(work, x, y, b);
  let bb = 0;
  for (let k = 0; k < n; k++) bb += b[k] * b[k];
  let epsilon = Math.min(START_EPSILON, Math.max(SMALLEST_START, computeF(work, x, F) / Math.sqrt(bb)));
  let left = maxIterations;
  for (;;) {
    for (let k = 0; k < n; k++) anchor[k] = x[k];
    let first = 0;
    let reached = false;
    for (let inner = 0; ; inner++) {
      proximalVelocity(work, x, anchor, epsilon);
      const f = computeF(work, x, F);
      if (evaluateCandidate(work, label, tolerance) <= tolerance) return;
      if (inner === 0) first = f;
      reached = f <= INNER_FALL * first;
      if (left-- <= 0) return;
      if (reached || inner === INNER_STEPS) break;
      recentNorms[inner % recentNorms.length] = f;
      let bar = f;
      for (let k = Math.min(inner, recentNorms.length - 1); k >= 0; k--) bar = Math.max(bar, recentNorms[k]);
      assembleJacobian(work, epsilon);
      work.iterations++;
      work.pivots++;
      if (!factorBlocks(lu, p, col, J)) break;
      solveBlocks(lu, F, step);
      let best = Number.POSITIVE_INFINITY;
      let length = 0;
      for (let t = 1; t >= SHORTEST_STEP; t *= 0.5) {
        for (let k = 0; k < n; k++) trial[k] = x[k] - t * step[k];
        proximalVelocity(work, trial, anchor, epsilon);
        const value = computeF(work, trial, F);
        if (value < best) {
          best = value;
          length = t;
        }
        if (value < (1 - 1e-4 * t) * bar) break;
      }
      if (length === 0) break;
      for (let k = 0; k < n; k++) x[k] -= length * step[k];
    }
    if (reached) epsilon = Math.max(SMALLEST_EPSILON, EPSILON_FALL * epsilon);
    else {
      epsilon = Math.min(1, 10 * epsilon);
      for (let k = 0; k < SHAKING_SWEEPS; k++) sweep(work);
    }
  }
}

/** ε is relative to the diagonal of A, which is 1. */
const START_EPSILON = 1e-3;
const SMALLEST_START = 1e-8;
const SMALLEST_EPSILON = 1e-11;
const EPSILON_FALL = 0.2;
const INNER_STEPS = 10;
const INNER_FALL = 0.1;
const SHORTEST_STEP = 0.25;
const SHAKING_SWEEPS = 10;

/** y = A z + b + ε (z - x̂). */
function proximalVelocity(work: ContactWorkspace, z: Float64Array, anchor: Float64Array, epsilon: number): void {
  computeVelocity(work, z, work.y, work.b);
  for (let k = 0; k < 3 * work.nc; k++) work.y[k] += epsilon * (z[k] - anchor[k]);
}

/** Writes F for x = z and the current y; returns |F|. */
function computeF(work: ContactWorkspace, z: Float64Array, F: Float64Array): number {
  const { nc, y } = work;
  let sum = 0;
  for (let at = 0; at < 3 * nc; at += 3) {
    const a = z[at] - y[at];
    const z1 = z[at + 1];
    const z2 = z[at + 2];
    const p1 = z1 - y[at + 1];
    const p2 = z2 - y[at + 2];
    const length = Math.sqrt(p1 * p1 + p2 * p2);
    const share = a <= 0 ? 0 : length <= a ? 1 : a / length;
    const f0 = a <= 0 ? z[at] : y[at];
    const f1 = z1 - share * p1;
    const f2 = z2 - share * p2;
    F[at] = f0;
    F[at + 1] = f1;
    F[at + 2] = f2;
    sum += f0 * f0 + f1 * f1 + f2 * f2;
  }
  return Math.sqrt(sum);
}

/**
 * J = I - P' + P' (A + ε I) row by row, with the derivative P' of the projection: 0 (open), the identity (stick), or
 * [1 0; e G] (slip) with the slip direction e and G = (radius/length)(I - e eᵀ).
 */
function assembleJacobian(work: ContactWorkspace, epsilon: number): void {
  const { nc, p, A, J, x, y, diag } = work;
  for (let i = 0; i < nc; i++) {
    const at = 3 * i;
    const d = diag[i];
    const a = x[at] - y[at];
    if (!(a > 0)) {
      J.fill(0, 9 * p[i], 9 * p[i + 1]);
      J[d] = 1;
      J[d + 4] = 1;
      J[d + 8] = 1;
      continue;
    }
    let g11 = 1;
    let g12 = 0;
    let g22 = 1;
    let e1 = 0;
    let e2 = 0;
    const p1 = x[at + 1] - y[at + 1];
    const p2 = x[at + 2] - y[at + 2];
    const length = Math.sqrt(p1 * p1 + p2 * p2);
    if (length > a) {
      e1 = p1 / length;
      e2 = p2 / length;
      const share = a / length;
      g11 = share * (1 - e1 * e1);
      g12 = -share * e1 * e2;
      g22 = share * (1 - e2 * e2);
    }
    for (let j = 9 * p[i]; j < 9 * p[i + 1]; j += 9) {
      const shift = j === d ? epsilon : 0;
      for (let c = 0; c < 3; c++) {
        const a0 = A[j + c] + (c === 0 ? shift : 0);
        const a1 = A[j + 3 + c] + (c === 1 ? shift : 0);
        const a2 = A[j + 6 + c] + (c === 2 ? shift : 0);
        J[j + c] = a0;
        J[j + 3 + c] = e1 * a0 + g11 * a1 + g12 * a2;
        J[j + 6 + c] = e2 * a0 + g12 * a1 + g22 * a2;
      }
    }
    J[d + 3] -= e1;
    J[d + 6] -= e2;
    J[d + 4] += 1 - g11;
    J[d + 5] -= g12;
    J[d + 7] -= g12;
    J[d + 8] += 1 - g22;
  }
}
