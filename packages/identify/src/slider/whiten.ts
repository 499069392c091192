import { addRow, createTriangle, type Triangle } from '../fit/triangle.js';
import { createLinearizer, type Linearizer, linearizeStep, type Samples } from './linearize.js';
import { type Motion, STATE } from './motion.js';

/**
 * One run of consecutive samples, linearised about nominal states s̄. Deviations x of the states follow
 *
 *     x' = A x + B δ ln θ + G w + c,   z - s̄ = x + e,   c = F(s̄) - s̄'
 *
 * with noise w of the measured forces and e of the measured poses. The noise of the forces adds up along the run, so
 * the errors of the poses are correlated. A Kalman filter for that part alone, started from the exact state, turns
 * them into independent innovations of variance 1; the same filter applied to the derivatives gives the rows of a
 * least-squares problem for the initial deviation and δ ln θ (de Jong 1991, "The diffuse Kalman filter"). Without
 * noise of the forces the filter does nothing, and this is single shooting.
 */
export interface Run {
  /** First and last sample. */
  readonly first: number;
  readonly last: number;
  /** Nominal states of its samples, 6 each. */
  readonly states: Float64Array;
}

export interface NoiseModel {
  /** Standard deviations of x, y, angle, m, m, rad. */
  readonly pose: readonly number[];
  /** Standard deviations of the force components and the torque, N, N, N m. 0 without forces. */
  readonly force: readonly number[];
}

/** What the backward pass needs, per sample: gains, innovations, variances. */
export interface FilterRecord {
  /** Covariance before the sample, 36 each. */
  readonly P: Float64Array;
  /** Derivative of the step after the sample, 36 each. */
  readonly A: Float64Array;
  /** Columns before the sample, 6 x (6 + free + 1) each. */
  readonly X: Float64Array;
}

export interface WhitenedRun {
  /** Unknowns: initial deviation (6), δ ln θ. */
  readonly triangle: Triangle;
  /** Sum of squares if nothing changes. */
  cost: number;
}

export interface Whitener {
  readonly linearizer: Linearizer;
  readonly samples: Samples;
  readonly noise: NoiseModel;
}

export function createWhitener(
  motion: Motion,
  free: readonly number[],
  isIsotropic: boolean,
  samples: Samples,
  noise: NoiseModel,
): Whitener {
  return { linearizer: createLinearizer(motion, free, isIsotropic), samples, noise };
}

/**
 * Linearises a run and whitens it. `lifted` keeps all its nominal states (multiple shooting); otherwise they are
 * integrated from the first. Fills `record` if given.
 */
export function whitenRun(it: Whitener, run: Run, lifted: boolean, record?: FilterRecord): WhitenedRun {
  const { linearizer, samples, noise } = it;
  const { states, first } = run;
  const free = linearizer.free.length;
  const width = STATE + free + 1;
  const result: WhitenedRun = { triangle: createTriangle(width - 1), cost: 0 };
  const P = new Float64Array(STATE * STATE);
  let X = new Float64Array(STATE * width);
  for (let i = 0; i < STATE; i++) X[width * i + i] = 1;
  let next = new Float64Array(STATE * width);
  const scratch = new Float64Array(STATE * STATE);
  const row = new Float64Array(width);
  const state = new Float64Array(STATE);
  const gain = new Float64Array(STATE);
  const hasProcess = noise.force.some((sd) => sd > 0);

  for (let k = first; k <= run.last; k++) {
    const at = k - first;
    record?.P.set(P, 36 * at);
    record?.X.set(X, STATE * width * at);
    for (let i = 0; i < 3; i++) {
      // One component of the pose after the other.
      const variance = P[STATE * i + i] + noise.pose[i] ** 2;
      const scale = 1 / Math.sqrt(variance);
      for (let j = 0; j < width - 1; j++) row[j] = X[width * i + j] * scale;
      const innovation = samples.pose[3 * k + i] - states[STATE * at + i] - X[width * i + width - 1];
      row[width - 1] = innovation * scale;
      result.cost += row[width - 1] ** 2;
      if (hasProcess) {
        for (let r = 0; r < STATE; r++) gain[r] = P[STATE * r + i] / variance;
        for (let r = 0; r < STATE; r++) {
          for (let j = 0; j < width - 1; j++) X[width * r + j] -= (gain[r] * row[j]) / scale;
          X[width * r + width - 1] += gain[r] * innovation;
        }
        subtractGain(P, gain, variance);
      }
      addRow(result.triangle, row);
    }
    if (k === run.last) break;
    for (let i = 0; i < STATE; i++) state[i] = states[STATE * at + i];
    linearizeStep(linearizer, samples, k, state, true);
    const { A, B, G, end } = linearizer.step;
    record?.A.set(A, 36 * at);
    if (!lifted) states.set(end, STATE * (at + 1));
    multiply(A, X, next, width);
    for (let i = 0; i < STATE; i++) {
      for (let j = 0; j < free; j++) next[width * i + STATE + j] += B[free * i + j];
      next[width * i + width - 1] += end[i] - states[STATE * (at + 1) + i];
    }
    [X, next] = [next, X];
    if (hasProcess) predict(P, A, G, noise.force, scratch);
  }
  return result;
}

