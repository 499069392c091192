import { describe, expect, test } from 'vitest';
import { appendRow, factorCholesky, paddedSize, removeRow, solveCholesky } from '../../src/algebra/cholesky.js';
import { factorLu, solveLu } from '../../src/algebra/lu.js';
import { seededRandom } from '../support.js';

const seed = 20270104;

/** A random positive definite matrix with leading dimension `ld`; unused entries are NaN. */
function spd(random: () => number, n: number, ld: number): Float64Array {
  const G = Float64Array.from({ length: n * n }, () => 2 * random() - 1);
  const A = new Float64Array(paddedSize(n) * ld).fill(Number.NaN);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 0.5 : 0;
      for (let k = 0; k < n; k++) sum += G[i * n + k] * G[j * n + k];
      A[i * ld + j] = sum;
    }
  }
  return A;
}

/** Largest difference between L Lᵀ and the rows and columns `keep` of A. */
function error(A: Float64Array, lda: number, keep: number[], L: Float64Array, ld: number): number {
  let worst = 0;
  keep.forEach((a, i) => {
    keep.slice(0, i + 1).forEach((b, j) => {
      let sum = 0;
      for (let k = 0; k <= j; k++) sum += L[i * ld + k] * L[j * ld + k];
      worst = Math.max(worst, Math.abs(sum - A[a * lda + b]));
    });
  });
  return worst;
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

describe(`factors (seed ${seed})`, () => {
  test('Cholesky: L Lᵀ = A and A x = b for every size up to 70, with padded rows', () => {
    const random = seededRandom(seed);
    for (let n = 1; n <= 70; n++) {
      const ld = paddedSize(n) + 4 * (n % 3);
      const A = spd(random, n, ld);
      const L = A.slice();
      const inverse = new Float64Array(paddedSize(n));
      expect(factorCholesky(L, n, ld, inverse, 0)).toBe(true);
      expect(error(A, ld, range(n), L, ld)).toBeLessThan(1e-12 * n);
      const x = Float64Array.from({ length: n }, () => 2 * random() - 1);
      const b = x.map((_, i) => x.reduce((sum, value, j) => sum + A[i * ld + j] * value, 0));
      solveCholesky(L, n, ld, inverse, b);
      for (let i = 0; i < n; i++) expect(Math.abs(b[i] - x[i])).toBeLessThan(1e-9);
    }
  });

  test('Cholesky rejects matrices that are not positive definite', () => {
    const inverse = new Float64Array(4);
    const indefinite = new Float64Array(16);
    indefinite.set([1, 2, 0, 0, 2, 1]);
    expect(factorCholesky(indefinite, 2, 4, inverse, 0)).toBe(false);
    const singular = new Float64Array(16);
    singular.set([1, 1, 0, 0, 1, 1]);
    expect(factorCholesky(singular, 2, 4, inverse, 1e-14)).toBe(false);
  });

  test('appending and removing rows in random order keeps the factor correct', () => {
    const random = seededRandom(seed + 1);
    const n = 24;
    const ld = paddedSize(n);
    const A = spd(random, n, ld);
    const L = new Float64Array(ld * ld);
    const inverse = new Float64Array(ld);
    const scratch = new Float64Array(3 * n);
    const inside: number[] = [];
    for (let change = 0; change < 400; change++) {
      const i = Math.floor(random() * n);
      const at = inside.indexOf(i);
      if (at >= 0) {
        removeRow(L, inside.length, ld, inverse, at, scratch);
        inside.splice(at, 1);
      } else {
        inside.push(i);
        inside.forEach((j, k) => {
          L[(inside.length - 1) * ld + k] = A[i * ld + j];
        });
        expect(appendRow(L, inside.length - 1, ld, inverse, 0)).toBe(true);
      }
      expect(error(A, ld, inside, L, ld)).toBeLessThan(1e-11);
      inside.forEach((_, k) => {
        expect(inverse[k] * L[k * ld + k]).toBeCloseTo(1, 14);
      });
    }
    // A duplicate row makes the matrix singular.
    const twice = inside[0];
    inside.forEach((j, k) => {
      L[inside.length * ld + k] = A[twice * ld + j];
    });
    L[inside.length * ld + inside.length] = A[twice * ld + twice];
    expect(appendRow(L, inside.length, ld, inverse, 1e-11)).toBe(false);
  });

  test('LU solves matrices that need pivoting and rejects singular ones', () => {
    const random = seededRandom(seed + 2);
    for (let n = 1; n <= 30; n++) {
      const ld = n + 3;
      const A = Float64Array.from({ length: n * ld }, () => 2 * random() - 1);
      for (let i = 0; i < n; i++) A[i * ld + i] = 0;
      if (n === 1) A[0] = -3;
      const x = Float64Array.from({ length: n }, () => 2 * random() - 1);
      const b = x.map((_, i) => x.reduce((sum, value, j) => sum + A[i * ld + j] * value, 0));
      const pivots = new Int32Array(n);
      const factors = A.slice();
      expect(factorLu(factors, n, ld, pivots, 1e-12)).toBe(true);
      solveLu(factors, n, ld, pivots, b);
      for (let i = 0; i < n; i++) expect(Math.abs(b[i] - x[i])).toBeLessThan(1e-8);
    }
    expect(factorLu(new Float64Array([1, 2, 2, 4]), 2, 2, new Int32Array(2), 1e-12)).toBe(false);
  });
});
