import type { PatchBuffers } from '@stiction/friction-core';
import type { BodyTable } from './body-table.js';

/**
 * The load of a patch, as it is to be expected: one normal impulse at the pressure centre, with the velocities foreseen.
 *
 *     0 ≤ λN  ⊥  uN ≥ 0
 *
 * It starts from the load of the last step, whose effect is in the velocities. So the load of an impact, which has done
 * its work, falls back to the weight, and where gravity is tilted the weight presses less. A patch without load stays so:
 * the bodies may be apart still.
 */

/** One Gauss-Seidel step for the load of patch i. Returns by how much it changed. */
export function solveLoad(table: BodyTable, patches: PatchBuffers, i: number): number {
  const before = patches.normalImpulse[i];
  if (!(before > 0)) return 0;
  const a = patches.bodyA[i];
  const b = patches.bodyB[i];
  const { velocity } = table.bodies;
  const inverseMass =
    fillArm(table, patches, i, patches.armA, a, armA) + fillArm(table, patches, i, patches.armB, b, armB);
  if (!(inverseMass > 0)) return 0;
  const speed = speedAlong(patches, i, b, armB, velocity) - speedAlong(patches, i, a, armA, velocity);
  const after = Math.max(0, before - speed / inverseMass);
  patches.normalImpulse[i] = after;
  push(table, patches, i, a, armA, before - after);
  push(table, patches, i, b, armB, after - before);
  return Math.abs(after - before);
}

// r × n of the two bodies, and the same times I⁻¹.
const armA = new Float64Array(6);
const armB = new Float64Array(6);

/** Fills one body's half of the row and returns its J M⁻¹ Jᵀ. */
function fillArm(
  table: BodyTable,
  patches: PatchBuffers,
  i: number,
  arm: Float64Array,
  slot: number,
  out: Float64Array,
): number {
  const { invMass: m, invInertia: j } = table.bodies;
  const at = 3 * i;
  const k = 6 * slot;
  const nx = patches.normal[at];
  const ny = patches.normal[at + 1];
  const nz = patches.normal[at + 2];
  const x = arm[at + 1] * nz - arm[at + 2] * ny;
  const y = arm[at + 2] * nx - arm[at] * nz;
  const z = arm[at] * ny - arm[at + 1] * nx;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = j[k] * x + j[k + 1] * y + j[k + 2] * z;
  out[4] = j[k + 1] * x + j[k + 3] * y + j[k + 4] * z;
  out[5] = j[k + 2] * x + j[k + 4] * y + j[k + 5] * z;
  return (
    m[3 * slot] * nx * nx + m[3 * slot + 1] * ny * ny + m[3 * slot + 2] * nz * nz + x * out[3] + y * out[4] + z * out[5]
  );
}

function speedAlong(patches: PatchBuffers, i: number, slot: number, arm: Float64Array, v: Float64Array): number {
  const { normal: n } = patches;
  const k = 6 * slot;
  return (
    n[3 * i] * v[k] +
    n[3 * i + 1] * v[k + 1] +
    n[3 * i + 2] * v[k + 2] +
    arm[0] * v[k + 3] +
    arm[1] * v[k + 4] +
    arm[2] * v[k + 5]
  );
}

function push(table: BodyTable, patches: PatchBuffers, i: number, slot: number, arm: Float64Array, p: number): void {
  const { velocity: v, invMass: m } = table.bodies;
  for (let e = 0; e < 3; e++) {
    v[6 * slot + e] += p * m[3 * slot + e] * patches.normal[3 * i + e];
    v[6 * slot + 3 + e] += p * arm[3 + e];
  }
}
