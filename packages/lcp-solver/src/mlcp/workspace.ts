import { paddedSize } from '../algebra/cholesky.js';
import { multiplyAddCompensated } from '../algebra/compensated.js';
import { multiplyAddDense } from '../algebra/matrix.js';
import type { SolveOptions } from '../result.js';
import type { MlcpResult } from './problem.js';
import { clamp, mlcpResiduals, type ResidualData } from './residual.js';

/**
 * Buffers of solveMlcp. Reusing a workspace avoids allocation; the result then belongs to the workspace, and its next
 * solve overwrites it. It grows when a larger problem or a fallback method needs more space.
 *
 * The methods solve the equilibrated problem (scaling.ts): x = z / s, v = s w, A = S M S with bounds `low` and `high`.
 * Each method leaves its solution in `x`; `evaluateCandidate` computes z, w and the residuals from it.
 */
export interface MlcpWorkspace extends ResidualData {
  capacity: number;
  result: MlcpResult;
  /** Upper bound on both residuals of a solution. */
  tolerance: number;
  onIteration: SolveOptions['onIteration'] | undefined;
  /** The methods stop when `result.iterations` reaches this. */
  iterationLimit: number;
  /** Name of the running method. */
  method: string;
  /** Larger residual of the best vector so far. */
  bestResidual: number;

  /** z = s x; powers of two, so that scaling is exact. */
  s: Float64Array;
  /** Dense, row-major. */
  A: Float64Array;
  symmetric: boolean;
  hasFindex: boolean;
  b: Float64Array;
  low: Float64Array;
  high: Float64Array;
  /** mu in the scaled unknowns: |x[i]| ≤ scaledMu[i] x[findex[i]]. */
  scaledMu: Float64Array;
  /** max|b|, or 1. */
  unit: number;
  /** Rounding error bounds of the two residuals, per Σ|x| + unit. */
  plainRounding: number;
  scaledRounding: number;
  x: Float64Array;
  v: Float64Array;
  z: Float64Array;
  w: Float64Array;
  residuals: Float64Array;

  /** 0: between the bounds and in the factor, -1: at the lower bound, 1: at the upper bound. */
  state: Int8Array;
  /** Unknowns in the order of the factor. */
  factorOrder: Int32Array;
  /** Row of each unknown in the factor, -1 if it is not in it. */
  factorIndex: Int32Array;
  factorSize: number;
  /** Regularisation of the factor, -1 if there is no valid factor. */
  factorEps: number;
  L: Float64Array;
  inverse: Float64Array;
  pivots: Int32Array;
  /** Vectors of the running method. */
  center: Float64Array;
  d: Float64Array;
  r: Float64Array;
  g: Float64Array;
  step: Float64Array;
  rate: Float64Array;
  /** newton.ts: multipliers and slacks of the lower bounds, then of the upper bounds; their steps and second-order terms. */
  multiplier: Float64Array;
  slack: Float64Array;
  multiplierStep: Float64Array;
  slackStep: Float64Array;
  correction: Float64Array;
  scratch: Float64Array;
  zero: Float64Array;

  /** lemke.ts and lemke-form.ts: the tableau and its index arrays, empty until needed. */
  tableau: Float64Array;
  tableauRows: number;
  tableauStride: number;
  formFreeStart: number;
  formSwappedStart: number;
  form: Int32Array;
  basis: Int32Array;
  y: Float64Array;
}

/** Creates a workspace for problems with up to n unknowns. */
export function createMlcpWorkspace(n: number): MlcpWorkspace {
  if (!Number.isInteger(n) || n < 0) {
    throw new RangeError(`createMlcpWorkspace: n must be an integer >= 0 (got ${n})`);
  }
  const vector = (length = n) => new Float64Array(length);
  const indices = (length = n) => new Int32Array(length);
  const size = paddedSize(n);
  return {
    capacity: n,
    result: {
      status: 'solved',
      z: vector(),
      w: vector(),
      residual: 0,
      residualScaled: 0,
      iterations: 0,
      pivots: 0,
      method: '',
      certificate: undefined,
    },
    tolerance: 0,
    onIteration: undefined,
    iterationLimit: Infinity,
    method: '',
    bestResidual: Infinity,
    n,
    diagonal: vector(),
    lo: vector(),
    hi: vector(),
    findex: indices(),
    mu: vector(),
    plainUnit: 1,
    scaledUnit: 1,
    s: vector(),
    A: vector(n * n),
    symmetric: true,
    hasFindex: false,
    b: vector(),
    low: vector(),
    high: vector(),
    scaledMu: vector(),
    unit: 1,
    plainRounding: 0,
    scaledRounding: 0,
    x: vector(),
    v: vector(),
    z: vector(),
    w: vector(),
    residuals: vector(2),
    state: new Int8Array(n),
    factorOrder: indices(),
    factorIndex: indices(),
    factorSize: 0,
    factorEps: -1,
    L: vector(size * size),
    inverse: vector(size),
    pivots: indices(),
    center: vector(),
    d: vector(),
    r: vector(),
    g: vector(),
    step: vector(),
    rate: vector(),
    multiplier: vector(2 * n),
    slack: vector(2 * n),
    multiplierStep: vector(2 * n),
    slackStep: vector(2 * n),
    correction: vector(2 * n),
    scratch: vector(3 * n),
    zero: vector(),
    tableau: vector(0),
    tableauRows: 0,
    tableauStride: 0,
    formFreeStart: 0,
    formSwappedStart: 0,
    form: indices(0),
    basis: indices(0),
    y: vector(0),
  };
}

