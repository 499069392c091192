import type { TextureMapping } from './chart.js';
import { type BufferGeometryLike, cross, dot, type MeshMappingOptions, readMesh } from './mesh-arrays.js';
import { buildTriangleGrid, nearestTriangle } from './triangle-grid.js';

/**
 * Maps a texture onto a mesh with texture coordinates, given as arrays or as a three.js BufferGeometry (with vertices in the frame of the
 * shape). A contact belongs to the nearest triangle with a matching normal. u and v are linear over it, and the map's axes are along
 * their gradients, mirrored if the texture is. Triangles without area, in space or in the texture, are ignored.
 *
 * A window that extends beyond its triangle continues in the triangle's plane: exact for flat regions of a mesh, an approximation
 * where it bends or the texture has a seam. It has no outline, so a mesh covers the whole window.
 */
export function meshMapping(mesh: MeshMappingOptions | BufferGeometryLike): TextureMapping {
  const { positions, uvs, indices, normals: vertexNormals } = readMesh('meshMapping', mesh);
  const count = indices.length / 3;
  const corners = new Float64Array(9 * count);
  const normals = new Float64Array(3 * count);
  const starts = new Float64Array(2 * count);
  const gradients = new Float64Array(6 * count);
  const axes = new Float64Array(6 * count);
  let usable = 0;
  for (let t = 0; t < count; t++) {
    const order = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    if (vertexNormals !== null && isReversed(positions, vertexNormals, order)) order.reverse();
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
    usable++;
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
  if (usable === 0) {
    throw new RangeError('meshMapping: the mesh must have a triangle with an area in space and in the texture');
  }
  const triangles = buildTriangleGrid(corners, normals);
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

/** Vector from corner `from` to corner `to` of the triangle at `at`. */
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

/** Gradient of a linear function from its values f_k at the corners: Σ f_k n × (opposite edge) / (2 area). */
function gradientOf(corners: Float64Array, at: number, n: number[], twice: number, f: number[]): number[] {
  const gradient = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const across = cross(n, edge(corners, at, (k + 1) % 3, (k + 2) % 3));
    for (let i = 0; i < 3; i++) gradient[i] += (f[k] * across[i]) / twice;
  }
  return gradient;
}

/** True if the winding of the triangle is opposite to its vertex normals. */
function isReversed(positions: ArrayLike<number>, normals: ArrayLike<number>, order: number[]): boolean {
  const corners = Float64Array.from(order.flatMap((vertex) => [0, 1, 2].map((i) => positions[3 * vertex + i])));
  const sum = [0, 1, 2].map((i) => order.reduce((total, vertex) => total + normals[3 * vertex + i], 0));
  return dot(crossOf(corners, 0), sum) < 0;
}
