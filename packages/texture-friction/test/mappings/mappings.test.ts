import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, it } from 'vitest';
import { boxMapping } from '../../src/mappings/box.js';
import { createChart, type TextureMapping } from '../../src/mappings/chart.js';
import { cylinderMapping } from '../../src/mappings/cylinder.js';
import { meshMapping } from '../../src/mappings/mesh.js';
import { heightfieldMapping, planeMapping } from '../../src/mappings/plane.js';
import { sphereMapping } from '../../src/mappings/sphere.js';
import { cross } from '../sampling/sample-helpers.js';
import { attribute } from '../support.js';

const seed = 5;

function chartAt(mapping: TextureMapping, point: readonly number[], normal: readonly number[], depth = 0.01) {
  const out = createChart();
  const found = mapping.chart(Float64Array.from(point), Float64Array.from(normal), Float64Array.of(depth), out);
  const numbers = (from: Float64Array, at: number) => Array.from(from.subarray(at, at + 3));
  return {
    found,
    uv: Array.from(out.uv),
    gu: numbers(out.gradient, 0),
    gv: numbers(out.gradient, 3),
    T: numbers(out.axes, 0),
    B: numbers(out.axes, 3),
    corners: Array.from({ length: out.corners }, (_, k) => numbers(out.outline, 3 * k)),
  };
}

function close(a: readonly number[], b: readonly number[], digits = 9): void {
  expect(a).toHaveLength(b.length);
  a.forEach((x, k) => {
    expect(x).toBeCloseTo(b[k], digits);
  });
}

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Area of a flat outline, signed by its orientation about `normal`. */
function signedArea(corners: number[][], normal: readonly number[]): number {
  let area = 0;
  corners.forEach((a, k) => {
    area += dot(cross(a, corners[(k + 1) % corners.length]), normal) / 2;
  });
  return area;
}

/** Checks that the gradients match finite differences of uv, and that the axes are along them and right-handed about the normal. */
function checkChart(
  mapping: TextureMapping,
  point: readonly number[],
  normal: readonly number[],
  curved: boolean,
): void {
  const here = chartAt(mapping, point, normal);
  expect(here.found).toBe(true);
  close(cross(here.T, here.B), normal);
  const step = 1e-6;
  for (const [axis, gradient] of [
    [here.T, here.gu],
    [here.B, here.gv],
  ]) {
    close(
      axis,
      gradient.map((x) => x / Math.hypot(...gradient)),
    );
    const moved = point.map((x, k) => x + step * axis[k]);
    const length = Math.hypot(...moved);
    const there = chartAt(mapping, moved, curved ? moved.map((x) => x / length) : normal);
    const rise = axis === here.T ? there.uv[0] - here.uv[0] : there.uv[1] - here.uv[1];
    expect(rise / step / Math.hypot(...gradient)).toBeCloseTo(1, 4);
  }
}

