import type { Bodies } from '../bodies/bodies.js';
import { JOINT_WARM_START } from '../constants.js';
import { linearizeJointFriction, prepareSweptFriction } from '../joint-friction/rows.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { ContactSolver } from './contact-solver.js';
import { ADD, applyFriction } from './friction-block.js';
import { factorIsland } from './joint-factor.js';
import { applyRow, type JointRows, prepareRow } from './joint-rows.js';
import { RESPONSE_A, RESPONSE_B, ROW_STRIDE } from './normal-rows.js';

/** Start of a substep: forces, and the impulses of the last substep. */

export function addForces({ islands }: ContactSolver, bodies: Bodies, h: number): void {
  const { velocity, acceleration } = bodies;
  for (let k = 0; k < islands.bodyCount; k++) {
    const at = 6 * islands.bodies[k];
    for (let e = at; e < at + 6; e++) velocity[e] += h * acceleration[e];
  }
}

/** Applies the impulses of the last step. */
export function warmStart(solver: ContactSolver, bodies: Bodies, patches: PatchBuffers, joints: JointRows): void {
  applyJointImpulses(solver, bodies, joints);
  for (let i = 0; i < patches.count; i++) {
    applyNormalImpulses(solver, bodies, patches, i, 1);
    applyFriction(patches, i, bodies, patches.impulse, 3 * i, ADD);
    patches.law[i].extraRows?.prepare(patches, i, true);
  }
}

/**
 * Applies forces and impulses of the last substep again. They act along the same rows, so together they equal the change of
 * velocity in it.
 */
export function repeatLastSubstep(solver: ContactSolver, bodies: Bodies): void {
  const { velocity } = bodies;
  const { substepStartVelocity, islands } = solver;
  for (let k = 0; k < islands.bodyCount; k++) {
    const at = 6 * islands.bodies[k];
    for (let e = at; e < at + 6; e++) {
      const now = velocity[e];
      velocity[e] += now - substepStartVelocity[e];
      substepStartVelocity[e] = now;
    }
  }
}

/**
 * Updates the joint rows to the current motion. They rotate with the bodies, so their impulses must not act again along the old
 * rows: adding them to `substepStartVelocity` takes them out of `repeatLastSubstep`.
 */
export function refreshJointRows(
  solver: ContactSolver,
  bodies: Bodies,
  joints: JointRows,
  refreshJoints: () => void,
): void {
  const { velocity } = bodies;
  bodies.velocity = solver.substepStartVelocity;
  applyJointImpulses(solver, bodies, joints);
  bodies.velocity = velocity;
  refreshJoints();
  startJoints(solver, bodies, joints);
}

/** Prepares the joints. Directly solved ones need no warm start, except for friction; swept ones keep a fraction of their impulses. */
export function startJoints(solver: ContactSolver, bodies: Bodies, joints: JointRows): void {
  const { impulse, frictionJoint, friction } = joints;
  const { factor, islands } = solver;
  if (friction) linearizeJointFriction(friction, joints, solver.h);
  for (let k = 0; k < islands.rowCount; k++) {
    const r = islands.rows[k];
    if (frictionJoint[r] === 0) impulse[r] = factor.isDirect[r] === 1 ? 0 : JOINT_WARM_START * impulse[r];
    prepareRow(joints, r, bodies);
  }
  if (friction) prepareSweptFriction(friction, joints, factor.isDirect);
  for (let k = 0; k < islands.factorCount; k++) factorIsland(factor, joints, islands.factors[k]);
}

/** Applies the impulses of the joint rows that are still solved. */
export function applyJointImpulses({ islands }: ContactSolver, bodies: Bodies, joints: JointRows): void {
  for (let k = 0; k < islands.rowCount; k++) {
    const r = islands.rows[k];
    if (joints.impulse[r] !== 0) applyRow(joints, r, bodies, joints.impulse, r);
  }
}

/** Applies `fraction` times the normal impulses of patch i. */
export function applyNormalImpulses(
  solver: ContactSolver,
  bodies: Bodies,
  patches: PatchBuffers,
  i: number,
  fraction: number,
): void {
  const { velocity: v, invMass: m } = bodies;
  const { row } = solver;
  const a = 6 * patches.bodyA[i];
  const b = 6 * patches.bodyB[i];
  let sum = 0;
  for (let q = patches.firstPoint[i]; q < patches.firstPoint[i] + patches.points[i]; q++) {
    const impulse = fraction * patches.pointImpulse[q];
    sum += impulse;
    for (let e = 0; e < 3; e++) {
      v[a + 3 + e] -= impulse * row[ROW_STRIDE * q + RESPONSE_A + e];
      v[b + 3 + e] += impulse * row[ROW_STRIDE * q + RESPONSE_B + e];
    }
  }
  for (let e = 0; e < 3; e++) {
    const along = sum * patches.normal[3 * i + e];
    v[a + e] -= m[a / 2 + e] * along;
    v[b + e] += m[b / 2 + e] * along;
  }
}
