import { type Bodies, isImmovable } from '../bodies/bodies.js';
import { RESTITUTION_STEPS } from '../constants.js';
import { reserve, type Strides } from '../math/buffers.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';

/** The normal constraints of all contact points of a step. Their Jacobians are fixed over the step. */
export interface NormalRows {
  /** `ROW_STRIDE` floats per point in one array, because a sweep needs them all; see the offsets below. */
  row: Float64Array;
  /** Per patch: `NONE`, `FIXED_A` or `FIXED_B`. */
  fixedBody: Uint8Array;
  /** Per patch: weight of its lighter movable body, from its free acceleration, and the attraction of the patch [N]. */
  weight: Float64Array;
  /** Per patch: the last shift of the pressure centre in this step [m]. */
  centreShift: Float64Array;
}

/** Values of `fixedBody`: the body of the patch that cannot move. */
export const NONE = 0;
export const FIXED_A = 1;
const FIXED_B = 2;

export const ROW_STRIDE = 16;
/** r × n of A and B (angular Jacobian), each followed by I⁻¹ (r × n) (angular velocity per impulse). */
export const ANGULAR_A = 0;
export const RESPONSE_A = 3;
export const ANGULAR_B = 6;
export const RESPONSE_B = 9;
/** Effective mass 1 / (J M⁻¹ Jᵀ). */
export const MASS = 12;
/** Distance at the start of the step, 0 if the overlap is the slop [m]. */
export const SEPARATION = 13;
/** Separating velocity after the impact [m/s]; 0 if there is no bounce, or it is over. */
export const BOUNCE = 14;
/** 1 if the point touched in the bias sweep. */
export const TOUCHING = 15;

const FLOATS: Strides<NormalRows, Float64Array> = { row: ROW_STRIDE, centreShift: 3, weight: 1 };
const BYTES: Strides<NormalRows, Uint8Array> = { fixedBody: 1 };

export function reserveNormalRows(rows: NormalRows, count: number): void {
  if (rows.weight?.length >= count) return;
  reserve(rows, Float64Array, FLOATS, count);
  reserve(rows, Uint8Array, BYTES, count);
}

/** Fills the rows for the current poses. Points that approach faster than `threshold` [m/s] may bounce. */
export function prepareNormalRows(
  rows: NormalRows,
  bodies: Bodies,
  patches: PatchBuffers,
  dt: number,
  threshold: number,
): void {
  reserveNormalRows(rows, patches.pointCount);
  rows.centreShift.fill(0, 0, 3 * patches.count);
  const { row } = rows;
  for (let i = 0; i < patches.count; i++) {
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    rows.fixedBody[i] = isImmovable(bodies, a) ? FIXED_A : isImmovable(bodies, b) ? FIXED_B : NONE;
    rows.weight[i] = Number.POSITIVE_INFINITY;
    clampWeight(rows, i, bodies, a);
    clampWeight(rows, i, bodies, b);
    rows.weight[i] += patches.adhesion[i];
    const slowest = Math.max(threshold, RESTITUTION_STEPS * dt * freeAcceleration(bodies, a, b));
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      const at = ROW_STRIDE * q;
      row[at + MASS] = 0;
      fillAngular(bodies, a, patches, i, q, row, ANGULAR_A);
      fillAngular(bodies, b, patches, i, q, row, ANGULAR_B);
      row[at + MASS] = row[at + MASS] > 0 ? 1 / row[at + MASS] : 0;
      row[at + SEPARATION] = patches.pointGap[q] + patches.pointSlop[q];
      row[at + BOUNCE] = 0;
      const e = patches.pointRestitution[q];
      if (e > 0) {
        const speed = -normalRate(row, at, patches, i, bodies.velocity);
        if (speed > slowest) {
          // The impact happened between two steps: find the speed at which the surfaces met, and the speed needed to return there.
          const pull = -normalRate(row, at, patches, i, bodies.acceleration);
          const depth = Math.min(Math.max(0, -patches.pointGap[q]), speed * dt);
          const squared = Math.max(0, (speed + 0.5 * pull * dt) ** 2 - 2 * pull * depth);
          row[at + BOUNCE] = Math.sqrt(Math.max(0, e * e * squared + 2 * pull * depth));
        }
      }
    }
  }
}

/** Writes r × n and I⁻¹ (r × n) of one body for point q of patch i, and adds J M⁻¹ Jᵀ of that body to MASS. */
function fillAngular(
  bodies: Bodies,
  body: number,
  patches: PatchBuffers,
  i: number,
  q: number,
  row: Float64Array,
  offset: number,
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
  const at = ROW_STRIDE * q + offset;
  row[at] = ax;
  row[at + 1] = ay;
  row[at + 2] = az;
  row[at + 3] = sx;
  row[at + 4] = sy;
  row[at + 5] = sz;
  const linear = m[3 * body] * nx * nx + m[3 * body + 1] * ny * ny + m[3 * body + 2] * nz * nz;
  row[ROW_STRIDE * q + MASS] += linear + ax * sx + ay * sy + az * sz;
}

/** Larger free linear acceleration of two bodies [m/s²]: gravity and the user's forces. */
export function freeAcceleration({ acceleration: a }: Bodies, bodyA: number, bodyB: number): number {
  const i = 6 * bodyA;
  const j = 6 * bodyB;
  const ofA = a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2];
  const ofB = a[j] * a[j] + a[j + 1] * a[j + 1] + a[j + 2] * a[j + 2];
  return Math.sqrt(Math.max(ofA, ofB));
}

/** Lowers the weight of a patch to that of this body, if it can move. */
function clampWeight(rows: NormalRows, i: number, { invMass: m, acceleration: a }: Bodies, body: number): void {
  const at = 6 * body;
  const invMass = Math.max(m[3 * body], m[3 * body + 1], m[3 * body + 2]);
  if (!(invMass > 0)) return;
  const weight = Math.sqrt(a[at] * a[at] + a[at + 1] * a[at + 1] + a[at + 2] * a[at + 2]) / invMass;
  if (weight < rows.weight[i]) rows.weight[i] = weight;
}

/** J u of a row of patch i for six-vectors u per body, such as velocities or accelerations. Positive if the bodies separate. */
function normalRate(row: Float64Array, at: number, patches: PatchBuffers, i: number, u: Float64Array): number {
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  let sum = 0;
  for (let e = 0; e < 3; e++) {
    sum += patches.normal[3 * i + e] * (u[b + e] - u[a + e]);
    sum += row[at + ANGULAR_B + e] * u[b + 3 + e] - row[at + ANGULAR_A + e] * u[a + 3 + e];
  }
  return sum;
}
