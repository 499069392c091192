import type { PatchBuffers } from '@stiction/friction-core';
import type { BodyTable } from './body-table.js';

/** Adds the impulse [l1, l2, l3] of patch i to the wrenches of its two bodies: linear, and angular about the centres. */
export function addWrench(
  table: BodyTable,
  patches: PatchBuffers,
  i: number,
  l1: number,
  l2: number,
  l3: number,
): void {
  const at = 3 * i;
  const { normal, tangent1, tangent2, armA, armB } = patches;
  const px = l1 * tangent1[at] + l2 * tangent2[at];
  const py = l1 * tangent1[at + 1] + l2 * tangent2[at + 1];
  const pz = l1 * tangent1[at + 2] + l2 * tangent2[at + 2];
  const sx = l3 * normal[at];
  const sy = l3 * normal[at + 1];
  const sz = l3 * normal[at + 2];
  addAt(table.wrench, 6 * patches.bodyA[i], armA, at, -px, -py, -pz, -sx, -sy, -sz);
  addAt(table.wrench, 6 * patches.bodyB[i], armB, at, px, py, pz, sx, sy, sz);
}

function addAt(
  wrench: Float64Array,
  k: number,
  arm: Float64Array,
  at: number,
  px: number,
  py: number,
  pz: number,
  sx: number,
  sy: number,
  sz: number,
): void {
  wrench[k] += px;
  wrench[k + 1] += py;
  wrench[k + 2] += pz;
  wrench[k + 3] += arm[at + 1] * pz - arm[at + 2] * py + sx;
  wrench[k + 4] += arm[at + 2] * px - arm[at] * pz + sy;
  wrench[k + 5] += arm[at] * py - arm[at + 1] * px + sz;
}

/** velocity += scale · M⁻¹ wrench for one body; the wrench is six numbers at `from`, the velocity is at 6 · slot. */
export function addImpulse(
  table: BodyTable,
  slot: number,
  wrench: Float64Array,
  from: number,
  scale: number,
  velocity: Float64Array,
): void {
  const { invMass: m, invInertia: j } = table.bodies;
  const at = 6 * slot;
  const x = scale * wrench[from + 3];
  const y = scale * wrench[from + 4];
  const z = scale * wrench[from + 5];
  velocity[at] += scale * m[3 * slot] * wrench[from];
  velocity[at + 1] += scale * m[3 * slot + 1] * wrench[from + 1];
  velocity[at + 2] += scale * m[3 * slot + 2] * wrench[from + 2];
  velocity[at + 3] += j[at] * x + j[at + 1] * y + j[at + 2] * z;
  velocity[at + 4] += j[at + 1] * x + j[at + 3] * y + j[at + 4] * z;
  velocity[at + 5] += j[at + 2] * x + j[at + 4] * y + j[at + 5] * z;
}
