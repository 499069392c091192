import { assert } from '../assert.js';
import { countBits, ensureFloats, ensureInts, listBits } from './buffers.js';

/**
 * Sparse LU of a matrix of 3x3 blocks with a symmetric pattern: ordered once by minimum degree, factored row by row
 * whenever the values change.
 *
 * Pivoting is restricted to the 3x3 diagonal blocks. The matrices are a Delassus matrix plus a positive definite one, or
 * such a matrix with scaled rows and a small regularisation, so the order can be chosen for sparsity alone; the callers
 * refine the solution and check the residual.
 *
 * Minimum degree: George & Liu, The evolution of the minimum degree ordering algorithm, SIAM Review 31 (1989).
 * Differs from the textbook: the elimination graph is a bit matrix. For up to about 3000 contacts, merging two rows
 * takes a handful of words, and no quotient graph is needed.
 */
export interface BlockLu {
  /** Number of block rows. */
  n: number;
  analysed: boolean;
  /** order[k] is the k-th eliminated row; place is the inverse permutation. */
  order: Int32Array;
  place: Int32Array;
  /** U and L in compressed rows: row starts, permuted ascending columns, nine floats per block. */
  up: Int32Array;
  uc: Int32Array;
  U: Float64Array;
  lp: Int32Array;
  lc: Int32Array;
  L: Float64Array;
  /** Inverses of the pivot blocks. */
  inverse: Float64Array;
  /** A dense row of blocks. */
  work: Float64Array;
  vector: Float64Array;
  bits: Int32Array;
}

declare const __DEV__: boolean;

export function createBlockLu(): BlockLu {
  const int = new Int32Array(0);
  const float = new Float64Array(0);
  return {
    n: 0,
    analysed: false,
    order: int,
    place: int,
    up: int,
    uc: int,
    U: float,
    lp: int,
    lc: int,
    L: float,
    inverse: float,
    work: float,
    vector: float,
    bits: int,
  };
}

/** Orders the n x n block pattern (a symmetric bit matrix with `words` words per row) and lays out L and U. */
export function analyseBlocks(lu: BlockLu, pattern: Int32Array, words: number, n: number): void {
  lu.n = n;
  lu.analysed = true;
  lu.order = ensureInts(lu.order, n);
  lu.place = ensureInts(lu.place, n);
  lu.up = ensureInts(lu.up, n + 1);
  lu.lp = ensureInts(lu.lp, n + 2);
  lu.inverse = ensureFloats(lu.inverse, 9 * n);
  lu.work = ensureFloats(lu.work, 9 * n);
  lu.vector = ensureFloats(lu.vector, 3 * n);
  lu.bits = ensureInts(lu.bits, n * words);
  const { order, place, up, lp, bits } = lu;
  // `up` holds the degrees until the rows are laid out; eliminated rows get the degree n + 1.
  for (let w = 0; w < n * words; w++) bits[w] = pattern[w];
  for (let i = 0; i < n; i++) {
    bits[i * words + (i >> 5)] &= ~(1 << (i & 31));
    up[i] = countBits(bits, i * words, words);
  }
  let total = 0;
  for (let k = 0; k < n; k++) {
    let best = 0;
    for (let i = 1; i < n; i++) if (up[i] < up[best]) best = i;
    order[k] = best;
    place[best] = k;
    total += up[best];
    up[best] = n + 1;
    const row = best * words;
    const bit = 1 << (best & 31);
    const word = best >> 5;
    for (let w = 0; w < words; w++) {
      for (let left = bits[row + w]; left !== 0; left &= left - 1) {
        const j = 32 * w + 31 - Math.clz32(left & -left);
        const other = j * words;
        for (let t = 0; t < words; t++) bits[other + t] |= bits[row + t];
        bits[other + word] &= ~bit;
        bits[other + w] &= ~(left & -left);
        up[j] = countBits(bits, other, words);
      }
    }
  }
  lu.uc = ensureInts(lu.uc, total);
  lu.lc = ensureInts(lu.lc, total);
  lu.U = ensureFloats(lu.U, 9 * total);
  lu.L = ensureFloats(lu.L, 9 * total);
  const { uc, lc } = lu;
  // The bits of a row are now its columns in U. List them permuted, then transpose to get L with sorted rows.
  up[0] = 0;
  for (let i = 0; i <= n + 1; i++) lp[i] = 0;
  for (let k = 0; k < n; k++) {
    up[k + 1] = up[k] + listBits(bits, order[k] * words, words, uc, up[k]);
    for (let at = up[k]; at < up[k + 1]; at++) {
      uc[at] = place[uc[at]];
      lp[uc[at] + 2]++;
    }
  }
  for (let i = 0; i < n; i++) lp[i + 2] += lp[i + 1];
  for (let k = 0; k < n; k++) for (let at = up[k]; at < up[k + 1]; at++) lc[lp[uc[at] + 1]++] = k;
}

