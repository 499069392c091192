import { requireKnownOptions } from '@stiction/friction-core';
import type { TextureMapping } from '../chart.js';
import { gridOf, nearestTriangle } from './triangles.js';

export interface MeshMappingOptions {
  /** x, y, z of the vertices in the frame of the shape [m]. */
  positions: ArrayLike<number>;
  /** u, v of the vertices. */
  uvs: ArrayLike<number>;
  /** Three vertices per triangle, counter-clockwise seen from outside. Without them every three vertices are one. */
  indices?: ArrayLike<number>;
  /** Normals of the vertices; they say which side is outside where triangles run the other way round. */
  normals?: ArrayLike<number>;
}

/** What is read of three.js' BufferAttribute, interleaved or not. */
export interface AttributeLike {
  readonly count: number;
  getX(i: number): number;
  getY(i: number): number;
  getZ(i: number): number;
}

/** What is read of three.js' BufferGeometry. */
export interface BufferGeometryLike {
  readonly attributes: { readonly [name: string]: unknown };
  readonly index?: { readonly count: number; getX(i: number): number } | null;
}

/**
 * A mesh with texture coordinates, given as arrays or as a three.js BufferGeometry (its vertices must be in the frame of the
 * shape). A contact belongs to the nearest triangle whose normal fits; u and v are linear over it, and the map's axes lie along
 * their gradients, mirrored where the texture is. Triangles without area, in space or in the texture, are passed over.
 *
 * A window that reaches over the edge of its triangle carries on in that triangle's plane: right for flat regions of a mesh, an
 * approximation where it bends or the texture has a seam. It has no outline, so a mesh covers the whole window.
 */
export function meshMapping(mesh: MeshMappingOptions | BufferGeometryLike): TextureMapping {
  const { positions, uvs, indices, normals: given } = 'attributes' in mesh ? readGeometry(mesh) : readOptions(mesh);
  const count = indices.length / 3;
  const corners = new Float64Array(9 * count);
  const normals = new Float64Array(3 * count);
  const starts = new Float64Array(2 * count);
  const gradients = new Float64Array(6 * count);
  const axes = new Float64Array(6 * count);
  let whole = 0;
  for (let t = 0; t < count; t++) {
    const order = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    if (given !== null && runsBackwards(positions, given, order)) order.reverse();
    order.forEach((vertex, k) => {
      for (let i = 0; i < 3; i++) corners[9 * t + 3 * k + i] = positions[3 * vertex + i];
    });
    const normal = crossOf(corners, 9 * t);
    const twice = Math.sqrt(dot(normal, normal));
    const longest = longestEdge(corners, 9 * t);
    if (!(twice > 1e-12 * longest * longest)) continue;
    const n = normal.map((x) => x / twice);
    const [u, v] = [0, 1].map((i) => order.map((vertex) => uvs[2 * vertex + i]));
    const gu = gradientOf(corners, 9 * t, n, twice, u);
    const gv = gradientOf(corners, 9 * t, n, twice, v);
    const lu = Math.sqrt(dot(gu, gu));
    const lv = Math.sqrt(dot(gv, gv));
    if (!(lu > 0 && lv > 0) || !Number.isFinite(lu * lv)) continue;
    whole++;
    for (let i = 0; i < 3; i++) {
      normals[3 * t + i] = n[i];
      gradients[6 * t + i] = gu[i];
      gradients[6 * t + 3 + i] = gv[i];
      axes[6 * t + i] = gu[i] / lu;
      axes[6 * t + 3 + i] = gv[i] / lv;
    }
    starts[2 * t] = u[0];
    starts[2 * t + 1] = v[0];
  }
  if (whole === 0) throw new RangeError('meshMapping: no triangle has an area in space and in the texture');
  const triangles = gridOf(corners, normals);
  return {
    chart(point, normal, _depth, out) {
      const t = nearestTriangle(triangles, point, normal);
      if (t < 0) return false;
      const x = point[0] - corners[9 * t];
      const y = point[1] - corners[9 * t + 1];
      const z = point[2] - corners[9 * t + 2];
      for (let k = 0; k < 6; k++) {
        out.gradient[k] = gradients[6 * t + k];
        out.axes[k] = axes[6 * t + k];
      }
      for (let k = 0; k < 2; k++) {
        const at = 6 * t + 3 * k;
        out.uv[k] = starts[2 * t + k] + gradients[at] * x + gradients[at + 1] * y + gradients[at + 2] * z;
      }
      out.corners = 0;
      return true;
    },
  };
}

interface Arrays {
  positions: ArrayLike<number>;
  uvs: ArrayLike<number>;
  indices: ArrayLike<number>;
  normals: ArrayLike<number> | null;
}

