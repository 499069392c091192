import { requireKnownOptions } from '@stiction/friction-core';
import type { AttributeLike, BufferGeometryLike, MeshMappingOptions } from '../mappings/mesh.js';

/** A mesh with texture coordinates: arrays, or a three.js BufferGeometry, in the frame of the shape. */
export type PatchMesh = MeshMappingOptions | BufferGeometryLike;

/** Numbers per vertex: its place, and of its triangle a corner, u and v there, and the gradients of u and v. */
export const VERTEX_SIZE = 14;

interface Arrays {
  positions: ArrayLike<number>;
  uvs: ArrayLike<number>;
  corners: ArrayLike<number>;
  normals: ArrayLike<number> | null;
}

/**
 * Three vertices per triangle for the shaders, counter-clockwise seen from outside. Triangles without area, in space or in the
 * texture, are left out, as `meshMapping` passes them over. `repeat` multiplies u and v.
 */
export function meshVertices(
  owner: string,
  mesh: PatchMesh,
  repeat: readonly [number, number],
): Float32Array<ArrayBuffer> {
  if (mesh === null || typeof mesh !== 'object') {
    throw new TypeError(
      `${owner}: mesh must be { positions, uvs, indices? } or a BufferGeometry (got ${String(mesh)})`,
    );
  }
  const { positions, uvs, corners, normals } = requireArrays(owner, 'attributes' in mesh ? geometryArrays(mesh) : mesh);
  const vertices = new Float32Array(VERTEX_SIZE * corners.length);
  let used = 0;
  for (let c = 0; c < corners.length; c += 3) {
    const p = [0, 1, 2].map((k) => [0, 1, 2].map((i) => positions[3 * corners[c + k] + i]));
    const e1 = minus(p[1], p[0]);
    const e2 = minus(p[2], p[0]);
    const normal = cross(e1, e2);
    const square = dot(normal, normal);
    const longest = Math.max(dot(e1, e1), dot(e2, e2));
    if (!(square > 1e-24 * longest * longest)) continue;
    const gradients = [0, 1].map((i) => {
      const [f0, f1, f2] = [0, 1, 2].map((k) => repeat[i] * uvs[2 * corners[c + k] + i]);
      // (f1 - f0) e2 x n + (f2 - f0) n x e1, over |n|²: linear with f1 - f0 along e1 and f2 - f0 along e2.
      const [a, b] = [cross(e2, normal), cross(normal, e1)];
      return [0, 1, 2].map((k) => ((f1 - f0) * a[k] + (f2 - f0) * b[k]) / square);
    });
    const across = cross(gradients[0], gradients[1]);
    if (!(dot(across, across) > 0) || !gradients.flat().every(Number.isFinite)) continue;
    const outside =
      normals === null || [0, 1, 2].reduce((sum, k) => sum + dotAt(normal, normals, corners[c + k]), 0) >= 0;
    for (const k of outside ? [0, 1, 2] : [0, 2, 1]) {
      const uv = [0, 1].map((i) => repeat[i] * uvs[2 * corners[c] + i]);
      vertices.set([...p[k], ...p[0], ...uv, ...gradients[0], ...gradients[1]], used);
      used += VERTEX_SIZE;
    }
  }
  if (used === 0) throw new RangeError(`${owner}: no triangle of the mesh has an area in space and in the texture`);
  return vertices.slice(0, used);
}

function requireArrays(owner: string, mesh: MeshMappingOptions): Arrays {
  requireKnownOptions(owner, mesh, ['positions', 'uvs', 'indices', 'normals']);
  const { positions, uvs, normals = null } = mesh;
  const count = (positions?.length ?? 0) / 3;
  if (!(count >= 3) || !Number.isInteger(count)) {
    throw new RangeError(
      `${owner}: positions must be x, y, z of at least 3 vertices (got ${positions?.length} numbers)`,
    );
  }
  if (!((uvs?.length ?? 0) > 0)) throw new TypeError(`${owner}: the mesh has no texture coordinates (uv)`);
  if (uvs.length !== 2 * count) {
    throw new RangeError(`${owner}: uvs must be u, v of ${count} vertices (got ${uvs.length} numbers)`);
  }
  if (normals !== null && normals.length !== 3 * count) {
    throw new RangeError(`${owner}: normals must be x, y, z of ${count} vertices (got ${normals.length} numbers)`);
  }
  const corners = mesh.indices ?? Uint32Array.from({ length: count }, (_, k) => k);
  if (corners.length === 0 || corners.length % 3 !== 0) {
    throw new RangeError(`${owner}: triangles need three vertices each (got ${corners.length} corners)`);
  }
  requireAll(owner, 'positions', positions, Number.isFinite, 'finite');
  requireAll(owner, 'uvs', uvs, Number.isFinite, 'finite');
  const isVertex = (k: number) => Number.isInteger(k) && k >= 0 && k < count;
  requireAll(owner, 'indices', corners, isVertex, `from 0 to ${count - 1}`);
  return { positions, uvs, corners, normals };
}

function requireAll(
  owner: string,
  option: string,
  values: ArrayLike<number>,
  fits: (value: number) => boolean,
  what: string,
): void {
  for (let k = 0; k < values.length; k++) {
    if (!fits(values[k])) throw new RangeError(`${owner}: ${option}[${k}] must be ${what} (got ${values[k]})`);
  }
}

function geometryArrays({ attributes, index }: BufferGeometryLike): MeshMappingOptions {
  const { position, uv, normal } = attributes as { [name: string]: AttributeLike | undefined };
  return {
    positions: numbers(position, 3),
    uvs: numbers(uv, 2),
    ...(index && { indices: Uint32Array.from({ length: index.count }, (_, k) => index.getX(k)) }),
    ...(normal && { normals: numbers(normal, 3) }),
  };
}

function numbers(attribute: AttributeLike | undefined, size: number): Float64Array {
  const values = new Float64Array(size * (attribute?.count ?? 0));
  for (let i = 0; attribute !== undefined && i < attribute.count; i++) {
    values[size * i] = attribute.getX(i);
    values[size * i + 1] = attribute.getY(i);
    if (size === 3) values[size * i + 2] = attribute.getZ(i);
  }
  return values;
}

function minus(a: number[], b: number[]): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function dotAt(a: number[], b: ArrayLike<number>, vertex: number): number {
  return a[0] * b[3 * vertex] + a[1] * b[3 * vertex + 1] + a[2] * b[3 * vertex + 2];
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
