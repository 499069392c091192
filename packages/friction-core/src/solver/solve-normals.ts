import { assert } from '../assert.js';
import type { Bodies } from '../bodies/bodies.js';
import {
  CONTACT_DAMPING_RATIO,
  CONTACT_FREQUENCY_RATIO,
  MAX_BIAS_SPEED,
  MAX_PRELOAD_WEIGHTS,
  MAX_STIFF_POINTS,
  NORMAL_PASSES,
  PRELOAD_FRACTION,
  STATIC_CONTACT_FREQUENCY_RATIO,
} from '../constants.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { ContactSolver } from './contact-solver.js';
import {
  ANGULAR_A,
  ANGULAR_B,
  BOUNCE,
  MASS,
  NONE,
  RESPONSE_A,
  RESPONSE_B,
  ROW_STRIDE,
  SEPARATION,
  TOUCHING,
} from './normal-rows.js';
import { writeSoftConstraint } from './soft-constraint.js';

/**
 * The normal impulses of one patch, point by point: soft in the bias sweep, rigid in the relax sweep.
 *
 * Springs yield under load, so a stack would sink. Most of the average load is therefore preloaded into the springs of its patch,
 * evenly over the points. Tilting then meets the springs alone, which keeps a tower from swaying.
 */

declare const __DEV__: boolean;

/** Floats of `ContactSolver.normalSprings`: three for each of the two springs, h and the largest bias speed. */
export const NORMAL_SPRINGS_SIZE = 8;
const MOVING = 0;
const STATIC = 3;
const SUBSTEP = 6;
const BIAS_SPEED = 7;

/** Sets the springs for a step with substeps of length h. */
export function prepareNormalSprings(springs: Float64Array, h: number, lengthUnit: number): void {
  writeSoftConstraint(springs, MOVING, CONTACT_FREQUENCY_RATIO, CONTACT_DAMPING_RATIO, h);
  writeSoftConstraint(springs, STATIC, STATIC_CONTACT_FREQUENCY_RATIO, CONTACT_DAMPING_RATIO, h);
  springs[SUBSTEP] = h;
  springs[BIAS_SPEED] = MAX_BIAS_SPEED * lengthUnit;
}

export function solveNormals(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  withBias: boolean,
): void {
  const { row, normalSprings: springs } = solver;
  const { velocity: v, motion: d, invMass: m } = bodies;
  const { pointImpulse, pointSlop, normal } = patches;
  const slotA = patches.bodyA[i];
  const slotB = patches.bodyB[i];
  const a = 6 * slotA;
  const b = 6 * slotB;
  const nx = normal[3 * i];
  const ny = normal[3 * i + 1];
  const nz = normal[3 * i + 2];
  const spring = solver.fixedBody[i] === NONE ? MOVING : STATIC;
  const biasRate = springs[spring];
  const massScale = springs[spring + 1] * Math.min(1, MAX_STIFF_POINTS / patches.points[i]);
  const impulseScale = springs[spring + 2];
  const h = springs[SUBSTEP];
  const maxBiasSpeed = springs[BIAS_SPEED];
  const first = patches.firstPoint[i];
  const last = first + patches.points[i];
  if (__DEV__) assert(last > first && last <= patches.pointCount, 'solveNormals: a patch without points of its own');
  const average = Math.min(patches.averageImpulse[i], MAX_PRELOAD_WEIGHTS * h * solver.weight[i]);
  const preload = (PRELOAD_FRACTION * average) / patches.points[i];
  const mAx = m[3 * slotA] * nx;
  const mAy = m[3 * slotA + 1] * ny;
  const mAz = m[3 * slotA + 2] * nz;
  const mBx = m[3 * slotB] * nx;
  const mBy = m[3 * slotB + 1] * ny;
  const mBz = m[3 * slotB + 2] * nz;
  // Linear velocities matter only along the normal, so the separating velocity of the centres stands for them until the end.
  let centreSpeed = nx * (v[b] - v[a]) + ny * (v[b + 1] - v[a + 1]) + nz * (v[b + 2] - v[a + 2]);
  const linearInvMass = nx * (mAx + mBx) + ny * (mAy + mBy) + nz * (mAz + mBz);
  let total = 0;
  let aX = v[a + 3];
  let aY = v[a + 4];
  let aZ = v[a + 5];
  let bX = v[b + 3];
  let bY = v[b + 4];
  let bZ = v[b + 5];
  // Gaps are linear in the motion since the start of the step.
  const drift = nx * (d[b] - d[a]) + ny * (d[b + 1] - d[a + 1]) + nz * (d[b + 2] - d[a + 2]);
  let sum = 0;
  for (let pass = 0; pass < NORMAL_PASSES; pass++) {
    sum = 0;
    for (let q = first; q < last; q++) {
      const p = ROW_STRIDE * q;
      const rax = row[p + ANGULAR_A];
      const ray = row[p + ANGULAR_A + 1];
      const raz = row[p + ANGULAR_A + 2];
      const rbx = row[p + ANGULAR_B];
      const rby = row[p + ANGULAR_B + 1];
      const rbz = row[p + ANGULAR_B + 2];
      const speed = centreSpeed + (rbx * bX + rby * bY + rbz * bZ) - (rax * aX + ray * aY + raz * aZ);
      const old = pointImpulse[q];
      const mass = row[p + MASS];
      let next: number;
      // A point that touched in the bias sweep is also held in the relax sweep, even if it has been pushed out since.
      if (!withBias && row[p + TOUCHING] === 1) {
        next = old - mass * (speed - (old > 0 ? row[p + BOUNCE] : 0));
      } else {
        const rotation =
          rbx * d[b + 3] + rby * d[b + 4] + rbz * d[b + 5] - (rax * d[a + 3] + ray * d[a + 4] + raz * d[a + 5]);
        const separation = row[p + SEPARATION] + drift + rotation;
        const touches = separation <= pointSlop[q];
        if (withBias) row[p + TOUCHING] = touches ? 1 : 0;
        if (!touches) {
          next = old - mass * (speed + separation / h);
        } else if (withBias) {
          const bias = Math.max(biasRate * separation, -maxBiasSpeed);
          next = old - mass * massScale * (speed + bias) - impulseScale * (old - preload);
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
        centreSpeed += change * linearInvMass;
        aX -= change * row[p + RESPONSE_A];
        aY -= change * row[p + RESPONSE_A + 1];
        aZ -= change * row[p + RESPONSE_A + 2];
        bX += change * row[p + RESPONSE_B];
        bY += change * row[p + RESPONSE_B + 1];
        bZ += change * row[p + RESPONSE_B + 2];
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
  if (__DEV__) assert(sum >= 0 && sum < Number.POSITIVE_INFINITY, 'solveNormals: the impulse is not finite');
}
