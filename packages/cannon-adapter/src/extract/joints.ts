import { type JointRows, reserveJointRows, rowInverseMass, rowVelocity } from '@stiction/friction-core/adapter';
import type { Equation } from 'cannon-es';
import { writePose } from '../apply/apply.js';
import { SPRING_COMPLIANCE } from '../constants.js';
import { addFrictionRows, refreshFrictionRows } from '../joint-friction/friction-rows.js';
import { dropFrictionRows } from '../joint-friction/set-joint-friction.js';
import type { AdapterState } from '../state/state.js';
import { slotOf } from './bodies.js';
import { followAnchors, jointSlotOf, startAnchors } from './joint-anchors.js';

/**
 * Constraints of cannon-es as joint rows. `Equation.computeB` fills the Jacobian G and returns
 *
 *     -a g - b (G v - target) - h G M⁻¹ f
 *
 * With a = 1, b = h = 0 that is the position error -g; with b = 1, a = h = 0 the velocity error. This holds for every equation class,
 * including the user's.
 */

/** Fills the rows at the start of the step. Rows that existed in the last step keep their impulses. */
export function extractJoints(state: AdapterState, dt: number, h: number, impulseScale: number): void {
  const { joints, jointEquations, bodies, world } = state;
  dropNonFiniteEquations(state);
  followAnchors(state, dt);
  if (state.laggingAnchors.length > 0) for (const constraint of world.constraints) constraint.update();
  dropFrictionRows(state);
  matchRows(joints, jointEquations, impulseScale);
  for (let r = 0; r < jointEquations.length; r++) {
    joints.bodyA[r] = jointSlotOf(state, jointEquations[r].bi);
    joints.bodyB[r] = jointSlotOf(state, jointEquations[r].bj);
    const equation = jointEquations[r];
    readRow(joints, r, equation);
    const speed = rowVelocity(joints, r, bodies);
    const target = speed - velocityError(equation);
    // Only motors have a target; a smaller one is rounding.
    joints.target[r] = Math.abs(target) > 1e-12 * (state.lengthUnit + Math.abs(speed)) ? target : 0;
    joints.minForce[r] = equation.minForce;
    joints.maxForce[r] = equation.maxForce;
    setStiffness(joints, r, equation, h, rowInverseMass(joints, r, bodies));
  }
  addFrictionRows(state, impulseScale);
  startAnchors(state, dt);
}

/** Updates Jacobians and errors to the poses of the current substep. */
export function refreshJoints(state: AdapterState): void {
  const { joints, jointEquations, engineBodies, world } = state;
  for (let slot = 0; slot < engineBodies.length; slot++) writePose(state, slot);
  for (const constraint of world.constraints) constraint.update();
  for (let r = 0; r < jointEquations.length; r++) readRow(joints, r, jointEquations[r]);
  refreshFrictionRows(state);
}

function readRow(joints: JointRows, r: number, equation: Equation): void {
  joints.error[r] = -evaluate(equation, 1, 0);
  const { jacobianElementA: A, jacobianElementB: B } = equation;
  const { jacobian: j } = joints;
  const at = 12 * r;
  j[at] = A.spatial.x;
  j[at + 1] = A.spatial.y;
  j[at + 2] = A.spatial.z;
  j[at + 3] = A.rotational.x;
  j[at + 4] = A.rotational.y;
  j[at + 5] = A.rotational.z;
  j[at + 6] = B.spatial.x;
  j[at + 7] = B.spatial.y;
  j[at + 8] = B.spatial.z;
  j[at + 9] = B.rotational.x;
  j[at + 10] = B.rotational.y;
  j[at + 11] = B.rotational.z;
}

function velocityError(equation: Equation): number {
  return -evaluate(equation, 0, 1);
}

/** Calls `computeB` with the given a and b, and h = 0. */
function evaluate(equation: Equation, positionGain: number, velocityGain: number): number {
  const { a, b } = equation;
  equation.a = positionGain;
  equation.b = velocityGain;
  // The typings have the arguments of the abstract class; every concrete class takes only h.
  const value = (equation as unknown as { computeB(h: number): number }).computeB(0);
  equation.a = a;
  equation.b = b;
  return value;
}

/** SPOOK's a = 4/(T(1+4d)), b = 4d/(1+4d), eps = 4/(T²k(1+4d)) are for a step T = 4(1-b)/a. This converts them to the substep h. */
function setStiffness(joints: JointRows, r: number, equation: Equation, h: number, inverseMass: number): void {
  const { a, b, eps } = equation;
  const ratio = a > 0 ? (4 * (1 - b)) / (a * h) : 1;
  joints.rate[r] = a * ratio;
  const compliance = eps * ratio * ratio;
  joints.compliance[r] = compliance > SPRING_COMPLIANCE * inverseMass ? compliance : 0;
  joints.carry[r] = 1 - b;
}

/** Drops equations of bodies whose state is not finite. */
function dropNonFiniteEquations(state: AdapterState): void {
  const { jointEquations } = state;
  let kept = 0;
  for (const equation of jointEquations) {
    if (slotOf(state, equation.bi) >= 0 && slotOf(state, equation.bj) >= 0) jointEquations[kept++] = equation;
  }
  jointEquations.length = kept;
}

/** Assigns rows to the equations and scales the impulses of the last step to this one. */
function matchRows(joints: JointRows, equations: readonly Equation[], impulseScale: number): void {
  const count = equations.length;
  let hasChanged = joints.count !== count;
  for (let r = 0; r < count && !hasChanged; r++) hasChanged = joints.key[r] !== equations[r].id;
  if (hasChanged) {
    const impulses = new Map<number, number>();
    for (let r = 0; r < joints.count; r++) impulses.set(joints.key[r], joints.impulse[r]);
    reserveJointRows(joints, count);
    joints.count = count;
    for (let r = 0; r < count; r++) {
      joints.key[r] = equations[r].id;
      joints.impulse[r] = impulses.get(equations[r].id) ?? 0;
    }
  }
  for (let r = 0; r < count; r++) {
    joints.impulse[r] *= impulseScale;
    joints.stepImpulse[r] = 0;
  }
}
