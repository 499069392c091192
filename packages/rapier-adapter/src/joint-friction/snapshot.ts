import {
  readJointFriction,
  readNumber,
  readNumbers,
  type SnapshotReader,
  writeJointFriction,
  writeNumbers,
} from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { createJointFrictionList, NO_JOINT, removeMotors } from './motor-joint.js';

/** The memory of all joints with friction, and the joints with their motors. */
export function writeJoints(out: number[], { jointFriction }: InstallState): void {
  const { joints, list } = jointFriction ?? NO_JOINTS;
  writeJointFriction(out, joints);
  for (const { joint, motorHandle, motors, startSlip } of list) {
    out.push(joint.handle, motorHandle);
    writeNumbers(out, motors, motors.length);
    writeNumbers(out, startSlip, startSlip.length);
  }
}

const NO_JOINTS = /* @__PURE__ */ createJointFrictionList();

/** Reads and checks it; returns the function that makes the joints continue from it. */
export function readJoints(reader: SnapshotReader, install: InstallState): () => void {
  const { joints, list } = install.jointFriction ?? NO_JOINTS;
  const restoreMemory = readJointFriction(reader, joints);
  const { raw } = install.world.impulseJoints;
  const read = list.map((motorJoint) => {
    const handle = readNumber(reader);
    const motorHandle = readNumber(reader);
    if (handle !== motorJoint.joint.handle || (motorHandle !== NO_JOINT && !raw.contains(motorHandle))) {
      throw new Error(
        `restore: expected friction of joint ${handle} (got that of joint ${motorJoint.joint.handle}): restore Rapier's own snapshot first, then set the joints in the same order`,
      );
    }
    const motors = new Float64Array(motorJoint.motors.length);
    const startSlip = new Float64Array(motorJoint.startSlip.length);
    readNumbers(reader, motors, motors.length);
    readNumbers(reader, startSlip, startSlip.length);
    return { motorJoint, motorHandle, motors, startSlip };
  });
  return () => {
    restoreMemory();
    for (const { motorJoint, motorHandle, motors, startSlip } of read) {
      if (motorJoint.motorHandle !== motorHandle) removeMotors(install, motorJoint);
      motorJoint.motorHandle = motorHandle;
      motorJoint.motors.set(motors);
      motorJoint.startSlip.set(startSlip);
      if (motorHandle !== NO_JOINT) install.joints.ours.add(motorHandle);
    }
  };
}
