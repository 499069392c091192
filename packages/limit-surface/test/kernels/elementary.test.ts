import { expect, test } from 'vitest';
import { angleAt, arctanAt } from '../../src/kernels/arctan.js';
import { ellipticAt } from '../../src/kernels/elliptic.js';
import { tanhSinh } from '../../src/kernels/quadrature.js';

test('complete elliptic integrals match reference values', () => {
  const known: [k: number, K: number, E: number][] = [
    [0, Math.PI / 2, Math.PI / 2],
    [0.5, 1.685750354812596, 1.4674622093394272],
    [Math.SQRT1_2, 1.854074677301372, 1.3506438810476755],
    [0.9, 2.2805491384227703, 1.1716970527816142],
    [0.999999, 7.947479773547967, 1.0000074474777243],
  ];
  const x = new Float64Array(2);
  for (const [k, K, E] of known) {
    x[0] = k;
    ellipticAt(x, 0);
    // Near 1 the modulus is itself rounded.
    expect(x[0] / ((1 - k) * (1 + k))).toBeCloseTo(K, k > 0.99 ? 9 : 13);
    expect(x[1]).toBeCloseTo(E, k > 0.99 ? 9 : 13);
  }
  x[0] = 1;
  ellipticAt(x, 0);
  expect([...x]).toEqual([0, 1]);
});

test('arctangents and angles match Math.atan and Math.atan2', () => {
  const x = new Float64Array(2);
  for (const t of [0, 1e-9, 0.1, 0.5, 0.999, 1, 1.001, 3, 1e6, Number.POSITIVE_INFINITY]) {
    x[0] = t;
    arctanAt(x, 0);
    expect(Math.abs(x[0] - Math.atan(t))).toBeLessThan(5e-16);
  }
  for (let k = 0; k < 64; k++) {
    const angle = (2 * Math.PI * k) / 64;
    x[0] = 3 * Math.cos(angle);
    x[1] = 3 * Math.sin(angle);
    angleAt(x, 0);
    expect(Math.abs(Math.sin(x[0] - angle))).toBeLessThan(1e-15);
    expect(x[0]).toBeGreaterThanOrEqual(0);
    expect(x[0]).toBeLessThan(2 * Math.PI + 1e-15);
  }
  x.fill(0);
  angleAt(x, 0);
  expect(x[0]).toBe(0);
});

test('quadrature handles integrands with singular ends', () => {
  const { left, weights } = tanhSinh();
  const integrate = (f: (x: number, fromEnd: number) => number) => {
    let sum = 0;
    for (let k = 0; k < left.length; k++) {
      sum += weights[k] * f(1 - left[k], left[k]);
      if (k > 0) sum += weights[k] * f(left[k], left[k]);
    }
    return sum;
  };
  expect(integrate(() => 1)).toBeCloseTo(1, 13);
  expect(integrate((x) => x * x * x)).toBeCloseTo(0.25, 13);
  expect(integrate((x) => Math.log(x))).toBeCloseTo(-1, 10);
  expect(integrate((x) => Math.sqrt(x * (1 - x)))).toBeCloseTo(Math.PI / 8, 10);
});