function subtractGain(P: Float64Array, gain: Float64Array, variance: number): void {
  for (let r = 0; r < STATE; r++) {
    for (let c = 0; c <= r; c++) {
      const value = P[STATE * r + c] - gain[r] * gain[c] * variance;
      P[STATE * r + c] = value;
      P[STATE * c + r] = value;
    }
  }
}

/** out = A X for 6 rows of `width` columns. */
function multiply(A: Float64Array, X: Float64Array, out: Float64Array, width: number): void {
  out.fill(0);
  for (let i = 0; i < STATE; i++) {
    for (let k = 0; k < STATE; k++) {
      const a = A[STATE * i + k];
      if (a === 0) continue;
      for (let j = 0; j < width; j++) out[width * i + j] += a * X[width * k + j];
    }
  }
}

/** P = A P Aᵀ + G diag(sd²) Gᵀ. */
function predict(
  P: Float64Array,
  A: Float64Array,
  G: Float64Array,
  sd: readonly number[],
  scratch: Float64Array,
): void {
  multiply(A, P, scratch, STATE);
  for (let i = 0; i < STATE; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < STATE; k++) sum += scratch[STATE * i + k] * A[STATE * j + k];
      for (let k = 0; k < 3; k++) sum += G[3 * i + k] * G[3 * j + k] * sd[k] * sd[k];
      P[STATE * i + j] = sum;
      P[STATE * j + i] = sum;
    }
  }
}

/**
 * Smoothed deviations of all states, 6 each, for the solution `x` of the least-squares problem: the modified
 * Bryson-Frazier smoother, which needs no inverse of a covariance.
 */
export function smoothRun(it: Whitener, run: Run, record: FilterRecord, x: Float64Array): Float64Array {
  const { noise, samples, linearizer } = it;
  const width = STATE + linearizer.free.length + 1;
  const count = run.last - run.first + 1;
  const out = new Float64Array(STATE * count);
  let lambda = new Float64Array(STATE);
  let next = new Float64Array(STATE);
  const P = new Float64Array(36);
  const mean = new Float64Array(STATE);
  for (let at = count - 1; at >= 0; at--) {
    if (at < count - 1) {
      next.fill(0);
      for (let i = 0; i < STATE; i++) {
        for (let j = 0; j < STATE; j++) next[j] += record.A[36 * at + STATE * i + j] * lambda[i];
      }
      [lambda, next] = [next, lambda];
    }
    // Repeat the updates of the sample, then undo them backwards.
    P.set(record.P.subarray(36 * at, 36 * at + 36));
    for (let i = 0; i < STATE; i++) {
      const row = STATE * width * at + width * i;
      let sum = record.X[row + width - 1];
      for (let j = 0; j < width - 1; j++) sum += record.X[row + j] * x[j];
      mean[i] = sum;
    }
    const gains: Float64Array[] = [];
    const weighted: number[] = [];
    const start = mean.slice();
    for (let i = 0; i < 3; i++) {
      const variance = P[STATE * i + i] + noise.pose[i] ** 2;
      const gain = Float64Array.from({ length: STATE }, (_, r) => P[STATE * r + i] / variance);
      const innovation = samples.pose[3 * (run.first + at) + i] - run.states[STATE * at + i] - mean[i];
      for (let r = 0; r < STATE; r++) mean[r] += gain[r] * innovation;
      subtractGain(P, gain, variance);
      gains.push(gain);
      weighted.push(innovation / variance);
    }
    for (let i = 2; i >= 0; i--) {
      let along = 0;
      for (let r = 0; r < STATE; r++) along += gains[i][r] * lambda[r];
      lambda[i] += -along + weighted[i];
    }
    for (let i = 0; i < STATE; i++) {
      let sum = start[i];
      for (let j = 0; j < STATE; j++) sum += record.P[36 * at + STATE * i + j] * lambda[j];
      out[STATE * at + i] = sum;
    }
  }
  return out;
}
