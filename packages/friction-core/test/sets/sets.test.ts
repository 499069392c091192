import { type ConvexSet, ellipsoidSet, polygonSet, quarterEllipseSet } from '@stiction/lcp-solver';
import { describe, expect, test } from 'vitest';
import { stribeckCurve } from '../../src/laws/stribeck-curve.js';
import { radialSet } from '../../src/sets/radial.js';
import { rotatedSet } from '../../src/sets/rotated.js';
import { speedSet } from '../../src/sets/speed.js';
import { seededRandom } from '../../src/testing/index.js';

const SEED = 20261116;
const ONE = new Float64Array([1]);

/** A random symmetric positive definite block, spread over four decades. */
function randomBlock(random: () => number): Float64Array {
  const g = Array.from({ length: 9 }, () => (2 * random() - 1) * 10 ** (2 * random() - 1));
  const dot = (i: number, j: number) => g[3 * i] * g[3 * j] + g[3 * i + 1] * g[3 * j + 1] + g[3 * i + 2] * g[3 * j + 2];
  return Float64Array.from([dot(0, 0) + 0.01, dot(0, 1), dot(0, 2), dot(1, 1) + 0.01, dot(1, 2), dot(2, 2) + 0.01]);
}

function velocity(A: Float64Array, c: Float64Array, l: Float64Array): Float64Array {
  return Float64Array.from([
    c[0] + A[0] * l[0] + A[1] * l[1] + A[2] * l[2],
    c[1] + A[1] * l[0] + A[3] * l[1] + A[4] * l[2],
    c[2] + A[2] * l[0] + A[4] * l[1] + A[5] * l[2],
  ]);
}

const randomVector = (random: () => number) => Float64Array.from([1, 2, 3], () => 6 * random() - 3);

describe(`rotated sets, seed ${SEED}`, () => {
  const square = polygonSet([
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]);
  const sets: [string, ConvexSet, number[]][] = [
    ['ellipsoid', ellipsoidSet, [0.6, 0.2, 0.1]],
    ['quarter ellipses', quarterEllipseSet, [0.6, 0.2, 0.3, 0.9, 0.1]],
    ['square', square, [0.6, 0.2, 0.3, 0.9, 0.1]],
  ];

  test.each(sets)('%s: the minimiser dissipates most', (_, set, numbers) => {
    const random = seededRandom(SEED);
    const turned = rotatedSet(set);
    for (let trial = 0; trial < 300; trial++) {
      const angle = 6.3 * random();
      const shape = Float64Array.from([Math.cos(angle), Math.sin(angle), trial % 2 === 0 ? 1 : -1, ...numbers]);
      const A = randomBlock(random);
      const c = randomVector(random);
      const l = new Float64Array(3);
      const sliding = turned.minimize(A, 0, c, ONE, 0, shape, 0, l);
      expect(turned.gauge(l, 0, shape, 0)).toBeLessThanOrEqual(1 + 1e-9);
      const v = velocity(A, c, l);
      if (!sliding) {
        for (const value of v) expect(Math.abs(value)).toBeLessThan(1e-9);
        continue;
      }
      // Maximum dissipation: no other point of the set works harder against v.
      const best = new Float64Array(3);
      turned.support(
        v.map((x) => -x),
        shape,
        0,
        best,
      );
      const work = (p: Float64Array) => p[0] * v[0] + p[1] * v[1] + p[2] * v[2];
      expect(work(l)).toBeLessThanOrEqual(work(best) + 1e-8 * Math.hypot(...v));
    }
  });

  test('a rotation by 90° swaps the axes, mirroring flips y', () => {
    const turned = rotatedSet(quarterEllipseSet);
    const gauge = (x: number, y: number, shape: number[]) =>
      turned.gauge(Float64Array.from([x, y, 0]), 0, Float64Array.from(shape), 0);
    const numbers = [0.6, 0.2, 0.3, 0.9, 0.1];
    expect(gauge(0, 0.6, [0, 1, 1, ...numbers])).toBeCloseTo(1, 12);
    expect(gauge(-0.3, 0, [0, 1, 1, ...numbers])).toBeCloseTo(1, 12);
    expect(gauge(0, 0.9, [1, 0, -1, ...numbers])).toBeCloseTo(1, 12);
    expect(gauge(0, -0.3, [1, 0, -1, ...numbers])).toBeCloseTo(1, 12);
  });
});

