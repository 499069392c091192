import { createBlockTridiagonal, factorize, solveBackward, solveForward } from './block-tridiagonal.js';
import {
  createStepModel,
  createStepPredictor,
  invert3,
  loadStep,
  type SliderBody,
  STEP_DATA,
} from './identify-step.js';

/** Errors-in-variables fit of `identifySlider`, which documents the equations. */
export interface FitProblem {
  readonly body: SliderBody;
  /** v_x, v_y, w_z per sample. */
  readonly velocities: Float64Array;
  /** p_x … p_zτ per step. */
  readonly applied: Float64Array;
  /** Indices of the sliding steps, ascending. */
  readonly used: readonly number[];
  /** Variance of the 12 values of a step. */
  readonly variance: Float64Array;
}

export interface Fit {
  /** [α, β, γ]. */
  parameters: Float64Array;
  /** Covariance of their logarithms if `variance` is right, 3 × 3. */
  covariance: Float64Array;
  /** Σ (x̂ - x)² / var(x). */
  square: number;
}

export const UNDETERMINED =
  'identifySlider: velocities must include sliding along x, sliding along y and rotation, to determine all parameters';

const MAX_ITERATIONS = 100;

export function fitSlider(problem: FitProblem, start: Float64Array): Fit {
  const { used } = problem;
  const parameters = start.slice();
  const linearization: Linearization = {
    residual: new Float64Array(3 * used.length),
    byParameter: [0, 1, 2].map(() => new Float64Array(3 * used.length)),
    byData: new Float64Array(3 * STEP_DATA * used.length),
  };
  const { residual, byParameter: A } = linearization;
  const estimate = { velocities: problem.velocities.slice(), applied: problem.applied.slice() };

  for (let n = 0; n < MAX_ITERATIONS; n++) {
    linearize(problem, estimate, parameters, linearization);
    const S = stepCovariance(problem, linearization.byData);
    factorize(S);
    // With S = L Lᵀ the rest is ordinary least squares in L⁻¹ r and L⁻¹ A.
    for (const column of [residual, ...A]) solveForward(S, column);
    const covariance = invertNormal(Float64Array.from({ length: 9 }, (_, k) => dot(A[Math.floor(k / 3)], A[k % 3])));
    const slope = A.map((column) => dot(column, residual));
    const change = [0, 1, 2].map((i) => -sum3((j) => covariance[3 * i + j] * slope[j]));
    for (let k = 0; k < residual.length; k++) residual[k] += sum3((j) => A[j][k] * change[j]);
    const square = dot(residual, residual);
    solveBackward(S, residual);
    updateEstimate(problem, estimate, linearization);
    const largest = Math.max(...change.map(Math.abs));
    // Limit the step to a factor of two, beyond which the linearization is unreliable.
    const stepLength = Math.min(1, Math.LN2 / largest);
    for (let i = 0; i < 3; i++) parameters[i] *= Math.exp(stepLength * change[i]);
    if (largest < 1e-11) return { parameters, covariance, square };
  }
  throw new Error(
    `identifySlider: no fit in ${MAX_ITERATIONS} iterations over ${used.length} sliding steps; a larger minSlip or more steps may help`,
  );
}

type Data = Pick<FitProblem, 'velocities' | 'applied'>;

interface Linearization {
  readonly residual: Float64Array;
  /** A, column-major. */
  readonly byParameter: readonly Float64Array[];
  /** B, 12 floats per row. */
  readonly byData: Float64Array;
}

/** Writes r = G(x̂) + B (x - x̂), A and B of every step. */
function linearize(problem: FitProblem, estimate: Data, parameters: Float64Array, linearization: Linearization): void {
  const model = createStepModel(problem.body);
  const { data } = model;
  const predict = createStepPredictor(problem.body, parameters);
  const deviation = new Float64Array(STEP_DATA);
  problem.used.forEach((u, k) => {
    loadStep(model, problem.velocities, problem.applied, u);
    deviation.set(data);
    loadStep(model, estimate.velocities, estimate.applied, u);
    // The estimated velocity after the step cancels: its derivative is 1.
    for (let j = 0; j < STEP_DATA; j++) if (j < 3 || j > 5) deviation[j] -= data[j];
    predict(model);
    for (let j = 3; j < 6; j++) deviation[j] -= data[j];
    linearization.byData.set(model.byData, 3 * STEP_DATA * k);
    for (let i = 0; i < 3; i++) {
      let r = 0;
      for (let j = 0; j < STEP_DATA; j++) r += model.byData[STEP_DATA * i + j] * deviation[j];
      linearization.residual[3 * k + i] = r;
      for (let j = 0; j < 3; j++) linearization.byParameter[j][3 * k + i] = model.byParameter[3 * i + j];
    }
  });
}

/**
 * S = B var(x) Bᵀ. Consecutive steps share a velocity: columns 3 to 5 of the first are columns 0 to 2 of the second.
 */
function stepCovariance({ used, variance }: FitProblem, byData: Float64Array) {
  const S = createBlockTridiagonal(used.length);
  for (let k = 0; k < used.length; k++) {
    const isConsecutive = k > 0 && used[k] === used[k - 1] + 1;
    for (let r = 0; r < 3; r++) {
      const row = STEP_DATA * (3 * k + r);
      for (let c = 0; c < 3; c++) {
        const other = STEP_DATA * (3 * k + c);
        const before = other - 3 * STEP_DATA + 3;
        const at = 9 * k + 3 * r + c;
        for (let j = 0; j < STEP_DATA; j++) S.diagonal[at] += byData[row + j] * byData[other + j] * variance[j];
        if (isConsecutive)
          for (let j = 0; j < 3; j++) S.lower[at] += byData[row + j] * byData[before + j] * variance[j];
      }
    }
  }
  return S;
}

/** x̂ = x - var(x) Bᵀ S⁻¹ (r + A δθ), with S⁻¹ (r + A δθ) in `residual`. */
function updateEstimate(problem: FitProblem, estimate: Data, { byData, residual }: Linearization): void {
  const { velocities, applied } = estimate;
  velocities.set(problem.velocities);
  applied.set(problem.applied);
  problem.used.forEach((u, k) => {
    for (let j = 0; j < STEP_DATA; j++) {
      const correction = problem.variance[j] * sum3((i) => byData[STEP_DATA * (3 * k + i) + j] * residual[3 * k + i]);
      if (j < 6) velocities[3 * u + j] -= correction;
      else applied[6 * u + j - 6] -= correction;
    }
  });
}

/** Inverse of Aᵀ S⁻¹ A. Throws if the motion does not determine all parameters. */
function invertNormal(N: Float64Array): Float64Array {
  const scale = [0, 1, 2].map((i) => 1 / Math.sqrt(N[4 * i]));
  const inverse = invert3(N.map((value, k) => value * scale[Math.floor(k / 3)] * scale[k % 3]));
  // The diagonal is 1 / (1 - R²), R² the share of a column explained by the others.
  if (![0, 4, 8].every((k) => inverse[k] > 0 && inverse[k] < 1e8)) {
    throw new RangeError(UNDETERMINED);
  }
  return inverse.map((value, k) => value * scale[Math.floor(k / 3)] * scale[k % 3]);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function sum3(term: (i: number) => number): number {
  return term(0) + term(1) + term(2);
}
