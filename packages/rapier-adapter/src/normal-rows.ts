import { grown, type PatchBuffers } from '@stiction/friction-core';
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
  /** Per point: r × n for A and B, the same times I⁻¹, and 1 / (J M⁻¹ Jᵀ). */
  turnA: Float64Array;
  turnB: Float64Array;
  spinA: Float64Array;
  spinB: Float64Array;
  mass: Float64Array;
  /** Least velocity along the normal [m/s], and least impulse: what the engine has found. */
  target: Float64Array;
  low: Float64Array;
}

export function createNormalRows(): NormalRows {
  const f = () => new Float64Array(0);
  return { turnA: f(), turnB: f(), spinA: f(), spinB: f(), mass: f(), target: f(), low: f() };
}

/** Fills the rows of all points, from the velocities that the engine has left. */
export function prepareNormals(rows: NormalRows, table: BodyTable, patches: PatchBuffers): void {
  const points = patches.pointCount;
  rows.turnA = grown(rows.turnA, 3 * points);
  rows.turnB = grown(rows.turnB, 3 * points);
  rows.spinA = grown(rows.spinA, 3 * points);
  rows.spinB = grown(rows.spinB, 3 * points);
  rows.mass = grown(rows.mass, points);
  rows.target = grown(rows.target, points);
  rows.low = grown(rows.low, points);
  const { invMass: m } = table.bodies;
  for (let i = 0; i < patches.count; i++) {
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    const nx = patches.normal[3 * i];
    const ny = patches.normal[3 * i + 1];
    const nz = patches.normal[3 * i + 2];
    const linear =
      (m[3 * a] + m[3 * b]) * nx * nx +
      (m[3 * a + 1] + m[3 * b + 1]) * ny * ny +
      (m[3 * a + 2] + m[3 * b + 2]) * nz * nz;
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      const inverse =
        linear +
        fillTurn(table, a, patches.pointPosition, q, nx, ny, nz, rows.turnA, rows.spinA) +
        fillTurn(table, b, patches.pointPosition, q, nx, ny, nz, rows.turnB, rows.spinB);
      rows.mass[q] = inverse > 0 ? 1 / inverse : 0;
      rows.target[q] = Math.min(0, normalVelocity(rows, patches, i, q, table.engine));
      rows.low[q] = patches.pointImpulse[q];
    }
  }
}

/** r × n and I⁻¹ (r × n) of one body; returns their product. */
function fillTurn(
  table: BodyTable,
  slot: number,
  position: Float64Array,
  q: number,
  nx: number,
  ny: number,
  nz: number,
  turn: Float64Array,
  spin: Float64Array,
): number {
  const { pose, invInertia: j } = table.bodies;
  const at = 3 * q;
  const k = 6 * slot;
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
  return x * spin[at] + y * spin[at + 1] + z * spin[at + 2];
}

/** Velocity of B against A along the normal at point q of patch i; positive where they part. */
function normalVelocity(rows: NormalRows, patches: PatchBuffers, i: number, q: number, v: Float64Array): number {
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

/** One Gauss-Seidel sweep over the points of patch i. Returns the sum of what changed [N s]. */
export function solveNormals(rows: NormalRows, table: BodyTable, patches: PatchBuffers, i: number): number {
  const { velocity: v, invMass: m } = table.bodies;
  const { pointImpulse, normal: n } = patches;
  const { spinA, spinB, mass, target, low } = rows;
  const a = patches.bodyA[i];
  const b = patches.bodyB[i];
  let sum = 0;
  let changed = 0;
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    const before = pointImpulse[q];
    const next = Math.max(low[q], before - mass[q] * (normalVelocity(rows, patches, i, q, v) - target[q]));
    const change = next - before;
    sum += next;
    if (change === 0) continue;
    changed += Math.abs(change);
    pointImpulse[q] = next;
    const at = 3 * q;
    for (let e = 0; e < 3; e++) {
      v[6 * a + e] -= change * m[3 * a + e] * n[3 * i + e];
      v[6 * a + 3 + e] -= change * spinA[at + e];
      v[6 * b + e] += change * m[3 * b + e] * n[3 * i + e];
      v[6 * b + 3 + e] += change * spinB[at + e];
    }
  }
  patches.normalImpulse[i] = sum;
  return changed;
}