describe('boxMapping', () => {
  const half = [1, 2, 3];
  const fit = boxMapping({ halfExtents: half });
  // Upper left vertex (uv 0, 1) and lower right one (1, 0) of each side of three.js' BoxGeometry(2, 4, 6).
  const faces: [number[], number[], number[]][] = [
    [
      [1, 0, 0],
      [1, 2, 3],
      [1, -2, -3],
    ],
    [
      [-1, 0, 0],
      [-1, 2, -3],
      [-1, -2, 3],
    ],
    [
      [0, 1, 0],
      [-1, 2, -3],
      [1, 2, 3],
    ],
    [
      [0, -1, 0],
      [-1, -2, 3],
      [1, -2, -3],
    ],
    [
      [0, 0, 1],
      [-1, 2, 3],
      [1, -2, 3],
    ],
    [
      [0, 0, -1],
      [1, 2, -3],
      [-1, -2, -3],
    ],
  ];
  it.each(faces)('face %j matches three.js', (normal, first, last) => {
    close(chartAt(fit, first, normal).uv, [0, 1]);
    close(chartAt(fit, last, normal).uv, [1, 0]);
    const inner = first.map((x, k) => 0.7 * x + 0.2 * last[k] + (normal[k] !== 0 ? 0.1 * x : 0));
    checkChart(fit, inner, normal, false);
    const { corners } = chartAt(fit, first, normal);
    const axis = normal.findIndex((x) => x !== 0);
    expect(signedArea(corners, normal)).toBeCloseTo((4 * 6) / half[axis], 9);
    for (const corner of corners) close(corner.map(Math.abs), half);
    expect(corners.every((corner) => corner[axis] === normal[axis] * half[axis])).toBe(true);
  });

  it('half extents may be a vector of cannon-es, Rapier or three.js', () => {
    const named = boxMapping({ halfExtents: { x: half[0], y: half[1], z: half[2] } });
    close(chartAt(named, [1, 0.5, 0.3], [1, 0, 0]).uv, chartAt(fit, [1, 0.5, 0.3], [1, 0, 0]).uv);
  });

  it('tiles in metres start at the same corner', () => {
    const tiled = boxMapping({ halfExtents: half, tile: [0.5, 0.25] });
    close(chartAt(tiled, [1, -2, 3], [1, 0, 0]).uv, [0, 0]);
    close(chartAt(tiled, [1, 2, -3], [1, 0, 0]).uv, [12, 16]);
  });

  it('a tilted contact belongs to the face closest to its normal', () => {
    close(chartAt(fit, [1, 2, 3], [0.6, 0.8, 0]).gu, [0.5, 0, 0]);
    close(chartAt(fit, [1, 2, 3], [0.8, 0.6, 0]).gu, [0, 0, -1 / 6]);
  });
});

describe('planeMapping and heightfieldMapping', () => {
  it.each([
    ['x', [1, 0, 0]],
    ['y', [0, 1, 0]],
    ['z', [0, 0, 1]],
  ] as const)('normal %s', (axis, normal) => {
    const mapping = planeMapping({ normal: axis, tile: [0.5, 2], origin: [1, 1, 1] });
    checkChart(mapping, [0.3, -0.4, 0.7], normal, false);
    close(chartAt(mapping, [1, 1, 1], normal).uv, [0, 0]);
    const { gu, gv, corners } = chartAt(mapping, [0, 0, 0], normal);
    expect(Math.hypot(...gu)).toBeCloseTo(2, 12);
    expect(Math.hypot(...gv)).toBeCloseTo(0.5, 12);
    expect(corners).toHaveLength(0);
  });

  it('on a slope the texture is projected from above, with its axes along the ground', () => {
    const mapping = heightfieldMapping({ up: 'z', tile: 1 });
    const normal = [-0.6, 0, 0.8];
    const { uv, T, B, gu } = chartAt(mapping, [2.25, 0.5, 7], normal);
    close(uv, [2.25, 0.5]);
    close(T, [0.8, 0, 0.6]);
    close(B, [0, 1, 0]);
    // Up the slope u grows with the horizontal distance.
    expect(dot(gu, T)).toBeCloseTo(0.8, 12);
    expect(chartAt(mapping, [0, 0, 0], [1, 0, 0]).found).toBe(false);
  });
});

describe('sphereMapping', () => {
  const mapping = sphereMapping({ radius: 2 });
  it('matches three.js: x = -cos φ sin θ, y = cos θ, z = sin φ sin θ at u = φ/2π, v = 1 - θ/π', () => {
    for (const u of [0, 0.1, 0.3, 0.5, 0.76, 0.99]) {
      for (const v of [0.02, 0.3, 0.5, 0.9]) {
        const [phi, theta] = [2 * Math.PI * u, Math.PI * (1 - v)];
        const n = [-Math.cos(phi) * Math.sin(theta), Math.cos(theta), Math.sin(phi) * Math.sin(theta)];
        const point = n.map((x) => 2 * x);
        close(chartAt(mapping, point, n).uv, [u, v]);
        if (v > 0.1 && u > 0) checkChart(mapping, point, n, true);
      }
    }
  });

  it('extends as far as the layer: a cap of area π 2 R depth', () => {
    const { corners } = chartAt(mapping, [0, 0, 2], [0, 0, 1], 0.01);
    expect(signedArea(corners, [0, 0, 1])).toBeCloseTo(Math.PI * 2 * 2 * 0.01, 9);
  });

  it('poles: T along +z, finite gradients', () => {
    for (const y of [1, -1]) {
      const { T, B, gu, uv } = chartAt(mapping, [0, 2 * y, 0], [0, y, 0], 0.01);
      close(T, [0, 0, 1]);
      close(cross(T, B), [0, y, 0]);
      expect(uv[1]).toBeCloseTo(y > 0 ? 1 : 0, 12);
      // The gradient at half the cap's radius from the pole.
      expect(Math.hypot(...gu)).toBeCloseTo(1 / (2 * Math.PI * (0.5 * Math.sqrt(0.04))), 9);
    }
  });
});

