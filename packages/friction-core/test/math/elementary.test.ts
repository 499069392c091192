import { describe, expect, test } from 'vitest';
import { expAt, logAt, sineAt, turnAt } from '../../src/math/elementary.js';

const at = (call: (x: Float64Array, at: number) => void, value: number): number => {
  const x = new Float64Array([9, value, 9]);
  call(x, 1);
  expect([x[0], x[2]]).toEqual([9, 9]);
  return x[1];
};

describe('elementary functions agree with those of Math', () => {
  test('exp for x ≤ 0', () => {
    for (let x = 0; x > -690; x = 1.07 * x - 1e-5) {
      expect(Math.abs(at(expAt, x) / Math.exp(x) - 1)).toBeLessThan(4e-16);
    }
    expect(at(expAt, 0)).toBe(1);
    expect(at(expAt, -1e9)).toBe(0);
  });

  test('log', () => {
    for (let x = 1e-30; x < 1e30; x *= 1.37) {
      expect(Math.abs(at(logAt, x) - Math.log(x))).toBeLessThan(3e-16 * Math.max(1, Math.abs(Math.log(x))));
    }
    expect(at(logAt, 1)).toBe(0);
  });

  test('sine of up to 90°', () => {
    for (let x = -1; x <= 1; x += 0.01) expect(at(sineAt, x)).toBeCloseTo(Math.sin((Math.PI / 2) * x), 14);
  });

  test('cosine and sine of any angle', () => {
    const x = new Float64Array(4);
    for (let angle = -20; angle <= 20; angle += 0.037) {
      x.set([9, angle, 0, 9]);
      turnAt(x, 1);
      expect(Math.abs(x[1] - Math.cos(angle))).toBeLessThan(4e-15);
      expect(Math.abs(x[2] - Math.sin(angle))).toBeLessThan(4e-15);
      expect([x[0], x[3]]).toEqual([9, 9]);
    }
    x[0] = 0;
    turnAt(x, 0);
    expect([x[0], x[1]]).toEqual([1, 0]);
  });
});