/** Sets the bounds of rows with a findex from the x of their normal rows. */
export function updateFrictionBounds(work: MlcpWorkspace, x: Float64Array): void {
  const { n, findex, scaledMu, low, high } = work;
  if (!work.hasFindex) return;
  for (let i = 0; i < n; i++) {
    const base = findex[i];
    if (base < 0) continue;
    high[i] = x[base] > 0 ? scaledMu[i] * x[base] : 0;
    low[i] = -high[i];
  }
}

/** Clamps x to its bounds, normal rows first, and sets the bounds of rows with a findex. */
export function clampToBounds(work: MlcpWorkspace, x: Float64Array): void {
  const { n, findex, low, high } = work;
  for (let i = 0; i < n; i++) if (findex[i] < 0) x[i] = clamp(x[i], low[i], high[i]);
  if (!work.hasFindex) return;
  updateFrictionBounds(work, x);
  for (let i = 0; i < n; i++) if (findex[i] >= 0) x[i] = clamp(x[i], low[i], high[i]);
}

/**
 * Clamps x to its bounds, computes its residuals, calls onIteration and stores x in the result if it is the best so
 * far. Returns the larger residual.
 *
 * If rounding could decide whether x meets the tolerance, or whether it is the best, w is recomputed with compensated
 * products: a residual at or below the tolerance is a proof.
 */
export function evaluateCandidate(work: MlcpWorkspace): number {
  const { n, x, v, residuals, result, tolerance } = work;
  clampToBounds(work, x);
  multiplyAddDense(work.A, n, x, work.b, v);
  computeResiduals(work);
  let worst = Math.max(residuals[0], residuals[1]);
  if (worst < work.bestResidual) {
    let size = work.unit;
    for (let i = 0; i < n; i++) size += Math.abs(x[i]);
    const error = size * Math.max(work.plainRounding, work.scaledRounding);
    if (!(worst <= tolerance ? worst + error <= tolerance : error < worst)) {
      multiplyAddCompensated(work.A, n, x, work.b, v);
      computeResiduals(work);
      worst = Math.max(residuals[0], residuals[1]);
    }
  }
  if (work.onIteration) work.onIteration(result.iterations, residuals[1]);
  if (worst < work.bestResidual) {
    work.bestResidual = worst;
    result.method = work.method;
    storeBest(work);
  }
  return worst;
}

/** Recomputes the residuals of the best x with compensated products, for a problem that was not solved. */
export function evaluateBest(work: MlcpWorkspace): void {
  const { n, x, s, v, result } = work;
  for (let i = 0; i < n; i++) x[i] = result.z[i] / s[i];
  multiplyAddCompensated(work.A, n, x, work.b, v);
  computeResiduals(work);
  storeBest(work);
}

/** Computes z, w and both residuals from x and v = A x + b. */
function computeResiduals(work: MlcpWorkspace): void {
  const { n, s, x, v, z, w } = work;
  for (let i = 0; i < n; i++) {
    z[i] = s[i] * x[i];
    w[i] = v[i] / s[i];
  }
  mlcpResiduals(work, z, w, work.residuals);
}

function storeBest(work: MlcpWorkspace): void {
  const { n, z, w, residuals, result } = work;
  for (let i = 0; i < n; i++) {
    result.z[i] = z[i];
    result.w[i] = w[i];
  }
  result.residual = residuals[0];
  result.residualScaled = residuals[1];
}
