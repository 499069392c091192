import type { Body, Heightfield, Shape, Sphere } from 'cannon-es';
import { HEIGHTFIELD, SPHERE } from '../cannon-enums.js';
import { EDGE_REACH, MAX_SURFACE_GAP, OUTER_FACE_COMPONENT, SURFACE_NORMAL_COSINE } from '../constants.js';
import { multiplyQuaternions } from '../quaternion.js';
import type { AdapterState } from '../state/state.js';
import type { ContactGeometry } from './contact-geometry.js';

/**
 * cannon-es treats a height field as a set of pillars, one under each triangle. A body across two pillars touches the side of one and
 * trips over an internal edge. If a contact normal is not a normal of the surface near the point, this replaces it with the normal of
 * the surface, and the depth with the depth below the surface.
 */
export interface HeightfieldContact {
  /** Frame of the field in the world: its three axes, then its origin. */
  frame: Float64Array;
  /** Rotation of the field in the world, a quaternion. */
  rotation: Float64Array;
  /** In the field's frame: the point on the field, the point on the other shape, and the normal out of the field. */
  fieldPoint: Float64Array;
  otherPoint: Float64Array;
  normal: Float64Array;
  /** Height and slopes of the triangle read last. */
  surface: { height: number; slopeX: number; slopeY: number };
}

export function createHeightfieldContact(): HeightfieldContact {
  return {
    frame: new Float64Array(12),
    rotation: new Float64Array(4),
    fieldPoint: new Float64Array(3),
    otherPoint: new Float64Array(3),
    normal: new Float64Array(3),
    surface: { height: 0, slopeX: 0, slopeY: 0 },
  };
}

/**
 * Fixes the contact in `state.contactGeometry` between a height field (A if `side` is 1, B if it is -1) and another shape. Returns
 * false if there is no contact.
 */
export function fixHeightfieldContact(
  state: AdapterState,
  body: Body,
  field: Heightfield,
  side: 1 | -1,
  other: Shape,
): boolean {
  const { heightfieldContact: contact, contactGeometry: geometry } = state;
  const { frame, normal } = contact;
  setFrame(contact, body, field);
  const fieldAt = side > 0 ? 0 : 3;
  const otherAt = 3 - fieldAt;
  pointToLocal(frame, geometry[fieldAt], geometry[fieldAt + 1], geometry[fieldAt + 2], contact.fieldPoint);
  pointToLocal(frame, geometry[otherAt], geometry[otherAt + 1], geometry[otherAt + 2], contact.otherPoint);
  vectorToLocal(frame, side * geometry[6], side * geometry[7], side * geometry[8], normal);
  if (isOuterFace(contact, field) || isSurfaceNormal(contact, field)) return true;
  return projectToSurface(contact, geometry, field, side, other.type === SPHERE ? (other as Sphere).radius : 0);
}

/** The height field of a body whose surface is nearest to the point `geometry[at]`, or null. A body may have several, side by side. */
export function findHeightfield(state: AdapterState, body: Body, at: number): Heightfield | null {
  let nearest: Heightfield | null = null;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const shape of body.shapes) {
    if (shape.type !== HEIGHTFIELD) continue;
    const field = shape as Heightfield;
    const distance = distanceTo(state, body, field, at);
    if (nearest !== null && !(distance < nearestDistance)) continue;
    nearest = field;
    nearestDistance = distance;
  }
  return nearest;
}

/** Distance of a point beside the field, plus its vertical distance from the surface. */
function distanceTo(state: AdapterState, body: Body, field: Heightfield, at: number): number {
  const { heightfieldContact: contact, contactGeometry: geometry } = state;
  const { data, elementSize: w } = field;
  const { fieldPoint: q } = contact;
  setFrame(contact, body, field);
  pointToLocal(contact.frame, geometry[at], geometry[at + 1], geometry[at + 2], q);
  readSurface(contact, field, q[0], q[1]);
  const besideX = Math.max(0, -q[0], q[0] - (data.length - 1) * w);
  const besideY = Math.max(0, -q[1], q[1] - (data[0].length - 1) * w);
  return besideX + besideY + Math.abs(q[2] - contact.surface.height);
}

function setFrame({ frame, rotation }: HeightfieldContact, body: Body, field: Heightfield): void {
  const k = Math.max(0, body.shapes.indexOf(field));
  const { quaternion: q, position } = body;
  setAxes(frame, q.x, q.y, q.z, q.w);
  const { x, y, z } = body.shapeOffsets[k];
  for (let e = 0; e < 3; e++) frame[9 + e] = frame[e] * x + frame[3 + e] * y + frame[6 + e] * z;
  frame[9] += position.x;
  frame[10] += position.y;
  frame[11] += position.z;
  multiplyQuaternions(rotation, 0, q, body.shapeOrientations[k]);
  setAxes(frame, rotation[0], rotation[1], rotation[2], rotation[3]);
}

function setAxes(frame: Float64Array, x: number, y: number, z: number, w: number): void {
  frame[0] = 1 - 2 * (y * y + z * z);
  frame[1] = 2 * (x * y + w * z);
  frame[2] = 2 * (x * z - w * y);
  frame[3] = 2 * (x * y - w * z);
  frame[4] = 1 - 2 * (x * x + z * z);
  frame[5] = 2 * (y * z + w * x);
  frame[6] = 2 * (x * z + w * y);
  frame[7] = 2 * (y * z - w * x);
  frame[8] = 1 - 2 * (x * x + y * y);
}

