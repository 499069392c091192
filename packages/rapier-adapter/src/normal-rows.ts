import { type PatchBuffers, type PatchList, reserve, type Strides } from '@stiction/friction-core';
import type { BodyTable } from './body-table.js';

/**
 * The contacts' normals, as far as friction needs them after the engine's step. Friction acts below the centre of mass and
 * would tip a body over if the normals did not answer; so where friction changes, they press more:
 *
 *     Δλ ≥ 0  ⊥  uN - min(0, uN of the engine) ≥ 0
 *
 * With the slip's own condition this is the nearest velocity to the engine's, in the mass norm, of all those that neither
 * slip nor close in faster than the engine has left them. Rest is one of these, so the correction never adds energy. (With
 * normals that may also let go it does, and tall stacks shake.) A bounce stays as it is.
 */
export interface NormalRows {
  /** Per row: r × n for A and B, the same times I⁻¹, and 1 / (J M⁻¹ Jᵀ). */
  turnA: Float64Array;
  turnB: Float64Array;
  spinA: Float64Array;
  spinB: Float64Array;
  mass: Float64Array;
  /** Least velocity along the normal [m/s], and least impulse: what the engine has found. */
  target: Float64Array;
  low: Float64Array;
}

const FLOATS: Strides<NormalRows, Float64Array> = {
  turnA: 3,
  turnB: 3,
  spinA: 3,
  spinB: 3,
  mass: 1,
  target: 1,
  low: 1,
};

export function createNormalRows(): NormalRows {
  const rows = {} as NormalRows;
  reserveRows(rows, 0);
  return rows;
}

export function reserveRows(rows: NormalRows, count: number): void {
  reserve(rows, Float64Array, FLOATS, count);
}

/** Fills the rows of the listed patches' points, from the velocities that the engine has left. */
export function prepareNormals(rows: NormalRows, table: BodyTable, patches: PatchBuffers, list: PatchList): void {
  reserveRows(rows, patches.pointCount);
  for (let k = 0; k < list.count; k++) {
    const i = list.index[k];
    const letsGo = table.undone[patches.bodyA[i]] + table.undone[patches.bodyB[i]] > 0;
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      fillRow(rows, table, patches, i, patches.pointPosition, q);
      const speed = normalVelocity(rows, patches, i, q, table.engine);
      rows.target[q] = letsGo ? speed : Math.min(0, speed);
      rows.low[q] = letsGo ? 0 : patches.pointImpulse[q];
    }
  }
}

/** Row q: the normal of patch i at the place number q of `position`. */
export function fillRow(
  rows: NormalRows,
  table: BodyTable,
  patches: PatchBuffers,
  i: number,
  position: Float64Array,
  q: number,
): void {
  inverseMass[0] = 0;
  fillTurn(table, patches.bodyA[i], patches.normal, 3 * i, position, 3 * q, rows.turnA, rows.spinA);
  fillTurn(table, patches.bodyB[i], patches.normal, 3 * i, position, 3 * q, rows.turnB, rows.spinB);
  rows.mass[q] = inverseMass[0] > 0 ? 1 / inverseMass[0] : 0;
}

const inverseMass = new Float64Array(1);

/** r × n and I⁻¹ (r × n) of one body; adds its J M⁻¹ Jᵀ to inverseMass. */
function fillTurn(
  table: BodyTable,
  slot: number,
  n: Float64Array,
  nAt: number,
  position: Float64Array,
  at: number,
  turn: Float64Array,
  spin: Float64Array,
): void {
  const { pose, invMass: m, invInertia: j } = table.bodies;
  const k = 6 * slot;
  const nx = n[nAt];
  const ny = n[nAt + 1];
  const nz = n[nAt + 2];
  const rx = position[at] - pose[7 * slot];
  const ry = position[at + 1] - pose[7 * slot + 1];
  const rz = position[at + 2] - pose[7 * slot + 2];
  const x = ry * nz - rz * ny;
  const y = rz * nx - rx * nz;
  const z = rx * ny - ry * nx;
  turn[at] = x;
  turn[at + 1] = y;
  turn[at + 2] = z;
  spin[at] = j[k] * x + j[k + 1] * y + j[k + 2] * z;
  spin[at + 1] = j[k + 1] * x + j[k + 3] * y + j[k + 4] * z;
  spin[at + 2] = j[k + 2] * x + j[k + 4] * y + j[k + 5] * z;
  for (let e = 0; e < 3; e++) {
    inverseMass[0] += m[3 * slot + e] * n[nAt + e] * n[nAt + e] + turn[at + e] * spin[at + e];
  }
}

/** Velocity of B against A along row q of patch i; positive where they part. */
export function normalVelocity(rows: NormalRows, patches: PatchBuffers, i: number, q: number, v: Float64Array): number {
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  const { normal: n } = patches;
  const { turnA, turnB } = rows;
  const at = 3 * q;
  return (
    n[3 * i] * (v[b] - v[a]) +
    n[3 * i + 1] * (v[b + 1] - v[a + 1]) +
    n[3 * i + 2] * (v[b + 2] - v[a + 2]) +
    turnB[at] * v[b + 3] +
    turnB[at + 1] * v[b + 4] +
    turnB[at + 2] * v[b + 5] -
    turnA[at] * v[a + 3] -
    turnA[at + 1] * v[a + 4] -
    turnA[at + 2] * v[a + 5]
  );
}

/** An impulse to push with: a number that is passed on might be allocated. */
export const push = new Float64Array(1);

/** Adds the impulse in `push` along row q of patch i to the velocities of its bodies. */
export function pushNormal(rows: NormalRows, table: BodyTable, patches: PatchBuffers, i: number, q: number): void {
  const { velocity: v, invMass: m } = table.bodies;
  const impulse = push[0];
  const a = patches.bodyA[i];
  const b = patches.bodyB[i];
  for (let e = 0; e < 3; e++) {
    const along = impulse * patches.normal[3 * i + e];
    v[6 * a + e] -= m[3 * a + e] * along;
    v[6 * a + 3 + e] -= impulse * rows.spinA[3 * q + e];
    v[6 * b + e] += m[3 * b + e] * along;
    v[6 * b + 3 + e] += impulse * rows.spinB[3 * q + e];
  }
}

/** One Gauss-Seidel sweep over the points of patch i. Returns the sum of what changed [N s]. */
export function solveNormals(rows: NormalRows, table: BodyTable, patches: PatchBuffers, i: number): number {
  const { pointImpulse } = patches;
  const { mass, target, low } = rows;
  let sum = 0;
  let changed = 0;
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    const before = pointImpulse[q];
    const speed = normalVelocity(rows, patches, i, q, table.bodies.velocity);
    const next = Math.max(low[q], before - mass[q] * (speed - target[q]));
    sum += next;
    if (next === before) continue;
    changed += Math.abs(next - before);
    pointImpulse[q] = next;
    push[0] = next - before;
    pushNormal(rows, table, patches, i, q);
  }
  patches.normalImpulse[i] = sum;
  return changed;
}
