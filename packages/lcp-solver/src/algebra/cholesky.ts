import { assert } from '../assert.js';

/**
 * Dense Cholesky factorisation A = L Lᵀ, row-major with a leading dimension, in place in the lower triangle.
 *
 * The factorisation works on 4 x 4 tiles: sixteen running sums stay in registers while two sets of four rows stream by.
 * Rows are processed in panels, so that a tile of columns is read once per panel instead of once per four rows (the
 * "dot" form of blocked Cholesky; Golub & Van Loan, Matrix Computations, 4th ed., §4.2.5-4.2.9). Sizes are padded to a
 * multiple of four with rows of the identity, so `L` needs `paddedSize(n)` rows and `ld >= paddedSize(n)`.
 *
 * Pivoting methods change one row and column at a time: `appendRow` borders the factor; `removeRow` deletes a row and
 * fixes the rest by a rank-one update (Gill, Golub, Murray & Saunders 1974, method C1). Both are O(n²).
 */

declare const __DEV__: boolean;

const PANEL = 32;

/** n rounded up to a multiple of 4. */
export function paddedSize(n: number): number {
  return (n + 3) & -4;
}

/**
 * Overwrites the lower triangle of L with the factor and `inverse` with the reciprocals of its diagonal.
 * False if a pivot is not above `floor`: the matrix is not (safely) positive definite, and L is invalid.
 */
export function factorCholesky(L: Float64Array, n: number, ld: number, inverse: Float64Array, floor: number): boolean {
  const size = paddedSize(n);
  if (__DEV__) assert(ld >= size && L.length >= (size - 1) * ld + size, 'factorCholesky: no room for the padding');
  for (let r = n; r < size; r++) {
    for (let c = 0, at = r * ld; c < r; c++, at++) L[at] = 0;
    L[r * ld + r] = 1;
  }
  for (let panel = 0; panel < size; panel += PANEL) {
    const end = Math.min(panel + PANEL, size);
    for (let j = 0; j < end; j += 4) {
      let i = panel;
      if (j >= panel) {
        subtractTile(L, j, j, ld);
        if (!factorTile(L, j, ld, inverse, floor)) return false;
        i = j + 4;
      }
      for (; i < end; i += 4) {
        subtractTile(L, i, j, ld);
        solveTile(L, i, j, ld, inverse);
      }
    }
  }
  return true;
}

/** L[i.., j..] -= L[i.., 0..j] L[j.., 0..j]ᵀ for one tile. */
function subtractTile(L: Float64Array, i: number, j: number, ld: number): void {
  const a0 = i * ld;
  const a1 = a0 + ld;
  const a2 = a1 + ld;
  const a3 = a2 + ld;
  const b0 = j * ld;
  const b1 = b0 + ld;
  const b2 = b1 + ld;
  const b3 = b2 + ld;
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s03 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  let s23 = 0;
  let s30 = 0;
  let s31 = 0;
  let s32 = 0;
  let s33 = 0;
  for (let k = 0; k < j; k++) {
    const y0 = L[b0 + k];
    const y1 = L[b1 + k];
    const y2 = L[b2 + k];
    const y3 = L[b3 + k];
    const x0 = L[a0 + k];
    s00 += x0 * y0;
    s01 += x0 * y1;
    s02 += x0 * y2;
    s03 += x0 * y3;
    const x1 = L[a1 + k];
    s10 += x1 * y0;
    s11 += x1 * y1;
    s12 += x1 * y2;
    s13 += x1 * y3;
    const x2 = L[a2 + k];
    s20 += x2 * y0;
    s21 += x2 * y1;
    s22 += x2 * y2;
    s23 += x2 * y3;
    const x3 = L[a3 + k];
    s30 += x3 * y0;
    s31 += x3 * y1;
    s32 += x3 * y2;
    s33 += x3 * y3;
  }
  L[a0 + j] -= s00;
  L[a0 + j + 1] -= s01;
  L[a0 + j + 2] -= s02;
  L[a0 + j + 3] -= s03;
  L[a1 + j] -= s10;
  L[a1 + j + 1] -= s11;
  L[a1 + j + 2] -= s12;
  L[a1 + j + 3] -= s13;
  L[a2 + j] -= s20;
  L[a2 + j + 1] -= s21;
  L[a2 + j + 2] -= s22;
  L[a2 + j + 3] -= s23;
  L[a3 + j] -= s30;
  L[a3 + j + 1] -= s31;
  L[a3 + j + 2] -= s32;
  L[a3 + j + 3] -= s33;
}

