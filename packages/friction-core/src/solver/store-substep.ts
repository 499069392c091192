import type { Bodies } from '../bodies/bodies.js';
import { AVERAGE_TIME, RECENT_TIME } from '../constants.js';
import { commitJointFriction } from '../joint-friction/rows.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { ContactSolver } from './contact-solver.js';
import { measureSlip } from './friction-block.js';
import type { JointRows } from './joint-rows.js';
import { BOUNCE, ROW_STRIDE } from './normal-rows.js';

/** End of a substep: sums its impulses, ends bounces that have happened, and commits laws with memory. */
export function storeSubstep(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  h: number,
): void {
  const { islands } = solver;
  for (let k = 0; k < islands.rowCount; k++) joints.stepImpulse[islands.rows[k]] += joints.impulse[islands.rows[k]];
  if (joints.friction) commitJointFriction(joints.friction, joints, bodies, h);
  const average = h / (h + AVERAGE_TIME);
  const recent = h / (h + RECENT_TIME);
  for (let k = 0; k < islands.patchCount; k++) {
    const i = islands.patches[k];
    for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
      const impulse = patches.pointImpulse[q];
      patches.pointStepImpulse[q] += impulse;
      if (impulse > 0) solver.row[ROW_STRIDE * q + BOUNCE] = 0;
    }
    patches.stepNormalImpulse[i] += patches.normalImpulse[i];
    patches.averageImpulse[i] += average * (patches.normalImpulse[i] - patches.averageImpulse[i]);
    patches.recentImpulse[i] += recent * (patches.normalImpulse[i] - patches.recentImpulse[i]);
    for (let e = 3 * i; e < 3 * i + 3; e++) patches.stepImpulse[e] += patches.impulse[e];
    const law = patches.law[i];
    if (law.commit) {
      measureSlip(patches, i, bodies, patches.slip, 3 * i);
      law.commit(patches, i, h);
    }
  }
}
