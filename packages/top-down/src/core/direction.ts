import { evaluatePressure, type Pressure } from '@stiction/limit-surface';
import { BLOCK_TOLERANCE, MAX_EVALUATIONS, SHORT_STEP } from './constants.js';

/**
 * Newton's method for one body on the limit surface of its footprint, see `surface-step.ts`: finds the direction d of the velocity at the
 * end of the step, a unit vector. For u = s d with s = (β·d - N psi(d))/(dᵀB d) it solves s B d + N ∇psi(d) = β, or maximises the gauge
 * β·d/psi(d) while s ≤ 0. As `surfaces/block-step.ts` of limit-surface, with a mass matrix that is known without inverting a block.
 */

/** Input: mass matrix [11, 12, 13, 22, 23, 33] with 12 = 0, β, a guess of d, and R. Numbers that cross a call would be allocated. */
export const B = new Float64Array(6);
export const beta = new Float64Array(3);
export const d = new Float64Array(3);
/** N, R; output: the residual as a fraction of N. */
export const numbers = new Float64Array(3);
/** Output: friction. */
export const lambda = new Float64Array(3);

/** psi, f = ∇psi (three numbers) and its Hessian (six), in units of R. */
export const kernel = new Float64Array(10);
const twist = new Float64Array(3);

/** Writes `lambda` for β, B and N, and the direction to `d`; returns true if the body slides. */
export function solveDirection(pressure: Pressure): boolean {
  const N = numbers[0];
  const b0 = beta[0];
  const b1 = beta[1];
  const b2 = beta[2];
  const B00 = B[0];
  const B02 = B[2];
  const B11 = B[3];
  const B12 = B[4];
  const B22 = B[5];
  const ridge = 1e-10 * N;
  if (!(b0 * d[0] + b1 * d[1] + b2 * d[2] > 0)) {
    d[0] = b0 / B00;
    d[1] = b1 / B11;
    d[2] = b2 / B22;
  }
  if (!normalise()) return stick();
  let merit = Number.NEGATIVE_INFINITY;
  let shrink = 1;
  // The last direction that was accepted, and the step from it.
  let good0 = 0;
  let good1 = 0;
  let good2 = 0;
  let step0 = 0;
  let step1 = 0;
  let step2 = 0;
  for (let n = 1; n <= MAX_EVALUATIONS; n++) {
    evaluateDirection(pressure);
    const d0 = d[0];
    const d1 = d[1];
    const d2 = d[2];
    const psi = kernel[0];
    const Bd0 = B00 * d0 + B02 * d2;
    const Bd1 = B11 * d1 + B12 * d2;
    const Bd2 = B02 * d0 + B12 * d1 + B22 * d2;
    const square = d0 * Bd0 + d1 * Bd1 + d2 * Bd2;
    const along = b0 * d0 + b1 * d1 + b2 * d2;
    const s = (along - N * psi) / square;
    const slides = s > 0;
    const newMerit = slides ? (s * Math.sqrt(square)) / N : along / psi / N - 1;
    const isLast = n === MAX_EVALUATIONS;
    if (newMerit < merit - 1e-8 - 1e-12 * Math.abs(merit) && !isLast) {
      // Overshot: back to the last good direction, with a shorter step.
      shrink *= 0.4;
      d[0] = good0 + shrink * step0;
      d[1] = good1 + shrink * step1;
      d[2] = good2 + shrink * step2;
      normalise();
      continue;
    }
    merit = newMerit;
    shrink = 1;
    good0 = d0;
    good1 = d1;
    good2 = d2;
    const weight = slides ? s : 0;
    const size = slides ? N : along / psi;
    const r0 = weight * Bd0 + size * kernel[1] - b0;
    const r1 = weight * Bd1 + size * kernel[2] - b1;
    const r2 = weight * Bd2 + size * kernel[3] - b2;
    const error = Math.abs(r0) + Math.abs(r1) + Math.abs(r2);
    if (slides && (error <= BLOCK_TOLERANCE * N || isLast)) {
      lambda[0] = -N * kernel[1];
      lambda[1] = -N * kernel[2];
      lambda[2] = -N * kernel[3];
      numbers[2] = error / N;
      return true;
    }
    // s B + N H for sliding, N' (H + d dᵀ) for the gauge, with a small ridge because H d = 0.
    const w = slides ? 0 : size;
    const m00 = size * kernel[4] + weight * B00 + w * d0 * d0 + ridge;
    const m01 = size * kernel[5] + w * d0 * d1;
    const m02 = size * kernel[6] + weight * B02 + w * d0 * d2;
    const m11 = size * kernel[7] + weight * B11 + w * d1 * d1 + ridge;
    const m12 = size * kernel[8] + weight * B12 + w * d1 * d2;
    const m22 = size * kernel[9] + weight * B22 + w * d2 * d2 + ridge;
    const c00 = m11 * m22 - m12 * m12;
    const c01 = m02 * m12 - m01 * m22;
    const c02 = m01 * m12 - m02 * m11;
    const determinant = m00 * c00 + m01 * c01 + m02 * c02;
    if (!(determinant !== 0 && determinant * 0 === 0)) return stick();
    const c11 = m00 * m22 - m02 * m02;
    const c12 = m01 * m02 - m00 * m12;
    const c22 = m00 * m11 - m01 * m01;
    step0 = -(c00 * r0 + c01 * r1 + c02 * r2) / determinant;
    step1 = -(c01 * r0 + c11 * r1 + c12 * r2) / determinant;
    step2 = -(c02 * r0 + c12 * r1 + c22 * r2) / determinant;
    if (!slides) {
      const gain = -(step0 * r0 + step1 * r1 + step2 * r2) / psi;
      if ((size + 2 * gain < N && gain < 0.05 * N) || error <= BLOCK_TOLERANCE * size || isLast) return stick();
    }
    const length = Math.sqrt(step0 * step0 + step1 * step1 + step2 * step2);
    if (slides && length <= SHORT_STEP) {
      // To first order; the second is below the tolerance, so it takes no further evaluation: s B (d + step) + N (f + H step) = β.
      lambda[0] = -N * (kernel[1] + kernel[4] * step0 + kernel[5] * step1 + kernel[6] * step2);
      lambda[1] = -N * (kernel[2] + kernel[5] * step0 + kernel[7] * step1 + kernel[8] * step2);
      lambda[2] = -N * (kernel[3] + kernel[6] * step0 + kernel[8] * step1 + kernel[9] * step2);
      d[0] = d0 + step0;
      d[1] = d1 + step1;
      d[2] = d2 + step2;
      normalise();
      numbers[2] = 13 * length * length;
      return true;
    }
    if (length > 1) {
      step0 /= length;
      step1 /= length;
      step2 /= length;
    }
    d[0] = d0 + step0;
    d[1] = d1 + step1;
    d[2] = d2 + step2;
    normalise();
  }
  return stick();
}

function stick(): boolean {
  lambda[0] = -beta[0];
  lambda[1] = -beta[1];
  lambda[2] = -beta[2];
  return false;
}

/** Kernel of the direction d, in units of R = numbers[1]. */
export function evaluateDirection(pressure: Pressure): void {
  const inverse = 1 / numbers[1];
  twist[0] = d[0];
  twist[1] = d[1];
  twist[2] = d[2] * inverse;
  evaluatePressure(pressure, twist, kernel);
  kernel[3] *= inverse;
  kernel[6] *= inverse;
  kernel[8] *= inverse;
  kernel[9] *= inverse * inverse;
}

function normalise(): boolean {
  const size = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  if (!(size > 0)) return false;
  const inverse = 1 / Math.sqrt(size);
  d[0] *= inverse;
  d[1] *= inverse;
  d[2] *= inverse;
  return true;
}
