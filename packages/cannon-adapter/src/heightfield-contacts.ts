import type { Body, Heightfield, Shape, Sphere } from 'cannon-es';

/**
 * To cannon-es a height field is a set of pillars, one under each triangle, and a body that lies across two of them touches the
 * side of one: it trips over edges that are not there. Where the normal of a contact is none that the surface has near the
 * point, the surface's own one is taken, and the depth of the point below it.
 */

/** Where A and B touch, and the normal from A to B: nine numbers. */
export type ContactPlace = Float64Array;

/** Shape.types. */
const SPHERE = 1;
const HEIGHTFIELD = 32;
/** A normal is the surface's own if it is closer than this (cosine). */
const SAME_NORMAL = 0.999999999;
/** Edges and corners have the normals of all triangles within this share of a cell. */
const EDGE = 0.05;
/** How far points may be above the surface [cell] and be reported, as between polyhedra in cannon-es. */
const ABOVE = 1e-6;
/** Normals that point down or out at the rim belong to the pillars' own outer faces. */
const OUTWARDS = 0.1;

/** Mends a contact of a height field (A where `side` is 1, B where it is -1). Returns false where there is no contact at all. */
export function fixHeightfield(
  place: ContactPlace,
  body: Body,
  field: Heightfield,
  side: number,
  other: Shape,
): boolean {
  setFrame(body, field);
  const own = side > 0 ? 0 : 3;
  const its = 3 - own;
  toLocal(place[own], place[own + 1], place[own + 2], q);
  toLocal(place[its], place[its + 1], place[its + 2], p);
  turnToLocal(side * place[6], side * place[7], side * place[8], n);
  if (isOuter(field) || isSurfaceNormal(field)) return true;
  return putOnSurface(place, field, side, other.type === SPHERE ? (other as Sphere).radius : 0);
}

/** The height field of a body whose surface is nearest to a point, or null. Bodies may have several, side by side. */
export function fieldAt(body: Body, place: ContactPlace, at: number): Heightfield | null {
  let best: Heightfield | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const shape of body.shapes) {
    if (shape.type !== HEIGHTFIELD) continue;
    const field = shape as Heightfield;
    const distance = distanceTo(body, field, place, at);
    if (best !== null && !(distance < nearest)) continue;
    best = field;
    nearest = distance;
  }
  return best;
}

/** How far a point is beside a field, and above or below its surface. */
function distanceTo(body: Body, field: Heightfield, place: ContactPlace, at: number): number {
  const { data, elementSize: w } = field;
  setFrame(body, field);
  toLocal(place[at], place[at + 1], place[at + 2], q);
  readSurface(field, q[0], q[1]);
  const besideX = Math.max(0, -q[0], q[0] - (data.length - 1) * w);
  const besideY = Math.max(0, -q[1], q[1] - (data[0].length - 1) * w);
  return besideX + besideY + Math.abs(q[2] - surface[0]);
}

/** Frame of the field in the world: rows are its axes, then its origin. */
const frame = new Float64Array(12);
/** The point on the field, the point on what touches it, and the normal out of the field, all in the field's frame. */
const q = new Float64Array(3);
const p = new Float64Array(3);
const n = new Float64Array(3);
/** Of the triangle at a place: height there, and slopes along x and y. */
const surface = new Float64Array(3);

function setFrame(body: Body, field: Heightfield): void {
  const k = Math.max(0, body.shapes.indexOf(field));
  const { quaternion: a, position } = body;
  const b = body.shapeOrientations[k];
  const x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
  const y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
  const z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
  const w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
  fillAxes(a.x, a.y, a.z, a.w);
  const { x: ox, y: oy, z: oz } = body.shapeOffsets[k];
  for (let e = 0; e < 3; e++) frame[9 + e] = frame[e] * ox + frame[3 + e] * oy + frame[6 + e] * oz;
  frame[9] += position.x;
  frame[10] += position.y;
  frame[11] += position.z;
  fillAxes(x, y, z, w);
}

