/**
 * Least squares one row at a time: an upper triangle R with R x = b, kept by Givens rotations. The rows need not be
 * stored, and nothing is squared, so exact data give exact parameters.
 */
export interface Triangle {
  /** Number of unknowns; the rows have one more number, the right-hand side. */
  readonly size: number;
  /** (size + 1) x (size + 1), row-major, upper triangle. The last number is the norm of the residual. */
  readonly r: Float64Array;
}

export function createTriangle(size: number): Triangle {
  return { size, r: new Float64Array((size + 1) * (size + 1)) };
}

/** Adds a row of `size` coefficients and the right-hand side. Overwrites `row`. */
export function addRow({ size, r }: Triangle, row: Float64Array): void {
  const width = size + 1;
  for (let i = 0; i < width; i++) {
    const b = row[i];
    if (b === 0) continue;
    const at = width * i;
    const a = r[at + i];
    const length = Math.hypot(a, b);
    const c = a / length;
    const s = b / length;
    r[at + i] = length;
    for (let j = i + 1; j < width; j++) {
      const x = r[at + j];
      const y = row[j];
      r[at + j] = c * x + s * y;
      row[j] = c * y - s * x;
    }
  }
}

/** Solves unknowns `first` to `last` - 1; those from `last` on are taken from `x`. */
export function solveTriangle({ size, r }: Triangle, x: Float64Array, first = 0, last = size): void {
  const width = size + 1;
  for (let i = last - 1; i >= first; i--) {
    let sum = r[width * i + size];
    for (let j = i + 1; j < size; j++) sum -= r[width * i + j] * x[j];
    x[i] = r[width * i + i] === 0 ? 0 : sum / r[width * i + i];
  }
}

/** (Rᵀ R)⁻¹, size x size, row-major. Needs a triangle of full rank. */
export function covarianceOf({ size, r }: Triangle): Float64Array {
  const width = size + 1;
  const inverse = new Float64Array(size * size); // R⁻¹, upper
  for (let j = 0; j < size; j++) {
    for (let i = j; i >= 0; i--) {
      let sum = i === j ? 1 : 0;
      for (let k = i + 1; k <= j; k++) sum -= r[width * i + k] * inverse[size * k + j];
      inverse[size * i + j] = sum / r[width * i + i];
    }
  }
  const covariance = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      for (let k = Math.max(i, j); k < size; k++) {
        covariance[size * i + j] += inverse[size * i + k] * inverse[size * j + k];
      }
    }
  }
  return covariance;
}
