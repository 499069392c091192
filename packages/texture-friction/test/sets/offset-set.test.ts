import { seededRandom } from '@stiction/friction-core/testing';
import { ellipsoidSet, quarterEllipseSet } from '@stiction/lcp-solver';
import { expect, test } from 'vitest';
import { offsetSet } from '../../src/sets/offset-set.js';

const SEED = 20261116;
const ONE = new Float64Array([1]);

test(`the minimiser is optimal: no point of the set dissipates more, seed ${SEED}`, () => {
  const random = seededRandom(SEED);
  const set = offsetSet(quarterEllipseSet);
  for (let trial = 0; trial < 300; trial++) {
    const shape = Float64Array.of(0.4 * random() - 0.2, 0.4 * random() - 0.2, 0.6, 0.2, 0.3, 0.9, 0.1);
    const g = Array.from({ length: 9 }, () => 2 * random() - 1);
    const dot = (i: number, j: number) =>
      g[3 * i] * g[3 * j] + g[3 * i + 1] * g[3 * j + 1] + g[3 * i + 2] * g[3 * j + 2];
    const A = Float64Array.of(dot(0, 0) + 0.1, dot(0, 1), dot(0, 2), dot(1, 1) + 0.1, dot(1, 2), dot(2, 2) + 0.1);
    const c = Float64Array.from([1, 2, 3], () => 4 * random() - 2);
    const l = new Float64Array(3);
    const sliding = set.minimize(A, 0, c, ONE, 0, shape, 0, l);
    expect(set.gauge(l, 0, shape, 0)).toBeLessThanOrEqual(1 + 1e-9);
    const v = [
      c[0] + A[0] * l[0] + A[1] * l[1] + A[2] * l[2],
      c[1] + A[1] * l[0] + A[3] * l[1] + A[4] * l[2],
      c[2] + A[2] * l[0] + A[4] * l[1] + A[5] * l[2],
    ];
    if (!sliding) {
      for (const value of v) expect(Math.abs(value)).toBeLessThan(1e-8);
      continue;
    }
    const best = new Float64Array(3);
    set.support(Float64Array.of(-v[0], -v[1], -v[2]), shape, 0, best);
    const work = (x: Float64Array) => x[0] * v[0] + x[1] * v[1] + x[2] * v[2];
    expect(work(l)).toBeLessThanOrEqual(work(best) + 1e-8 * Math.abs(work(best)));
  }
});

test('sliding gives a torque about the pressure centre, spinning about the friction centre no force', () => {
  const set = offsetSet(ellipsoidSet);
  const shape = Float64Array.of(0.1, 0, 0.5, 0.5, 0.2);
  const l = new Float64Array(3);
  // Slip along y without spin: the opposing friction acts at x = 0.1.
  set.support(Float64Array.of(0, -1, 0), shape, 0, l);
  expect(l[1]).toBeCloseTo(-0.5, 12);
  expect(l[2]).toBeCloseTo(-0.05, 12);
  // Spin about the friction centre moves the pressure centre along -y by 0.1 per rad.
  set.support(Float64Array.of(0, 0.1, -1), shape, 0, l);
  expect(l[1]).toBeCloseTo(0, 12);
  expect(l[2]).toBeCloseTo(-0.2, 12);
});
