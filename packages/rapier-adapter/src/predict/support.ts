import { type Bodies, type PatchBuffers, prepareFriction } from '@stiction/friction-core';
import { BEARS, WIDE } from '../constants.js';
import { RESPONSE, ROW } from './normal-rows.js';

/**
 * A body that stands on a face is not tipped by friction: the normals answer at once. So friction is solved with the inverse mass that it
 * meets while they do,
 *
 *     A_s = A - B C⁻¹ Bᵀ,     C = G M⁻¹ Gᵀ,   B = F M⁻¹ Gᵀ,     change of the normals  -C⁻¹ Bᵀ Δλ,  shared among the points evenly
 *
 *   F   rows of friction: t1, t2, spin about n        G   rows that a face blocks: n, tilt about t1 and t2
 *
 * This is only a better step of the same sweeps. Where a point would have to pull, the bodies can be tipped and nothing is taken off A.
 */
export function prepareSupport(row: Float64Array, bodies: Bodies, patches: PatchBuffers, i: number, m: Float64Array): void {
  const first = patches.firstPoint[i];
  const last = first + patches.points[i];
  clearResponse(row, patches, i);
  if (!measureFace(patches, i, m)) return;
  m.fill(0, C, END);
  addBody(bodies, patches, i, patches.bodyA[i], patches.armA, m);
  addBody(bodies, patches, i, patches.bodyB[i], patches.armB, m);
  solveResponse(m);
  const { block } = patches;
  const k = 6 * i;
  block[k] -= product(m, 0, 0);
  block[k + 1] -= product(m, 0, 1);
  block[k + 2] -= product(m, 0, 2);
  block[k + 3] -= product(m, 1, 1);
  block[k + 4] -= product(m, 1, 2);
  block[k + 5] -= product(m, 2, 2);
  for (let q = first; q < last; q++) if (bears(patches, i, q)) respond(row, patches, i, q, m);
}

/** The patch is solved as one whose bodies can be tipped. */
export function dropSupport(row: Float64Array, bodies: Bodies, patches: PatchBuffers, i: number): void {
  clearResponse(row, patches, i);
  prepareFriction(patches, i, bodies);
}

function clearResponse(row: Float64Array, { firstPoint, points }: PatchBuffers, i: number): void {
  for (let q = firstPoint[i]; q < firstPoint[i] + points[i]; q++) row.fill(0, ROW * q + RESPONSE, ROW * q + RESPONSE + 3);
}

/** Scratch: of the face [count, a, b of its middle, inverse of Σ (a b)ᵀ(a b)]; C, B and X = C⁻¹ Bᵀ; rows of one body. */
export const SUPPORT_NUMBERS = 60;
const FACE = 0;
const C = 6;
const B = 15;
const X = 24;
const LEVERS = 33;
const END = LEVERS;

function bears({ pointImpulse, normalImpulse }: PatchBuffers, i: number, q: number): boolean {
  return pointImpulse[q] > BEARS * normalImpulse[i];
}

/** Coordinate of point q along an axis, from the pressure centre. */
function along(axis: Float64Array, { pointPosition: x, centre: c }: PatchBuffers, i: number, q: number): number {
  let sum = 0;
  for (let e = 0; e < 3; e++) sum += axis[3 * i + e] * (x[3 * q + e] - c[3 * i + e]);
  return sum;
}

