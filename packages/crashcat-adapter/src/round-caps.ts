import { type ContactBuffer, pushContact, rotate, rotateBack } from '@stiction/friction-core';
import type { BoxShape, CylinderShape, PlaneShape } from 'crashcat';
import { BOX, type Leaf, PLANE } from './shapes.js';

/**
 * crashcat knows the cap of a cylinder as an octagon, and tells four of its corners or, where it picks them badly, three. Friction
 * needs the patch as it is: on a plane, and on a box that is wider, the points become RIM points on the rim, each with its own
 * distance. A cap that hangs over an edge keeps the points that the engine tells.
 */
const RIM = 8;
/** Normals along the axis: cosine. */
const UPRIGHT = 0.999;

const axis = new Float64Array(3);
const face = new Float64Array(3);
const spoke = new Float64Array(3);
const local = new Float64Array(3);
const rim = new Float64Array(24);

/**
 * The contacts from `from` on, the last in the buffer, are between this cylinder and another shape. `at` is a point on the latter;
 * `sense` is 1 where the normal leads to it and -1 where it comes from there.
 */
export function roundCap(
  contacts: ContactBuffer,
  from: number,
  cylinder: Leaf,
  other: Leaf,
  at: ArrayLike<number>,
  sense: 1 | -1,
): void {
  const { radius, halfHeight } = cylinder.shape as CylinderShape;
  const n = contacts.normal;
  setAxis(axis, 1, cylinder.pose);
  const upright = axis[0] * n[3 * from] + axis[1] * n[3 * from + 1] + axis[2] * n[3 * from + 2];
  if (!(Math.abs(upright) > UPRIGHT) || !findFace(other)) return;
  // Which of the caps: the one that is nearer to the other shape.
  let side = 0;
  for (let e = 0; e < 3; e++) side += axis[e] * (at[e] - cylinder.pose[e]);
  for (let k = 0; k < RIM; k++) {
    spoke[0] = radius * COSINES[k];
    spoke[1] = side > 0 ? halfHeight : -halfHeight;
    spoke[2] = radius * COSINES[(k + 6) % RIM];
    rotate(cylinder.pose, 0, spoke, 0, spoke, 0);
    for (let e = 0; e < 3; e++) rim[3 * k + e] = cylinder.pose[e] + spoke[e];
    if (!isOver(other, k)) return;
  }
  writeRim(contacts, from, at, sense);
}

const COSINES = /* @__PURE__ */ cosines();

/** Of multiples of an eighth of a turn. */
function cosines(): readonly number[] {
  const c = Math.SQRT1_2;
  return [1, c, 0, -c, -1, -c, 0, c];
}

function setAxis(out: Float64Array, k: number, pose: Float64Array): void {
  out.fill(0);
  out[k] = 1;
  rotate(pose, 0, out, 0, out, 0);
}

/** The normal of the other shape's face: false where it has none that is flat and known. */
function findFace({ shape, pose, trueToSize }: Leaf): boolean {
  if (shape.type === PLANE) {
    face.set((shape as PlaneShape).plane.normal);
    rotate(pose, 0, face, 0, face, 0);
    return true;
  }
  if (shape.type !== BOX || !trueToSize) return false;
  for (let k = 0; k < 3; k++) {
    setAxis(face, k, pose);
    if (Math.abs(face[0] * axis[0] + face[1] * axis[1] + face[2] * axis[2]) > UPRIGHT) return true;
  }
  return false;
}

function isOver({ shape, pose }: Leaf, k: number): boolean {
  if (shape.type === PLANE) return true;
  const { halfExtents } = shape as BoxShape;
  for (let e = 0; e < 3; e++) spoke[e] = rim[3 * k + e] - pose[e];
  rotateBack(pose, 0, spoke, 0, local, 0);
  rotateBack(pose, 0, face, 0, spoke, 0);
  for (let e = 0; e < 3; e++) if (Math.abs(spoke[e]) < 0.5 && Math.abs(local[e]) > halfExtents[e]) return false;
  return true;
}

/** From a point of the rim along the normal to the other's face; the contact is halfway. */
function writeRim(contacts: ContactBuffer, from: number, at: ArrayLike<number>, sense: 1 | -1): void {
  for (let c = contacts.count; c < from + RIM; c++) copyContact(contacts, from, pushContact(contacts));
  const { normal: n, position: x, gap } = contacts;
  const i = 3 * from;
  const across = face[0] * n[i] + face[1] * n[i + 1] + face[2] * n[i + 2];
  for (let k = 0; k < RIM; k++) {
    let way = 0;
    for (let e = 0; e < 3; e++) way += (face[e] * (at[e] - rim[3 * k + e])) / across;
    for (let e = 0; e < 3; e++) x[i + 3 * k + e] = rim[3 * k + e] + 0.5 * way * n[i + e];
    gap[from + k] = way * sense;
  }
}

function copyContact(contacts: ContactBuffer, from: number, to: number): void {
  contacts.body.copyWithin(2 * to, 2 * from, 2 * from + 2);
  contacts.key.copyWithin(4 * to, 4 * from, 4 * from + 4);
  contacts.material.copyWithin(2 * to, 2 * from, 2 * from + 2);
  contacts.normal.copyWithin(3 * to, 3 * from, 3 * from + 3);
  contacts.slop[to] = contacts.slop[from];
  contacts.restitution[to] = contacts.restitution[from];
  contacts.impulse[to] = 0;
}
