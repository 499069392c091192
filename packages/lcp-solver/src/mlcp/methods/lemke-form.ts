import type { MlcpWorkspace } from '../workspace.js';

/**
 * Converts the mixed LCP to a classical LCP for Lemke's method:  y ≥ 0,  u = Q y + p ≥ 0,  yᵀu = 0.
 *
 *   lo finite            x = lo + y
 *   hi finite only       x = hi - y                u = -v
 *   both finite          x = lo + y, λ:            u = v + λ,  u_λ = (hi - lo) - y
 *   findex               x = y - y′, λ:            u = v + λ,  u′ = λ - v,  u_λ = ratio · x_base - y - y′
 *   lo = hi              x is constant
 *   free                 eliminated with its row v = 0, if necessary together with a pair (y, u), which then swaps roles;
 *                        if no pivot is left, x = y - y′, u = v, u′ = -v
 *
 * Each form keeps monotone matrices monotone. The findex form is the friction formulation of M. Anitescu & F. Potra
 * (Formulating dynamic multi-rigid-body contact problems with friction as solvable linear complementarity problems,
 * Nonlinear Dynamics 14, 1997) with one direction per row; it keeps them copositive, so Lemke's method can process it.
 *
 * The tableau has rows [p | d | Q] with the covering vector d: N rows of the LCP, then one for each eliminated x.
 */

const DOWN = -1;
const UP = 1;
const SLACK = 2;
/** Smallest pivot for eliminating free unknowns (entries are about 1). */
const MIN_PIVOT = 1e-8;
/** Entries below this in a row left by the elimination count as 0. */
const ROUNDING = 1e-10;
/** Weights of diagonal pivots and of pairs (i, j), (j, i), which keep monotone matrices monotone. */
const DIAGONAL_PREFERENCE = 10;
const PARTNER_PREFERENCE = 1e8;

/** Builds the tableau and returns N. */
export function buildLemkeForm(work: MlcpWorkspace): number {
  const { n, low, high, findex } = work;
  let bounded = 0;
  let free = 0;
  for (let i = 0; i < n; i++) {
    if (findex[i] >= 0) bounded += 3;
    else if (low[i] === -Infinity && high[i] === Infinity) free++;
    else if (low[i] !== high[i]) bounded += low[i] > -Infinity && high[i] < Infinity ? 2 : 1;
  }
  const most = bounded + 2 * free;
  const stride = most + 2;
  // form: [unknown, role] of each column, the first column of each unknown, the unknown of each free row, 1 for each
  // swapped pair.
  const length = 3 * most + n + 1 + free;
  if (work.tableau.length < most * stride) work.tableau = new Float64Array(most * stride);
  if (work.form.length < length) work.form = new Int32Array(length);
  work.tableauStride = stride;
  const { form } = work;
  const first = 2 * most;
  const freeRows = first + n + 1;
  let k = 0;
  let f = 0;
  for (let i = 0; i < n; i++) {
    form[first + i] = k;
    const friction = findex[i] >= 0;
    const lower = low[i] > -Infinity && !friction;
    const upper = high[i] < Infinity && !friction;
    if (!friction && low[i] === high[i]) continue;
    if (!friction && !lower && !upper) {
      form[freeRows + f] = i;
      form[2 * (bounded + f)] = i;
      form[2 * (bounded + f++) + 1] = UP;
      continue;
    }
    if (lower || friction) k = addColumn(form, k, i, UP);
    if (!lower) k = addColumn(form, k, i, DOWN);
    if (friction || (upper && lower)) k = addColumn(form, k, i, SLACK);
  }
  form[first + n] = k;
  work.formSwappedStart = freeRows + free;
  for (k = 0; k < most; k++) form[work.formSwappedStart + k] = 0;
  fillTableau(work, bounded, free, first);
  const left = eliminateWithPairs(work, bounded, free, eliminateFree(work, bounded, free, freeRows), freeRows);
  splitFree(work, bounded, free, left);
  // Start of the unknowns of the eliminated rows, for fromLemkeForm.
  work.formFreeStart = freeRows + left;
  return bounded + 2 * left;
}

function addColumn(form: Int32Array, k: number, i: number, role: number): number {
  form[2 * k] = i;
  form[2 * k + 1] = role;
  return k + 1;
}

