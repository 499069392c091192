import {
  type ContactBuffer,
  copyContact,
  pushContact,
  RIM_COSINES,
  RIM_POINTS,
  rotate,
  rotateBack,
} from '@stiction/friction-core/adapter';
import type { BoxShape, CylinderShape, PlaneShape } from 'crashcat';
import { BOX, PLANE } from '../crashcat-enums.js';
import type { SubShape } from './sub-shapes.js';

/**
 * crashcat treats the cap of a cylinder as an octagon and reports four of its vertices or, after a bad reduction, three. Friction needs
 * the whole patch. So on a plane, and on a box that is wider than the cap, the points are replaced by RIM_POINTS points on the rim, each
 * with its own gap. A cap that overhangs an edge keeps the engine's points.
 */
export interface RoundCap {
  /** In the world: the cylinder's axis, and the normal of the other shape's face. */
  axis: Float64Array;
  faceNormal: Float64Array;
  /** Points on the rim, in the world. */
  rim: Float64Array;
  /** Scratch of one rim point. */
  spoke: Float64Array;
  local: Float64Array;
}

/** The cap is in contact if the cosine between the axis and the normal exceeds this. */
const UPRIGHT_COSINE = 0.999;

export function createRoundCap(): RoundCap {
  return {
    axis: new Float64Array(3),
    faceNormal: new Float64Array(3),
    rim: new Float64Array(3 * RIM_POINTS),
    spoke: new Float64Array(3),
    local: new Float64Array(3),
  };
}

/**
 * Replaces the contacts from `from` to the end of the buffer, between a cylinder and another shape, by points on the cylinder's rim.
 * `at` is a point on the other shape; `sign` is 1 if the normal points to that shape, and -1 if it points away.
 */
export function completeCap(
  cap: RoundCap,
  contacts: ContactBuffer,
  from: number,
  cylinder: SubShape,
  other: SubShape,
  at: ArrayLike<number>,
  sign: 1 | -1,
): void {
  const { radius, halfHeight } = cylinder.shape as CylinderShape;
  const { axis, rim, spoke } = cap;
  const n = contacts.normal;
  setAxis(axis, 1, cylinder.pose);
  const cosine = axis[0] * n[3 * from] + axis[1] * n[3 * from + 1] + axis[2] * n[3 * from + 2];
  if (!(Math.abs(cosine) > UPRIGHT_COSINE) || !findFaceNormal(cap, other)) return;
  // The cap nearer to the other shape.
  let side = 0;
  for (let e = 0; e < 3; e++) side += axis[e] * (at[e] - cylinder.pose[e]);
  for (let k = 0; k < RIM_POINTS; k++) {
    spoke[0] = radius * RIM_COSINES[k];
    spoke[1] = side > 0 ? halfHeight : -halfHeight;
    spoke[2] = radius * RIM_COSINES[(k + 6) % RIM_POINTS];
    rotate(cylinder.pose, 0, spoke, 0, spoke, 0);
    for (let e = 0; e < 3; e++) rim[3 * k + e] = cylinder.pose[e] + spoke[e];
    if (!isOverFace(cap, other, k)) return;
  }
  writeRim(cap, contacts, from, at, sign);
}

/** Writes axis k of a pose. */
function setAxis(out: Float64Array, k: number, pose: Float64Array): void {
  out.fill(0);
  out[k] = 1;
  rotate(pose, 0, out, 0, out, 0);
}

/** Returns false if the other shape has no known flat face along the axis. */
function findFaceNormal({ axis, faceNormal: n }: RoundCap, { shape, pose, isScaled }: SubShape): boolean {
  if (shape.type === PLANE) {
    n.set((shape as PlaneShape).plane.normal);
    rotate(pose, 0, n, 0, n, 0);
    return true;
  }
  if (shape.type !== BOX || isScaled) return false;
  for (let k = 0; k < 3; k++) {
    setAxis(n, k, pose);
    if (Math.abs(n[0] * axis[0] + n[1] * axis[1] + n[2] * axis[2]) > UPRIGHT_COSINE) return true;
  }
  return false;
}

/** True if rim point k is over the other shape's face. */
function isOverFace({ faceNormal, rim, spoke, local }: RoundCap, { shape, pose }: SubShape, k: number): boolean {
  if (shape.type === PLANE) return true;
  const { halfExtents } = shape as BoxShape;
  for (let e = 0; e < 3; e++) spoke[e] = rim[3 * k + e] - pose[e];
  rotateBack(pose, 0, spoke, 0, local, 0);
  rotateBack(pose, 0, faceNormal, 0, spoke, 0);
  for (let e = 0; e < 3; e++) if (Math.abs(spoke[e]) < 0.5 && Math.abs(local[e]) > halfExtents[e]) return false;
  return true;
}

/** Projects each rim point along the contact normal onto the other's face. The contact is halfway. */
function writeRim(cap: RoundCap, contacts: ContactBuffer, from: number, at: ArrayLike<number>, sign: 1 | -1): void {
  const { faceNormal, rim } = cap;
  for (let c = contacts.count; c < from + RIM_POINTS; c++) copyContact(contacts, from, pushContact(contacts));
  const { normal: n, position: x, gap } = contacts;
  const i = 3 * from;
  const cosine = faceNormal[0] * n[i] + faceNormal[1] * n[i + 1] + faceNormal[2] * n[i + 2];
  for (let k = 0; k < RIM_POINTS; k++) {
    let distance = 0;
    for (let e = 0; e < 3; e++) distance += (faceNormal[e] * (at[e] - rim[3 * k + e])) / cosine;
    for (let e = 0; e < 3; e++) x[i + 3 * k + e] = rim[3 * k + e] + 0.5 * distance * n[i + e];
    gap[from + k] = distance * sign;
  }
}