describe('cylinderMapping', () => {
  const mapping = cylinderMapping({ radius: 0.5, height: 3 });
  it('the side matches three.js: x = sin θ, z = cos θ at u = θ/2π', () => {
    for (const u of [0.01, 0.2, 0.5, 0.8]) {
      const n = [Math.sin(2 * Math.PI * u), 0, Math.cos(2 * Math.PI * u)];
      const point = [0.5 * n[0], 0.75, 0.5 * n[2]];
      const { uv, T, B, gu, corners } = chartAt(mapping, point, n, 0.0025);
      close(uv, [u, 0.75]);
      close(cross(T, B), n);
      close(B, [0, 1, 0]);
      expect(Math.hypot(...gu)).toBeCloseTo(1 / (2 * Math.PI * 0.5), 12);
      // √(2 R depth) = 0.05 to both sides, from end to end.
      expect(signedArea(corners, n)).toBeCloseTo(0.1 * 3, 12);
    }
  });

  it('caps are flat: u along z, v along ±x', () => {
    const top = chartAt(mapping, [0.25, 1.5, -0.125], [0, 1, 0]);
    close(top.uv, [0.375, 0.75]);
    expect(signedArea(top.corners, [0, 1, 0])).toBeCloseTo(Math.PI * 0.25, 9);
    const bottom = chartAt(mapping, [0.25, -1.5, -0.125], [0, -1, 0]);
    close(bottom.uv, [0.375, 0.25]);
    expect(signedArea(bottom.corners, [0, -1, 0])).toBeCloseTo(Math.PI * 0.25, 9);
    expect(bottom.corners.every((corner) => corner[1] === -1.5)).toBe(true);
  });

  it('other axes are a rotated copy', () => {
    const point = [0.3, 0.2, 0.4];
    const normal = [0.6, 0, 0.8];
    const one = chartAt(mapping, point, normal);
    // x, y, z → y, z, x: the axis y becomes z.
    const turn = ([x, y, z]: readonly number[]) => [z, x, y];
    const other = chartAt(cylinderMapping({ radius: 0.5, height: 3, axis: 'z' }), turn(point), turn(normal));
    close(other.uv, one.uv);
    close(other.T, turn(one.T));
    close(other.B, turn(one.B));
    other.corners.forEach((corner, k) => {
      close(corner, turn(one.corners[k]));
    });
  });

  it('tiles and wraps', () => {
    const tiled = cylinderMapping({ radius: 0.5, height: 3, tile: [0.1, 0.5], wraps: 30 });
    const { uv, gu, gv } = chartAt(tiled, [0.5, 0, 0], [1, 0, 0]);
    close(uv, [7.5, 3]);
    expect(Math.hypot(...gu)).toBeCloseTo(30 / Math.PI, 9);
    expect(Math.hypot(...gv)).toBeCloseTo(2, 12);
  });
});