/** Value of x for y = 0. */
function origin(work: MlcpWorkspace, i: number): number {
  if (work.findex[i] >= 0) return 0;
  return work.low[i] > -Infinity ? work.low[i] : work.high[i] < Infinity ? work.high[i] : 0;
}

function fillTableau(work: MlcpWorkspace, bounded: number, free: number, first: number): void {
  const { n, A, b, low, high, findex, scaledMu, tableau: T, tableauStride: stride, form } = work;
  const size = bounded + free;
  for (let k = 0; k < size; k++) {
    const i = form[2 * k];
    const role = form[2 * k + 1];
    const row = k * stride;
    for (let c = 0; c < stride; c++) T[row + c] = 0;
    const end = form[first + i + 1];
    if (role === SLACK) {
      for (let c = form[first + i]; c < end - 1; c++) T[row + 2 + c] = -1;
      const base = findex[i];
      if (base < 0) T[row] = high[i] - low[i];
      else {
        T[row] = scaledMu[i] * origin(work, base);
        // A normal row has a lower bound, so its first column has role UP; a fixed row has no column.
        if (form[first + base] < form[first + base + 1]) T[row + 2 + form[first + base]] = scaledMu[i];
      }
      continue;
    }
    let constant = b[i];
    for (let j = 0; j < n; j++) constant += A[i * n + j] * origin(work, j);
    T[row] = role * constant;
    for (let c = 0; c < size; c++) {
      const other = form[2 * c + 1];
      if (other !== SLACK) T[row + 2 + c] = role * other * A[i * n + form[2 * c]];
    }
    if (k < bounded && form[2 * end - 1] === SLACK) T[row + 1 + end] = 1;
  }
}

/** Pivots the free unknowns into the basis, principal pivots first. Returns the number of free unknowns left. */
function eliminateFree(work: MlcpWorkspace, bounded: number, free: number, freeRows: number): number {
  const { tableau: T, tableauStride: stride, form } = work;
  const total = bounded + free;
  let left = free;
  let partnerRow = -1;
  let partnerColumn = -1;
  while (left > 0) {
    let best = MIN_PIVOT;
    let row = -1;
    let column = 0;
    for (let r = 0; r < left; r++) {
      for (let c = 0; c < left; c++) {
        const rowOf = form[freeRows + r];
        const columnOf = form[2 * (bounded + c)];
        let weight = rowOf === columnOf ? DIAGONAL_PREFERENCE : 1;
        if (rowOf === partnerRow && columnOf === partnerColumn) weight = PARTNER_PREFERENCE;
        const size = weight * Math.abs(T[(bounded + r) * stride + 2 + bounded + c]);
        if (!(size > best)) continue;
        best = size;
        row = r;
        column = c;
      }
    }
    if (row < 0) break;
    partnerRow = form[2 * (bounded + column)];
    partnerColumn = form[freeRows + row];
    pivot(T, total, stride, 2 + bounded + left, bounded + row, 2 + bounded + column);
    retire(work, bounded, total, --left, row, column, freeRows);
  }
  return left;
}

/**
 * After a pivot the free row holds the x of the column's unknown, and the column the v of the row's unknown, which stays
 * 0. Moves both behind the remaining free rows and columns.
 */
function retire(
  work: MlcpWorkspace,
  bounded: number,
  total: number,
  left: number,
  row: number,
  column: number,
  freeRows: number,
): void {
  const { tableau: T, tableauStride: stride, form } = work;
  const unknown = form[2 * (bounded + column)];
  form[2 * (bounded + column)] = form[2 * (bounded + left)];
  form[freeRows + row] = form[freeRows + left];
  form[freeRows + left] = unknown;
  swap(T, stride, total, bounded + row, bounded + left, bounded + column, bounded + left);
}

/**
 * Pivots (free row, y) and (u, free column) for a pair (y, u), which swaps roles. Returns the number of free unknowns
 * left.
 */
