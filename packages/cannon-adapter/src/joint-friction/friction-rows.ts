import { clearJointFrictionRows, type JointRows, reserveJointRows } from '@stiction/friction-core/adapter';
import type { Equation } from 'cannon-es';
import { jointSlotOf } from '../extract/joint-anchors.js';
import type { AdapterState } from '../state/state.js';
import { isHingeConstraint } from './set-joint-friction.js';

/** The friction rows of hinges and ball joints, after the rows of their equations. */

/** Adds the rows of all joints that are in this step. Impulses of the last step are scaled to this one. */
export function addFrictionRows(state: AdapterState, impulseScale: number): void {
  const { joints, frictionConstraints: constraints, jointEquations } = state;
  const { friction } = joints;
  if (!friction) return;
  clearJointFrictionRows(friction);
  const { axes, patches } = friction.joints;
  reserveJointRows(joints, joints.count + 3 * patches.count);
  for (let i = 0; i < patches.count; i++) {
    const { equationX, equationY, equationZ, bodyA, bodyB } = constraints[i];
    friction.reactionRow[3 * i] = findRow(jointEquations, equationX, friction.reactionRow[3 * i]);
    friction.reactionRow[3 * i + 1] = findRow(jointEquations, equationY, friction.reactionRow[3 * i + 1]);
    friction.reactionRow[3 * i + 2] = findRow(jointEquations, equationZ, friction.reactionRow[3 * i + 2]);
    // Removed from the world, or disabled.
    if (friction.reactionRow[3 * i] < 0) continue;
    friction.firstRow[i] = joints.count;
    for (let e = 0; e < axes[i]; e++) {
      const r = joints.count++;
      joints.bodyA[r] = jointSlotOf(state, bodyA);
      joints.bodyB[r] = jointSlotOf(state, bodyB);
      joints.key[r] = -joints.count;
      joints.frictionJoint[r] = i + 1;
      joints.error[r] = 0;
      joints.target[r] = 0;
      joints.rate[r] = 0;
      joints.compliance[r] = 0;
      patches.impulse[3 * i + e] *= impulseScale;
      joints.impulse[r] = patches.impulse[3 * i + e];
      joints.stepImpulse[r] = 0;
    }
  }
  refreshFrictionRows(state);
}

/** Updates the Jacobians to the current poses: the hinge axis, or the axes of body A, times the radius. */
export function refreshFrictionRows({ joints, frictionConstraints: constraints }: AdapterState): void {
  const { friction } = joints;
  if (!friction) return;
  const { patches } = friction.joints;
  for (let i = 0; i < patches.count; i++) {
    const r = friction.firstRow[i];
    if (r < 0) continue;
    const constraint = constraints[i];
    const radius = patches.torsionRadius[i];
    const { x, y, z, w } = constraint.bodyA.quaternion;
    if (isHingeConstraint(constraint)) {
      const { x: ax, y: ay, z: az } = constraint.axisA;
      // v + 2 q × (q × v + w v)
      const cx = y * az - z * ay + w * ax;
      const cy = z * ax - x * az + w * ay;
      const cz = x * ay - y * ax + w * az;
      setAxis(joints, r, ax + 2 * (y * cz - z * cy), ay + 2 * (z * cx - x * cz), az + 2 * (x * cy - y * cx), radius);
      continue;
    }
    setAxis(joints, r, 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), radius);
    setAxis(joints, r + 1, 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), radius);
    // The third row is the torsion of the patch, which has the radius as its lever.
    setAxis(joints, r + 2, 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 1);
  }
}

function setAxis({ jacobian: j }: JointRows, r: number, x: number, y: number, z: number, radius: number): void {
  const at = 12 * r;
  j.fill(0, at, at + 12);
  j[at + 3] = -radius * x;
  j[at + 4] = -radius * y;
  j[at + 5] = -radius * z;
  j[at + 9] = radius * x;
  j[at + 10] = radius * y;
  j[at + 11] = radius * z;
}

/** Row of an equation, -1 if it is not in this step. `last` is where it was in the last one. */
function findRow(equations: readonly Equation[], equation: Equation, last: number): number {
  return equations[last] === equation ? last : equations.indexOf(equation);
}
