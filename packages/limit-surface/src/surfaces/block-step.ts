import { assert } from '../assert.js';
import { KERNEL_SIZE } from '../kernels/kernel.js';

/**
 * Exact block step on a limit surface: for a symmetric positive definite A, the slip c without friction and the limit
 * N = μ λN, finds λ and v with
 *
 *     v = A λ + c,   λ = -N ∇psi(v) for v ≠ 0,   or v = 0 with λ in N K.
 *
 * psi is the dissipation potential of the patch (`kernels/kernel.ts`), so this is a small smooth problem for the
 * direction d of the slip. With B = A⁻¹, β = B c and v = s d, s = (β·d - N psi)/(dᵀB d), Newton's method solves
 *
 *     slip    s > 0:  s B d + N f - β = 0,  step -(s B + N H)⁻¹ (…),                     λ = -N f
 *     stick   s ≤ 0:  the gauge of β, the largest β·d/psi over all d, is below N,        λ = -β
 *
 * Lengths are in units of R, so that the three components are comparable: λ₃/R, R v₃, R A₁₃, R² A₃₃. Allocates nothing.
 */

declare const __DEV__: boolean;

/** Writes psi, f and H for unit load and a twist in units of R, as the kernels do. */
export type SurfaceKernel = (twist: Float64Array, out: Float64Array) => void;

/**
 * Most kernel evaluations per block step. From the last direction it takes two or three, from a cold start up to ten.
 */
const MAX_EVALUATIONS = 20;
const SLIP_TOLERANCE = 1e-8;
const RIDGE = 1e-10;

/** Writes f of pure spinning to spin[spinAt..], for the quick sticking test. */
export function writeSpinFriction(kernel: SurfaceKernel, spin: Float64Array, spinAt: number): void {
  d[0] = 0;
  d[1] = 0;
  d[2] = 1;
  kernel(d, kernelOut);
  for (let e = 0; e < 3; e++) spin[spinAt + e] = kernelOut[1 + e];
}

/**
 * Solves the block for A (six floats) and c (three), both in metres, with scale = [R, N]. `memory` holds f of pure
 * spinning (three floats) and the last slip direction (three), which is updated. Returns true if the patch slides.
 */
