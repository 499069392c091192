import { describe, expect, test } from 'vitest';
import { createHull, findHull, reserveHull } from '../../src/extract/planar-hull.js';

function hullOf(points: readonly (readonly [number, number])[], tolerance = 1e-3): number[] {
  const hull = createHull();
  reserveHull(hull, points.length);
  hull.count = points.length;
  points.forEach(([u, v], k) => {
    hull.u[k] = u;
    hull.v[k] = v;
  });
  findHull(hull, tolerance);
  return [...hull.vertex.subarray(0, hull.vertexCount)];
}

const ring = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, k) => [Math.cos((2 * Math.PI * k) / count), Math.sin((2 * Math.PI * k) / count)]);

describe('findHull', () => {
  test('finds the corners of a square among inner points, edge points and a duplicate', () => {
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
    const vertices = hullOf(points).map((k) => points[k].join());
    expect(vertices).toEqual(['0,0', '1,0', '1,1', '0,1']);
  });

  test.each([3, 8, 24, 100])('finds all %d vertices of a ring, counterclockwise', (count) => {
    const vertices = hullOf(ring(count));
    expect(vertices.length).toBe(count);
    for (let k = 0; k < count; k++) expect(vertices[(k + 1) % count]).toBe((vertices[k] + 1) % count);
  });

  test('drops vertices within the tolerance of an edge', () => {
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

  test('returns two ends of a line, and a single point itself', () => {
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
