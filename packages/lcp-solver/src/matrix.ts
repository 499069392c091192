/** A square matrix: dense row-major, or compressed sparse rows (row r has entries p[r] … p[r + 1] - 1). */
export type Matrix = Float64Array | CsrMatrix;

export interface CsrMatrix {
  /** Row starts, n + 1 numbers. */
  p: ArrayLike<number>;
  /** Columns. */
  i: ArrayLike<number>;
  /** Values. */
  x: ArrayLike<number>;
}

export function isDense(M: Matrix): M is Float64Array {
  return M instanceof Float64Array;
}

/** y = M z + q. */
export function multiplyAdd(
  M: Matrix,
  n: number,
  z: ArrayLike<number>,
  q: ArrayLike<number>,
  y: Float64Array,
): void {
  if (isDense(M)) {
    for (let r = 0; r < n; r++) {
      let sum = q[r];
      for (let c = 0, at = r * n; c < n; c++, at++) sum += M[at] * z[c];
      y[r] = sum;
    }
    return;
  }
  const { p, i, x } = M;
  for (let r = 0; r < n; r++) {
    let sum = q[r];
    for (let at = p[r]; at < p[r + 1]; at++) sum += x[at] * z[i[at]];
    y[r] = sum;
  }
}
