import { describe, expect, test } from 'vitest';
import { createHull, findHull, reserveHull } from '../src/hull.js';

function hullOf(points: readonly (readonly [number, number])[], tolerance = 1e-3): number[] {
  const hull = createHull();
  reserveHull(hull, points.length);
  hull.count = points.length;
  points.forEach(([u, v], k) => {
    hull.u[k] = u;
    hull.v[k] = v;
  });
  findHull(hull, tolerance);
  return [...hull.corner.subarray(0, hull.corners)];
}

const ring = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, k) => [Math.cos((2 * Math.PI * k) / count), Math.sin((2 * Math.PI * k) / count)]);

describe('findHull', () => {
  test('a square with points inside, on its edges, and a corner told twice', () => {
    const points: [number, number][] = [
      [0, 0],
      [0.5, 0.5],
      [1, 0],
      [0.5, 0],
      [1, 1],
      [1, 0.3],
      [0, 1],
      [1, 1],
    ];
    const corners = hullOf(points).map((k) => points[k].join());
    expect(corners).toEqual(['0,0', '1,0', '1,1', '0,1']);
  });

  test.each([3, 8, 24, 100])('all %d corners of a ring, once round', (count) => {
    const corners = hullOf(ring(count));
    expect(corners.length).toBe(count);
    for (let k = 0; k < count; k++) expect(corners[(k + 1) % count]).toBe((corners[k] + 1) % count);
  });

  test('corners that hardly stand out are none', () => {
    const points: [number, number][] = [
      [0, 0],
      [0.5, -5e-4],
      [1, 0],
      [1, 1],
      [0.5, 1.01],
      [0, 1],
      [-5e-4, 0.5],
    ];
    expect(hullOf(points).sort()).toEqual([0, 2, 3, 4, 5]);
  });

  test('a line has two ends, a point itself', () => {
    expect(
      hullOf([
        [0, 0],
        [2, 2],
        [1, 1],
      ]).sort(),
    ).toEqual([0, 1]);
    expect(hullOf([[3, 4]])).toEqual([0]);
  });
});
