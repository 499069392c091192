import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { full } from '../../../../scripts/testing/full.js';
import { addMoments, clipOutline, fitPlane } from '../../src/kernels/fit-plane.js';

const ROUNDS = full ? 2000 : 200;

/** Outline about the centroid, in units of the polar radius, as `fitPlane` expects it, rotated by an angle. */
function scaled(points: readonly (readonly [number, number])[], angle: number): Float64Array {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const xy = Float64Array.from(points.flatMap(([x, y]) => [cos * x - sin * y, sin * x + cos * y]));
  const sum = new Float64Array(6);
  addMoments(xy, 0, points.length, sum);
  const [cx, cy] = [sum[1] / sum[0], sum[2] / sum[0]];
  const R = Math.sqrt((sum[3] + sum[5]) / sum[0] - cx * cx - cy * cy);
  return xy.map((value, k) => (value - (k % 2 === 0 ? cx : cy)) / R);
}

/** Load and pressure centre of a plane on an outline. */
function pressOf(xy: Float64Array, plane: Float64Array): [load: number, x: number, y: number] {
  const [a, bx, by] = plane;
  const cut = new Float64Array(4 * xy.length);
  const sum = new Float64Array(6);
  addMoments(cut, 0, clipOutline(xy, 0, xy.length / 2, plane, cut, 0), sum);
  const load = a * sum[0] + bx * sum[1] + by * sum[2];
  return [load, (a * sum[1] + bx * sum[3] + by * sum[4]) / load, (a * sum[2] + bx * sum[4] + by * sum[5]) / load];
}

const bar = (height: number) =>
  [
    [0, 0],
    [1, 0],
    [1, height],
    [0, height],
  ] as const;
const OUTLINES = { line: bar(1e-3), bar: bar(0.02), rectangle: bar(0.7), triangle: bar(0.7).slice(0, 3) };

describe.each(Object.entries(OUTLINES))('linear pressure on a %s', (_, outline) => {
  test.each([
    ['anywhere inside', 1],
    ['next to an edge', 2],
    ['next to a corner', 30],
  ] as const)('has unit load and the given centre, %s, seed 3', (_, lean) => {
    const random = seededRandom(3);
    const plane = new Float64Array(3);
    for (let k = 0; k < ROUNDS; k++) {
      const xy = scaled(outline, 2 * Math.PI * random());
      const weights = outline.map(() => random() ** lean);
      // `writePolygon` keeps the centre 2 % away from the outline.
      const total = weights.reduce((sum, weight) => sum + weight) / 0.98;
      const e = new Float64Array(2);
      const clipped = new Float64Array(4 * outline.length);
      for (const [v, weight] of weights.entries()) {
        e[0] += (weight / total) * xy[2 * v];
        e[1] += (weight / total) * xy[2 * v + 1];
      }
      expect(fitPlane(xy, Int32Array.of(outline.length), 1, e, plane, clipped)).toBe(true);
      const [load, x, y] = pressOf(xy, plane);
      expect(Math.abs(load - 1)).toBeLessThan(1e-9);
      expect(Math.hypot(x - e[0], y - e[1])).toBeLessThan(1e-9);
    }
  });
});