function readOptions(mesh: MeshMappingOptions): Arrays {
  requireKnownOptions('meshMapping', mesh, ['positions', 'uvs', 'indices', 'normals']);
  return check(mesh.positions, mesh.uvs, mesh.indices ?? null, mesh.normals ?? null);
}

function readGeometry(geometry: BufferGeometryLike): Arrays {
  const { position, uv, normal } = geometry.attributes as { [name: string]: AttributeLike | undefined };
  const { index } = geometry;
  return check(
    read(position, 3),
    read(uv, 2),
    index ? Float64Array.from({ length: index.count }, (_, k) => index.getX(k)) : null,
    normal === undefined ? null : read(normal, 3),
  );
}

function read(attribute: AttributeLike | undefined, size: number): Float64Array {
  const values = new Float64Array(size * (attribute?.count ?? 0));
  for (let i = 0; attribute !== undefined && i < attribute.count; i++) {
    values[size * i] = attribute.getX(i);
    values[size * i + 1] = attribute.getY(i);
    if (size === 3) values[size * i + 2] = attribute.getZ(i);
  }
  return values;
}

function check(
  positions: ArrayLike<number>,
  uvs: ArrayLike<number> | undefined,
  indices: ArrayLike<number> | null,
  normals: ArrayLike<number> | null,
): Arrays {
  const vertices = (positions?.length ?? 0) / 3;
  if (!(vertices >= 3) || !Number.isInteger(vertices)) {
    throw new RangeError(`meshMapping: positions must be x, y, z of at least 3 vertices (got ${positions?.length})`);
  }
  if (!((uvs?.length ?? 0) > 0)) throw new TypeError('meshMapping: the mesh has no texture coordinates (uv)');
  if (uvs?.length !== 2 * vertices) {
    throw new RangeError(`meshMapping: uvs must be u, v of ${vertices} vertices (got ${uvs?.length} numbers)`);
  }
  if (normals !== null && normals.length !== 3 * vertices) {
    throw new RangeError(
      `meshMapping: normals must be x, y, z of ${vertices} vertices (got ${normals.length} numbers)`,
    );
  }
  for (const values of [positions, uvs]) {
    for (let k = 0; k < values.length; k++) {
      if (!Number.isFinite(values[k]))
        throw new RangeError(`meshMapping: number ${k} is not finite (got ${values[k]})`);
    }
  }
  const corners = indices ?? Float64Array.from({ length: vertices }, (_, k) => k);
  if (corners.length === 0 || corners.length % 3 !== 0) {
    throw new RangeError(`meshMapping: triangles need three vertices each (got ${corners.length} corners)`);
  }
  for (let k = 0; k < corners.length; k++) {
    if (!(Number.isInteger(corners[k]) && corners[k] >= 0 && corners[k] < vertices)) {
      throw new RangeError(`meshMapping: indices[${k}] must be from 0 to ${vertices - 1} (got ${corners[k]})`);
    }
  }
  return { positions, uvs, indices: corners, normals };
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** From corner `from` of the triangle at `at` to corner `to`. */
function edge(corners: Float64Array, at: number, from: number, to: number): number[] {
  return [0, 1, 2].map((i) => corners[at + 3 * to + i] - corners[at + 3 * from + i]);
}

function crossOf(corners: Float64Array, at: number): number[] {
  return cross(edge(corners, at, 0, 1), edge(corners, at, 0, 2));
}

function longestEdge(corners: Float64Array, at: number): number {
  return Math.sqrt(
    Math.max(
      ...[
        [0, 1],
        [1, 2],
        [2, 0],
      ].map(([a, b]) => dot(edge(corners, at, a, b), edge(corners, at, a, b))),
    ),
  );
}

/** Gradient of what is linear over a triangle, from its values at the corners: sum of f_k n × (opposite edge) / twice the area. */
function gradientOf(corners: Float64Array, at: number, n: number[], twice: number, f: number[]): number[] {
  const gradient = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const across = cross(n, edge(corners, at, (k + 1) % 3, (k + 2) % 3));
    for (let i = 0; i < 3; i++) gradient[i] += (f[k] * across[i]) / twice;
  }
  return gradient;
}

function runsBackwards(positions: ArrayLike<number>, normals: ArrayLike<number>, order: number[]): boolean {
  const corners = Float64Array.from(order.flatMap((vertex) => [0, 1, 2].map((i) => positions[3 * vertex + i])));
  const sum = [0, 1, 2].map((i) => order.reduce((total, vertex) => total + normals[3 * vertex + i], 0));
  return dot(crossOf(corners, 0), sum) < 0;
}
