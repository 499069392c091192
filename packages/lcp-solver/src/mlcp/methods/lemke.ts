import type { MlcpWorkspace } from '../workspace.js';
import { buildLemkeForm, fromLemkeForm, pivot } from './lemke-form.js';

/**
 * Lemke's complementary pivoting with a lexicographic ratio test (C. Lemke, Bimatrix equilibrium points and
 * mathematical programming, 1965; R. Cottle, J.-S. Pang & R. Stone, The Linear Complementarity Problem, 1992, algorithm
 * 4.4.5 and §4.9).
 *
 *   u = Q y + d t + p,  d > 0:  t starts large enough for u ≥ 0 and is driven to 0 by complementary pivots.
 *
 * For monotone and copositive-plus matrices the method ends in a solution or on a ray y̅ that proves infeasibility; for
 * P-matrices always in a solution. For other matrices a ray proves nothing, and another covering vector d may succeed.
 * Degenerate problems cannot cycle: p is perturbed symbolically by (ε, ε², …), and ties are broken by the rows of the
 * inverse basis.
 *
 * Differs from the book: the tableau holds only the columns of the nonbasic variables; the columns of the inverse basis
 * that the lexicographic rule needs are read from it. The method runs on the equilibrated problem; otherwise rounding
 * errors and significant small entries look alike, which leads to false rays.
 */

export type LemkeResult = 'end' | 'ray' | 'limit';

/** Smallest pivot in the entering column (entries are about 1). */
const MIN_PIVOT = 1e-11;
/** Ratios within this relative distance of the smallest are ties. */
const TIE_TOLERANCE = 1e-12;
/** Values of basic variables below this, relative to max|b|, count as 0. */
const LEVEL_TOLERANCE = 1e-13;

/**
 * Runs the method with covering vector number `attempt` (0: all ones). Writes the solution to `work.x`, or the direction
 * of the ray if the result is 'ray'.
 */
export function lemke(work: MlcpWorkspace, attempt: number, maxPivots: number): LemkeResult {
  const size = buildLemkeForm(work);
  const { tableau: T, tableauRows: rows, tableauStride: stride } = work;
  // Variables: 0 … size - 1 are y, then u, then t. `basis` holds the variable of each row, then of each column starting
  // with t's (column c here is column c + 1 of the tableau), then the position of each u (row r as r, column c as -1 - c).
  if (work.basis.length < 3 * size + 1) work.basis = new Int32Array(3 * size + 1);
  if (work.y.length < size) work.y = new Float64Array(size);
  const { basis, y } = work;
  let row = -1;
  basis[size] = 2 * size;
  for (let k = 0; k < size; k++) {
    basis[k] = size + k;
    basis[size + 1 + k] = k;
    basis[2 * size + 1 + k] = k;
    const at = k * stride;
    T[at + 1] = 1 + ((attempt * (k + 1)) % 7) / 7;
    const level = T[at] / T[at + 1];
    // The last row wins ties: the perturbation of the first row is the largest.
    if (level < 0 && (row < 0 || level <= T[row * stride] / T[row * stride + 1])) row = k;
  }
  for (let r = size; r < rows; r++) T[r * stride + 1] = 0;
  // A value within rounding is not a violation.
  if (row >= 0 && T[row * stride] > -LEVEL_TOLERANCE * work.unit) row = -1;
  let column = 0;
  let result: LemkeResult = row < 0 ? 'end' : 'limit';
  for (let pivots = 0; row >= 0 && pivots < maxPivots && work.result.iterations < work.iterationLimit; pivots++) {
    const leaving = basis[row];
    pivot(T, rows, stride, size + 2, row, column + 1);
    exchange(basis, size, row, column);
    work.result.iterations++;
    work.result.pivots++;
    if (leaving === 2 * size) {
      result = 'end';
      break;
    }
    column = columnOf(basis, size, leaving < size ? leaving + size : leaving - size);
    row = leavingRow(T, basis, size, stride, column + 1);
    if (row < 0) result = coveringLevel(T, basis, size, stride) <= LEVEL_TOLERANCE * work.unit ? 'end' : 'ray';
  }
  const read = result === 'ray' ? column + 1 : 0;
  for (let k = 0; k < size; k++) y[k] = 0;
  // For swapped pairs the tableau's u is y.
  const swapped = work.formSwappedStart;
  for (let r = 0; r < size; r++) {
    const k = basis[r] % size;
    if (basis[r] < 2 * size && basis[r] === k + work.form[swapped + k] * size) y[k] = T[r * stride + read];
  }
  if (read > 0) {
    const k = basis[size + column] % size;
    if (basis[size + column] === k + work.form[swapped + k] * size) y[k] = 1;
  }
  fromLemkeForm(work, size, y, read, work.x);
  return result;
}

/** Value of t, which is basic. */
function coveringLevel(T: Float64Array, basis: Int32Array, size: number, stride: number): number {
  let r = 0;
  while (basis[r] !== 2 * size) r++;
  return T[r * stride];
}

function columnOf(basis: Int32Array, size: number, variable: number): number {
  let c = 0;
  while (basis[size + c] !== variable) c++;
  return c;
}

/**
 * Row whose variable reaches 0 first as the entering variable grows; t wins ties, then the lexicographic order decides.
 * -1: a ray.
 */
function leavingRow(T: Float64Array, basis: Int32Array, size: number, stride: number, column: number): number {
  let smallest = Infinity;
  let unit = 0;
  for (let r = 0, at = 0; r < size; r++, at += stride) {
    if (T[at] > unit) unit = T[at];
    if (!(T[at + column] < -MIN_PIVOT)) continue;
    const ratio = Math.max(T[at], 0) / -T[at + column];
    if (ratio < smallest) smallest = ratio;
  }
  if (smallest === Infinity) return -1;
  const limit = smallest + TIE_TOLERANCE * (smallest + unit);
  let best = -1;
  for (let r = 0, at = 0; r < size; r++, at += stride) {
    if (!(T[at + column] < -MIN_PIVOT) || Math.max(T[at], 0) / -T[at + column] > limit) continue;
    if (basis[r] === 2 * size) return r;
    if (best < 0 || lexicographicallyLess(T, basis, size, stride, column, r, best)) best = r;
  }
  return best;
}

/** Compares two rows of the inverse basis, each divided by its pivot. */
function lexicographicallyLess(
  T: Float64Array,
  basis: Int32Array,
  size: number,
  stride: number,
  column: number,
  r: number,
  other: number,
): boolean {
  const pivotR = -T[r * stride + column];
  const pivotOther = -T[other * stride + column];
  for (let j = 0; j < size; j++) {
    const place = basis[2 * size + 1 + j];
    let a = 0;
    let b = 0;
    if (place < 0) {
      // A nonbasic u: its column of the inverse basis is minus its tableau column, which has index -place.
      a = -T[r * stride - place] / pivotR;
      b = -T[other * stride - place] / pivotOther;
    } else if (place === r) a = 1 / pivotR;
    else if (place === other) b = 1 / pivotOther;
    if (Math.abs(a - b) > TIE_TOLERANCE * (Math.abs(a) + Math.abs(b))) return a < b;
  }
  return false;
}

function exchange(basis: Int32Array, size: number, row: number, column: number): void {
  const leaving = basis[row];
  const entering = basis[size + column];
  basis[row] = entering;
  basis[size + column] = leaving;
  const places = size + 1;
  if (leaving >= size && leaving < 2 * size) basis[places + leaving] = -1 - column;
  if (entering >= size && entering < 2 * size) basis[places + entering] = row;
}
