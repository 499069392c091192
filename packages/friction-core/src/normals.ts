import type { Bodies } from './bodies.js';
import {
  ARM_A,
  ARM_B,
  BOUNCE,
  type ContactPoints,
  MASS,
  ROW,
  SEPARATION,
  SPIN_A,
  SPIN_B,
  TOUCHING,
} from './contact-points.js';
import type { PatchBuffers } from './patch-buffers.js';
import { fillSpring } from './spring.js';

/**
 * The normal impulses of one patch, point by point: soft in the bias sweep, rigid in the relax sweep.
 *
 * Springs give way under load, and a stack would sink by as much. Most of a load that lasts is therefore preloaded into the
 * springs of its patch, evenly: tilting meets the springs alone, which is what keeps a tower from swaying.
 */

/** Springs between moving bodies, and against immovable ones: swings per substep, damping ratio. */
const SWINGS = 0.1875;
const FIRM_SWINGS = 0.25;
const DAMPING = 20;
/** Overlap is pushed out at no more than this [m/s]. */
export const MAX_PUSH = 3;
/** Share of the lasting load that is preloaded, and how long a load has to last for that [s]. */
const PRELOAD = 0.75;
export const AVERAGE_TIME = 2;
/** How long a load has to last to count for buckling [s]. */
export const RECENT_TIME = 0.15;
/** No more than the weight of so many bodies: what carries far heavier ones needs to give way, or it rocks. */
const PRELOAD_MOST = 10;
/** Over the points of a patch, per sweep. */
const PASSES = 2;
/** More points than these share the stiffness of so many: a round cap of 24 would else be six times as stiff as a box. */
const STIFF_POINTS = 4;

/** Two springs, h and the greatest push. An array, because V8 makes an object of every number that a call hands over. */
const numbers = new Float64Array(8);

/** Before the sweeps of a step with substeps of length h. */
export function setNormalSprings(h: number, lengthUnit: number): void {
  fillSpring(numbers, 0, SWINGS, DAMPING, h);
  fillSpring(numbers, 3, FIRM_SWINGS, DAMPING, h);
  numbers[6] = h;
  numbers[7] = MAX_PUSH * lengthUnit;
}

export function solveNormals(
  points: ContactPoints,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  bias: boolean,
): void {
  const { row } = points;
  const { velocity: v, motion: d, invMass: m } = bodies;
  const { pointImpulse, pointSlop, normal } = patches;
  const slotA = patches.bodyA[i];
  const slotB = patches.bodyB[i];
  const a = 6 * slotA;
  const b = 6 * slotB;
  const nx = normal[3 * i];
  const ny = normal[3 * i + 1];
  const nz = normal[3 * i + 2];
  const spring = points.immovable[i] > 0 ? 3 : 0;
  const rate = numbers[spring];
  const massScale = numbers[spring + 1] * Math.min(1, STIFF_POINTS / patches.points[i]);
  const impulseScale = numbers[spring + 2];
  const h = numbers[6];
  const maxPush = numbers[7];
  const first = patches.firstPoint[i];
  const last = first + patches.points[i];
  const lasting = Math.min(patches.averageImpulse[i], PRELOAD_MOST * h * points.weight[i]);
  const preload = (PRELOAD * lasting) / patches.points[i];
  const mAx = m[3 * slotA] * nx;
  const mAy = m[3 * slotA + 1] * ny;
  const mAz = m[3 * slotA + 2] * nz;
  const mBx = m[3 * slotB] * nx;
  const mBy = m[3 * slotB + 1] * ny;
  const mBz = m[3 * slotB + 2] * nz;
  // Linear velocities matter only along the normal, so one number stands for them until the end: how fast the centres part.
  let parting = nx * (v[b] - v[a]) + ny * (v[b + 1] - v[a + 1]) + nz * (v[b + 2] - v[a + 2]);
  const ease = nx * (mAx + mBx) + ny * (mAy + mBy) + nz * (mAz + mBz);
  let total = 0;
  let aX = v[a + 3];
  let aY = v[a + 4];
  let aZ = v[a + 5];
  let bX = v[b + 3];
  let bY = v[b + 4];
  let bZ = v[b + 5];
  // Gaps are linear in the motion since the step began.
  const drift = nx * (d[b] - d[a]) + ny * (d[b + 1] - d[a + 1]) + nz * (d[b + 2] - d[a + 2]);
  let sum = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    sum = 0;
    for (let q = first; q < last; q++) {
      const p = ROW * q;
      const rax = row[p + ARM_A];
      const ray = row[p + ARM_A + 1];
      const raz = row[p + ARM_A + 2];
      const rbx = row[p + ARM_B];
      const rby = row[p + ARM_B + 1];
      const rbz = row[p + ARM_B + 2];
      const speed = parting + (rbx * bX + rby * bY + rbz * bZ) - (rax * aX + ray * aY + raz * aZ);
      const old = pointImpulse[q];
      const mass = row[p + MASS];
      let next: number;
      // A point that touched in the bias sweep is held in the relax sweep too, though it may have been pushed out by then.
      if (!bias && row[p + TOUCHING] === 1) {
        next = old - mass * (speed - (old > 0 ? row[p + BOUNCE] : 0));
      } else {
        const turn =
          rbx * d[b + 3] + rby * d[b + 4] + rbz * d[b + 5] - (rax * d[a + 3] + ray * d[a + 4] + raz * d[a + 5]);
        const separation = row[p + SEPARATION] + drift + turn;
        const touches = separation <= pointSlop[q];
        if (bias) row[p + TOUCHING] = touches ? 1 : 0;
        if (!touches) {
          next = old - mass * (speed + separation / h);
        } else if (bias) {
          const push = Math.max(rate * separation, -maxPush);
          next = old - mass * massScale * (speed + push) - impulseScale * (old - preload);
        } else {
          next = old - mass * (speed - (old > 0 ? row[p + BOUNCE] : 0));
        }
      }
      if (!(next > 0)) next = 0;
      sum += next;
      const change = next - old;
      if (change !== 0) {
        pointImpulse[q] = next;
        total += change;
        parting += change * ease;
        aX -= change * row[p + SPIN_A];
        aY -= change * row[p + SPIN_A + 1];
        aZ -= change * row[p + SPIN_A + 2];
        bX += change * row[p + SPIN_B];
        bY += change * row[p + SPIN_B + 1];
        bZ += change * row[p + SPIN_B + 2];
      }
    }
  }
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
  patches.normalImpulse[i] = sum;
}
