import { describe, expect, test } from 'vitest';
import {
  addScaledCompensated,
  lengthExcess,
  multiplyAddCompensated,
  transposeMultiplyCompensated,
} from '../../src/algebra/compensated.js';
import { seededRandom } from '../support.js';

const seed = 31;

/** A double as an integer multiple of 2^-300. */
function exact(value: number): bigint {
  if (value === 0) return 0n;
  const exponent = Math.floor(Math.log2(Math.abs(value))) - 60;
  return BigInt(value * 2 ** -exponent) << BigInt(300 + exponent);
}

/** Σ a b + c as a double, from exact integers. */
function exactDot(a: ArrayLike<number>, b: ArrayLike<number>, c: number): number {
  let sum = exact(c) << 300n;
  for (let i = 0; i < a.length; i++) sum += exact(a[i]) * exact(b[i]);
  const digits = sum.toString(2).length;
  const shift = Math.max(0, digits - 64);
  return Number(sum >> BigInt(shift)) * 2 ** (shift - 600);
}

describe(`compensated sums (seed ${seed})`, () => {
  test('M z + q and Mᵀ y are accurate to the last digits when all but 1e-28 of the terms cancels', () => {
    const random = seededRandom(seed);
    for (let k = 0; k < 200; k++) {
      const n = 2 + Math.floor(random() * 6);
      const z = Float64Array.from({ length: n }, () => (random() - 0.5) * 10 ** (14 * random()));
      const M = Float64Array.from({ length: n * n }, () => random() - 0.5);
      const q = new Float64Array(n);
      for (let r = 0; r < n; r++) {
        // The last column cancels most of the sum, then q.
        const row = M.subarray(r * n, r * n + n);
        row[n - 1] = 0;
        row[n - 1] = -exactDot(row, z, 0) / z[n - 1];
        q[r] = -exactDot(row, z, 0) * (1 + 2e-16 * Math.floor(3 * random()));
      }
      const w = new Float64Array(n);
      multiplyAddCompensated(M, n, z, q, w);
      for (let r = 0; r < n; r++) {
        const row = M.subarray(r * n, r * n + n);
        const want = exactDot(row, z, q[r]);
        const terms = row.reduce((sum, value, j) => sum + Math.abs(value * z[j]), Math.abs(q[r]));
        expect(Math.abs(w[r] - want)).toBeLessThanOrEqual(4e-16 * Math.abs(want) + 1e-30 * terms);
      }
      const transposed = Float64Array.from(M, (_, at) => M[(at % n) * n + Math.floor(at / n)]);
      transposeMultiplyCompensated(transposed, n, z, w, new Float64Array(n));
      for (let r = 0; r < n; r++) {
        const row = M.subarray(r * n, r * n + n);
        const want = exactDot(row, z, 0);
        const terms = row.reduce((sum, value, j) => sum + Math.abs(value * z[j]), 0);
        expect(Math.abs(w[r] - want)).toBeLessThanOrEqual(4e-16 * Math.abs(want) + 1e-30 * terms);
      }
    }
  });

  test('dense and CSR agree', () => {
    const dense = new Float64Array(2);
    const sparse = new Float64Array(2);
    multiplyAddCompensated(Float64Array.of(1, 1e16, 0, 3), 2, [3, -1e-16], [1, 2], dense);
    multiplyAddCompensated({ p: [0, 2, 3], i: [1, 0, 1], x: [1e16, 1, 3] }, 2, [3, -1e-16], [1, 2], sparse);
    expect(sparse).toEqual(dense);
    expect(dense[0]).toBe(exactDot([1, 1e16], [3, -1e-16], 1));
  });

  test('a + b c and the distance of a vector from a cone are accurate', () => {
    const random = seededRandom(seed + 1);
    for (let k = 0; k < 200; k++) {
      const b = random();
      const c = 10 ** (16 * random());
      const a = -b * c;
      expect(addScaledCompensated(a, b, c)).toBe(exactDot([b], [c], a));
      // |(3, 4) s| - m c with m c near 5 s.
      const s = Math.round(2 ** (20 + 20 * random()));
      const m = 5 / 3;
      const normal = 3 * s;
      const want = exactDot([m], [-normal], 5 * s);
      const got = lengthExcess(3 * s, 4 * s, m, normal);
      expect(Math.abs(got - want)).toBeLessThanOrEqual(1e-15 * Math.abs(want) + 1e-30 * s);
      expect(want).not.toBe(0);
    }
    expect(lengthExcess(0, 0, 0.5, 0)).toBe(0);
    expect(lengthExcess(3, 4, 0, 7)).toBe(5);
  });

  test('overflow gives NaN, never a small number', () => {
    const w = new Float64Array(1);
    multiplyAddCompensated(Float64Array.of(1e305), 1, [-1e-5], [1e300], w);
    expect(w[0]).toBeNaN();
  });
});
