/**
 * Symmetric positive definite, block tridiagonal systems with 3 × 3 blocks: the covariance of `identifySlider`, where
 * consecutive steps share a measured velocity.
 */
export interface BlockTridiagonal {
  /** Diagonal blocks, 9 floats each, row-major. */
  readonly diagonal: Float64Array;
  /** Block of rows k and columns k - 1, 9 floats each, row-major; the first is unused. */
  readonly lower: Float64Array;
}

export function createBlockTridiagonal(count: number): BlockTridiagonal {
  return { diagonal: new Float64Array(9 * count), lower: new Float64Array(9 * count) };
}

/** Cholesky factorisation L Lᵀ in place: lower triangles L_k on the diagonal, C_k = B_k L_{k-1}⁻ᵀ below. */
export function factorize({ diagonal: D, lower: B }: BlockTridiagonal): void {
  for (let at = 0; at < D.length; at += 9) {
    if (at > 0) {
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          let sum = B[at + 3 * r + c];
          for (let k = 0; k < c; k++) sum -= B[at + 3 * r + k] * D[at - 9 + 3 * c + k];
          B[at + 3 * r + c] = sum / D[at - 9 + 4 * c];
        }
      }
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c <= r; c++) {
          for (let k = 0; k < 3; k++) D[at + 3 * r + c] -= B[at + 3 * r + k] * B[at + 3 * c + k];
        }
      }
    }
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c <= r; c++) {
        let sum = D[at + 3 * r + c];
        for (let k = 0; k < c; k++) sum -= D[at + 3 * r + k] * D[at + 3 * c + k];
        D[at + 3 * r + c] = r === c ? Math.sqrt(sum) : sum / D[at + 4 * c];
      }
    }
  }
}

/** x = L⁻¹ x in place, for a factorized system. */
export function solveForward({ diagonal: D, lower: B }: BlockTridiagonal, x: Float64Array): void {
  for (let k = 0; k < x.length; k++) {
    const r = k % 3;
    const first = k - r;
    const at = 3 * first;
    let sum = x[k];
    if (first > 0) for (let c = 0; c < 3; c++) sum -= B[at + 3 * r + c] * x[first - 3 + c];
    for (let c = 0; c < r; c++) sum -= D[at + 3 * r + c] * x[first + c];
    x[k] = sum / D[at + 4 * r];
  }
}

/** x = L⁻ᵀ x in place, for a factorized system. */
export function solveBackward({ diagonal: D, lower: B }: BlockTridiagonal, x: Float64Array): void {
  for (let k = x.length - 1; k >= 0; k--) {
    const r = k % 3;
    const first = k - r;
    const at = 3 * first;
    let sum = x[k];
    if (first + 3 < x.length) for (let c = 0; c < 3; c++) sum -= B[at + 9 + 3 * c + r] * x[first + 3 + c];
    for (let c = r + 1; c < 3; c++) sum -= D[at + 3 * c + r] * x[first + c];
    x[k] = sum / D[at + 4 * r];
  }
}
