import type { FrictionLaw, JointFrictionOptions } from '@stiction/friction-core';
import {
  addJoint,
  changeJoint,
  createJointFriction,
  createJointFrictionRows,
  removeJoint,
  requireJointFriction,
} from '@stiction/friction-core/adapter';
import type { Constraint, HingeConstraint, PointToPointConstraint } from 'cannon-es';
import type { AdapterState } from '../state/state.js';

/** Constraints that can have friction: hinges, ball joints, and ball joints with limits (`ConeTwistConstraint`). */
export type FrictionConstraint = HingeConstraint | PointToPointConstraint;

/** Sets, changes or removes (null) the friction of a joint. */
export function setJointFriction(
  state: AdapterState,
  constraint: Constraint,
  law: FrictionLaw | null,
  options: JointFrictionOptions,
): void {
  requireFreeAxes(constraint);
  const { frictionConstraints: constraints, joints } = state;
  const i = constraints.indexOf(constraint);
  if (law === null) {
    if (i < 0 || !joints.friction) return;
    constraints.splice(i, 1);
    removeJoint(joints.friction.joints, i);
    // The rows of the last step refer to the joints by index.
    dropFrictionRows(state);
    if (constraints.length === 0) joints.friction = null;
    return;
  }
  const isHinge = isHingeConstraint(constraint);
  const settings = requireJointFriction(law, options, isHinge ? 'hinge' : 'ball', true);
  joints.friction ??= createJointFrictionRows(createJointFriction());
  if (i >= 0) changeJoint(joints.friction.joints, i, settings);
  else {
    constraints.push(constraint);
    addJoint(joints.friction.joints, settings, isHinge ? 1 : 3);
  }
}

/** Removes the friction rows, which are the last ones. */
export function dropFrictionRows({ joints }: AdapterState): void {
  while (joints.count > 0 && joints.frictionJoint[joints.count - 1] > 0) joints.frictionJoint[--joints.count] = 0;
}

export function isHingeConstraint(constraint: Constraint): constraint is HingeConstraint {
  return (constraint as Partial<HingeConstraint>).motorEquation !== undefined;
}

function requireFreeAxes(constraint: Constraint): asserts constraint is FrictionConstraint {
  const { equationX, pivotA } = (constraint ?? {}) as Partial<PointToPointConstraint>;
  const isLocked = (constraint as { rotationalEquation3?: unknown } | null)?.rotationalEquation3 !== undefined;
  if (equationX && pivotA && !isLocked) return;
  const name = constraint?.constructor?.name ?? String(constraint);
  throw new TypeError(
    `setJointFriction: joint must be a HingeConstraint, PointToPointConstraint or ConeTwistConstraint; others have no sliding surfaces (got ${name})`,
  );
}
