import { describe, expect, test } from 'vitest';
import { blockResidual } from '../../src/sets/block-residual.js';
import type { ConvexSet } from '../../src/sets/convex-set.js';
import { distanceToSet } from '../../src/sets/distance.js';
import { ellipsoidSet } from '../../src/sets/ellipsoid.js';
import { polygonSet } from '../../src/sets/polygon.js';
import { quarterEllipseSet } from '../../src/sets/quarter-ellipse.js';
import { atMost, minimizeOverPrism, minimizeOverQuarterEllipse, randomSpd, seededRandom, trials } from '../support.js';

const seed = 7;

/** k unit vectors, evenly spaced from `start`. */
const fan = (k: number, start = 0): [number, number][] =>
  Array.from({ length: k }, (_, i) => [
    Math.cos(start + (2 * Math.PI * i) / k),
    Math.sin(start + (2 * Math.PI * i) / k),
  ]);

interface Family {
  name: string;
  set: ConvexSet;
  /** A random shape. */
  shape(random: () => number): Float64Array;
  /** An independent solver of the same problem. */
  minimize?(A: Float64Array, c: Float64Array, scale: number, shape: Float64Array): Float64Array;
}

const numbers = (count: number, random: () => number, sometimesZero: number): Float64Array =>
  Float64Array.from({ length: count }, () => (random() < sometimesZero ? 0 : 0.05 + random()));

const prism = (name: string, directions: [number, number][]): Family => ({
  name,
  set: polygonSet(directions),
  shape: (random) => numbers(directions.length + 1, random, 0.1),
  minimize: (A, c, scale, shape) => minimizeOverPrism(A, c, directions, scale, shape),
});

const families: Family[] = [
  { name: 'ellipsoidSet', set: ellipsoidSet, shape: (random) => numbers(3, random, 0.15) },
  {
    name: 'quarterEllipseSet',
    set: quarterEllipseSet,
    shape: (random) => numbers(5, random, 0.1),
    minimize: minimizeOverQuarterEllipse,
  },
  prism('polygonSet, box', fan(4)),
  prism('polygonSet, 8 directions', fan(8, 0.3)),
  prism('polygonSet, uneven triangle', [
    [1, 0],
    [-0.5, 2],
    [-1, -1],
  ]),
];

const vector = (random: () => number, size: number): Float64Array =>
  Float64Array.from({ length: 3 }, () => size * (2 * random() - 1));

