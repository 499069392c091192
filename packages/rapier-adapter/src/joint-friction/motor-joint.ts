import type { ImpulseJoint } from '@dimforge/rapier3d-compat';
import { createJointFriction, type JointFriction, type JointKind } from '@stiction/friction-core/adapter';
import { BOUND_CHANGE } from '../constants.js';
import type { InstallState } from '../install/state.js';
import { markOurs } from '../motors/friction-joints.js';
import { createJointReading } from './measure.js';

/**
 * Joints with friction. Each gets a second joint between the same frames, without locked axes, whose motors are the friction: the
 * user's joint and its motor stay as they are.
 */
export interface JointFrictionList {
  joints: JointFriction;
  /** In the order of `joints`. */
  list: MotorJoint[];
  work: JointWork;
}

/** Numbers of the joint at hand. */
export type JointWork = ReturnType<typeof createJointWork>;

function createJointWork() {
  return {
    reading: createJointReading(),
    slip: new Float64Array(3),
    /** Slip that a law is evaluated against, and its impulse or force. */
    against: new Float64Array(3),
    force: new Float64Array(3),
    soft: new Float64Array(6),
    scale: new Float64Array(1),
    bounds: new Float64Array(3),
    damping: new Float64Array(3),
    motor: createMotor(),
  };
}

export interface MotorJoint {
  joint: ImpulseJoint;
  kind: JointKind;
  /** Handles of its bodies. */
  body1: number;
  body2: number;
  /** Handle of the joint with the motors, created in the first step; NO_JOINT before. */
  motorHandle: number;
  /** Frames of the user's joint in its bodies: [x, y, z, qx, qy, qz, qw] twice. */
  frames: Float64Array;
  /** Per motor as written: target position and velocity, stiffness, damping, largest force; NaN if not written yet. */
  motors: Float64Array;
  /** Slip at the start of the last step [m/s, m/s, rad/s]. */
  startSlip: Float64Array;
  /** Inverse masses of the rows [1/kg, 1/kg, 1/(kg m²)]. */
  inverseMass: Float64Array;
  /** Orientation and position of frame 2 in frame 1 before the step: [qx, qy, qz, qw, x]. */
  place: Float64Array;
  /** Largest friction force in the current step [N]. */
  limit: number;
  /** True if friction can stop it within two steps. */
  isSlow: boolean;
  /** False while both bodies sleep. */
  isAwake: boolean;
}

export const NO_JOINT = -1;
const FORCE_BASED = 1;
/** JointAxis of the motors. */
const AXES: Readonly<Record<JointKind, readonly number[]>> = { hinge: [3], slider: [0], ball: [3, 4, 5] };

export function createJointFrictionList(): JointFrictionList {
  return { joints: createJointFriction(), list: [], work: createJointWork() };
}

export function describeMotorJoint(joint: ImpulseJoint, kind: JointKind): MotorJoint {
  const [a, p, b, q] = [joint.anchor1(), joint.frameX1(), joint.anchor2(), joint.frameX2()];
  return {
    joint,
    kind,
    body1: joint.body1().handle,
    body2: joint.body2().handle,
    motorHandle: NO_JOINT,
    frames: Float64Array.from([a.x, a.y, a.z, p.x, p.y, p.z, p.w, b.x, b.y, b.z, q.x, q.y, q.z, q.w]),
    motors: new Float64Array(3 * MOTOR_SIZE).fill(Number.NaN),
    startSlip: new Float64Array(3),
    inverseMass: new Float64Array(3),
    place: new Float64Array(5),
    limit: 0,
    isSlow: false,
    isAwake: false,
  };
}

/** Creates the joint with the motors, if there is none yet. The user's list of joints does not show it. */
export function ensureMotors(install: InstallState, motorJoint: MotorJoint): void {
  const { world, rapier } = install;
  if (motorJoint.motorHandle !== NO_JOINT || !rapier) return;
  const { joint, frames, kind } = motorJoint;
  const { raw } = world.impulseJoints;
  const anchors = [0, 7].map((at) => ({ x: frames[at], y: frames[at + 1], z: frames[at + 2] }));
  const data = rapier.JointData.generic(anchors[0], anchors[1], { x: 1, y: 0, z: 0 }, 0 as never).intoRaw();
  install.isWriting = true;
  const handle = raw.createJoint(data, motorJoint.body1, motorJoint.body2, false);
  install.isWriting = false;
  data.free();
  const target = { rawSet: raw, handle } as unknown as ImpulseJoint;
  const { prototype } = rapier.ImpulseJoint;
  prototype.setLocalFrame1.call(target, anchors[0], joint.frameX1());
  prototype.setLocalFrame2.call(target, anchors[1], joint.frameX2());
  markOurs(install, handle);
  for (const axis of AXES[kind]) raw.jointConfigureMotorModel(handle, axis, FORCE_BASED);
  motorJoint.motorHandle = handle;
  motorJoint.motors.fill(Number.NaN);
}

/** What a motor should be: F = stiffness (place - x) + damping (target - v), at most `bound`. */
export interface Motor {
  place: number;
  target: number;
  stiffness: number;
  damping: number;
  bound: number;
  /** Changes of the force, and of the bound, that do not matter. */
  forceTolerance: number;
  boundTolerance: number;
}

function createMotor(): Motor {
  return { place: 0, target: 0, stiffness: 0, damping: 0, bound: 0, forceTolerance: 0, boundTolerance: 0 };
}

/** Writes motor e if it has changed by more than the tolerances: writing wakes the bodies. */
export function writeMotor({ world }: InstallState, motorJoint: MotorJoint, e: number, motor: Motor): void {
  const { motorHandle, motors, kind } = motorJoint;
  const { place, target, stiffness, damping, bound } = motor;
  const { raw } = world.impulseJoints;
  const axis = AXES[kind][e];
  const at = MOTOR_SIZE * e;
  if (!(Math.abs(bound - motors[at + 4]) <= motor.boundTolerance)) {
    raw.jointSetMotorMaxForce(motorHandle, axis, bound);
    motors[at + 4] = bound;
  }
  const change =
    stiffness * Math.abs(place - motors[at]) + Math.abs(damping * target - motors[at + 3] * motors[at + 1]);
  const isSame = isNear(stiffness, motors[at + 2]) && isNear(damping, motors[at + 3]);
  if (change <= motor.forceTolerance && isSame) return;
  raw.jointConfigureMotor(motorHandle, axis, place, target, stiffness, damping);
  motors[at] = place;
  motors[at + 1] = target;
  motors[at + 2] = stiffness;
  motors[at + 3] = damping;
}

const MOTOR_SIZE = 5;

function isNear(wanted: number, written: number): boolean {
  return Math.abs(wanted - written) <= BOUND_CHANGE * wanted;
}

/** Removes the joint with the motors. */
export function removeMotors(install: InstallState, motorJoint: MotorJoint): void {
  const { raw } = install.world.impulseJoints;
  install.isWriting = true;
  if (motorJoint.motorHandle !== NO_JOINT && raw.contains(motorJoint.motorHandle)) {
    raw.remove(motorJoint.motorHandle, true);
  }
  install.isWriting = false;
  install.joints.ours.delete(motorJoint.motorHandle);
  motorJoint.motorHandle = NO_JOINT;
}

export function removeAllMotors(install: InstallState): void {
  for (const motorJoint of install.jointFriction?.list ?? []) removeMotors(install, motorJoint);
  install.jointFriction = null;
}
