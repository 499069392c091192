import { describe, expect, it } from 'vitest';
import { analyseBlocks, createBlockLu, factorBlocks, solveBlocks } from '../../src/algebra/block-lu.js';
import { seededRandom } from '../support.js';

const SEED = 3;

/** A random matrix of n x n blocks with a symmetric pattern, heavy on the diagonal. */
function randomBlocks(random: () => number, n: number, density: number) {
  const words = (n + 31) >> 5;
  const bits = new Int32Array(n * words);
  const set = (i: number, j: number) => {
    bits[i * words + (j >> 5)] |= 1 << (j & 31);
  };
  for (let i = 0; i < n; i++) {
    set(i, i);
    for (let j = 0; j < i; j++) {
      if (random() > density) continue;
      set(i, j);
      set(j, i);
    }
  }
  const p = [0];
  const col: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) if ((bits[i * words + (j >> 5)] >> (j & 31)) & 1) col.push(j);
    p.push(col.length);
  }
  const A = Float64Array.from({ length: 9 * col.length }, () => random() - 0.5);
  for (let i = 0; i < n; i++) {
    for (let k = p[i]; k < p[i + 1]; k++) if (col[k] === i) for (let e = 0; e < 9; e += 4) A[9 * k + e] += n;
  }
  return { words, bits, p: Int32Array.from(p), col: Int32Array.from(col), A };
}

describe(`block LU, seed ${SEED}`, () => {
  for (const [n, density] of [
    [1, 0],
    [7, 0.5],
    [40, 0.1],
    [70, 1],
  ]) {
    it(`solves ${n} block rows with density ${density}`, () => {
      const random = seededRandom(SEED);
      const { words, bits, p, col, A } = randomBlocks(random, n, density);
      const lu = createBlockLu();
      analyseBlocks(lu, bits, words, n);
      expect(Array.from(lu.order.subarray(0, n)).sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, k) => k));
      expect(factorBlocks(lu, p, col, A)).toBe(true);
      const want = Float64Array.from({ length: 3 * n }, () => random() - 0.5);
      const f = new Float64Array(3 * n);
      for (let i = 0; i < n; i++) {
        for (let k = p[i]; k < p[i + 1]; k++) {
          for (let e = 0; e < 9; e++) f[3 * i + Math.floor(e / 3)] += A[9 * k + e] * want[3 * col[k] + (e % 3)];
        }
      }
      const got = new Float64Array(3 * n);
      solveBlocks(lu, f, got);
      for (let k = 0; k < 3 * n; k++) expect(got[k]).toBeCloseTo(want[k], 10);
    });
  }

  it('keeps the factors of a chain as sparse as the chain', () => {
    // A star is the worst case for the given order: eliminating the hub first fills the matrix.
    const n = 50;
    const words = (n + 31) >> 5;
    const bits = new Int32Array(n * words);
    for (let i = 0; i < n; i++) {
      for (const [a, b] of [
        [i, i],
        [0, i],
        [i, 0],
      ]) {
        bits[a * words + (b >> 5)] |= 1 << (b & 31);
      }
    }
    const lu = createBlockLu();
    analyseBlocks(lu, bits, words, n);
    expect(lu.up[n]).toBe(n - 1);
  });

  it('pivots inside blocks and reports singular ones', () => {
    const lu = createBlockLu();
    analyseBlocks(lu, Int32Array.of(1), 1, 1);
    const p = Int32Array.of(0, 1);
    const col = Int32Array.of(0);
    expect(factorBlocks(lu, p, col, Float64Array.of(0, 1, 0, 0, 0, 1, 1, 0, 0))).toBe(true);
    const x = new Float64Array(3);
    solveBlocks(lu, Float64Array.of(1, 2, 3), x);
    expect(Array.from(x)).toEqual([3, 1, 2]);
    expect(factorBlocks(lu, p, col, Float64Array.of(1, 2, 3, 2, 4, 6, 0, 0, 1))).toBe(false);
    expect(factorBlocks(lu, p, col, Float64Array.of(Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1))).toBe(false);
  });
});
