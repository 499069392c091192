import { type BufferGeometryLike, cross, dot, type MeshMappingOptions, readMesh } from '../mappings/mesh-arrays.js';

/** A mesh with texture coordinates in the frame of the shape: arrays, or a three.js BufferGeometry. */
export type PatchMesh = MeshMappingOptions | BufferGeometryLike;

/** Floats per vertex: its position, then of its triangle a corner, u and v there, and the gradients of u and v. */
export const VERTEX_SIZE = 14;

/**
 * Three vertices per triangle for the shaders, counter-clockwise seen from outside. Triangles without area, in space or in the
 * texture, are skipped, as in `meshMapping`. `repeat` multiplies u and v.
 */
export function meshVertices(
  owner: string,
  mesh: PatchMesh,
  repeat: readonly [number, number],
): Float32Array<ArrayBuffer> {
  const { positions, uvs, indices, normals } = readMesh(owner, mesh);
  const vertices = new Float32Array(VERTEX_SIZE * indices.length);
  let used = 0;
  for (let c = 0; c < indices.length; c += 3) {
    const p = [0, 1, 2].map((k) => [0, 1, 2].map((i) => positions[3 * indices[c + k] + i]));
    const e1 = minus(p[1], p[0]);
    const e2 = minus(p[2], p[0]);
    const normal = cross(e1, e2);
    const square = dot(normal, normal);
    const longest = Math.max(dot(e1, e1), dot(e2, e2));
    if (!(square > 1e-24 * longest * longest)) continue;
    const gradients = [0, 1].map((i) => {
      const [f0, f1, f2] = [0, 1, 2].map((k) => repeat[i] * uvs[2 * indices[c + k] + i]);
      // Gradient ((f1 - f0) e2 × n + (f2 - f0) n × e1) / |n|².
      const [a, b] = [cross(e2, normal), cross(normal, e1)];
      return [0, 1, 2].map((k) => ((f1 - f0) * a[k] + (f2 - f0) * b[k]) / square);
    });
    const across = cross(gradients[0], gradients[1]);
    if (!(dot(across, across) > 0) || !gradients.flat().every(Number.isFinite)) continue;
    const isOutward =
      normals === null || [0, 1, 2].reduce((sum, k) => sum + dotAt(normal, normals, indices[c + k]), 0) >= 0;
    for (const k of isOutward ? [0, 1, 2] : [0, 2, 1]) {
      const uv = [0, 1].map((i) => repeat[i] * uvs[2 * indices[c] + i]);
      vertices.set([...p[k], ...p[0], ...uv, ...gradients[0], ...gradients[1]], used);
      used += VERTEX_SIZE;
    }
  }
  if (used === 0) {
    throw new RangeError(`${owner}: the mesh must have a triangle with an area in space and in the texture`);
  }
  return vertices.slice(0, used);
}

function minus(a: number[], b: number[]): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dotAt(a: number[], b: ArrayLike<number>, vertex: number): number {
  return a[0] * b[3 * vertex] + a[1] * b[3 * vertex + 1] + a[2] * b[3 * vertex + 2];
}
