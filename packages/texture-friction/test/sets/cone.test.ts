import { expect, test } from 'vitest';
import { writeCone } from '../../src/sets/cone.js';

const K = 64;
const d = Float64Array.from({ length: 2 * K }, (_, i) =>
  i % 2 === 0 ? Math.cos((Math.PI * i) / K) : Math.sin((Math.PI * (i - 1)) / K),
);

function smooth(mu: (angle: number) => number): Float64Array {
  const out = new Float64Array(8);
  const values = Float64Array.from({ length: K }, (_, j) => mu((2 * Math.PI * j) / K));
  writeCone('smooth', values, d, K, 0.05, Float64Array.of(1, 0), out, 0);
  return out;
}

test('a smooth cone has no friction along ridges that lie between two sampled directions', () => {
  for (const ridge of [0, 0.02, 0.0557, 0.7, 1.3, 3]) {
    const [cos, sin, , plus, minus, left, right] = smooth((angle) => Math.abs(Math.sin(angle - ridge)));
    // The axis of largest friction is across the ridges.
    expect(Math.abs(cos * Math.cos(ridge) + sin * Math.sin(ridge))).toBeLessThan(1e-3);
    expect(plus).toBeCloseTo(1.05, 3);
    expect(minus).toBeCloseTo(1.05, 3);
    expect(left).toBeCloseTo(0.05, 3);
    expect(right).toBeCloseTo(0.05, 3);
  }
});

test('a smooth cone of isotropic friction is a circle', () => {
  for (const value of smooth(() => 0.4).subarray(3, 7)) expect(value).toBeCloseTo(0.45, 12);
});
