import type { Bodies } from './bodies.js';
import { reserve, type Strides } from './buffers.js';
import type { PatchBuffers } from './patch-buffers.js';

/** The normal rows of all contact points of a step, for the contact solver: Jacobians frozen over the step. */
export interface ContactPoints {
  /** ROW numbers per point, side by side because a sweep needs them all; see the places below. */
  row: Float64Array;
  /** Per patch: 1 where A cannot move, 2 where B cannot. */
  immovable: Uint8Array;
  /** Per patch: the weight of its lighter body [N], as far as its free acceleration tells. */
  weight: Float64Array;
  /** Per patch: how the pressure centre was shifted last in this step [m]. */
  shifted: Float64Array;
}

export const ROW = 16;
/** r × n of A and B, each followed by the same times I⁻¹. */
export const ARM_A = 0;
export const SPIN_A = 3;
export const ARM_B = 6;
export const SPIN_B = 9;
/** 1 / (J M⁻¹ Jᵀ). */
export const MASS = 12;
/** Distance at the start of the step, 0 where the point has its slop as overlap [m]. */
export const SEPARATION = 13;
/** Speed at which the point should part after the impact [m/s]; 0 where there is none, or none any more. */
export const BOUNCE = 14;
/** 1 where the point touched in the bias sweep. */
export const TOUCHING = 15;

const FLOATS: Strides<ContactPoints, Float64Array> = { row: ROW, shifted: 3, weight: 1 };
const BYTES: Strides<ContactPoints, Uint8Array> = { immovable: 1 };

export function reservePoints(points: ContactPoints, count: number): void {
  if (points.weight?.length >= count) return;
  reserve(points, Float64Array, FLOATS, count);
  reserve(points, Uint8Array, BYTES, count);
}

/** An approach slower than what forces add in this many steps does not bounce: it is a contact at rest. */
const RESTITUTION_STEPS = 2;

/** Fills the rows for the bodies as they are. Points that close in at more than `threshold` [m/s] may bounce. */
export function preparePoints(
  points: ContactPoints,
  bodies: Bodies,
  patches: PatchBuffers,
  dt: number,
  threshold: number,
): void {
  reservePoints(points, patches.pointCount);
  points.shifted.fill(0, 0, 3 * patches.count);
  const { row } = points;
  for (let i = 0; i < patches.count; i++) {
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    points.immovable[i] = isImmovable(bodies, a) ? 1 : isImmovable(bodies, b) ? 2 : 0;
    points.weight[i] = Number.POSITIVE_INFINITY;
    limitWeight(points, i, bodies, a);
    limitWeight(points, i, bodies, b);
    const slowest = Math.max(threshold, RESTITUTION_STEPS * dt * freeAcceleration(bodies, a, b));
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      const at = ROW * q;
      inverseMass[0] = 0;
      fillArm(bodies, a, patches, i, q, row, at + ARM_A);
      fillArm(bodies, b, patches, i, q, row, at + ARM_B);
      row[at + MASS] = inverseMass[0] > 0 ? 1 / inverseMass[0] : 0;
      row[at + SEPARATION] = patches.pointGap[q] + patches.pointSlop[q];
      row[at + BOUNCE] = 0;
      const e = patches.pointRestitution[q];
      if (e > 0) {
        const speed = -normalRate(row, at, patches, i, bodies.velocity);
        if (speed > slowest) {
          // The impact happened between two steps: what the speed was when the surfaces met, and what it takes to come back there.
          const pull = -normalRate(row, at, patches, i, bodies.acceleration);
          const depth = Math.min(Math.max(0, -patches.pointGap[q]), speed * dt);
          const squared = Math.max(0, (speed + 0.5 * pull * dt) ** 2 - 2 * pull * depth);
          row[at + BOUNCE] = Math.sqrt(Math.max(0, e * e * squared + 2 * pull * depth));
        }
      }
    }
  }
}

/** Fills r × n and I⁻¹ (r × n) of one body for point q of patch i; adds J M⁻¹ Jᵀ to inverseMass. */
function fillArm(
  bodies: Bodies,
  body: number,
  patches: PatchBuffers,
  i: number,
  q: number,
  row: Float64Array,
  at: number,
): void {
  const { pose, invMass: m, invInertia: j } = bodies;
  const { pointPosition: x, normal: n } = patches;
  const rx = x[3 * q] - pose[7 * body];
  const ry = x[3 * q + 1] - pose[7 * body + 1];
  const rz = x[3 * q + 2] - pose[7 * body + 2];
  const nx = n[3 * i];
  const ny = n[3 * i + 1];
  const nz = n[3 * i + 2];
  const ax = ry * nz - rz * ny;
  const ay = rz * nx - rx * nz;
  const az = rx * ny - ry * nx;
  const k = 6 * body;
  const sx = j[k] * ax + j[k + 1] * ay + j[k + 2] * az;
  const sy = j[k + 1] * ax + j[k + 3] * ay + j[k + 4] * az;
  const sz = j[k + 2] * ax + j[k + 4] * ay + j[k + 5] * az;
  row[at] = ax;
  row[at + 1] = ay;
  row[at + 2] = az;
  row[at + 3] = sx;
  row[at + 4] = sy;
  row[at + 5] = sz;
  const linear = m[3 * body] * nx * nx + m[3 * body + 1] * ny * ny + m[3 * body + 2] * nz * nz;
  inverseMass[0] += linear + ax * sx + ay * sy + az * sz;
}

const inverseMass = new Float64Array(1);

function isImmovable(bodies: Bodies, body: number): boolean {
  const { invMass: m } = bodies;
  return m[3 * body] + m[3 * body + 1] + m[3 * body + 2] === 0;
}

/** The greater of two bodies' free linear accelerations [m/s²]: gravity, and whatever the user's forces do beside or instead of it. */
export function freeAcceleration({ acceleration: a }: Bodies, bodyA: number, bodyB: number): number {
  const i = 6 * bodyA;
  const j = 6 * bodyB;
  const ofA = a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2];
  const ofB = a[j] * a[j] + a[j + 1] * a[j + 1] + a[j + 2] * a[j + 2];
  return Math.sqrt(Math.max(ofA, ofB));
}

/** The weight of a patch is that of the lighter body that can move. */
function limitWeight(points: ContactPoints, i: number, { invMass: m, acceleration: a }: Bodies, body: number): void {
  const at = 6 * body;
  const most = Math.max(m[3 * body], m[3 * body + 1], m[3 * body + 2]);
  if (!(most > 0)) return;
  const weight = Math.sqrt(a[at] * a[at] + a[at + 1] * a[at + 1] + a[at + 2] * a[at + 2]) / most;
  if (weight < points.weight[i]) points.weight[i] = weight;
}

/** J u of the row at `at`, of patch i, for any six-vectors u per body: velocities, accelerations. Positive: they part. */
function normalRate(row: Float64Array, at: number, patches: PatchBuffers, i: number, u: Float64Array): number {
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  let sum = 0;
  for (let e = 0; e < 3; e++) {
    sum += patches.normal[3 * i + e] * (u[b + e] - u[a + e]);
    sum += row[at + ARM_B + e] * u[b + 3 + e] - row[at + ARM_A + e] * u[a + 3 + e];
  }
  return sum;
}
