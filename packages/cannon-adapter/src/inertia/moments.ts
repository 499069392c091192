import type { Box, ConvexPolyhedron, Cylinder, Shape, Sphere, Trimesh, Vec3 } from 'cannon-es';
import { BOX, CONVEX_POLYHEDRON, CYLINDER, SPHERE, TRIMESH } from '../cannon-enums.js';

/**
 * Moments of a solid of density 1 about the origin of its shape:
 *
 *     volume = ∫ dV,   first = ∫ x dV,   second = ∫ x xᵀ dV   [xx, yy, zz, xy, xz, yz]
 *
 *   volume   m³
 *   first    m⁴
 *   second   m⁵
 */
export interface Moments {
  volume: number;
  first: [number, number, number];
  second: [number, number, number, number, number, number];
}

type AddTriangle = (a: Vec3Like, b: Vec3Like, c: Vec3Like) => void;
type Vec3Like = Pick<Vec3, 'x' | 'y' | 'z'>;

/** The moments of a cannon-es shape, or the reason why it has none. */
export function momentsOf(shape: Shape): Moments | string {
  switch (shape.type) {
    case SPHERE:
      return sphere((shape as Sphere).radius);
    case BOX:
      return box((shape as Box).halfExtents);
    case CYLINDER:
      return frustum(shape as Cylinder);
    case CONVEX_POLYHEDRON:
      return polyhedron(shape as ConvexPolyhedron);
    case TRIMESH:
      return mesh(shape as Trimesh);
    default:
      return 'has no volume';
  }
}

function sphere(r: number): Moments {
  const volume = (4 / 3) * Math.PI * r ** 3;
  const s = (volume * r * r) / 5;
  return { volume, first: [0, 0, 0], second: [s, s, s, 0, 0, 0] };
}

function box({ x, y, z }: Vec3Like): Moments {
  const volume = 8 * x * y * z;
  const s = volume / 3;
  return { volume, first: [0, 0, 0], second: [s * x * x, s * y * y, s * z * z, 0, 0, 0] };
}

/**
 * A round frustum, not the polyhedron with `numSegments` sides that cannon-es collides: the sides approximate a round body, and with
 * 8 of them the moment about the axis would be 10 % too small. Axis and radii come from the vertices (even ones at the bottom, odd
 * ones at the top), because users rotate these with `transformAllPoints`.
 *
 *     r(s) = m + d s,  -½ ≤ s ≤ ½:   ∫ r² ds = m² + d²/12,   ∫ s r² ds = m d/6,   ∫ s² r² ds = m²/12 + d²/80,
 *     ∫ r⁴ ds = m⁴ + m² d²/2 + d⁴/80
 */
function frustum({ vertices }: Cylinder): Moments {
  const bottom = meanOf(vertices, 0, 2);
  const top = meanOf(vertices, 1, 2);
  const axis = [top.x - bottom.x, top.y - bottom.y, top.z - bottom.z] as const;
  const c = [(top.x + bottom.x) / 2, (top.y + bottom.y) / 2, (top.z + bottom.z) / 2] as const;
  const height = Math.hypot(...axis);
  const rBottom = distance(vertices[0], bottom);
  const rTop = distance(vertices[1], top);
  const m = (rBottom + rTop) / 2;
  const d = rTop - rBottom;
  const volume = Math.PI * height * (m * m + (d * d) / 12);
  const lift = (Math.PI * height * m * d) / 6; // ∫ s dV
  const along = Math.PI * height * ((m * m) / 12 + (d * d) / 80); // ∫ s² dV
  const across = (Math.PI * height * (m ** 4 + (m * m * d * d) / 2 + d ** 4 / 80)) / 4; // ∫ x² dV, x perpendicular to the axis
  // x = c + s axis + radial part; the second moment of the radial part is that of a disc, across (1 - n nᵀ).
  const first = [0, 1, 2].map((e) => volume * c[e] + lift * axis[e]) as Moments['first'];
  const second = TENSOR_AXES.map(
    ([e, f]) =>
      volume * c[e] * c[f] +
      lift * (c[e] * axis[f] + axis[e] * c[f]) +
      along * axis[e] * axis[f] +
      across * ((e === f ? 1 : 0) - (axis[e] * axis[f]) / (height * height)),
  ) as Moments['second'];
  return { volume, first, second };
}