export function solveSurfaceBlock(
  kernel: SurfaceKernel,
  A: Float64Array,
  aAt: number,
  c: Float64Array,
  scale: Float64Array,
  memory: Float64Array,
  memoryAt: number,
  out: Float64Array,
): boolean {
  const R = scale[0];
  const N = scale[1];
  if (!(N > 0)) {
    out.fill(0, 0, 3);
    return false;
  }
  if (!invert(A, aAt, R)) return slide(kernel, c, R, N, out);
  free[0] = c[0];
  free[1] = c[1];
  free[2] = R * c[2];
  multiply(B, free, beta);
  // The patch sticks if β lies in the convex hull of sliding and spinning, which is inside the surface.
  const f1 = memory[memoryAt];
  const f2 = memory[memoryAt + 1];
  const spin = memory[memoryAt + 2];
  if (__DEV__) assert(spin > 0, 'solveSurfaceBlock: writeSpinFriction was not called');
  const stickBound =
    Math.sqrt(beta[0] * beta[0] + beta[1] * beta[1]) + ((1 + Math.sqrt(f1 * f1 + f2 * f2)) * Math.abs(beta[2])) / spin;
  if (stickBound <= N) return stick(R, out);
  for (let e = 0; e < 3; e++) d[e] = memory[memoryAt + 3 + e];
  if (!(dot(beta, d) > 0)) for (let e = 0; e < 3; e++) d[e] = free[e];
  normalise(d);
  let bestMerit = Number.NEGATIVE_INFINITY;
  let shrink = 1;
  for (let n = 0; n < MAX_EVALUATIONS; n++) {
    kernel(d, kernelOut);
    const psi = kernelOut[0];
    multiply(B, d, Bd);
    const square = dot(d, Bd);
    const along = dot(beta, d);
    const s = (along - N * psi) / square;
    const slips = s > 0;
    const merit = slips ? (s * Math.sqrt(square)) / N : along / psi / N - 1;
    const isLast = n === MAX_EVALUATIONS - 1;
    if (merit < bestMerit - 1e-8 - 1e-12 * Math.abs(bestMerit) && !isLast) {
      // Overshot: return to the last good direction and shorten its step.
      shrink *= 0.4;
      for (let e = 0; e < 3; e++) d[e] = lastGood[e] + shrink * step[e];
      normalise(d);
      continue;
    }
    bestMerit = merit;
    shrink = 1;
    for (let e = 0; e < 3; e++) lastGood[e] = d[e];
    const weight = slips ? s : 0;
    const load = slips ? N : along / psi;
    for (let e = 0; e < 3; e++) residual[e] = weight * Bd[e] + load * kernelOut[1 + e] - beta[e];
    const error = Math.abs(residual[0]) + Math.abs(residual[1]) + Math.abs(residual[2]);
    if (slips && (error <= SLIP_TOLERANCE * N || isLast)) {
      for (let e = 0; e < 3; e++) {
        memory[memoryAt + 3 + e] = d[e];
        out[e] = -N * kernelOut[1 + e];
      }
      out[2] *= R;
      return true;
    }
    fillMatrix(slips, weight, load, RIDGE * N);
    if (!solveSymmetric(matrix, residual, step)) return stick(R, out);
    for (let e = 0; e < 3; e++) step[e] = -step[e];
    if (!slips) {
      const gain = -dot(step, residual) / psi;
      if ((load + 2 * gain < N && gain < 0.05 * N) || error <= SLIP_TOLERANCE * load || isLast) {
        for (let e = 0; e < 3; e++) memory[memoryAt + 3 + e] = d[e];
        return stick(R, out);
      }
    }
    const length = Math.sqrt(dot(step, step));
    if (length > 1) for (let e = 0; e < 3; e++) step[e] /= length;
    for (let e = 0; e < 3; e++) d[e] += step[e];
    normalise(d);
  }
  return stick(R, out);
}

/** Gauge of λ: the smallest s with λ ∈ s K, the largest λ·d/psi(d), by the same Newton steps. */
export function surfaceGauge(kernel: SurfaceKernel, lambda: Float64Array, at: number, R: number): number {
  beta[0] = lambda[at];
  beta[1] = lambda[at + 1];
  beta[2] = lambda[at + 2] / R;
  for (let e = 0; e < 3; e++) d[e] = beta[e];
  if (!normalise(d)) return 0;
  let best = 0;
  for (let n = 0; n < 60; n++) {
    kernel(d, kernelOut);
    const load = dot(beta, d) / kernelOut[0];
    if (load < best * (1 - 1e-14)) {
      for (let e = 0; e < 3; e++) {
        step[e] *= 0.4;
        d[e] = lastGood[e] + step[e];
      }
      normalise(d);
      continue;
    }
    best = load;
    for (let e = 0; e < 3; e++) {
      lastGood[e] = d[e];
      residual[e] = load * kernelOut[1 + e] - beta[e];
    }
    if (Math.abs(residual[0]) + Math.abs(residual[1]) + Math.abs(residual[2]) <= 1e-13 * load) break;
    fillMatrix(false, 0, load, RIDGE * load);
    if (!solveSymmetric(matrix, residual, step)) break;
    const length = Math.max(1, Math.sqrt(dot(step, step)));
    for (let e = 0; e < 3; e++) {
      step[e] /= -length;
      d[e] += step[e];
    }
    normalise(d);
  }
  return best;
}

const d = new Float64Array(3);
const lastGood = new Float64Array(3);
const step = new Float64Array(3);
const residual = new Float64Array(3);
const beta = new Float64Array(3);
const free = new Float64Array(3);
const Bd = new Float64Array(3);
const B = new Float64Array(6);
const matrix = new Float64Array(6);
const kernelOut = new Float64Array(KERNEL_SIZE);

