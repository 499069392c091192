import type { SurfaceFunction } from '@stiction/friction-core';
import { materialAt, rotateBack, writeVector } from '@stiction/friction-core/adapter';
import type { Body, Heightfield, Shape, Trimesh, Vec3 } from 'cannon-es';
import { HEIGHTFIELD, TRIMESH } from '../cannon-enums.js';
import type { AdapterState } from '../state/state.js';
import { readShapePose } from './speculative-vertices.js';

/** Sets the materials of contacts on shapes with a surface function. */
export function readSurfaces(state: AdapterState): void {
  const { surfaces, store, contactEquations } = state;
  if (surfaces.byShape.size === 0) return;
  const { contacts } = store;
  for (let side = 0; side < 2; side++) {
    // Consecutive contacts mostly belong to the same shape.
    let bodyId = -1;
    let shapeId = -1;
    let surface: SurfaceFunction | undefined;
    for (let c = 0; c < contacts.count; c++) {
      const at = 4 * c + 2 * side;
      if (contacts.key[at + 1] !== shapeId || contacts.key[at] !== bodyId) {
        bodyId = contacts.key[at];
        shapeId = contacts.key[at + 1];
        surface = surfaces.byShape.get(shapeId);
        state.surfaceShape = null;
      }
      if (!surface) continue;
      if (state.surfaceShape === null) {
        const { bi, bj } = contactEquations[c];
        placeShape(state, bodyId === bi.id ? bi : bj, shapeId);
      }
      // The normal points from A to B.
      describePlace(state, contacts.position, contacts.normal, 3 * c, side === 0 ? 1 : -1);
      contacts.material[2 * c + side] = materialAt(surfaces, state.pairs, surface, state.reportSurface);
    }
  }
}

/** The name of the material of a body's shape at a point, for rays and casts. */
export function nameAt(state: AdapterState, body: Body, shape: Shape, point: Vec3, normal: Vec3): string {
  const { surfaces, pairs, place, vertex } = state;
  const surface = surfaces.byShape.get(shape.id);
  if (!surface) {
    const material = shape.material ?? body.material;
    return material ? material.name || pairs.names[state.unnamedMaterials.get(material.id) ?? 0] : '';
  }
  placeShape(state, body, shape.id);
  writeVector(place, 0, point);
  writeVector(vertex, 0, normal);
  describePlace(state, place, vertex, 0, 1);
  const id = materialAt(surfaces, pairs, surface, state.reportSurface);
  // A surface function may have asked, in the middle of `readSurfaces`.
  state.surfaceShape = null;
  return pairs.names[id];
}

/** The shape of the points that follow. */
function placeShape(state: AdapterState, body: Body, id: number): void {
  const index = readShapePose(state.polyhedronPose, state.vertex, body, id);
  state.surfaces.where.subShape = index;
  state.surfaceShape = body.shapes[index];
}

/** Fills `surfaces.where` for the point position[at …] of the shape, with `sign` times its normal. */
function describePlace(
  state: AdapterState,
  position: Float64Array,
  normal: Float64Array,
  at: number,
  sign: number,
): void {
  const { polyhedronPose: pose } = state;
  const { point, normal: outward, local } = state.surfaces.where;
  for (let e = 0; e < 3; e++) {
    point[e] = position[at + e];
    outward[e] = sign * normal[at + e];
    local[e] = position[at + e] - pose[e];
  }
  if (pose[6] !== 1) rotateBack(pose, 0, local, 0, local, 0);
}

/** cannon-es does not report triangles: the one at `where.local`. Called when a surface function reads `where.triangle`. */
export function findTriangle(state: AdapterState): number {
  const { surfaceShape: shape, surfaces } = state;
  const { local } = surfaces.where;
  if (!shape) return -1;
  if (shape.type === HEIGHTFIELD) return heightfieldTriangle(shape as Heightfield, local);
  return shape.type === TRIMESH ? nearestTriangle(state, shape as Trimesh, local) : -1;
}

/** 2 (i n + j) for the triangle at corner (i, j) of the cell, + 1 for the one at (i + 1, j + 1); n cells along y. */
function heightfieldTriangle({ data, elementSize }: Heightfield, local: Float64Array): number {
  const rows = data.length - 1;
  const columns = data[0].length - 1;
  const i = Math.min(Math.max(Math.floor(local[0] / elementSize), 0), rows - 1);
  const j = Math.min(Math.max(Math.floor(local[1] / elementSize), 0), columns - 1);
  const isUpper = local[0] / elementSize - i + local[1] / elementSize - j > 1;
  return 2 * (i * columns + j) + (isUpper ? 1 : 0);
}

function nearestTriangle(state: AdapterState, mesh: Trimesh, local: Float64Array): number {
  const { vertices, indices, scale } = mesh;
  const { corners } = state;
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let t = 0; 3 * t < indices.length; t++) {
    for (let k = 0; k < 3; k++) {
      const v = 3 * indices[3 * t + k];
      corners[3 * k] = vertices[v] * scale.x - local[0];
      corners[3 * k + 1] = vertices[v + 1] * scale.y - local[1];
      corners[3 * k + 2] = vertices[v + 2] * scale.z - local[2];
    }
    const distance = squaredDistance(corners);
    if (distance < least) {
      least = distance;
      nearest = t;
    }
  }
  return nearest;
}

/**
 * Squared distance of the origin from a triangle with corners a, b, c. [Ericson, Real-Time Collision Detection, 5.1.5], with the regions
 * of the edges as distances from three segments.
 */
export function squaredDistance(t: Float64Array): number {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = nx * nx + ny * ny + nz * nz;
  // Barycentric coordinates of the origin's projection.
  const d = -(nx * (uy * t[2] - uz * t[1]) + ny * (uz * t[0] - ux * t[2]) + nz * (ux * t[1] - uy * t[0]));
  const g = nx * (vy * t[2] - vz * t[1]) + ny * (vz * t[0] - vx * t[2]) + nz * (vx * t[1] - vy * t[0]);
  if (area > 0 && d >= 0 && g >= 0 && d + g <= area) {
    const height = nx * t[0] + ny * t[1] + nz * t[2];
    return (height * height) / area;
  }
  return Math.min(toSegment(t, 0, 3), toSegment(t, 3, 6), toSegment(t, 6, 0));
}

function toSegment(t: Float64Array, a: number, b: number): number {
  let along = 0;
  let square = 0;
  for (let e = 0; e < 3; e++) {
    along -= t[a + e] * (t[b + e] - t[a + e]);
    square += (t[b + e] - t[a + e]) ** 2;
  }
  const s = square > 0 ? Math.min(Math.max(along / square, 0), 1) : 0;
  let distance = 0;
  for (let e = 0; e < 3; e++) distance += (t[a + e] + s * (t[b + e] - t[a + e])) ** 2;
  return distance;
}
