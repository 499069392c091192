/**
 * Dense LU factorisation with partial pivoting (rows are swapped in storage), row-major with a leading dimension, in
 * place, for unsymmetric matrices. Right-looking, row by row (Golub & Van Loan, Matrix Computations, 4th ed., §3.4).
 */

/**
 * Overwrites A with its factors and `pivots[k]` with the row swapped with row k.
 * False if a pivot is smaller than `floor`: the matrix is (nearly) singular, and A is invalid.
 */
export function factorLu(A: Float64Array, n: number, ld: number, pivots: Int32Array, floor: number): boolean {
  for (let k = 0; k < n; k++) {
    let best = k;
    let largest = Math.abs(A[k * ld + k]);
    for (let r = k + 1; r < n; r++) {
      const size = Math.abs(A[r * ld + k]);
      if (size > largest) {
        largest = size;
        best = r;
      }
    }
    if (!(largest >= floor)) return false;
    pivots[k] = best;
    const row = k * ld;
    if (best !== k) {
      for (let c = 0, a = row, b = best * ld; c < n; c++, a++, b++) {
        const value = A[a];
        A[a] = A[b];
        A[b] = value;
      }
    }
    const inverse = 1 / A[row + k];
    for (let r = k + 1; r < n; r++) {
      const at = r * ld;
      const f = A[at + k] * inverse;
      A[at + k] = f;
      if (f !== 0) for (let c = k + 1; c < n; c++) A[at + c] -= f * A[row + c];
    }
  }
  return true;
}

/** Solves A x = b in place from the factors. */
export function solveLu(A: Float64Array, n: number, ld: number, pivots: Int32Array, b: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const p = pivots[k];
    if (p !== k) {
      const value = b[k];
      b[k] = b[p];
      b[p] = value;
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0, at = i * ld; k < i; k++, at++) sum -= A[at] * b[k];
    b[i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    for (let k = i + 1, at = i * ld + k; k < n; k++, at++) sum -= A[at] * b[k];
    b[i] = sum / A[i * ld + i];
  }
}
