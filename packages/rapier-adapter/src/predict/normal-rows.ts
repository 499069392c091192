import type { Bodies, PatchBuffers } from '@stiction/friction-core';

/**
 * Normals of predicted patches, point by point. Friction acts below the centre of mass and would tip a body over if the normals did not
 * respond:
 *
 *     λ ≥ 0   ⊥   uN ≥ target
 *
 * Before the engine's step the target is 0, which predicts the load. After it, the target is the velocity that the engine produced, so that correcting
 * friction redistributes load between points and preserves a bounce. Normals that could only increase lifted a box that was put on a belt, by 0.15 m/s.
 */

/** Numbers per row: r × n of both bodies, the same times I⁻¹, 1 / (J M⁻¹ Jᵀ), target, response (see `support.ts`). */
export const ROW = 18;
const TURN_A = 0;
const TURN_B = 3;
const SPIN_A = 6;
const SPIN_B = 9;
const MASS = 12;
const TARGET = 13;
export const RESPONSE = 14;

/** Fills the rows of the points of patch i. */
export function prepareNormals(row: Float64Array, bodies: Bodies, patches: PatchBuffers, i: number): void {
  const { invMass: m } = bodies;
  const { normal, pointImpulse } = patches;
  const a = patches.bodyA[i];
  const b = patches.bodyB[i];
  let inverseMassN = 0;
  for (let e = 0; e < 3; e++) inverseMassN += (m[3 * a + e] + m[3 * b + e]) * normal[3 * i + e] * normal[3 * i + e];
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    const p = ROW * q;
    writeAngular(row, p + TURN_A, p + SPIN_A, bodies, a, patches, i, q);
    writeAngular(row, p + TURN_B, p + SPIN_B, bodies, b, patches, i, q);
    let inverseMass = inverseMassN;
    for (let e = 0; e < 3; e++) {
      inverseMass += row[p + TURN_A + e] * row[p + SPIN_A + e] + row[p + TURN_B + e] * row[p + SPIN_B + e];
    }
    // Without a load in the engine the bodies may still be apart.
    row[p + MASS] = pointImpulse[q] > 0 && inverseMass > 0 ? 1 / inverseMass : 0;
  }
}

/** Sets the targets; after the engine's step (`asFound`) to the current velocities. */
export function setNormalTargets(
  row: Float64Array,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  asFound: boolean,
): void {
  const { velocity: v } = bodies;
  const { normal: n } = patches;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  const k = 3 * i;
  const separating = n[k] * (v[b] - v[a]) + n[k + 1] * (v[b + 1] - v[a + 1]) + n[k + 2] * (v[b + 2] - v[a + 2]);
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    const p = ROW * q;
    row[p + TARGET] = !asFound
      ? 0
      : separating +
        (row[p + TURN_B] * v[b + 3] + row[p + TURN_B + 1] * v[b + 4] + row[p + TURN_B + 2] * v[b + 5]) -
        (row[p + TURN_A] * v[a + 3] + row[p + TURN_A + 1] * v[a + 4] + row[p + TURN_A + 2] * v[a + 5]);
  }
}

/** r × n and I⁻¹ (r × n) of one body at point q. */
function writeAngular(
  row: Float64Array,
  turn: number,
  spin: number,
  { pose, invInertia: j }: Bodies,
  slot: number,
  { normal: n, pointPosition }: PatchBuffers,
  i: number,
  q: number,
): void {
  const k = 6 * slot;
  const rx = pointPosition[3 * q] - pose[7 * slot];
  const ry = pointPosition[3 * q + 1] - pose[7 * slot + 1];
  const rz = pointPosition[3 * q + 2] - pose[7 * slot + 2];
  const x = ry * n[3 * i + 2] - rz * n[3 * i + 1];
  const y = rz * n[3 * i] - rx * n[3 * i + 2];
  const z = rx * n[3 * i + 1] - ry * n[3 * i];
  row[turn] = x;
  row[turn + 1] = y;
  row[turn + 2] = z;
  row[spin] = j[k] * x + j[k + 1] * y + j[k + 2] * z;
  row[spin + 1] = j[k + 1] * x + j[k + 3] * y + j[k + 4] * z;
  row[spin + 2] = j[k + 2] * x + j[k + 4] * y + j[k + 5] * z;
}

