import type { Box, ConvexPolyhedron, Heightfield, Quaternion, Shape, Sphere, Trimesh, Vec3 } from 'cannon-es';
import { normalize } from '../../core/vector.js';
import {
  type Footprint,
  HALF_LENGTH,
  HALF_WIDTH,
  HIGHEST,
  LOWEST,
  MAX_POINTS,
  offerPolygon,
  offerSphere,
  RADIUS,
} from './footprint.js';

/** Enum of cannon-es, which is imported for its types only. */
const SPHERE = 1;
const PLANE = 2;
const BOX = 4;
const CONVEX_POLYHEDRON = 16;
const HEIGHTFIELD = 32;
const CYLINDER = 128;
const TRIMESH = 256;

/** A shape in the frame of a wheel. */
export interface ShapePlace {
  /** Its axes in the frame of the wheel, column by column, then its origin. */
  matrix: Float64Array;
  /** Bounds of the wheel's way in the frame of the shape: lower, then upper. */
  bounds: Float64Array;
  /** For queries of meshes. */
  aabb: { lowerBound: Vec3; upperBound: Vec3 };
  triangles: number[];
  /** From the top of the strut to the shape. */
  arm: Float64Array;
}

export function createShapePlace(aabb: ShapePlace['aabb']): ShapePlace {
  return {
    matrix: new Float64Array(12),
    bounds: new Float64Array(6),
    aabb,
    triangles: [],
    arm: new Float64Array(3),
  };
}

/** Offers all faces of a shape at a position and rotation in the world to the footprint. */
export function offerShape(place: ShapePlace, footprint: Footprint, shape: Shape, at: Vec3, q: Quaternion): void {
  if (!setPlace(place, footprint, at, q, shape.boundingSphereRadius)) return;
  const { matrix: m } = place;
  if (shape.type === SPHERE) offerSphere(footprint, m[9], m[10], m[11], (shape as Sphere).radius);
  else if (shape.type === PLANE) offerPlane(place, footprint);
  else if (shape.type === BOX) offerConvex(place, footprint, (shape as Box).convexPolyhedronRepresentation);
  else if (shape.type === CONVEX_POLYHEDRON || shape.type === CYLINDER) {
    offerConvex(place, footprint, shape as ConvexPolyhedron);
  } else if (shape.type === HEIGHTFIELD) offerHeightfield(place, footprint, shape as Heightfield);
  else if (shape.type === TRIMESH) offerTrimesh(place, footprint, shape as Trimesh);
}

/** Returns false if the shape, within a sphere about its origin, is out of reach. */
function setPlace(
  { matrix: m, arm }: ShapePlace,
  { frame: f, size }: Footprint,
  at: Vec3,
  q: Quaternion,
  reach: number,
): boolean {
  arm[0] = at.x - f[9];
  arm[1] = at.y - f[10];
  arm[2] = at.z - f[11];
  for (let e = 0; e < 3; e++) m[9 + e] = project(f, e, arm[0], arm[1], arm[2]);
  const top = size[HIGHEST] + size[RADIUS];
  const bottom = size[LOWEST] - size[RADIUS];
  if (Math.abs(m[9]) > reach + size[RADIUS] || Math.abs(m[10]) > reach + size[HALF_WIDTH]) return false;
  if (m[11] > reach + top || m[11] < bottom - reach) return false;
  const { x, y, z, w } = q;
  for (let e = 0; e < 3; e++) {
    m[e] = project(f, e, 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y));
    m[3 + e] = project(f, e, 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x));
    m[6 + e] = project(f, e, 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
  }
  return true;
}

function project(f: Float64Array, e: number, x: number, y: number, z: number): number {
  return f[3 * e] * x + f[3 * e + 1] * y + f[3 * e + 2] * z;
}

/** Point k of the polygon = a point of the shape. */
function setPoint({ matrix: m }: ShapePlace, { polygon }: Footprint, k: number, x: number, y: number, z: number): void {
  for (let e = 0; e < 3; e++) polygon[3 * k + e] = m[e] * x + m[3 + e] * y + m[6 + e] * z + m[9 + e];
}

/** The plane's normal is its third axis. Its part below the wheel is a rectangle. */
function offerPlane({ matrix: m }: ShapePlace, footprint: Footprint): void {
  const { polygon, size, face } = footprint;
  if (!(m[8] > 1e-6)) return;
  for (let k = 0; k < 4; k++) {
    const x = k === 0 || k === 3 ? size[HALF_LENGTH] : -size[HALF_LENGTH];
    const y = k < 2 ? size[HALF_WIDTH] : -size[HALF_WIDTH];
    polygon[3 * k] = x;
    polygon[3 * k + 1] = y;
    polygon[3 * k + 2] = m[11] - (m[6] * (x - m[9]) + m[7] * (y - m[10])) / m[8];
  }
  for (let e = 0; e < 3; e++) face[e] = m[6 + e];
  offerPolygon(footprint, 4);
}

