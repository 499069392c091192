import { describe, expect, test } from 'vitest';
import { blockResidual, ellipsoidSet } from '../../src/index.js';
import { atMost, minimizeByProjectedGradient, randomSpd, seededRandom, trials } from '../support.js';

const seed = 20261116;
const shape = new Float64Array(3);
const out = new Float64Array(3);

/** The block step with the scale as a number. */
function minimize(A: Float64Array, c: Float64Array, scale: number): boolean {
  return ellipsoidSet.minimize(A, 0, c, Float64Array.of(scale), 0, shape, 0, out);
}

describe(`ellipsoidSet (seed ${seed})`, () => {
  test('the block step agrees with an independent optimiser', () => {
    const random = seededRandom(seed);
    for (let trial = 0; trial < trials(100, 400); trial++) {
      const A = randomSpd(random, 10 ** (2 * random() - 1));
      shape.set([random() + 0.05, random() + 0.05, random() < 0.3 ? 0 : random() + 0.05]);
      const c = Float64Array.from([random() - 0.5, random() - 0.5, random() - 0.5]);
      const scale = 10 ** (2 * random() - 1);
      minimize(A, c, scale);
      const best = minimizeByProjectedGradient(A, c, [shape[0] * scale, shape[1] * scale, shape[2] * scale]);
      expect(objective(A, c, out)).toBeLessThanOrEqual(objective(A, c, best) + 1e-12);
      for (let k = 0; k < 3; k++) expect(out[k]).toBeCloseTo(best[k], 6);
    }
  });

  test('the minimiser is in the set with zero residual, over 12 decades of matrices', () => {
    const random = seededRandom(seed + 1);
    for (let trial = 0; trial < trials(4000, 20000); trial++) {
      const size = 10 ** (12 * random() - 6);
      const A = randomSpd(random, size);
      shape.set([random(), random() < 0.1 ? 0 : random(), random() < 0.2 ? 0 : 10 ** (4 * random() - 3)]);
      const speed = 10 ** (8 * random() - 6);
      const c = Float64Array.from([speed * (random() - 0.5), speed * (random() - 0.5), speed * (random() - 0.5)]);
      const scale = 10 ** (8 * random() - 6);
      const sliding = minimize(A, c, scale);
      const gauge = ellipsoidSet.gauge(out, 0, shape, 0);
      atMost(gauge, scale * (1 + 1e-12));
      if (sliding) atMost(scale * (1 - 1e-12), gauge);
      const unit = Math.hypot(...c) + size * Math.hypot(...out);
      atMost(blockResidual(ellipsoidSet, A, 0, c, scale, shape, 0, out), 1e-11 * unit);
    }
  });

  test('the residual detects a wrong minimiser', () => {
    const A = new Float64Array([2, 0, 0, 2, 0, 1]);
    shape.set([1, 1, 1]);
    const c = new Float64Array([-1, 0, 0]);
    expect(blockResidual(ellipsoidSet, A, 0, c, 1, shape, 0, new Float64Array([0.5, 0, 0]))).toBeLessThan(1e-15);
    expect(blockResidual(ellipsoidSet, A, 0, c, 1, shape, 0, new Float64Array([0.4, 0, 0]))).toBeCloseTo(0.2, 12);
    // The free minimiser scaled back radially is not a solution unless A is a multiple of the identity.
    const skewed = new Float64Array([4, 1.5, 0, 1, 0, 1]);
    c.set([-3, -2, 0]);
    const det = 4 * 1 - 1.5 * 1.5;
    const free = [(1 * 3 - 1.5 * 2) / det, (4 * 2 - 1.5 * 3) / det];
    const length = Math.hypot(free[0], free[1]);
    const radial = new Float64Array([free[0] / length, free[1] / length, 0]);
    expect(blockResidual(ellipsoidSet, skewed, 0, c, 1, shape, 0, radial)).toBeGreaterThan(0.1);
    minimize(skewed, c, 1);
    expect(blockResidual(ellipsoidSet, skewed, 0, c, 1, shape, 0, out)).toBeLessThan(1e-13);
  });

  test('the support point is on the boundary and beats every sampled point of the set', () => {
    const random = seededRandom(seed + 2);
    const d = new Float64Array(3);
    for (let trial = 0; trial < 200; trial++) {
      shape.set([random() + 0.01, random() + 0.01, random()]);
      for (let k = 0; k < 3; k++) d[k] = random() - 0.5;
      ellipsoidSet.support(d, shape, 0, out);
      expect(ellipsoidSet.gauge(out, 0, shape, 0)).toBeCloseTo(1, 12);
      const reach = d[0] * out[0] + d[1] * out[1] + d[2] * out[2];
      for (let sample = 0; sample < 50; sample++) {
        const p = [random() - 0.5, random() - 0.5, random() - 0.5];
        const length = Math.hypot(...p) || 1;
        let other = 0;
        for (let k = 0; k < 3; k++) other += (d[k] * shape[k] * p[k]) / length;
        atMost(other, reach * (1 + 1e-12));
      }
    }
  });

  test('degenerate input gives finite results', () => {
    shape.set([1, 1, 1]);
    const zero = new Float64Array(6);
    const c = new Float64Array([3, 0, 4]);
    expect(minimize(zero, c, 2)).toBe(true);
    for (const [k, value] of [-1.2, 0, -1.6].entries()) expect(out[k]).toBeCloseTo(value, 15); // no compliance: λ is the support point of -c
    expect(minimize(new Float64Array([1, 0, 0, 1, 0, 1]), c, 0)).toBe(false);
    expect(Math.hypot(...out)).toBe(0); // no normal impulse, no friction
    const locked = new Float64Array([1, 0, 0, 0, 0, 1]); // the second axis cannot move
    minimize(locked, new Float64Array([0, 1e-3, 0]), 2);
    expect(out[1]).toBeCloseTo(-2, 12);
    minimize(new Float64Array([1, 0, 0, 1, 0, 1]), new Float64Array([Infinity, 0, 0]), 1);
    expect(out.every(Number.isFinite)).toBe(true);
    shape.set([0, 0, 0]);
    minimize(locked, c, 1);
    expect(Math.hypot(...out)).toBe(0);
    expect(ellipsoidSet.gauge(new Float64Array([1, 0, 0]), 0, shape, 0)).toBe(Infinity);
    expect(ellipsoidSet.gauge(new Float64Array(3), 0, shape, 0)).toBe(0);
  });
});

function objective(A: Float64Array, c: Float64Array, x: ArrayLike<number>): number {
  const w1 = A[0] * x[0] + A[1] * x[1] + A[2] * x[2];
  const w2 = A[1] * x[0] + A[3] * x[1] + A[4] * x[2];
  const w3 = A[2] * x[0] + A[4] * x[1] + A[5] * x[2];
  return 0.5 * (w1 * x[0] + w2 * x[1] + w3 * x[2]) + c[0] * x[0] + c[1] * x[1] + c[2] * x[2];
}