/** One Gauss-Seidel sweep over the points of patch i; the sum of all changes goes to changed[0]. */
export function solveNormals(
  row: Float64Array,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  changed: Float64Array,
): void {
  const { velocity: v, invMass: m } = bodies;
  const { pointImpulse, normal } = patches;
  const slotA = patches.bodyA[i];
  const slotB = patches.bodyB[i];
  const a = 6 * slotA;
  const b = 6 * slotB;
  const nx = normal[3 * i];
  const ny = normal[3 * i + 1];
  const nz = normal[3 * i + 2];
  const mAx = m[3 * slotA] * nx;
  const mAy = m[3 * slotA + 1] * ny;
  const mAz = m[3 * slotA + 2] * nz;
  const mBx = m[3 * slotB] * nx;
  const mBy = m[3 * slotB + 1] * ny;
  const mBz = m[3 * slotB + 2] * nz;
  // Linear velocities matter only along the normal: one number, the separating velocity of the centres, replaces them until the end.
  let separating = nx * (v[b] - v[a]) + ny * (v[b + 1] - v[a + 1]) + nz * (v[b + 2] - v[a + 2]);
  const inverseMassN = nx * (mAx + mBx) + ny * (mAy + mBy) + nz * (mAz + mBz);
  let aX = v[a + 3];
  let aY = v[a + 4];
  let aZ = v[a + 5];
  let bX = v[b + 3];
  let bY = v[b + 4];
  let bZ = v[b + 5];
  let total = 0;
  let sum = 0;
  let size = 0;
  const last = patches.firstPoint[i] + patches.points[i];
  for (let q = patches.firstPoint[i]; q < last; q++) {
    const p = ROW * q;
    const speed =
      separating +
      (row[p + TURN_B] * bX + row[p + TURN_B + 1] * bY + row[p + TURN_B + 2] * bZ) -
      (row[p + TURN_A] * aX + row[p + TURN_A + 1] * aY + row[p + TURN_A + 2] * aZ);
    const before = pointImpulse[q];
    let next = before - row[p + MASS] * (speed - row[p + TARGET]);
    if (!(next > 0)) next = 0;
    sum += next;
    const change = next - before;
    if (change === 0) continue;
    pointImpulse[q] = next;
    size += Math.abs(change);
    total += change;
    separating += change * inverseMassN;
    aX -= change * row[p + SPIN_A];
    aY -= change * row[p + SPIN_A + 1];
    aZ -= change * row[p + SPIN_A + 2];
    bX += change * row[p + SPIN_B];
    bY += change * row[p + SPIN_B + 1];
    bZ += change * row[p + SPIN_B + 2];
  }
  patches.normalImpulse[i] = sum;
  changed[0] = size;
  if (size === 0) return;
  v[a] -= total * mAx;
  v[a + 1] -= total * mAy;
  v[a + 2] -= total * mAz;
  v[a + 3] = aX;
  v[a + 4] = aY;
  v[a + 5] = aZ;
  v[b] += total * mBx;
  v[b + 1] += total * mBy;
  v[b + 2] += total * mBz;
  v[b + 3] = bX;
  v[b + 4] = bY;
  v[b + 5] = bZ;
}

/**
 * Response of the normals of patch i to a change of friction by change[0…2]: see `support.ts`. Returns false and does nothing if a point would
 * have to pull.
 */
export function respondToFriction(
  row: Float64Array,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  change: Float64Array,
): boolean {
  const { velocity: v, invMass: m } = bodies;
  const { pointImpulse, normal: n } = patches;
  const a = patches.bodyA[i];
  const b = patches.bodyB[i];
  const first = patches.firstPoint[i];
  const last = first + patches.points[i];
  for (let q = first; q < last; q++) {
    const r = ROW * q + RESPONSE;
    row[r + 3] = row[r] * change[0] + row[r + 1] * change[1] + row[r + 2] * change[2];
    if (pointImpulse[q] + row[r + 3] < 0) return false;
  }
  let total = 0;
  for (let q = first; q < last; q++) {
    const p = ROW * q;
    const answer = row[p + RESPONSE + 3];
    if (answer === 0) continue;
    pointImpulse[q] += answer;
    total += answer;
    for (let e = 0; e < 3; e++) {
      v[6 * a + 3 + e] -= answer * row[p + SPIN_A + e];
      v[6 * b + 3 + e] += answer * row[p + SPIN_B + e];
    }
  }
  patches.normalImpulse[i] += total;
  for (let e = 0; e < 3; e++) {
    v[6 * a + e] -= total * m[3 * a + e] * n[3 * i + e];
    v[6 * b + e] += total * m[3 * b + e] * n[3 * i + e];
  }
  return true;
}
