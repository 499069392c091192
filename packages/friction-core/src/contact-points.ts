import type { Bodies } from './bodies.js';
import { reserve, type Strides } from './buffers.js';
import type { PatchBuffers } from './patch-buffers.js';

/** The normal rows of all contact points of a step, for the contact solver: Jacobians frozen over the step. */
export interface ContactPoints {
  /** Per point: r × n for A and B, and the same times I⁻¹. */
  armNormalA: Float64Array;
  armNormalB: Float64Array;
  spinA: Float64Array;
  spinB: Float64Array;
  /** 1 / (J M⁻¹ Jᵀ). */
  mass: Float64Array;
  /** Distance at the present motion, 0 where the point has its slop as overlap [m]. */
  separation: Float64Array;
  /** Speed at which the point should part after the impact [m/s]; 0 where there is none, or none any more. */
  bounce: Float64Array;
  /** 1 where the point touched in the bias sweep. */
  touching: Uint8Array;
  /** Per patch: 1 where A cannot move, 2 where B cannot. */
  immovable: Uint8Array;
  /** Per patch: the weight of its lighter body [N], as far as its free acceleration tells. */
  weight: Float64Array;
  /** Per patch: how the pressure centre was shifted last in this step [m]. */
  shifted: Float64Array;
}

const FLOATS: Strides<ContactPoints, Float64Array> = {
  armNormalA: 3,
  armNormalB: 3,
  spinA: 3,
  spinB: 3,
  mass: 1,
  separation: 1,
  bounce: 1,
  shifted: 3,
  weight: 1,
};
const BYTES: Strides<ContactPoints, Uint8Array> = { touching: 1, immovable: 1 };

export function reservePoints(points: ContactPoints, count: number): void {
  reserve(points, Float64Array, FLOATS, count);
  reserve(points, Uint8Array, BYTES, count);
}

/** Fills the rows for the bodies as they are. Points that close in at more than `threshold` [m/s] will bounce. */
export function preparePoints(
  points: ContactPoints,
  bodies: Bodies,
  patches: PatchBuffers,
  dt: number,
  threshold: number,
): void {
  reservePoints(points, patches.pointCount);
  points.shifted.fill(0, 0, 3 * patches.count);
  for (let i = 0; i < patches.count; i++) {
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    points.immovable[i] = isImmovable(bodies, a) ? 1 : isImmovable(bodies, b) ? 2 : 0;
    points.weight[i] = Math.min(weightOf(bodies, a), weightOf(bodies, b));
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      inverseMass[0] = 0;
      pointRow(bodies, a, patches, i, q, points.armNormalA, points.spinA);
      pointRow(bodies, b, patches, i, q, points.armNormalB, points.spinB);
      points.mass[q] = inverseMass[0] > 0 ? 1 / inverseMass[0] : 0;
      points.bounce[q] = 0;
      const e = patches.pointRestitution[q];
      if (e > 0) {
        const speed = -normalRate(points, patches, i, q, bodies.velocity);
        if (speed > threshold) {
          // The impact happened between two steps: what the speed was when the surfaces met, and what it takes to come back there.
          const pull = -normalRate(points, patches, i, q, bodies.acceleration);
          const depth = Math.min(Math.max(0, -patches.pointGap[q]), speed * dt);
          const squared = Math.max(0, (speed + 0.5 * pull * dt) ** 2 - 2 * pull * depth);
          points.bounce[q] = Math.sqrt(Math.max(0, e * e * squared + 2 * pull * depth));
        }
      }
    }
  }
}

/** Fills r × n and I⁻¹ (r × n) of one body for point q of patch i; adds n M⁻¹ n to inverseMass. */
function pointRow(
  bodies: Bodies,
  body: number,
  patches: PatchBuffers,
  i: number,
  q: number,
  armNormal: Float64Array,
  spin: Float64Array,
): void {
  const { pose, invMass, invInertia: j } = bodies;
  const { pointPosition: x, normal: n } = patches;
  for (let e = 0; e < 3; e++) {
    const f = (e + 1) % 3;
    const g = (e + 2) % 3;
    armNormal[3 * q + e] =
      (x[3 * q + f] - pose[7 * body + f]) * n[3 * i + g] - (x[3 * q + g] - pose[7 * body + g]) * n[3 * i + f];
    inverseMass[0] += invMass[3 * body + e] * n[3 * i + e] * n[3 * i + e];
  }
  const ax = armNormal[3 * q];
  const ay = armNormal[3 * q + 1];
  const az = armNormal[3 * q + 2];
  const k = 6 * body;
  spin[3 * q] = j[k] * ax + j[k + 1] * ay + j[k + 2] * az;
  spin[3 * q + 1] = j[k + 1] * ax + j[k + 3] * ay + j[k + 4] * az;
  spin[3 * q + 2] = j[k + 2] * ax + j[k + 4] * ay + j[k + 5] * az;
  for (let e = 0; e < 3; e++) inverseMass[0] += armNormal[3 * q + e] * spin[3 * q + e];
}

const inverseMass = new Float64Array(1);

function isImmovable(bodies: Bodies, body: number): boolean {
  const { invMass: m } = bodies;
  return m[3 * body] + m[3 * body + 1] + m[3 * body + 2] === 0;
}

/** Infinity for bodies that cannot move. */
function weightOf({ invMass: m, acceleration: a }: Bodies, body: number): number {
  const at = 6 * body;
  const most = Math.max(m[3 * body], m[3 * body + 1], m[3 * body + 2]);
  if (!(most > 0)) return Number.POSITIVE_INFINITY;
  return Math.sqrt(a[at] * a[at] + a[at + 1] * a[at + 1] + a[at + 2] * a[at + 2]) / most;
}

/** J u of point q of patch i for any six-vectors u per body: velocities, accelerations, motions. Positive: they part. */
function normalRate(points: ContactPoints, patches: PatchBuffers, i: number, q: number, u: Float64Array): number {
  const { normal } = patches;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  let sum = 0;
  for (let e = 0; e < 3; e++) {
    sum += normal[3 * i + e] * (u[b + e] - u[a + e]);
    sum += points.armNormalB[3 * q + e] * u[b + 3 + e] - points.armNormalA[3 * q + e] * u[a + 3 + e];
  }
  return sum;
}

/** Gaps are linear in the motion; a resting point keeps its slop as overlap, so 0 stands for that. */
export function measureSeparations(points: ContactPoints, bodies: Bodies, patches: PatchBuffers): void {
  const { motion: d } = bodies;
  const { normal, pointGap, pointSlop } = patches;
  const { armNormalA: ra, armNormalB: rb, separation } = points;
  for (let i = 0; i < patches.count; i++) {
    const a = 6 * patches.bodyA[i];
    const b = 6 * patches.bodyB[i];
    const drift =
      normal[3 * i] * (d[b] - d[a]) +
      normal[3 * i + 1] * (d[b + 1] - d[a + 1]) +
      normal[3 * i + 2] * (d[b + 2] - d[a + 2]);
    const last = patches.firstPoint[i] + patches.points[i];
    for (let q = patches.firstPoint[i]; q < last; q++) {
      const p = 3 * q;
      const turnA = ra[p] * d[a + 3] + ra[p + 1] * d[a + 4] + ra[p + 2] * d[a + 5];
      const turnB = rb[p] * d[b + 3] + rb[p + 1] * d[b + 4] + rb[p + 2] * d[b + 5];
      separation[q] = pointGap[q] + pointSlop[q] + drift + turnB - turnA;
    }
  }
}