for (const { name, set, shape: makeShape, minimize } of families) {
  describe(`${name} (seed ${seed})`, () => {
    if (minimize) {
      test('the block step agrees with an independent optimiser', () => {
        const random = seededRandom(seed);
        const out = new Float64Array(3);
        for (let trial = 0; trial < trials(80, 300); trial++) {
          const A = randomSpd(random, 10 ** (2 * random() - 1));
          const shape = makeShape(random);
          const c = vector(random, 1);
          const scale = 10 ** (2 * random() - 1);
          set.minimize(A, 0, c, Float64Array.of(scale), 0, shape, 0, out);
          const other = minimize(A, c, scale, shape);
          for (let e = 0; e < 3; e++) expect(Math.abs(out[e] - other[e])).toBeLessThan(1e-6 * (1 + scale));
        }
      });
    }

    test('no point of the set is better than the block step, over 12 decades', () => {
      const random = seededRandom(seed + 1);
      const out = new Float64Array(3);
      const best = new Float64Array(3);
      for (let trial = 0; trial < trials(1500, 5000); trial++) {
        const size = 10 ** (12 * random() - 6);
        const A = randomSpd(random, size);
        // Faces with bound 0 are checked above: rounding makes their gauge infinite.
        const shape = set.name === 'polygon' ? makeShape(random).map((x) => x || 0.2) : makeShape(random);
        const c = vector(random, 10 ** (8 * random() - 6));
        const scale = 10 ** (8 * random() - 6);
        const sliding = set.minimize(A, 0, c, Float64Array.of(scale), 0, shape, 0, out);
        const gauge = set.gauge(out, 0, shape, 0);
        atMost(gauge, scale * (1 + 1e-9));
        // Optimality: wᵀx with w = Aλ + c is minimal at λ over the set, and also at the support point of -w.
        const w = Float64Array.of(
          A[0] * out[0] + A[1] * out[1] + A[2] * out[2] + c[0],
          A[1] * out[0] + A[3] * out[1] + A[4] * out[2] + c[1],
          A[2] * out[0] + A[4] * out[1] + A[5] * out[2] + c[2],
        );
        set.support(
          w.map((x) => -x),
          shape,
          0,
          best,
        );
        let gap = 0;
        for (let e = 0; e < 3; e++) gap += w[e] * (out[e] - scale * best[e]);
        const unit = (Math.hypot(...c) + size * Math.hypot(...out)) * (Math.hypot(...out) + scale);
        atMost(Math.abs(gap), 1e-9 * unit);
        const speed = Math.hypot(...c) + size * Math.hypot(...out);
        atMost(blockResidual(set, A, 0, c, scale, shape, 0, out), 1e-9 * speed);
        if (!sliding) atMost(Math.hypot(...w), 1e-9 * speed + 1e-300 + (shape.includes(0) ? 1e9 : 0));
      }
    });

    test('gauge, support and distance are consistent', () => {
      const random = seededRandom(seed + 2);
      const point = new Float64Array(3);
      const nearest = new Float64Array(3);
      for (let trial = 0; trial < trials(150, 500); trial++) {
        const shape = makeShape(random).map((x) => x || 0.3);
        const d = vector(random, 1);
        set.support(d, shape, 0, point);
        expect(set.gauge(point, 0, shape, 0)).toBeCloseTo(1, 9);
        const reach = d[0] * point[0] + d[1] * point[1] + d[2] * point[2];
        const far = vector(random, 3);
        const distance = distanceToSet(set, far, 1, shape, 0, nearest);
        const outside = set.gauge(far, 0, shape, 0);
        expect(distance > 1e-9).toBe(outside > 1 + 1e-9);
        for (let sample = 0; sample < 30; sample++) {
          const x = vector(random, 1);
          const gauge = set.gauge(x, 0, shape, 0);
          for (let e = 0; e < 3; e++) x[e] /= gauge;
          atMost(d[0] * x[0] + d[1] * x[1] + d[2] * x[2], reach + 1e-9);
          // No point of the set is nearer, and none is beyond the plane through `nearest` that faces `far`.
          atMost(distance - 1e-9, Math.hypot(far[0] - x[0], far[1] - x[1], far[2] - x[2]));
          let beyond = 0;
          for (let e = 0; e < 3; e++) beyond += (far[e] - nearest[e]) * (x[e] - nearest[e]);
          atMost(beyond, 1e-9);
        }
      }
    });

    test('a scale of 0 gives no friction, and a zero matrix gives the support point of -c', () => {
      const out = new Float64Array(3);
      const shape = makeShape(seededRandom(seed)).fill(0.5);
      const c = Float64Array.of(0.2, -1, 0.3);
      set.minimize(new Float64Array([1, 0, 0, 1, 0, 1]), 0, c, new Float64Array(1), 0, shape, 0, out);
      expect(Math.hypot(...out)).toBe(0);
      set.minimize(new Float64Array(6), 0, c, Float64Array.of(2), 0, shape, 0, out);
      const far = new Float64Array(3);
      set.support(
        c.map((x) => -x),
        shape,
        0,
        far,
      );
      for (let e = 0; e < 3; e++) expect(out[e]).toBeCloseTo(2 * far[e], 9);
    });
  });
}

test('polygonSet rejects directions that leave the polygon unbounded', () => {
  expect(() => polygonSet(fan(2))).toThrow('polygonSet: directions must span the full circle');
  expect(() => polygonSet([])).toThrow('polygonSet');
  expect(() =>
    polygonSet([
      [1, 0],
      [0, 1],
      [0.7, 0.7],
    ]),
  ).toThrow('without a gap of 180°');
  expect(() => polygonSet([...fan(4), [0, 0]])).toThrow('after direction 4');
});
