import type { SolveOptions } from './answer.js';
import { padded } from './cholesky.js';
import { multiplyAddCompensated } from './compensated.js';
import { multiplyAddDense } from './matrix.js';
import { clip, mlcpResiduals, type ResidualData } from './mlcp-residual.js';
import type { MlcpAnswer } from './problem.js';

/**
 * The memory of solveMlcp. Passing one to many solves avoids all allocation, and the answer then is the workspace's
 * own: the next solve overwrites it. It grows where a larger problem, or a fallback method that needs more, comes
 * along.
 *
 * The methods work on the equilibrated problem (scaling.ts): x = z / s, v = s w, A = S M S, whose bounds are `low` and
 * `high`. Each leaves its answer in `x`; `assess` turns it into z and w and measures it.
 */
export interface MlcpWorkspace extends ResidualData {
  capacity: number;
  answer: MlcpAnswer;
  /** Both residuals have to be at or below this. */
  tolerance: number;
  monitor: SolveOptions['onIteration'] | undefined;
  /** No method iterates once `answer.iterations` has reached this. */
  limit: number;
  /** The method at work. */
  method: string;
  /** Best residual so far, the larger of the two. */
  best: number;

  /** z = s x; powers of two, so scaling rounds nothing. */
  s: Float64Array;
  /** Dense, rows of n numbers. */
  A: Float64Array;
  symmetric: boolean;
  hasFindex: boolean;
  b: Float64Array;
  low: Float64Array;
  high: Float64Array;
  /** mu between the scaled unknowns. */
  ratio: Float64Array;
  /** max|b|, or 1. */
  unit: number;
  /** Bounds of the rounding errors of w in the two residuals are these times Σ|x| + unit. */
  plainRounding: number;
  scaledRounding: number;
  x: Float64Array;
  v: Float64Array;
  z: Float64Array;
  w: Float64Array;
  residuals: Float64Array;

  /** 0: strictly between the bounds and in the factor, -1: at the lower bound, 1: at the upper. */
  state: Int8Array;
  /** Unknowns in the factor, in its order, and where each one stands there (-1: not). */
  order: Int32Array;
  place: Int32Array;
  factorSize: number;
  /** Regularisation of the factor, or -1 where there is no valid factor. */
  factorEps: number;
  L: Float64Array;
  inverse: Float64Array;
  pivots: Int32Array;
  /** Vectors for the method at work. */
  center: Float64Array;
  d: Float64Array;
  r: Float64Array;
  g: Float64Array;
  step: Float64Array;
  rate: Float64Array;
  /** Newton's forces and distances at the lower bounds, then at the upper ones, their steps and second-order terms. */
  force: Float64Array;
  room: Float64Array;
  forceStep: Float64Array;
  roomStep: Float64Array;
  correction: Float64Array;
  scratch: Float64Array;
  zero: Float64Array;

  /** Lemke's tableau and its bookkeeping: empty until needed. */
  tableau: Float64Array;
  tableauRows: number;
  tableauStride: number;
  formFree: number;
  formSwapped: number;
  form: Int32Array;
  basis: Int32Array;
  y: Float64Array;
}

/** Memory for problems of up to n unknowns. */
export function createMlcpWorkspace(n: number): MlcpWorkspace {
  if (!Number.isInteger(n) || n < 0) {
    throw new RangeError(`createMlcpWorkspace: n must be an integer >= 0 (got ${n})`);
  }
  const vector = (length = n) => new Float64Array(length);
  const indices = (length = n) => new Int32Array(length);
  const size = padded(n);
  return {
    capacity: n,
    answer: {
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
    monitor: undefined,
    limit: Infinity,
    method: '',
    best: Infinity,
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
    ratio: vector(),
    unit: 1,
    plainRounding: 0,
    scaledRounding: 0,
    x: vector(),
    v: vector(),
    z: vector(),
    w: vector(),
    residuals: vector(2),
    state: new Int8Array(n),
    order: indices(),
    place: indices(),
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
    force: vector(2 * n),
    room: vector(2 * n),
    forceStep: vector(2 * n),
    roomStep: vector(2 * n),
    correction: vector(2 * n),
    scratch: vector(3 * n),
    zero: vector(),
    tableau: vector(0),
    tableauRows: 0,
    tableauStride: 0,
    formFree: 0,
    formSwapped: 0,
    form: indices(0),
    basis: indices(0),
    y: vector(0),
  };
}

/** Bounds of rows with a findex, from the x of their normal rows. */
export function freezeBounds(work: MlcpWorkspace, x: Float64Array): void {
  const { n, findex, ratio, low, high } = work;
  if (!work.hasFindex) return;
  for (let i = 0; i < n; i++) {
    const base = findex[i];
    if (base < 0) continue;
    high[i] = x[base] > 0 ? ratio[i] * x[base] : 0;
    low[i] = -high[i];
  }
}

/** Moves x to the nearest point between the bounds, normal rows first; sets the bounds of rows with a findex. */
export function clipToBounds(work: MlcpWorkspace, x: Float64Array): void {
  const { n, findex, low, high } = work;
  for (let i = 0; i < n; i++) if (findex[i] < 0) x[i] = clip(x[i], low[i], high[i]);
  if (!work.hasFindex) return;
  freezeBounds(work, x);
  for (let i = 0; i < n; i++) if (findex[i] >= 0) x[i] = clip(x[i], low[i], high[i]);
}

/**
 * Clips x to its bounds, measures it, tells the user's monitor and keeps it in the answer if it is the best so far.
 * Returns the larger of the two residuals.
 *
 * Where rounding could decide whether x meets the tolerance, or whether it is the best, w is computed again with
 * compensated products: a residual at or below the tolerance is a proof.
 */
export function assess(work: MlcpWorkspace): number {
  const { n, x, v, residuals, answer, tolerance } = work;
  clipToBounds(work, x);
  multiplyAddDense(work.A, n, x, work.b, v);
  measure(work);
  let worst = Math.max(residuals[0], residuals[1]);
  if (worst < work.best) {
    let size = work.unit;
    for (let i = 0; i < n; i++) size += Math.abs(x[i]);
    const error = size * Math.max(work.plainRounding, work.scaledRounding);
    if (!(worst <= tolerance ? worst + error <= tolerance : error < worst)) {
      multiplyAddCompensated(work.A, n, x, work.b, v);
      measure(work);
      worst = Math.max(residuals[0], residuals[1]);
    }
  }
  if (work.monitor) work.monitor(answer.iterations, residuals[1]);
  if (worst < work.best) {
    work.best = worst;
    answer.method = work.method;
    keep(work);
  }
  return worst;
}

/** Measures the best x so far with compensated products, for an answer that is not solved. */
export function assessBest(work: MlcpWorkspace): void {
  const { n, x, s, v, answer } = work;
  for (let i = 0; i < n; i++) x[i] = answer.z[i] / s[i];
  multiplyAddCompensated(work.A, n, x, work.b, v);
  measure(work);
  keep(work);
}

/** z, w and both residuals of x and v = A x + b. */
function measure(work: MlcpWorkspace): void {
  const { n, s, x, v, z, w } = work;
  for (let i = 0; i < n; i++) {
    z[i] = s[i] * x[i];
    w[i] = v[i] / s[i];
  }
  mlcpResiduals(work, z, w, work.residuals);
}

function keep(work: MlcpWorkspace): void {
  const { n, z, w, residuals, answer } = work;
  for (let i = 0; i < n; i++) {
    answer.z[i] = z[i];
    answer.w[i] = w[i];
  }
  answer.residual = residuals[0];
  answer.residualScaled = residuals[1];
}
