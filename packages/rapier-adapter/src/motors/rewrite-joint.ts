import type { InstallState } from '../install/state.js';
import { type FrictionJoint, MOTOR_AXES } from './friction-joints.js';
import { setLocalFrame } from './set-frame.js';

/** Writes what we know about a joint to the engine, which has other frames and motors. */
export function rewriteJoint(install: InstallState, joint: FrictionJoint): void {
  const { world, colliders } = install;
  const { raw } = world.impulseJoints;
  const { handle, keyA, keyB, frame, motors } = joint;
  const a = colliders.byKey.get(keyA);
  const b = colliders.byKey.get(keyB);
  if (!a || !b) return;
  setLocalFrame(install, handle, 1, a.slot, frame, 0);
  setLocalFrame(install, handle, 2, b.slot, frame, frame.length / 2);
  for (let k = 0; k < MOTOR_AXES.length; k++) {
    const at = 5 * k;
    // NaN: never written.
    if (motors[at + 4] >= 0) raw.jointSetMotorMaxForce(handle, MOTOR_AXES[k], motors[at + 4]);
    if (motors[at + 2] >= 0) {
      const [place, velocity] = [motors[at], motors[at + 1]];
      raw.jointConfigureMotor(handle, MOTOR_AXES[k], place, velocity, motors[at + 2], motors[at + 3]);
    }
  }
}