function pointToLocal(frame: Float64Array, x: number, y: number, z: number, out: Float64Array): void {
  vectorToLocal(frame, x - frame[9], y - frame[10], z - frame[11], out);
}

function vectorToLocal(frame: Float64Array, x: number, y: number, z: number, out: Float64Array): void {
  for (let e = 0; e < 3; e++) out[e] = frame[3 * e] * x + frame[3 * e + 1] * y + frame[3 * e + 2] * z;
}

/** Component `e` of a vector in the world. */
function vectorToWorld(frame: Float64Array, x: number, y: number, z: number, e: number): number {
  return frame[e] * x + frame[3 + e] * y + frame[6 + e] * z;
}

/** True for the bottom and the rim of the whole field. */
function isOuterFace({ fieldPoint: q, normal: n }: HeightfieldContact, { data, elementSize }: Heightfield): boolean {
  if (n[2] < -OUTER_FACE_COMPONENT) return true;
  const margin = EDGE_REACH * elementSize;
  const endX = (data.length - 1) * elementSize;
  const endY = (data[0].length - 1) * elementSize;
  return (
    (q[0] < margin && n[0] < -OUTER_FACE_COMPONENT) ||
    (q[1] < margin && n[1] < -OUTER_FACE_COMPONENT) ||
    (q[0] > endX - margin && n[0] > OUTER_FACE_COMPONENT) ||
    (q[1] > endY - margin && n[1] > OUTER_FACE_COMPONENT)
  );
}

/**
 * True if the normal is one of the surface near the point. At a convex edge or vertex the slopes may lie anywhere between those of
 * the adjacent triangles.
 */
function isSurfaceNormal(contact: HeightfieldContact, field: Heightfield): boolean {
  const { fieldPoint: q, normal: n, surface } = contact;
  const reach = EDGE_REACH * field.elementSize;
  let lowX = Number.POSITIVE_INFINITY;
  let lowY = Number.POSITIVE_INFINITY;
  let highX = Number.NEGATIVE_INFINITY;
  let highY = Number.NEGATIVE_INFINITY;
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      readSurface(contact, field, q[0] + i * reach, q[1] + j * reach);
      lowX = Math.min(lowX, surface.slopeX);
      lowY = Math.min(lowY, surface.slopeY);
      highX = Math.max(highX, surface.slopeX);
      highY = Math.max(highY, surface.slopeY);
    }
  }
  const rise = Math.max(n[2], 1e-9);
  const slopeX = Math.min(highX, Math.max(lowX, -n[0] / rise));
  const slopeY = Math.min(highY, Math.max(lowY, -n[1] / rise));
  const length = Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY);
  // The comparison is false for NaN (holes in the data): the engine's normal is kept.
  return !(n[2] - slopeX * n[0] - slopeY * n[1] <= SURFACE_NORMAL_COSINE * length);
}

/** Reads the triangle at (x, y), or the nearest one at the rim. */
function readSurface({ surface }: HeightfieldContact, field: Heightfield, x: number, y: number): void {
  const { data, elementSize: w } = field;
  const i = Math.max(0, Math.min(data.length - 2, Math.floor(x / w)));
  const j = Math.max(0, Math.min(data[0].length - 2, Math.floor(y / w)));
  const s = x / w - i;
  const t = y / w - j;
  const upper = s + t > 1;
  const corner = upper ? data[i + 1][j + 1] : data[i][j];
  const riseX = upper ? corner - data[i][j + 1] : data[i + 1][j] - corner;
  const riseY = upper ? corner - data[i + 1][j] : data[i][j + 1] - corner;
  surface.height = corner + riseX * (upper ? s - 1 : s) + riseY * (upper ? t - 1 : t);
  surface.slopeX = riseX / w;
  surface.slopeY = riseY / w;
}

/**
 * Gives the contact the normal of the triangle below its point, or for a ball (`radius` > 0) of the triangle nearest to its centre.
 * Returns false if the shape is above the surface.
 */
function projectToSurface(
  contact: HeightfieldContact,
  geometry: ContactGeometry,
  field: Heightfield,
  side: 1 | -1,
  radius: number,
): boolean {
  const { frame, otherPoint: p, normal: n, surface } = contact;
  if (radius > 0) for (let e = 0; e < 3; e++) p[e] += radius * n[e];
  readSurface(contact, field, p[0], p[1]);
  if (radius > 0) {
    // The foot of the perpendicular may be on another triangle than the one below the centre.
    const lift = (p[2] - surface.height) / (1 + surface.slopeX * surface.slopeX + surface.slopeY * surface.slopeY);
    const x = p[0] + lift * surface.slopeX;
    const y = p[1] + lift * surface.slopeY;
    readSurface(contact, field, x, y);
    surface.height += (p[0] - x) * surface.slopeX + (p[1] - y) * surface.slopeY;
  }
  const scale = 1 / Math.sqrt(1 + surface.slopeX * surface.slopeX + surface.slopeY * surface.slopeY);
  const gap = (p[2] - surface.height) * scale - radius;
  if (!(gap <= MAX_SURFACE_GAP * field.elementSize)) return false;
  for (let e = 0; e < 3; e++) {
    const normal = vectorToWorld(frame, -surface.slopeX * scale, -surface.slopeY * scale, scale, e);
    const onOther = frame[9 + e] + vectorToWorld(frame, p[0], p[1], p[2], e) - radius * normal;
    const onField = onOther - gap * normal;
    geometry[e] = side > 0 ? onField : onOther;
    geometry[3 + e] = side > 0 ? onOther : onField;
    geometry[6 + e] = side * normal;
  }
  return true;
}
