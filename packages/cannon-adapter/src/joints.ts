import { type JointRows, reserveJointRows, rowInverseMass, rowVelocity } from '@stiction/friction-core';
import type { Equation } from 'cannon-es';
import { followAnchors, jointSlotOf, startAnchors } from './anchors.js';
import { writePose } from './apply.js';
import { slotOf } from './extract.js';
import type { AdapterState } from './state.js';

/**
 * cannon-es's constraints as rows of our solver. An Equation tells everything through `computeB`, which returns
 * -a g - b (G v - target) - h G M⁻¹ f and fills the Jacobian G on the way: with a = 1, b = h = 0 it is the position error,
 * with b = 1, a = h = 0 the velocity error. That holds for every equation class, the user's own included.
 */

/** A row whose SPOOK compliance exceeds this share of its inverse mass is a spring that the user made. */
const SPRING_SHARE = 0.1;

/** Fills the rows at the start of the step; impulses of rows that were there in the last step are kept. */
export function extractJoints(state: AdapterState, dt: number, h: number, impulseScale: number): void {
  const { joints, jointEquations, bodies, world } = state;
  dropBadEquations(state);
  followAnchors(state, dt);
  if (state.trailing.length > 0) for (const constraint of world.constraints) constraint.update();
  matchRows(joints, jointEquations, impulseScale);
  for (let r = 0; r < jointEquations.length; r++) {
    joints.bodyA[r] = jointSlotOf(state, jointEquations[r].bi);
    joints.bodyB[r] = jointSlotOf(state, jointEquations[r].bj);
    const equation = jointEquations[r];
    readRow(joints, r, equation);
    const speed = rowVelocity(joints, r, bodies);
    const target = speed - velocityError(equation);
    // Rounding aside, only motors have a target.
    joints.target[r] = Math.abs(target) > 1e-12 * (state.lengthUnit + Math.abs(speed)) ? target : 0;
    joints.low[r] = equation.minForce;
    joints.high[r] = equation.maxForce;
    setStiffness(joints, r, equation, h, rowInverseMass(joints, r, bodies));
  }
  startAnchors(state, dt);
}

/** Fills Jacobians and errors anew at the poses of the present substep. */
export function refreshJoints(state: AdapterState): void {
  const { joints, jointEquations, bodyOf, world } = state;
  for (let slot = 0; slot < bodyOf.length; slot++) writePose(state, slot);
  for (const constraint of world.constraints) constraint.update();
  for (let r = 0; r < joints.count; r++) readRow(joints, r, jointEquations[r]);
}

function readRow(joints: JointRows, r: number, equation: Equation): void {
  const { a, b } = equation;
  equation.a = 1;
  equation.b = 0;
  joints.error[r] = -callComputeB(equation);
  equation.a = a;
  equation.b = b;
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
  const { a, b } = equation;
  equation.a = 0;
  equation.b = 1;
  const error = -callComputeB(equation);
  equation.a = a;
  equation.b = b;
  return error;
}

/** The typings give `computeB` the arguments of the abstract class; every concrete class takes the step h alone. */
function callComputeB(equation: Equation): number {
  return (equation as unknown as { computeB(h: number): number }).computeB(0);
}

/**
 * SPOOK's a = 4/(T(1+4d)), b = 4d/(1+4d), eps = 4/(T²k(1+4d)) were made for a step T = 4(1-b)/a; we solve with h.
 */
function setStiffness(joints: JointRows, r: number, equation: Equation, h: number, inverseMass: number): void {
  const { a, b, eps } = equation;
  const ratio = a > 0 ? (4 * (1 - b)) / (a * h) : 1;
  joints.rate[r] = a * ratio;
  const compliance = eps * ratio * ratio;
  joints.compliance[r] = compliance > SPRING_SHARE * inverseMass ? compliance : 0;
  joints.carry[r] = 1 - b;
}

/** Constraints that hold a body whose state is not finite are left out of the step. */
function dropBadEquations(state: AdapterState): void {
  const { jointEquations } = state;
  let kept = 0;
  for (const equation of jointEquations) {
    if (slotOf(state, equation.bi) >= 0 && slotOf(state, equation.bj) >= 0) jointEquations[kept++] = equation;
  }
  jointEquations.length = kept;
}

function matchRows(joints: JointRows, equations: readonly Equation[], impulseScale: number): void {
  const count = equations.length;
  let changed = joints.count !== count;
  for (let r = 0; r < count && !changed; r++) changed = joints.key[r] !== equations[r].id;
  if (changed) {
    const known = new Map<number, number>();
    for (let r = 0; r < joints.count; r++) known.set(joints.key[r], joints.impulse[r]);
    reserveJointRows(joints, count);
    joints.count = count;
    for (let r = 0; r < count; r++) {
      joints.key[r] = equations[r].id;
      joints.impulse[r] = known.get(equations[r].id) ?? 0;
    }
  }
  for (let r = 0; r < count; r++) {
    joints.impulse[r] *= impulseScale;
    joints.stepImpulse[r] = 0;
  }
}