/** Factors the matrix with block rows p, col and values A on the analysed pattern. False if a pivot is singular. */
export function factorBlocks(lu: BlockLu, p: Int32Array, col: Int32Array, A: Float64Array): boolean {
  if (__DEV__) assert(lu.analysed && A.length >= 9 * p[lu.n], 'factorBlocks: the pattern is not that of the matrix');
  const { n, order, place, up, uc, U, lp, lc, L, inverse, work } = lu;
  for (let i = 0; i < n; i++) {
    for (let at = lp[i]; at < lp[i + 1]; at++) work.fill(0, 9 * lc[at], 9 * lc[at] + 9);
    for (let at = up[i]; at < up[i + 1]; at++) work.fill(0, 9 * uc[at], 9 * uc[at] + 9);
    const row = order[i];
    for (let k = p[row]; k < p[row + 1]; k++) {
      const to = 9 * place[col[k]];
      for (let e = 0; e < 9; e++) work[to + e] = A[9 * k + e];
    }
    for (let at = lp[i]; at < lp[i + 1]; at++) {
      const k = lc[at];
      const w = 9 * k;
      const w0 = work[w];
      const w1 = work[w + 1];
      const w2 = work[w + 2];
      const w3 = work[w + 3];
      const w4 = work[w + 4];
      const w5 = work[w + 5];
      const w6 = work[w + 6];
      const w7 = work[w + 7];
      const w8 = work[w + 8];
      const i0 = inverse[w];
      const i1 = inverse[w + 1];
      const i2 = inverse[w + 2];
      const i3 = inverse[w + 3];
      const i4 = inverse[w + 4];
      const i5 = inverse[w + 5];
      const i6 = inverse[w + 6];
      const i7 = inverse[w + 7];
      const i8 = inverse[w + 8];
      const l = 9 * at;
      const l0 = w0 * i0 + w1 * i3 + w2 * i6;
      const l1 = w0 * i1 + w1 * i4 + w2 * i7;
      const l2 = w0 * i2 + w1 * i5 + w2 * i8;
      const l3 = w3 * i0 + w4 * i3 + w5 * i6;
      const l4 = w3 * i1 + w4 * i4 + w5 * i7;
      const l5 = w3 * i2 + w4 * i5 + w5 * i8;
      const l6 = w6 * i0 + w7 * i3 + w8 * i6;
      const l7 = w6 * i1 + w7 * i4 + w8 * i7;
      const l8 = w6 * i2 + w7 * i5 + w8 * i8;
      L[l] = l0;
      L[l + 1] = l1;
      L[l + 2] = l2;
      L[l + 3] = l3;
      L[l + 4] = l4;
      L[l + 5] = l5;
      L[l + 6] = l6;
      L[l + 7] = l7;
      L[l + 8] = l8;
      // Contacts that a method has deactivated have zero blocks.
      if (l0 === 0 && l4 === 0 && l8 === 0 && l1 === 0 && l2 === 0 && l3 === 0 && l5 === 0 && l6 === 0 && l7 === 0) {
        continue;
      }
      for (let e = up[k]; e < up[k + 1]; e++) {
        const t = 9 * uc[e];
        const s = 9 * e;
        const u0 = U[s];
        const u1 = U[s + 1];
        const u2 = U[s + 2];
        const u3 = U[s + 3];
        const u4 = U[s + 4];
        const u5 = U[s + 5];
        const u6 = U[s + 6];
        const u7 = U[s + 7];
        const u8 = U[s + 8];
        work[t] -= l0 * u0 + l1 * u3 + l2 * u6;
        work[t + 1] -= l0 * u1 + l1 * u4 + l2 * u7;
        work[t + 2] -= l0 * u2 + l1 * u5 + l2 * u8;
        work[t + 3] -= l3 * u0 + l4 * u3 + l5 * u6;
        work[t + 4] -= l3 * u1 + l4 * u4 + l5 * u7;
        work[t + 5] -= l3 * u2 + l4 * u5 + l5 * u8;
        work[t + 6] -= l6 * u0 + l7 * u3 + l8 * u6;
        work[t + 7] -= l6 * u1 + l7 * u4 + l8 * u7;
        work[t + 8] -= l6 * u2 + l7 * u5 + l8 * u8;
      }
    }
    for (let at = up[i]; at < up[i + 1]; at++) {
      const from = 9 * uc[at];
      for (let e = 0; e < 9; e++) U[9 * at + e] = work[from + e];
    }
    if (!invert(work, 9 * i, inverse, 9 * i)) return false;
  }
  return true;
}

