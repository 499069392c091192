/** A square matrix: dense row-major, or compressed sparse rows (row r has the entries p[r] … p[r + 1] - 1). */
export type Matrix = Float64Array | CsrMatrix;

export interface CsrMatrix {
  /** Row starts, n + 1 entries. */
  p: ArrayLike<number>;
  /** Column indices. */
  i: ArrayLike<number>;
  /** Values. */
  x: ArrayLike<number>;
}

export function isDense(M: Matrix): M is Float64Array {
  return M instanceof Float64Array;
}

/** y = M z + q. */
export function multiplyAdd(M: Matrix, n: number, z: ArrayLike<number>, q: ArrayLike<number>, y: Float64Array): void {
  if (isDense(M)) {
    multiplyAddDense(M, n, z, q, y);
    return;
  }
  const { p, i, x } = M;
  for (let r = 0; r < n; r++) {
    let sum = q[r];
    for (let at = p[r]; at < p[r + 1]; at++) sum += x[at] * z[i[at]];
    y[r] = sum;
  }
}

/**
 * multiplyAdd for a dense M. Four rows at a time, so that their sums do not wait for one another; each row is summed in
 * order.
 */
export function multiplyAddDense(
  M: Float64Array,
  n: number,
  z: ArrayLike<number>,
  q: ArrayLike<number>,
  y: Float64Array,
): void {
  let r = 0;
  for (; r + 3 < n; r += 4) {
    const a0 = r * n;
    const a1 = a0 + n;
    const a2 = a1 + n;
    const a3 = a2 + n;
    let s0 = q[r];
    let s1 = q[r + 1];
    let s2 = q[r + 2];
    let s3 = q[r + 3];
    for (let c = 0; c < n; c++) {
      const value = z[c];
      s0 += M[a0 + c] * value;
      s1 += M[a1 + c] * value;
      s2 += M[a2 + c] * value;
      s3 += M[a3 + c] * value;
    }
    y[r] = s0;
    y[r + 1] = s1;
    y[r + 2] = s2;
    y[r + 3] = s3;
  }
  for (; r < n; r++) {
    let sum = q[r];
    for (let c = 0, at = r * n; c < n; c++, at++) sum += M[at] * z[c];
    y[r] = sum;
  }
}