/** Orients the faces outwards from the mean vertex: cannon-es does not enforce their winding. */
function polyhedron({ vertices, faces }: ConvexPolyhedron): Moments {
  const inside = meanOf(vertices, 0, 1);
  return sumTetrahedra((add) => {
    for (const face of faces) {
      for (let k = 2; k < face.length; k++) {
        const [a, b, c] = [vertices[face[0]], vertices[face[k - 1]], vertices[face[k]]];
        if (determinant(minus(a, inside), minus(b, inside), minus(c, inside)) >= 0) add(a, b, c);
        else add(a, c, b);
      }
    }
  });
}

function mesh({ vertices, indices, scale }: Trimesh): Moments | string {
  if (!isClosed(vertices, indices)) return 'is not closed';
  const vertex = (k: number): Vec3Like => ({
    x: vertices[3 * k] * scale.x,
    y: vertices[3 * k + 1] * scale.y,
    z: vertices[3 * k + 2] * scale.z,
  });
  const moments = sumTetrahedra((add) => {
    for (let k = 0; k < indices.length; k += 3) add(vertex(indices[k]), vertex(indices[k + 1]), vertex(indices[k + 2]));
  });
  // The mesh is inside out.
  if (moments.volume < 0) {
    moments.volume = -moments.volume;
    moments.first = moments.first.map((m) => -m) as Moments['first'];
    moments.second = moments.second.map((m) => -m) as Moments['second'];
  }
  return moments;
}

/** True if the mesh is closed and consistently wound: each edge is used once in each direction. Vertices are matched by position. */
function isClosed(vertices: ArrayLike<number>, indices: ArrayLike<number>): boolean {
  const edges = new Map<string, number>();
  const vertex = (k: number): string => `${vertices[3 * k] + 0},${vertices[3 * k + 1] + 0},${vertices[3 * k + 2] + 0}`;
  const count = (from: string, to: string): void => {
    const [key, direction] = from < to ? [`${from};${to}`, 1] : [`${to};${from}`, -1];
    edges.set(key, (edges.get(key) ?? 0) + direction);
  };
  for (let k = 0; k + 2 < indices.length; k += 3) {
    const [a, b, c] = [vertex(indices[k]), vertex(indices[k + 1]), vertex(indices[k + 2])];
    if (a === b || b === c || c === a) continue;
    count(a, b);
    count(b, c);
    count(c, a);
  }
  return edges.size > 0 && [...edges.values()].every((sum) => sum === 0);
}

/**
 * Sums the signed tetrahedra (0, a, b, c) of a closed surface:
 *
 *     D = det(a, b, c):   volume = D/6,   first = D/24 (a+b+c),   second = D/120 ((a+b+c)(a+b+c)ᵀ + aaᵀ + bbᵀ + ccᵀ)
 */
function sumTetrahedra(each: (add: AddTriangle) => void): Moments {
  const sum: Moments = { volume: 0, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] };
  each((a, b, c) => {
    const D = determinant(a, b, c);
    const points = [a, b, c, { x: a.x + b.x + c.x, y: a.y + b.y + c.y, z: a.z + b.z + c.z }].map(toArray);
    sum.volume += D / 6;
    for (let e = 0; e < 3; e++) sum.first[e] += (D / 24) * points[3][e];
    TENSOR_AXES.forEach(([e, f], k) => {
      for (const point of points) sum.second[k] += (D / 120) * point[e] * point[f];
    });
  });
  return sum;
}

/** Axes of the six components of a symmetric tensor. */
export const TENSOR_AXES: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
];

function toArray({ x, y, z }: Vec3Like): readonly [number, number, number] {
  return [x, y, z];
}

function determinant(a: Vec3Like, b: Vec3Like, c: Vec3Like): number {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
}

function minus(a: Vec3Like, b: Vec3Like): Vec3Like {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function distance(a: Vec3Like, b: Vec3Like): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

/** Mean of every `step`-th vertex, from `start` on. */
function meanOf(vertices: readonly Vec3Like[], start: number, step: number): Vec3Like {
  const mean = { x: 0, y: 0, z: 0 };
  let count = 0;
  for (let k = start; k < vertices.length; k += step) {
    mean.x += vertices[k].x;
    mean.y += vertices[k].y;
    mean.z += vertices[k].z;
    count++;
  }
  return { x: mean.x / count, y: mean.y / count, z: mean.z / count };
}