describe(`radial sets, seed ${SEED}`, () => {
  test.each([
    ['ellipsoid', ellipsoidSet, [0.6, 0.2, 0], 2],
    ['quarter ellipses', quarterEllipseSet, [0.6, 0.2, 0.3, 0.9, 0], 4],
  ] as [string, ConvexSet, number[], number][])(
    '%s: λ is in the set and straight against the slip',
    (_, set, numbers, at) => {
      const random = seededRandom(SEED);
      const radial = radialSet(set, at);
      const shape = Float64Array.from(numbers);
      let slides = 0;
      for (let trial = 0; trial < 300; trial++) {
        const A = randomBlock(random);
        // Mildly anisotropic blocks, as patches have them.
        A[0] = A[3] * (0.7 + 0.6 * random());
        A[1] = 0.3 * A[3] * (2 * random() - 1);
        A[2] = 0;
        A[4] = 0;
        const c = randomVector(random);
        c[2] = 0;
        const l = new Float64Array(3);
        const sliding = radial.minimize(A, 0, c, ONE, 0, shape, 0, l);
        expect(radial.gauge(l, 0, shape, 0)).toBeLessThanOrEqual(1 + 1e-9);
        if (!sliding) continue;
        slides++;
        const v = velocity(A, c, l);
        const across = Math.abs(l[0] * v[1] - l[1] * v[0]) / (Math.hypot(l[0], l[1]) * Math.hypot(v[0], v[1]));
        expect(l[0] * v[0] + l[1] * v[1]).toBeLessThan(0);
        expect(across).toBeLessThan(1e-5);
        expect(radial.gauge(l, 0, shape, 0)).toBeCloseTo(1, 6);
      }
      expect(slides).toBeGreaterThan(100);
    },
  );
});

describe(`speed sets, seed ${SEED}`, () => {
  const curve = stribeckCurve({ muS: 0.6, muC: 0.3, vS: 0.2, gamma: 2, viscous: 0.05 });
  const mu = (v: number) => 0.3 + 0.3 * Math.exp(-((v / 0.2) ** 2)) + 0.05 * v;
  const set = speedSet(curve, true);

  test('friction is that of the resulting speed', () => {
    const random = seededRandom(SEED);
    let slides = 0;
    for (let trial = 0; trial < 300; trial++) {
      const a = 0.2 + random();
      const A = Float64Array.from([a, 0, 0, a, 0, 1]);
      const c = randomVector(random);
      c[2] = 0;
      const shape = new Float64Array([0.6, 0.6, 0, 0]);
      const l = new Float64Array(3);
      if (!set.minimize(A, 0, c, ONE, 0, shape, 0, l)) {
        expect(Math.hypot(c[0], c[1]) / a).toBeLessThanOrEqual(0.6 + 1e-12);
        continue;
      }
      slides++;
      const v = velocity(A, c, l);
      expect(Math.hypot(l[0], l[1])).toBeCloseTo(mu(Math.hypot(v[0], v[1])), 9);
      expect(set.gauge(l, 0, shape, 0)).toBeCloseTo(1, 9);
    }
    expect(slides).toBeGreaterThan(200);
  });

  test('the fastest of several solutions is taken', () => {
    // A steep fall: 0.6 at rest, 0.1 from 0.05 on. Pushed with 0.5 of speed and a block of 1, three speeds fit.
    const steep = speedSet(stribeckCurve({ muS: 0.6, muC: 0.1, vS: 0.02, gamma: 2, viscous: 0 }), true);
    const l = new Float64Array(3);
    const shape = new Float64Array([0.6, 0.6, 0, 0]);
    steep.minimize(Float64Array.from([1, 0, 0, 1, 0, 1]), 0, Float64Array.from([0.61, 0, 0]), ONE, 0, shape, 0, l);
    expect(l[0]).toBeCloseTo(-0.1, 6);
  });

  test('support is the friction against a given slip', () => {
    const out = new Float64Array(3);
    set.support(Float64Array.from([0.3, 0.4, 0]), new Float64Array([0.6, 0.6, 0, 1]), 0, out);
    expect(Math.hypot(out[0], out[1])).toBeCloseTo(mu(0.5), 12);
  });
});