function stick(R: number, out: Float64Array): boolean {
  out[0] = -beta[0];
  out[1] = -beta[1];
  out[2] = -R * beta[2];
  return false;
}

/** A = 0, bodies that friction cannot move: λ = -N ∇psi(c), or 0 at rest, where every λ in N K would do. */
function slide(kernel: SurfaceKernel, c: Float64Array, R: number, N: number, out: Float64Array): boolean {
  d[0] = c[0];
  d[1] = c[1];
  d[2] = R * c[2];
  const slides = normalise(d);
  if (slides) kernel(d, kernelOut);
  for (let e = 0; e < 3; e++) out[e] = slides ? -N * kernelOut[1 + e] : 0;
  out[2] *= R;
  return slides;
}

/** s B + N H for slip, N' (H + d dᵀ) for the gauge, plus a small ridge because H d = 0. */
function fillMatrix(slips: boolean, weight: number, load: number, ridge: number): void {
  let k = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++, k++) {
      matrix[k] = load * kernelOut[4 + k] + (slips ? weight * B[k] : load * d[i] * d[j]);
    }
  }
  matrix[0] += ridge;
  matrix[3] += ridge;
  matrix[5] += ridge;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function multiply(M: Float64Array, x: Float64Array, y: Float64Array): void {
  y[0] = M[0] * x[0] + M[1] * x[1] + M[2] * x[2];
  y[1] = M[1] * x[0] + M[3] * x[1] + M[4] * x[2];
  y[2] = M[2] * x[0] + M[4] * x[1] + M[5] * x[2];
}

function normalise(x: Float64Array): boolean {
  const length = Math.sqrt(dot(x, x));
  if (!(length > 0)) return false;
  for (let e = 0; e < 3; e++) x[e] /= length;
  return true;
}

/** B = A⁻¹ in units of R. Locked axes make A singular, so a ridge of 1e-12 of its trace is added. */
function invert(A: Float64Array, at: number, R: number): boolean {
  const a13 = R * A[at + 2];
  const a23 = R * A[at + 4];
  const a12 = A[at + 1];
  const trace = A[at] + A[at + 3] + R * R * A[at + 5];
  const ridge = 1e-12 * trace;
  const a11 = A[at] + ridge;
  const a22 = A[at + 3] + ridge;
  const a33 = R * R * A[at + 5] + ridge;
  B[0] = a22 * a33 - a23 * a23;
  B[1] = a13 * a23 - a12 * a33;
  B[2] = a12 * a23 - a13 * a22;
  B[3] = a11 * a33 - a13 * a13;
  B[4] = a12 * a13 - a11 * a23;
  B[5] = a11 * a22 - a12 * a12;
  const determinant = a11 * B[0] + a12 * B[1] + a13 * B[2];
  if (!(determinant > 0)) return false;
  for (let e = 0; e < 6; e++) B[e] /= determinant;
  return true;
}

/** y = M⁻¹ x by Cramer's rule. */
function solveSymmetric(M: Float64Array, x: Float64Array, y: Float64Array): boolean {
  const c11 = M[3] * M[5] - M[4] * M[4];
  const c12 = M[2] * M[4] - M[1] * M[5];
  const c13 = M[1] * M[4] - M[2] * M[3];
  const c22 = M[0] * M[5] - M[2] * M[2];
  const c23 = M[1] * M[2] - M[0] * M[4];
  const c33 = M[0] * M[3] - M[1] * M[1];
  const determinant = M[0] * c11 + M[1] * c12 + M[2] * c13;
  if (!(determinant !== 0 && determinant * 0 === 0)) return false;
  y[0] = (c11 * x[0] + c12 * x[1] + c13 * x[2]) / determinant;
  y[1] = (c12 * x[0] + c22 * x[1] + c23 * x[2]) / determinant;
  y[2] = (c13 * x[0] + c23 * x[1] + c33 * x[2]) / determinant;
  return true;
}
