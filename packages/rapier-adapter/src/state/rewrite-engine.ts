import type { InstallState } from '../install/state.js';
import { NO_JOINT } from '../joint-friction/motor-joint.js';
import type { FrictionJoint } from '../motors/friction-joints.js';
import { rewriteJoint } from '../motors/rewrite-joint.js';
import { setRefreshHook } from '../ownership/native.js';

/** After friction was set back, but not the engine: writes what friction had written to it by then, coefficients, hook flags and joints. */
export function rewriteEngine(install: InstallState, jointsBefore: Iterable<number>): void {
  const { colliders, joints, jointFriction, world } = install;
  const { raw } = world.impulseJoints;
  install.isWriting = true;
  for (const { collider, written, writtenRule } of colliders.byHandle.values()) {
    if (collider.friction() !== written) collider.setFriction(written);
    if ((collider.frictionCombineRule() as number) !== writtenRule) collider.setFrictionCombineRule(writtenRule);
  }
  for (const record of colliders.refreshing.keys()) setRefreshHook(record);
  for (const handle of jointsBefore) if (!joints.ours.has(handle) && raw.contains(handle)) raw.remove(handle, false);
  for (const list of joints.of.values()) rewriteJoints(install, list);
  for (const motorJoint of jointFriction?.list ?? []) {
    motorJoint.motors.fill(Number.NaN);
    if (motorJoint.motorHandle === NO_JOINT || raw.contains(motorJoint.motorHandle)) continue;
    joints.ours.delete(motorJoint.motorHandle);
    motorJoint.motorHandle = NO_JOINT;
  }
  install.isWriting = false;
  install.worldChanged = true;
}

/** Joints that have been removed since are made again by the next step. */
function rewriteJoints(install: InstallState, list: (FrictionJoint | undefined)[]): void {
  const { joints, world } = install;
  for (let k = 0; k < list.length; k++) {
    const joint = list[k];
    if (!joint) continue;
    if (world.impulseJoints.raw.contains(joint.handle)) {
      if (joint.isLoaded) rewriteJoint(install, joint);
      continue;
    }
    list[k] = undefined;
    joints.ours.delete(joint.handle);
    joints.count--;
  }
}
