import type { ImpulseJoint } from '@dimforge/rapier3d-compat';
import type { FrictionLaw, JointFrictionOptions } from '@stiction/friction-core';
import {
  addJoint,
  changeJoint,
  type JointKind,
  removeJoint,
  requireJointFriction,
} from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { createJointFrictionList, describeMotorJoint, removeMotors } from './motor-joint.js';

/** By JointType. Rapier reports a spherical joint as generic; friction about axes that a generic joint locks has no effect. */
const KINDS: Readonly<Record<number, JointKind>> = { 0: 'hinge', 2: 'slider', 5: 'ball', 6: 'ball' };

/** Sets, changes or removes (null) the friction of a joint. */
export function setJointFriction(
  install: InstallState,
  joint: ImpulseJoint,
  law: FrictionLaw | null,
  options: JointFrictionOptions,
): void {
  const { world } = install;
  if (world.getImpulseJoint(joint?.handle) !== joint) {
    throw new TypeError(`setJointFriction: joint must be an impulse joint of this world (got ${String(joint)})`);
  }
  const kind = KINDS[joint.type()];
  if (!kind) {
    throw new TypeError(`setJointFriction: joint must be revolute, prismatic or spherical (got type ${joint.type()})`);
  }
  const i = install.jointFriction?.list.findIndex((known) => known.joint === joint) ?? -1;
  if (law === null) {
    if (i >= 0) removeFrictionJoint(install, i);
    return;
  }
  const settings = requireJointFriction(law, options, kind, false);
  if (!install.engine.hasMotors) {
    throw new Error(
      'setJointFriction: needs Rapier 0.20 or later; in package.json, "overrides": { "@dimforge/rapier3d-compat": "^0.21.0" }',
    );
  }
  if (!install.rapier) {
    throw new TypeError(
      "setJointFriction: needs Rapier's joints; give installFriction the engine's module as the option rapier",
    );
  }
  install.jointFriction ??= createJointFrictionList();
  const { joints, list } = install.jointFriction;
  if (i >= 0) changeJoint(joints, i, settings);
  else {
    addJoint(joints, settings, kind === 'ball' ? 3 : 1);
    list.push(describeMotorJoint(joint, kind));
  }
  world.bodies.get(joint.body1().handle)?.wakeUp();
  world.bodies.get(joint.body2().handle)?.wakeUp();
}

export function removeFrictionJoint(install: InstallState, i: number): void {
  const { jointFriction } = install;
  if (!jointFriction) return;
  removeMotors(install, jointFriction.list[i]);
  jointFriction.list.splice(i, 1);
  removeJoint(jointFriction.joints, i);
  if (jointFriction.list.length === 0) install.jointFriction = null;
}