/** Returns false where the points that bear load do not span a face. */
function measureFace(patches: PatchBuffers, i: number, m: Float64Array): boolean {
  const { tangent1: t, tangent2: u } = patches;
  let count = 0;
  let a = 0;
  let b = 0;
  let aa = 0;
  let ab = 0;
  let bb = 0;
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    if (!bears(patches, i, q)) continue;
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

/** Adds the part of one body to C and B. */
function addBody(
  { invMass, invInertia: j }: Bodies,
  { normal: n, tangent1: t, tangent2: u }: PatchBuffers,
  i: number,
  slot: number,
  arm: Float64Array,
  m: Float64Array,
): void {
  const at = 3 * i;
  // Angular parts of t1, t2, spin; n, tilts; and I⁻¹ times those of the last three.
  cross(arm, t, at, m, LEVERS);
  cross(arm, u, at, m, LEVERS + 3);
  cross(arm, n, at, m, LEVERS + 9);
  for (let e = 0; e < 3; e++) {
    m[LEVERS + 6 + e] = n[at + e];
    m[LEVERS + 12 + e] = t[at + e];
    m[LEVERS + 15 + e] = u[at + e];
  }
  const k = 6 * slot;
  for (let g = LEVERS + 9; g < LEVERS + 18; g += 3) {
    m[g + 9] = j[k] * m[g] + j[k + 1] * m[g + 1] + j[k + 2] * m[g + 2];
    m[g + 10] = j[k + 1] * m[g] + j[k + 3] * m[g + 1] + j[k + 4] * m[g + 2];
    m[g + 11] = j[k + 2] * m[g] + j[k + 4] * m[g + 1] + j[k + 5] * m[g + 2];
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const h = LEVERS + 18 + 3 * c;
      for (let e = 0; e < 3; e++) {
        m[B + 3 * r + c] += m[LEVERS + 3 * r + e] * m[h + e];
        m[C + 3 * r + c] += m[LEVERS + 9 + 3 * r + e] * m[h + e];
      }
    }
  }
  for (let e = 0; e < 3; e++) {
    const mass = invMass[3 * slot + e] * n[at + e];
    m[C] += mass * n[at + e];
    m[B] += mass * t[at + e];
    m[B + 3] += mass * u[at + e];
  }
}

function cross(a: Float64Array, b: Float64Array, at: number, out: Float64Array, to: number): void {
  out[to] = a[at + 1] * b[at + 2] - a[at + 2] * b[at + 1];
  out[to + 1] = a[at + 2] * b[at] - a[at] * b[at + 2];
  out[to + 2] = a[at] * b[at + 1] - a[at + 1] * b[at];
}

/** X = C⁻¹ Bᵀ by elimination; a row that nothing can move, as a tilt of bodies whose rotations are locked, answers nothing. */
function solveResponse(m: Float64Array): void {
  for (let r = 0; r < 3; r++) for (let f = 0; f < 3; f++) m[X + 3 * r + f] = m[B + 3 * f + r];
  const least = 1e-9;
  for (let p = 0; p < 3; p++) {
    const pivot = m[C + 4 * p];
    // Its diagonal before the elimination is at least as large.
    const isFree = pivot > least * (m[C] + m[C + 4] + m[C + 8]) * 1e-3;
    for (let f = 0; f < 3; f++) m[X + 3 * p + f] = isFree ? m[X + 3 * p + f] / pivot : 0;
    for (let c = 0; c < 3; c++) if (c !== p) m[C + 3 * p + c] = isFree ? m[C + 3 * p + c] / pivot : 0;
    for (let r = 0; r < 3; r++) {
      if (r === p) continue;
      const factor = m[C + 3 * r + p];
      for (let c = p + 1; c < 3; c++) m[C + 3 * r + c] -= factor * m[C + 3 * p + c];
      for (let f = 0; f < 3; f++) m[X + 3 * r + f] -= factor * m[X + 3 * p + f];
    }
  }
}

/** (B X) at row r, column c. */
function product(m: Float64Array, r: number, c: number): number {
  return m[B + 3 * r] * m[X + c] + m[B + 3 * r + 1] * m[X + 3 + c] + m[B + 3 * r + 2] * m[X + 6 + c];
}

/** What point q has of the response to each row of friction. */
function respond(row: Float64Array, patches: PatchBuffers, i: number, q: number, m: Float64Array): void {
  const a = along(patches.tangent1, patches, i, q) - m[FACE + 1];
  const b = along(patches.tangent2, patches, i, q) - m[FACE + 2];
  for (let f = 0; f < 3; f++) {
    const load = -m[X + f];
    // A moment about t1 presses at b > 0, one about t2 at a < 0.
    const momentB = -m[X + 3 + f] - load * m[FACE + 2];
    const momentA = m[X + 6 + f] - load * m[FACE + 1];
    row[ROW * q + RESPONSE + f] =
      load / m[FACE] +
      a * (m[FACE + 3] * momentA + m[FACE + 4] * momentB) +
      b * (m[FACE + 4] * momentA + m[FACE + 5] * momentB);
  }
}