function offerConvex(
  place: ShapePlace,
  footprint: Footprint,
  { vertices, faces, faceNormals }: ConvexPolyhedron,
): void {
  const { matrix: m } = place;
  for (let k = 0; k < faces.length; k++) {
    const face = faces[k];
    const { x, y, z } = faceNormals[k];
    const { face: normal } = footprint;
    for (let e = 0; e < 3; e++) normal[e] = m[e] * x + m[3 + e] * y + m[6 + e] * z;
    if (!(normal[2] > 1e-6)) continue;
    const count = Math.min(face.length, MAX_POINTS);
    for (let i = 0; i < count; i++) {
      const v = vertices[face[i]];
      setPoint(place, footprint, i, v.x, v.y, v.z);
    }
    offerPolygon(footprint, count);
  }
}

/** Bounds of the wheel's way in the frame of the shape. */
function setBounds({ matrix: m, bounds }: ShapePlace, { size }: Footprint): void {
  const top = size[HIGHEST];
  const bottom = size[LOWEST] - size[RADIUS];
  const middle = (top + bottom) / 2 - m[11];
  for (let e = 0; e < 3; e++) {
    const k = 3 * e;
    const centre = -m[9] * m[k] - m[10] * m[k + 1] + middle * m[k + 2];
    const half =
      size[RADIUS] * Math.abs(m[k]) + size[HALF_WIDTH] * Math.abs(m[k + 1]) + ((top - bottom) / 2) * Math.abs(m[k + 2]);
    bounds[e] = centre - half;
    bounds[3 + e] = centre + half;
  }
}

function offerHeightfield(place: ShapePlace, footprint: Footprint, { data, elementSize: s }: Heightfield): void {
  setBounds(place, footprint);
  const { bounds } = place;
  const lastI = Math.min(Math.floor(bounds[3] / s), data.length - 2);
  for (let i = Math.max(Math.floor(bounds[0] / s), 0); i <= lastI; i++) {
    const lastJ = Math.min(Math.floor(bounds[4] / s), data[i].length - 2);
    for (let j = Math.max(Math.floor(bounds[1] / s), 0); j <= lastJ; j++) {
      setPoint(place, footprint, 0, i * s, j * s, data[i][j]);
      setPoint(place, footprint, 1, (i + 1) * s, j * s, data[i + 1][j]);
      setPoint(place, footprint, 2, i * s, (j + 1) * s, data[i][j + 1]);
      offerTriangle(footprint);
      setPoint(place, footprint, 0, (i + 1) * s, (j + 1) * s, data[i + 1][j + 1]);
      setPoint(place, footprint, 1, i * s, (j + 1) * s, data[i][j + 1]);
      setPoint(place, footprint, 2, (i + 1) * s, j * s, data[i + 1][j]);
      offerTriangle(footprint);
    }
  }
}

function offerTrimesh(place: ShapePlace, footprint: Footprint, mesh: Trimesh): void {
  setBounds(place, footprint);
  const { bounds: b, aabb, triangles } = place;
  const { vertices, indices, scale } = mesh;
  aabb.lowerBound.set(b[0], b[1], b[2]);
  aabb.upperBound.set(b[3], b[4], b[5]);
  triangles.length = 0;
  mesh.getTrianglesInAABB(aabb as Parameters<Trimesh['getTrianglesInAABB']>[0], triangles);
  for (let k = 0; k < triangles.length; k++) {
    for (let i = 0; i < 3; i++) {
      const v = 3 * indices[3 * triangles[k] + i];
      setPoint(place, footprint, i, vertices[v] * scale.x, vertices[v + 1] * scale.y, vertices[v + 2] * scale.z);
    }
    offerTriangle(footprint);
  }
}

/** The triangle in the first three points, counterclockwise from outside in the world: the frame of the wheel is left-handed. */
function offerTriangle(footprint: Footprint): void {
  const { polygon: p, face: n } = footprint;
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    n[e] = (p[3 + g] - p[g]) * (p[6 + f] - p[f]) - (p[3 + f] - p[f]) * (p[6 + g] - p[g]);
  }
  if (normalize(n, 0) > 0) offerPolygon(footprint, 3);
}
