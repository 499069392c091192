import type { Bodies } from '../bodies/bodies.js';
import { JOINT_BIAS_FRACTION, MAX_BIAS_SPEED } from '../constants.js';
import { sweepJointFriction } from '../joint-friction/rows.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { ContactSolver } from './contact-solver.js';
import { solvePatch } from './friction-block.js';
import { solveIsland } from './joint-factor.js';
import { type JointRows, solveRow } from './joint-rows.js';
import { solveNormals } from './solve-normals.js';

/** The two kinds of sweep: with bias velocities that remove overlap and joint errors, and without. */
export const BIAS = true;
export const RELAX = false;

/**
 * One Gauss-Seidel sweep over joints, then patches. Directly solved joints are solved again after the patches, which may have
 * disturbed them. Friction comes before the normals in the bias sweep and after them in the relax sweep, so that the final friction
 * lies exactly in the set that the normal impulse allows.
 */
export function sweep(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  joints: JointRows,
  withBias: boolean,
  isForward: boolean,
): void {
  const { factor, islands, jointBias, h } = solver;
  const rows = islands.rowCount;
  jointBias.rate = withBias ? JOINT_BIAS_FRACTION / h : 0;
  jointBias.maxSpeed = MAX_BIAS_SPEED * (solver.options.lengthUnit ?? 1);
  for (let k = 0; k < rows; k++) {
    const r = islands.rows[isForward ? k : rows - 1 - k];
    if (factor.isDirect[r] === 1) continue;
    const { friction } = joints;
    const i = joints.frictionJoint[r] - 1;
    if (i < 0) solveRow(joints, r, bodies, h, jointBias);
    else if (friction?.firstRow[i] === r) sweepJointFriction(friction, joints, i, bodies);
  }
  for (let k = 0; k < islands.factorCount; k++) solveIsland(factor, joints, islands.factors[k], bodies, h, jointBias);
  solver.externalJoints?.sweep(h);
  const { patchCount } = islands;
  for (let k = 0; k < patchCount; k++) {
    const i = islands.patches[isForward ? k : patchCount - 1 - k];
    if (withBias) solvePatch(patches, i, bodies);
    solveNormals(solver, bodies, patches, i, withBias);
    if (!withBias) solvePatch(patches, i, bodies);
  }
  if (patchCount === 0) return;
  for (let k = 0; k < islands.factorCount; k++) {
    const i = islands.factors[k];
    if (islands.hasContact[i] === 1) solveIsland(factor, joints, i, bodies, h, jointBias);
  }
  solver.externalJoints?.sweep(h);
}