/** Factors a 4 x 4 tile on the diagonal. */
function factorTile(L: Float64Array, j: number, ld: number, inverse: Float64Array, floor: number): boolean {
  for (let r = j; r < j + 4; r++) {
    const row = r * ld;
    for (let c = j; c < r; c++) {
      let sum = L[row + c];
      for (let k = j; k < c; k++) sum -= L[row + k] * L[c * ld + k];
      L[row + c] = sum * inverse[c];
    }
    let pivot = L[row + r];
    for (let k = j; k < r; k++) pivot -= L[row + k] * L[row + k];
    if (!(pivot > floor)) return false;
    pivot = Math.sqrt(pivot);
    L[row + r] = pivot;
    inverse[r] = 1 / pivot;
  }
  return true;
}

/** Solves X Ljjᵀ = L[i.., j..] for one tile below the diagonal. */
function solveTile(L: Float64Array, i: number, j: number, ld: number, inverse: Float64Array): void {
  const d = j * ld + j;
  const l10 = L[d + ld];
  const l20 = L[d + 2 * ld];
  const l21 = L[d + 2 * ld + 1];
  const l30 = L[d + 3 * ld];
  const l31 = L[d + 3 * ld + 1];
  const l32 = L[d + 3 * ld + 2];
  for (let r = 0, at = i * ld + j; r < 4; r++, at += ld) {
    const x0 = L[at] * inverse[j];
    const x1 = (L[at + 1] - l10 * x0) * inverse[j + 1];
    const x2 = (L[at + 2] - l20 * x0 - l21 * x1) * inverse[j + 2];
    L[at] = x0;
    L[at + 1] = x1;
    L[at + 2] = x2;
    L[at + 3] = (L[at + 3] - l30 * x0 - l31 * x1 - l32 * x2) * inverse[j + 3];
  }
}

/** Solves L Lᵀ x = b in place. */
export function solveCholesky(L: Float64Array, n: number, ld: number, inverse: Float64Array, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0, at = i * ld; k < i; k++, at++) sum -= L[at] * b[k];
    b[i] = sum * inverse[i];
  }
  for (let i = n - 1; i >= 0; i--) {
    const x = b[i] * inverse[i];
    b[i] = x;
    for (let k = 0, at = i * ld; k < i; k++, at++) b[k] -= L[at] * x;
  }
}

/**
 * Appends a row to a factor of size n. Row n of L holds the new row of A, diagonal last. False as in factorCholesky; the
 * row is then invalid.
 */
export function appendRow(L: Float64Array, n: number, ld: number, inverse: Float64Array, floor: number): boolean {
  const row = n * ld;
  let pivot = L[row + n];
  for (let j = 0; j < n; j++) {
    let sum = L[row + j];
    for (let k = 0, at = j * ld; k < j; k++, at++) sum -= L[row + k] * L[at];
    sum *= inverse[j];
    L[row + j] = sum;
    pivot -= sum * sum;
  }
  if (!(pivot > floor)) return false;
  pivot = Math.sqrt(pivot);
  L[row + n] = pivot;
  inverse[n] = 1 / pivot;
  return true;
}

/** Removes row and column p from a factor of size n. `scratch` has 3 n floats. */
export function removeRow(
  L: Float64Array,
  n: number,
  ld: number,
  inverse: Float64Array,
  p: number,
  scratch: Float64Array,
): void {
  if (__DEV__) assert(p >= 0 && p < n && scratch.length >= 3 * n, 'removeRow: no such row, or too little scratch');
  const sines = n;
  const inverses = 2 * n;
  for (let i = p; i < n - 1; i++) {
    const from = (i + 1) * ld;
    const to = i * ld;
    let v = L[from + p];
    for (let j = 0; j < p; j++) L[to + j] = L[from + j];
    // The old columns p + 1 … become the columns p …; apply the rotations computed so far to the row.
    for (let j = p; j < i; j++) {
      const x = (L[from + j + 1] + scratch[sines + j] * v) * scratch[inverses + j];
      v = scratch[j] * v - scratch[sines + j] * x;
      L[to + j] = x;
    }
    const d = L[from + i + 1];
    const r = Math.sqrt(d * d + v * v);
    L[to + i] = r;
    inverse[i] = 1 / r;
    scratch[i] = r / d;
    scratch[sines + i] = v / d;
    scratch[inverses + i] = d / r;
  }
}