/** x = A⁻¹ f for the factored A; x may be f. */
export function solveBlocks(lu: BlockLu, f: Float64Array, x: Float64Array): void {
  const { n, order, up, uc, U, lp, lc, L, inverse, vector } = lu;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) vector[3 * i + k] = f[3 * order[i] + k];
    addBlockRow(L, lc, lp[i], lp[i + 1], vector, -1, vector, 3 * i);
  }
  for (let i = n - 1; i >= 0; i--) {
    addBlockRow(U, uc, up[i], up[i + 1], vector, -1, vector, 3 * i);
    const s0 = vector[3 * i];
    const s1 = vector[3 * i + 1];
    const s2 = vector[3 * i + 2];
    const v = 9 * i;
    const to = 3 * order[i];
    for (let k = 0; k < 3; k++) {
      const value = inverse[v + 3 * k] * s0 + inverse[v + 3 * k + 1] * s1 + inverse[v + 3 * k + 2] * s2;
      vector[3 * i + k] = value;
      x[to + k] = value;
    }
  }
}

/** out[to..] += sign A x for the blocks `from` to `end` - 1 of one block row. `out` may be x, outside the blocks' columns. */
export function addBlockRow(
  A: Float64Array,
  col: Int32Array,
  from: number,
  end: number,
  x: Float64Array,
  sign: 1 | -1,
  out: Float64Array,
  to: number,
): void {
  if (__DEV__) assert(from >= 0 && 9 * end <= A.length && to + 3 <= out.length, 'addBlockRow: outside the matrix');
  let s0 = out[to];
  let s1 = out[to + 1];
  let s2 = out[to + 2];
  for (let k = from; k < end; k++) {
    const a = 9 * k;
    const j = 3 * col[k];
    const x0 = x[j];
    const x1 = x[j + 1];
    const x2 = x[j + 2];
    s0 += sign * (A[a] * x0 + A[a + 1] * x1 + A[a + 2] * x2);
    s1 += sign * (A[a + 3] * x0 + A[a + 4] * x1 + A[a + 5] * x2);
    s2 += sign * (A[a + 6] * x0 + A[a + 7] * x1 + A[a + 8] * x2);
  }
  out[to] = s0;
  out[to + 1] = s1;
  out[to + 2] = s2;
}

/** Inverts a 3x3 matrix by Gauss-Jordan elimination with row pivoting; overwrites the input. False if singular. */
function invert(a: Float64Array, at: number, out: Float64Array, to: number): boolean {
  for (let e = 0; e < 9; e++) out[to + e] = e % 4 === 0 ? 1 : 0;
  for (let c = 0; c < 3; c++) {
    let pivot = c;
    for (let r = c + 1; r < 3; r++) if (Math.abs(a[at + 3 * r + c]) > Math.abs(a[at + 3 * pivot + c])) pivot = r;
    const value = a[at + 3 * pivot + c];
    if (!(value !== 0 && Number.isFinite(value))) return false;
    for (let e = 0; e < 3; e++) {
      const from = at + 3 * pivot + e;
      const mine = at + 3 * c + e;
      const t = a[from];
      a[from] = a[mine];
      a[mine] = t / value;
      const o = out[to + 3 * pivot + e];
      out[to + 3 * pivot + e] = out[to + 3 * c + e];
      out[to + 3 * c + e] = o / value;
    }
    for (let r = 0; r < 3; r++) {
      const factor = a[at + 3 * r + c];
      if (r === c || factor === 0) continue;
      for (let e = 0; e < 3; e++) {
        a[at + 3 * r + e] -= factor * a[at + 3 * c + e];
        out[to + 3 * r + e] -= factor * out[to + 3 * c + e];
      }
    }
  }
  return true;
}
