import { addRow, covarianceOf, createTriangle, solveTriangle } from './triangle.js';

/**
 * Levenberg-Marquardt with forward differences:
 *
 *     minimize  Σ r_k(θ)² + Σ ((θ_j - start_j) / spread_j)²,   (JᵀJ + λ diag(JᵀJ)) δθ = -Jᵀ r
 *
 * The second sum keeps what the data do not determine at its start and is otherwise nothing.
 */
export interface LeastSquaresProblem {
  /** Writes the residuals. */
  readonly residuals: (theta: Float64Array, out: Float64Array) => void;
  readonly count: number;
  readonly start: ArrayLike<number>;
  /** Standard deviations of the unknowns about their start, far larger than what is expected. */
  readonly spread: ArrayLike<number>;
}

export interface LeastSquaresFit {
  readonly theta: Float64Array;
  /** (JᵀJ)⁻¹: times the variance of the residuals it is the covariance. */
  readonly covariance: Float64Array;
  /** Σ r². */
  readonly cost: number;
  readonly iterations: number;
  readonly converged: boolean;
}

const MAX_ITERATIONS = 100;
/** Size of the differences relative to the spread. */
const DIFFERENCE = 1e-7;
/** Done once a step is this small beside the standard errors. */
const DONE = 1e-3;
const MAX_DAMPING = 1e12;

export function leastSquares({ residuals, count, start, spread }: LeastSquaresProblem): LeastSquaresFit {
  const size = start.length;
  const theta = Float64Array.from(start);
  const trial = new Float64Array(size);
  const r = new Float64Array(count);
  const moved = new Float64Array(count);
  const J = Array.from({ length: size }, () => new Float64Array(count));
  const row = new Float64Array(size + 1);
  const change = new Float64Array(size);
  let damping = 1e-3;
  let iterations = 0;
  let converged = false;

  function penalty(at: Float64Array): number {
    return at.reduce((sum, value, j) => sum + ((value - start[j]) / spread[j]) ** 2, 0);
  }

  function evaluate(at: Float64Array): number {
    residuals(at, r);
    return sumOfSquares(r) + penalty(at);
  }

  function differentiate(): void {
    for (let j = 0; j < size; j++) {
      const h = DIFFERENCE * spread[j];
      trial.set(theta);
      trial[j] += h;
      residuals(trial, moved);
      for (let k = 0; k < count; k++) J[j][k] = (moved[k] - r[k]) / h;
    }
  }

  /** The rows of J and of the prior, with the damping if it is not 0. */
  function triangleOf(lambda: number) {
    const triangle = createTriangle(size);
    for (let k = 0; k < count; k++) {
      for (let j = 0; j < size; j++) row[j] = J[j][k];
      row[size] = -r[k];
      addRow(triangle, row);
    }
    for (let j = 0; j < size; j++) {
      row.fill(0);
      row[j] = 1 / spread[j];
      row[size] = (start[j] - theta[j]) / spread[j];
      addRow(triangle, row);
      if (lambda === 0) continue;
      row.fill(0);
      row[j] = Math.sqrt(lambda * (sumOfSquares(J[j]) + 1 / spread[j] ** 2));
      addRow(triangle, row);
    }
    return triangle;
  }

  let cost = evaluate(theta);
  while (iterations < MAX_ITERATIONS) {
    iterations++;
    differentiate();
    const variance = cost / Math.max(count - size, 1);
    let accepted = false;
    while (!accepted && damping < MAX_DAMPING) {
      solveTriangle(triangleOf(damping), change);
      for (let j = 0; j < size; j++) trial[j] = theta[j] + change[j];
      const next = evaluate(trial);
      accepted = next <= cost;
      damping = accepted ? Math.max(0.1 * damping, 1e-12) : 10 * damping;
      if (accepted) {
        theta.set(trial);
        cost = next;
      }
    }
    if (!accepted) break;
    const covariance = covarianceOf(triangleOf(0));
    const relative = change.map((value, j) => (value * value) / (covariance[j * (size + 1)] * variance + 1e-26));
    if (relative.every((value) => value < DONE * DONE)) {
      converged = true;
      break;
    }
  }
  cost = evaluate(theta) - penalty(theta);
  differentiate();
  return { theta, covariance: covarianceOf(triangleOf(0)), cost, iterations, converged };
}

function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k] * values[k];
  return sum;
}