describe('meshMapping', () => {
  /** A bumpy sheet over [0, 2]², u = x/2, v = y/2, n x n squares. */
  function sheet(n: number, height: (x: number, y: number) => number, mirrored = false) {
    const positions: number[] = [];
    const uvs: number[] = [];
    const indices: number[] = [];
    for (let j = 0; j <= n; j++) {
      for (let i = 0; i <= n; i++) {
        const [x, y] = [(2 * i) / n, (2 * j) / n];
        positions.push(x, y, height(x, y));
        uvs.push(mirrored ? 1 - i / n : i / n, j / n);
        const a = i + (n + 1) * j;
        if (i < n && j < n) indices.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
      }
    }
    return { positions, uvs, indices };
  }

  it(`finds texture coordinates and axes anywhere on a sheet (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const mesh = sheet(20, (x, y) => 0.2 * Math.sin(3 * x) + 0.1 * y);
    const mapping = meshMapping(mesh);
    for (let k = 0; k < 200; k++) {
      const [x, y] = [0.05 + 1.9 * random(), 0.05 + 1.9 * random()];
      const z = 0.2 * Math.sin(3 * x) + 0.1 * y;
      const slope = [-0.6 * Math.cos(3 * x), -0.1, 1];
      const normal = slope.map((s) => s / Math.hypot(...slope));
      // Slightly above or below the surface.
      const off = 0.01 * (random() - 0.5);
      const { found, uv, T, B } = chartAt(
        mapping,
        [x, y, z].map((c, i) => c + off * normal[i]),
        normal,
      );
      expect(found).toBe(true);
      expect(Math.abs(uv[0] - x / 2)).toBeLessThan(0.01);
      expect(Math.abs(uv[1] - y / 2)).toBeLessThan(0.01);
      expect(dot(cross(T, B), normal)).toBeGreaterThan(0.95);
      expect(T[0]).toBeGreaterThan(0.7);
    }
  });

  it(`finds the nearest triangle, as by brute force (seed ${seed})`, () => {
    const random = seededRandom(seed + 1);
    // Separate triangles facing up, identified by their constant v.
    const count = 60;
    const positions: number[] = [];
    const uvs: number[] = [];
    for (let t = 0; t < count; t++) {
      const [x, y, z] = [4 * random(), random(), 2 * random()];
      const size = 0.05 + 0.5 * random();
      positions.push(x, y, z, x + size, y, z, x, y + size, z);
      uvs.push(0, 10 * t, 1, 10 * t, 0, 10 * t + 1);
    }
    const mapping = meshMapping({ positions, uvs });
    const distanceTo = (t: number, p: readonly number[]) => {
      // Brute force over the area of the triangle.
      let least = Number.POSITIVE_INFINITY;
      const [x, y, z] = positions.slice(9 * t, 9 * t + 3);
      const size = positions[9 * t + 3] - x;
      for (let i = 0; i <= 40; i++) {
        for (let j = 0; i + j <= 40; j++) {
          least = Math.min(least, Math.hypot(p[0] - x - (size * i) / 40, p[1] - y - (size * j) / 40, p[2] - z));
        }
      }
      return least;
    };
    for (let k = 0; k < 60; k++) {
      const p = [5 * random() - 0.5, 2 * random() - 0.5, 3 * random() - 0.5];
      const { uv, gv } = chartAt(mapping, p, [0, 0, 1]);
      const all = Array.from({ length: count }, (_, t) => distanceTo(t, p));
      const best = Math.min(...all);
      // v at the first corner of the triangle, from v at the point.
      const winner = all.findIndex((_, t) => {
        const start =
          uv[1] -
          dot(
            gv,
            p.map((c, i) => c - positions[9 * t + i]),
          );
        return Math.abs(start - 10 * t) < 1e-6;
      });
      expect(winner).toBeGreaterThanOrEqual(0);
      expect(all[winner]).toBeLessThan(best + 0.03);
    }
  });

  it('mirrored texture coordinates reverse T, not B', () => {
    const { T, B, uv } = chartAt(meshMapping(sheet(4, () => 0, true)), [0.3, 0.4, 0], [0, 0, 1]);
    close(T, [-1, 0, 0]);
    close(B, [0, 1, 0]);
    close(uv, [0.85, 0.2]);
  });

  it('on a thin plate the side that matches the normal is used', () => {
    const top = sheet(2, () => 0.001);
    const bottom = sheet(2, () => -0.001);
    const vertices = top.positions.length / 3;
    const mapping = meshMapping({
      positions: [...top.positions, ...bottom.positions],
      uvs: [...top.uvs, ...bottom.uvs.map((x) => x + 5)],
      indices: [
        ...top.indices,
        ...bottom.indices
          .slice()
          .reverse()
          .map((k) => k + vertices),
      ],
    });
    // Slightly on the wrong side, as with overlap.
    close(chartAt(mapping, [1, 0.5, -0.0005], [0, 0, 1]).uv, [0.5, 0.25]);
    close(chartAt(mapping, [1, 0.5, 0.0005], [0, 0, -1]).uv, [5.5, 5.25]);
  });

  it('vertex normals define the outside', () => {
    const mesh = sheet(2, () => 0);
    const indices = mesh.indices.slice().reverse();
    const normals = mesh.positions.map((_, k) => (k % 3 === 2 ? 1 : 0));
    const thin = { ...mesh, indices, normals };
    close(chartAt(meshMapping(thin), [1, 0.5, 0], [0, 0, 1]).uv, [0.5, 0.25]);
  });

  it('reads three.js geometries and ignores triangles without area', () => {
    const mesh = sheet(3, () => 0);
    const geometry = {
      attributes: { position: attribute(mesh.positions, 3), uv: attribute(mesh.uvs, 2) },
      index: attribute([0, 0, 1, ...mesh.indices], 1),
    };
    close(chartAt(meshMapping(geometry), [0.01, 0.01, 0], [0, 0, 1]).uv, [0.005, 0.005]);
    expect(() => meshMapping({ ...geometry, attributes: { position: geometry.attributes.position } })).toThrow(
      'meshMapping: the mesh has no texture coordinates (uv)',
    );
  });

  it('a non-finite contact is not on the mesh', () => {
    expect(chartAt(meshMapping(sheet(2, () => 0)), [Number.NaN, 0, 0], [0, 0, 1]).found).toBe(false);
  });
});

describe('options', () => {
  const triangle = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], uvs: [0, 0, 1, 0, 0, 1] };
  it.each([
    [() => boxMapping({ halfExtents: [1, 0, 1] }), /halfExtents must be > 0 m/],
    [() => boxMapping({ halfExtents: [1, 1] }), /halfExtents must be three finite numbers/],
    [() => boxMapping({ halfExtents: [1, 1, 1], tile: 0 }), /tile must be one or two lengths > 0 m/],
    [() => boxMapping({ halfExtents: [1, 1, 1], size: 2 } as never), /unknown option 'size'/],
    [() => planeMapping({ tile: 'fit' as never }), /tile must be one or two lengths in m/],
    [() => planeMapping({} as never), /tile must be one or two lengths in m/],
    [() => planeMapping({ tile: 1, normal: 'w' as never }), /normal must be one of x, y, z/],
    [() => heightfieldMapping({ tile: 1, origin: [0, Number.NaN, 0] }), /origin must be three finite numbers/],
    [() => sphereMapping({ radius: -1 }), /radius must be a finite number > 0 m/],
    [() => cylinderMapping({ radius: 1, height: 0 }), /height must be a finite number > 0 m/],
    [() => cylinderMapping({ radius: 1, height: 1, wraps: 0.5 }), /wraps must be an integer from 1/],
    [() => meshMapping({ ...triangle, uvs: [] }), /no texture coordinates/],
    [() => meshMapping({ ...triangle, uvs: [0, 0] }), /uvs must be u, v of 3 vertices \(got 2 numbers\)/],
    [() => meshMapping({ ...triangle, positions: [0, 0] }), /positions must be x, y, z/],
    [() => meshMapping({ ...triangle, indices: [0, 1, 3] }), /indices\[2\] must be from 0 to 2 \(got 3\)/],
    [() => meshMapping({ ...triangle, indices: [0, 1] }), /three vertices per triangle/],
    [() => meshMapping({ ...triangle, uvs: [0, 0, Number.NaN, 0, 0, 1] }), /uvs\[2\] must be finite/],
    [() => meshMapping({ ...triangle, uvs: [0, 0, 0, 0, 0, 0] }), /must have a triangle with an area/],
    [() => meshMapping({ ...triangle, normals: [0, 0, 1] }), /normals must be x, y, z of 3 vertices/],
  ])('%#', (make, message) => {
    expect(make).toThrow(message);
  });
});
