import type { Bodies, PatchBuffers } from '@stiction/friction-core';
import { prepareFriction } from '@stiction/friction-core/adapter';
import { BEARS, WIDE } from '../constants.js';
import { RESPONSE, ROW } from './normal-rows.js';

/**
 * Friction does not tip a body that stands on a face: the normals respond immediately. So friction is solved with the inverse effective mass
 * under this constraint,
 *
 *     A_s = A - B C⁻¹ Bᵀ,     C = G M⁻¹ Gᵀ,   B = F M⁻¹ Gᵀ,     change of the normals  -C⁻¹ Bᵀ Δλ,  distributed linearly over the points
 *
 *   F   rows of friction: t1, t2, spin about n        G   rows that a face blocks: n, tilt about t1 and t2
 *
 * This only improves the convergence of the same sweeps. If a point would have to pull, the body can tip and A is used as it is.
 */
export function prepareSupport(
  row: Float64Array,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  m: Float64Array,
): void {
  clearResponse(row, patches, i);
  if (!measureFace(patches, i, m)) return;
  m.fill(0, C, X);
  addBody(bodies, patches, i, patches.bodyA[i], patches.armA, m);
  addBody(bodies, patches, i, patches.bodyB[i], patches.armB, m);
  solveResponse(m);
  const { block } = patches;
  const k = 6 * i;
  for (let e = 0; e < 6; e++) {
    const r = B + ROWS[e];
    const c = X + COLUMNS[e];
    block[k + e] -= m[r] * m[c] + m[r + 1] * m[c + 3] + m[r + 2] * m[c + 6];
  }
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    if (carriesLoad(patches, i, q)) writeResponse(row, patches, i, q, m);
  }
}

/** Solves the patch as one whose bodies can tip. */
export function dropSupport(row: Float64Array, bodies: Bodies, patches: PatchBuffers, i: number): void {
  clearResponse(row, patches, i);
  prepareFriction(patches, i, bodies);
}

function clearResponse(row: Float64Array, { firstPoint, points }: PatchBuffers, i: number): void {
  for (let q = firstPoint[i]; q < firstPoint[i] + points[i]; q++) {
    const r = ROW * q + RESPONSE;
    row[r] = 0;
    row[r + 1] = 0;
    row[r + 2] = 0;
  }
}

/** Scratch: the face [count, centre a, b, inverse of Σ (a b)ᵀ(a b)]; C (upper half), B, and X = C⁻¹ Bᵀ. */
export const SUPPORT_NUMBERS = 30;
const FACE = 0;
const C = 6;
const B = 12;
const X = 21;
/** Row of B and column of X for each of the six numbers of a block. */
const ROWS = new Int32Array([0, 0, 0, 3, 3, 6]);
const COLUMNS = new Int32Array([0, 1, 2, 1, 2, 2]);

function carriesLoad({ pointImpulse, normalImpulse }: PatchBuffers, i: number, q: number): boolean {
  return pointImpulse[q] > BEARS * normalImpulse[i];
}

/** Coordinate of point q along an axis, relative to the pressure centre. */
function along(axis: Float64Array, { pointPosition: x, centre: c }: PatchBuffers, i: number, q: number): number {
  const p = 3 * q;
  const k = 3 * i;
  return axis[k] * (x[p] - c[k]) + axis[k + 1] * (x[p + 1] - c[k + 1]) + axis[k + 2] * (x[p + 2] - c[k + 2]);
}

/** Returns false if the loaded points do not span a face. */
function measureFace(patches: PatchBuffers, i: number, m: Float64Array): boolean {
  const { tangent1: t, tangent2: u } = patches;
  if (patches.points[i] < 3) return false;
  let count = 0;
  let a = 0;
  let b = 0;
  let aa = 0;
  let ab = 0;
  let bb = 0;
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    if (!carriesLoad(patches, i, q)) continue;
    const x = along(t, patches, i, q);
    const y = along(u, patches, i, q);
    count++;
    a += x;
    b += y;
    aa += x * x;
    ab += x * y;
    bb += y * y;
  }
  if (count < 3) return false;
  aa -= (a * a) / count;
  ab -= (a * b) / count;
  bb -= (b * b) / count;
  const det = aa * bb - ab * ab;
  const sum = aa + bb;
  if (!(det > WIDE * WIDE * sum * sum)) return false;
  m[FACE] = count;
  m[FACE + 1] = a / count;
  m[FACE + 2] = b / count;
  m[FACE + 3] = bb / det;
  m[FACE + 4] = -ab / det;
  m[FACE + 5] = aa / det;
  return true;
}