function fillAxes(x: number, y: number, z: number, w: number): void {
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

function toLocal(x: number, y: number, z: number, out: Float64Array): void {
  turnToLocal(x - frame[9], y - frame[10], z - frame[11], out);
}

function turnToLocal(x: number, y: number, z: number, out: Float64Array): void {
  for (let e = 0; e < 3; e++) out[e] = frame[3 * e] * x + frame[3 * e + 1] * y + frame[3 * e + 2] * z;
}

function toWorld(x: number, y: number, z: number, e: number): number {
  return frame[e] * x + frame[3 + e] * y + frame[6 + e] * z;
}

/** A face of the whole: below, or at the rim. */
function isOuter({ data, elementSize }: Heightfield): boolean {
  if (n[2] < -OUTWARDS) return true;
  const margin = EDGE * elementSize;
  const endX = (data.length - 1) * elementSize;
  const endY = (data[0].length - 1) * elementSize;
  return (
    (q[0] < margin && n[0] < -OUTWARDS) ||
    (q[1] < margin && n[1] < -OUTWARDS) ||
    (q[0] > endX - margin && n[0] > OUTWARDS) ||
    (q[1] > endY - margin && n[1] > OUTWARDS)
  );
}

/**
 * Is the normal one of the surface near the point? At an edge or a corner that stands out, the slopes that it may have lie between
 * those of the triangles that meet there.
 */
function isSurfaceNormal(field: Heightfield): boolean {
  const reach = EDGE * field.elementSize;
  let lowX = Number.POSITIVE_INFINITY;
  let lowY = Number.POSITIVE_INFINITY;
  let highX = Number.NEGATIVE_INFINITY;
  let highY = Number.NEGATIVE_INFINITY;
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      readSurface(field, q[0] + i * reach, q[1] + j * reach);
      lowX = Math.min(lowX, surface[1]);
      lowY = Math.min(lowY, surface[2]);
      highX = Math.max(highX, surface[1]);
      highY = Math.max(highY, surface[2]);
    }
  }
  const rise = Math.max(n[2], 1e-9);
  const slopeX = Math.min(highX, Math.max(lowX, -n[0] / rise));
  const slopeY = Math.min(highY, Math.max(lowY, -n[1] / rise));
  const length = Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY);
  // Not a number where data have holes: then the engine's word stands.
  return !(n[2] - slopeX * n[0] - slopeY * n[1] <= SAME_NORMAL * length);
}

/** Heights and slopes of the triangle at a place, or of the nearest at the rim. */
function readSurface({ data, elementSize: w }: Heightfield, x: number, y: number): void {
  const i = Math.max(0, Math.min(data.length - 2, Math.floor(x / w)));
  const j = Math.max(0, Math.min(data[0].length - 2, Math.floor(y / w)));
  const s = x / w - i;
  const t = y / w - j;
  const upper = s + t > 1;
  const corner = upper ? data[i + 1][j + 1] : data[i][j];
  const riseX = upper ? corner - data[i][j + 1] : data[i + 1][j] - corner;
  const riseY = upper ? corner - data[i + 1][j] : data[i][j + 1] - corner;
  surface[0] = corner + riseX * (upper ? s - 1 : s) + riseY * (upper ? t - 1 : t);
  surface[1] = riseX / w;
  surface[2] = riseY / w;
}

/** Gives the contact the normal of the triangle under its point; for a ball, of the triangle that is nearest to its centre. */
function putOnSurface(place: ContactPlace, field: Heightfield, side: number, radius: number): boolean {
  if (radius > 0) for (let e = 0; e < 3; e++) p[e] += radius * n[e];
  readSurface(field, p[0], p[1]);
  if (radius > 0) {
    // The foot on the triangle below the centre may lie on another one.
    const lift = (p[2] - surface[0]) / (1 + surface[1] * surface[1] + surface[2] * surface[2]);
    const x = p[0] + lift * surface[1];
    const y = p[1] + lift * surface[2];
    readSurface(field, x, y);
    surface[0] += (p[0] - x) * surface[1] + (p[1] - y) * surface[2];
  }
  const scale = 1 / Math.sqrt(1 + surface[1] * surface[1] + surface[2] * surface[2]);
  const gap = (p[2] - surface[0]) * scale - radius;
  if (!(gap <= ABOVE * field.elementSize)) return false;
  for (let e = 0; e < 3; e++) {
    const normal = toWorld(-surface[1] * scale, -surface[2] * scale, scale, e);
    const point = frame[9 + e] + toWorld(p[0], p[1], p[2], e) - radius * normal;
    const below = point - gap * normal;
    place[e] = side > 0 ? below : point;
    place[3 + e] = side > 0 ? point : below;
    place[6 + e] = side * normal;
  }
  return true;
}