function eliminateWithPairs(
  work: MlcpWorkspace,
  bounded: number,
  free: number,
  remaining: number,
  freeRows: number,
): number {
  const { tableau: T, tableauStride: stride, form } = work;
  const total = bounded + free;
  let left = remaining;
  while (left > 0) {
    let best = MIN_PIVOT;
    let row = 0;
    let column = 0;
    let pair = -1;
    for (let r = 0; r < left; r++) {
      for (let c = 0; c < left; c++) {
        for (let k = 0; k < bounded; k++) {
          const across = Math.abs(T[(bounded + r) * stride + 2 + k]);
          const size = Math.min(across, Math.abs(T[k * stride + 2 + bounded + c]));
          if (!(size > best)) continue;
          best = size;
          row = r;
          column = c;
          pair = k;
        }
      }
    }
    if (pair < 0) break;
    const columns = 2 + bounded + left;
    pivot(T, total, stride, columns, bounded + row, 2 + pair);
    pivot(T, total, stride, columns, pair, 2 + bounded + column);
    swap(T, stride, total, pair, bounded + row, pair, bounded + column);
    form[work.formSwappedStart + pair] ^= 1;
    retire(work, bounded, total, --left, row, column, freeRows);
  }
  return left;
}

/** Splits the remaining free unknowns: x = y - y′. */
function splitFree(work: MlcpWorkspace, bounded: number, free: number, left: number): void {
  const { tableau: T, tableauStride: stride, form } = work;
  const total = bounded + free;
  work.tableauRows = total + left;
  for (let r = total - 1; r >= bounded + left; r--) {
    for (let c = 0; c < stride; c++) T[(r + left) * stride + c] = T[r * stride + c];
  }
  for (let k = 0; k < left; k++) {
    const from = (bounded + k) * stride;
    // Tiny entries are rounding errors of a redundant row; left in place they would keep t above 0.
    if (Math.abs(T[from]) < ROUNDING * work.unit) T[from] = 0;
    for (let c = 2; c < stride; c++) if (Math.abs(T[from + c]) < ROUNDING) T[from + c] = 0;
    for (let c = 0; c < stride; c++) T[from + left * stride + c] = -T[from + c];
    form[2 * (bounded + left + k)] = form[2 * (bounded + k)];
    form[2 * (bounded + left + k) + 1] = DOWN;
  }
  for (let r = 0; r < total + left; r++) {
    const at = r * stride + 2 + bounded;
    for (let k = 0; k < left; k++) T[at + left + k] = -T[at + k];
  }
}

/** Swaps two rows, then two columns. */
function swap(T: Float64Array, stride: number, rows: number, a: number, b: number, c: number, d: number): void {
  swapRange(T, a * stride, b * stride, 1, stride);
  swapRange(T, 2 + c, 2 + d, stride, rows);
}

function swapRange(T: Float64Array, from: number, to: number, step: number, count: number): void {
  for (let k = 0, a = from, b = to; k < count; k++, a += step, b += step) {
    const value = T[a];
    T[a] = T[b];
    T[b] = value;
  }
}

/** Exchanges the row's and the column's variable: solves the row for it and substitutes into the other rows. */
export function pivot(
  T: Float64Array,
  rows: number,
  stride: number,
  columns: number,
  row: number,
  column: number,
): void {
  const from = row * stride;
  const inverse = 1 / T[from + column];
  for (let c = 0; c < columns; c++) T[from + c] *= -inverse;
  T[from + column] = inverse;
  for (let r = 0, at = 0; r < rows; r++, at += stride) {
    const factor = T[at + column];
    if (r === row || factor === 0) continue;
    T[at + column] = 0;
    for (let c = 0; c < columns; c++) T[at + c] += factor * T[from + c];
  }
}

/**
 * Computes x from y and, for eliminated unknowns, from `column` of their rows. Column 0 gives the solution, any other
 * column the direction of x along a ray.
 */
export function fromLemkeForm(
  work: MlcpWorkspace,
  size: number,
  y: Float64Array,
  column: number,
  x: Float64Array,
): void {
  const { n, form, tableau: T, tableauStride: stride, tableauRows: rows } = work;
  for (let i = 0; i < n; i++) x[i] = column > 0 ? 0 : origin(work, i);
  for (let k = 0; k < size; k++) if (form[2 * k + 1] !== SLACK) x[form[2 * k]] += form[2 * k + 1] * y[k];
  for (let r = size; r < rows; r++) x[form[work.formFreeStart + r - size]] = T[r * stride + column];
}