/** Adds one body to C and B. Written out because it is hot. */
function addBody(
  { invMass, invInertia: j }: Bodies,
  { normal, tangent1, tangent2 }: PatchBuffers,
  i: number,
  slot: number,
  arm: Float64Array,
  m: Float64Array,
): void {
  const k = 6 * slot;
  const mx = invMass[3 * slot];
  const my = invMass[3 * slot + 1];
  const mz = invMass[3 * slot + 2];
  const j0 = j[k];
  const j1 = j[k + 1];
  const j2 = j[k + 2];
  const j3 = j[k + 3];
  const j4 = j[k + 4];
  const j5 = j[k + 5];
  if (mx + my + mz + j0 + j3 + j5 === 0) return;
  const at = 3 * i;
  const nx = normal[at];
  const ny = normal[at + 1];
  const nz = normal[at + 2];
  const tx = tangent1[at];
  const ty = tangent1[at + 1];
  const tz = tangent1[at + 2];
  const ux = tangent2[at];
  const uy = tangent2[at + 1];
  const uz = tangent2[at + 2];
  const rx = arm[at];
  const ry = arm[at + 1];
  const rz = arm[at + 2];
  // Angular parts of t1, t2 and n at the pressure centre.
  const ax = ry * tz - rz * ty;
  const ay = rz * tx - rx * tz;
  const az = rx * ty - ry * tx;
  const bx = ry * uz - rz * uy;
  const by = rz * ux - rx * uz;
  const bz = rx * uy - ry * ux;
  const gx = ry * nz - rz * ny;
  const gy = rz * nx - rx * nz;
  const gz = rx * ny - ry * nx;
  // I⁻¹ times those of n and of the tilts.
  const px = j0 * gx + j1 * gy + j2 * gz;
  const py = j1 * gx + j3 * gy + j4 * gz;
  const pz = j2 * gx + j4 * gy + j5 * gz;
  const qx = j0 * tx + j1 * ty + j2 * tz;
  const qy = j1 * tx + j3 * ty + j4 * tz;
  const qz = j2 * tx + j4 * ty + j5 * tz;
  const sx = j0 * ux + j1 * uy + j2 * uz;
  const sy = j1 * ux + j3 * uy + j4 * uz;
  const sz = j2 * ux + j4 * uy + j5 * uz;
  m[C] += mx * nx * nx + my * ny * ny + mz * nz * nz + gx * px + gy * py + gz * pz;
  m[C + 1] += gx * qx + gy * qy + gz * qz;
  m[C + 2] += gx * sx + gy * sy + gz * sz;
  m[C + 3] += tx * qx + ty * qy + tz * qz;
  m[C + 4] += tx * sx + ty * sy + tz * sz;
  m[C + 5] += ux * sx + uy * sy + uz * sz;
  m[B] += mx * tx * nx + my * ty * ny + mz * tz * nz + ax * px + ay * py + az * pz;
  m[B + 1] += ax * qx + ay * qy + az * qz;
  m[B + 2] += ax * sx + ay * sy + az * sz;
  m[B + 3] += mx * ux * nx + my * uy * ny + mz * uz * nz + bx * px + by * py + bz * pz;
  m[B + 4] += bx * qx + by * qy + bz * qz;
  m[B + 5] += bx * sx + by * sy + bz * sz;
  m[B + 6] += nx * px + ny * py + nz * pz;
  m[B + 7] += nx * qx + ny * qy + nz * qz;
  m[B + 8] += nx * sx + ny * sy + nz * sz;
}

/** A pivot below this share of the diagonal is rounding: nothing can move that row, e.g. a tilt of bodies with locked rotations. */
const LEAST_PIVOT = 1e-9;

/** X = C⁻¹ Bᵀ, by C = L D Lᵀ; an immovable row has no response. */
function solveResponse(m: Float64Array): void {
  const d1 = m[C];
  const i1 = d1 > 0 ? 1 / d1 : 0;
  const l21 = m[C + 1] * i1;
  const l31 = m[C + 2] * i1;
  const d2 = m[C + 3] - l21 * m[C + 1];
  const i2 = d2 > LEAST_PIVOT * m[C + 3] ? 1 / d2 : 0;
  const c32 = m[C + 4] - l21 * m[C + 2];
  const l32 = c32 * i2;
  const d3 = m[C + 5] - l31 * m[C + 2] - l32 * c32;
  const i3 = d3 > LEAST_PIVOT * m[C + 5] ? 1 / d3 : 0;
  for (let f = 0; f < 3; f++) {
    const y1 = m[B + 3 * f];
    const y2 = m[B + 3 * f + 1] - l21 * y1;
    const y3 = m[B + 3 * f + 2] - l31 * y1 - l32 * y2;
    const x3 = y3 * i3;
    const x2 = y2 * i2 - l32 * x3;
    m[X + 6 + f] = x3;
    m[X + 3 + f] = x2;
    m[X + f] = y1 * i1 - l21 * x2 - l31 * x3;
  }
}

/** Response of point q to each row of friction. */
function writeResponse(row: Float64Array, patches: PatchBuffers, i: number, q: number, m: Float64Array): void {
  const a = along(patches.tangent1, patches, i, q) - m[FACE + 1];
  const b = along(patches.tangent2, patches, i, q) - m[FACE + 2];
  const byA = a * m[FACE + 3] + b * m[FACE + 4];
  const byB = a * m[FACE + 4] + b * m[FACE + 5];
  for (let f = 0; f < 3; f++) {
    const load = -m[X + f];
    // A moment about t1 presses at b > 0, one about t2 at a < 0.
    row[ROW * q + RESPONSE + f] =
      load / m[FACE] + byA * (m[X + 6 + f] - load * m[FACE + 1]) - byB * (m[X + 3 + f] + load * m[FACE + 2]);
  }
}
