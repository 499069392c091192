import type { Bodies } from '../bodies/bodies.js';
import {
  BUCKLING_ANGLE,
  IMPACT_LOAD_RATIO,
  MAX_COLUMN_HEIGHT,
  MAX_SUBSTEPS,
  SUBSTEP_RATE,
  TIPPING_ANGLE,
} from '../constants.js';
import { ensureCapacity } from '../math/buffers.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { ContactSolver, ContactSolverOptions } from './contact-solver.js';
import type { JointRows } from './joint-rows.js';
import { freeAcceleration } from './normal-rows.js';

/** Number of substeps of a step of dt. `bucklingRate` is the result of `findBucklingRate` after the last step. */
export function countSubsteps(options: ContactSolverOptions, dt: number, bucklingRate = 0): number {
  if (options.substeps > 0) return options.substeps;
  const usual = Math.max(1, Math.round(dt * SUBSTEP_RATE));
  const tipping = Math.sqrt(options.tippingRate ?? 0) / TIPPING_ANGLE;
  const rate = Math.max(tipping, Math.sqrt(bucklingRate) / BUCKLING_ANGLE);
  return Math.min(MAX_SUBSTEPS, Math.max(usual, Math.ceil(dt * rate)));
}

/**
 * How fast the column on a patch would buckle if the patch were soft: g n² / r [1/s²], the largest of all patches.
 *
 *   n   load on the patch over the weight of its lighter body: the number of such bodies it carries
 *   r   largest distance of its points from their mean [m]: the width of its base
 *   g   free acceleration of the bodies [m/s²]
 *
 * The springs of a patch are as stiff as a substep allows, ω ∝ 1/h, and a column needs ω² ∝ g n² / r to stand. (Euler's formula has
 * n³ for equal bodies and n for one heavy one.) Loads from joints are not columns and do not count.
 */
export function findBucklingRate(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
): number {
  if (solver.externalJoints) return 0;
  solver.hasJoint = ensureCapacity(solver.hasJoint, bodies.count);
  solver.hasJoint.fill(0, 0, bodies.count);
  for (let r = 0; r < joints.count; r++) {
    solver.hasJoint[joints.bodyA[r]] = 1;
    solver.hasJoint[joints.bodyB[r]] = 1;
  }
  let largest = 0;
  for (let i = 0; i < patches.count; i++) {
    if (solver.hasJoint[patches.bodyA[i]] + solver.hasJoint[patches.bodyB[i]] > 0) continue;
    const weight = solver.h * solver.weight[i];
    const radius = baseRadius(patches, i);
    if (!(radius > 0 && weight > 0 && weight < Number.POSITIVE_INFINITY)) continue;
    const load = Math.min(patches.recentImpulse[i], IMPACT_LOAD_RATIO * patches.averageImpulse[i]);
    const n = Math.min(MAX_COLUMN_HEIGHT, load / weight);
    const rate = (freeAcceleration(bodies, patches.bodyA[i], patches.bodyB[i]) * n * n) / radius;
    if (rate > largest) largest = rate;
  }
  return largest;
}

/** Largest distance of the points of a patch from their mean. */
function baseRadius({ pointPosition: x, firstPoint, points }: PatchBuffers, i: number): number {
  const from = 3 * firstPoint[i];
  const to = from + 3 * points[i];
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let q = from; q < to; q += 3) {
    mx += x[q] / points[i];
    my += x[q + 1] / points[i];
    mz += x[q + 2] / points[i];
  }
  let square = 0;
  for (let q = from; q < to; q += 3) {
    square = Math.max(square, (x[q] - mx) ** 2 + (x[q + 1] - my) ** 2 + (x[q + 2] - mz) ** 2);
  }
  return Math.sqrt(square);
}
