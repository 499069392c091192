import type { ImpulseJoint, RigidBody } from '@dimforge/rapier3d-compat';
import type { InstallState } from '../install/state.js';

/**
 * The joints whose motors are friction: generic joints with no locked axis, one per patch that rows hold. They are found by the keys of
 * the two colliders and a number among the patches of that pair.
 */
export interface RowJoint {
  handle: number;
  keyA: number;
  keyB: number;
  ordinal: number;
  /** The step in which it was last written, and the one after which its patch was last there. */
  used: number;
  seen: number;
  /** Share of its force that is elastic, for steps of so long [s]. */
  elastic: number;
  step: number;
  /** Changes of a bound, and of a force, by these shares matter. */
  margin: number;
  slack: number;
  /** X, the normal and the origin of the frame as they are in body A; then as in body B. */
  frame: Float64Array;
  /** What the three motors (LinX, LinY, AngZ) have: target place and velocity, stiffness, damping, largest force. */
  motors: Float64Array;
}

export interface RowJoints {
  of: Map<number, (RowJoint | undefined)[]>;
  /** Handles of all of them. */
  ours: Set<number>;
  count: number;
  /** Other colliders have rows than those that the joints are for. */
  stale: boolean;
  /** A fixed body for colliders without one; null until it is needed. */
  anchor: RigidBody | null;
}

export function createRowJoints(): RowJoints {
  return { of: new Map(), ours: new Set(), count: 0, stale: false, anchor: null };
}

/** Collider keys stay below this: a pair is one exact number. */
const PAIR = 67_108_864; // 2^26

export function pairNumber(keyA: number, keyB: number): number {
  return keyA * PAIR + keyB;
}

/** JointAxis. */
export const MOTOR_AXES: readonly number[] = [0, 1, 5];
const FORCE_BASED = 1;
/** Limits that hold nothing, by which joints of ours are known in a world that was restored from Rapier's own snapshot. */
const SIGNED_AXIS = 2;
const SIGNATURE = 1_125_899_906_842_624; // 2^50, which is a float32
const ORIGIN = { x: 0, y: 0, z: 0 };
const AXIS = { x: 1, y: 0, z: 0 };

/** A joint of a multibody counts as so many: it is solved exactly, and rows beside it give way. */
export const MULTIBODY = 1000;

/** Removes joints of an earlier install that has come along in Rapier's snapshot of the world. */
export function removeForeignJoints({ world }: InstallState): void {
  const { raw } = world.impulseJoints;
  if (typeof raw.jointLimitsMax !== 'function') return;
  const found: ImpulseJoint[] = [];
  world.impulseJoints.forEach((joint) => {
    if (
      raw.jointLimitsEnabled(joint.handle, SIGNED_AXIS) &&
      raw.jointLimitsMax(joint.handle, SIGNED_AXIS) === SIGNATURE
    ) {
      found.push(joint);
    }
  });
  for (const joint of found) world.removeImpulseJoint(joint, false);
}

/** Joints of the user's at the body in a slot. */
export function countJoints(install: InstallState, slot: number): number {
  const { bodies: table, joints, world } = install;
  if (slot === 0) return 0;
  if (table.jointed[slot] < 0) {
    let count = 0;
    const handle = table.handle[slot];
    world.impulseJoints.raw.forEachJointAttachedToRigidBody(handle, (joint: number) => {
      if (!joints.ours.has(joint)) count++;
    });
    world.multibodyJoints.raw.forEachJointAttachedToRigidBody(handle, () => {
      count += MULTIBODY;
    });
    table.jointed[slot] = count;
  }
  return table.jointed[slot];
}

/** The joint of a patch, where it has one. */
export function findJoint({ joints, store }: InstallState, i: number, ordinal: number): RowJoint | undefined {
  const { key } = store.current;
  return joints.count > 0 ? joints.of.get(pairNumber(key[4 * i + 1], key[4 * i + 3]))?.[ordinal] : undefined;
}

/** The joint of a patch; a new one where it has none. Null where one of its bodies is gone. */
export function jointFor(install: InstallState, i: number, ordinal: number): RowJoint | null {
  const { joints, store } = install;
  const { key } = store.current;
  const pair = pairNumber(key[4 * i + 1], key[4 * i + 3]);
  let list = joints.of.get(pair);
  if (!list) {
    list = [];
    joints.of.set(pair, list);
  }
  const found = list[ordinal];
  if (found) return found;
  const handle = createJoint(install, i);
  if (handle < 0) return null;
  const joint = describeJoint(handle, key[4 * i + 1], key[4 * i + 3], ordinal);
  list[ordinal] = joint;
  joints.count++;
  joints.ours.add(handle);
  return joint;
}

export const FRAME_SIZE = 18;
export const MOTORS_SIZE = 15;

export function describeJoint(handle: number, keyA: number, keyB: number, ordinal: number): RowJoint {
  return {
    handle,
    keyA,
    keyB,
    ordinal,
    used: 0,
    seen: 0,
    elastic: 0,
    step: 0,
    margin: 0,
    slack: 0,
    frame: new Float64Array(FRAME_SIZE),
    motors: new Float64Array(MOTORS_SIZE).fill(Number.NaN),
  };
}

function createJoint(install: InstallState, i: number): number {
  const { world, rapier, store } = install;
  if (!rapier) return -1;
  const a = bodyOrAnchor(install, store.current.bodyA[i]);
  const b = bodyOrAnchor(install, store.current.bodyB[i]);
  if (!a || !b) return -1;
  const raw = rapier.JointData.generic(ORIGIN, ORIGIN, AXIS, 0 as never).intoRaw();
  // Only in the engine: the user's list of joints does not show it.
  install.writing = true;
  const handle = world.impulseJoints.raw.createJoint(raw, a.handle, b.handle, false);
  install.writing = false;
  raw.free();
  install.world.impulseJoints.raw.jointSetLimits(handle, SIGNED_AXIS, -SIGNATURE, SIGNATURE);
  for (const axis of MOTOR_AXES) world.impulseJoints.raw.jointConfigureMotorModel(handle, axis, FORCE_BASED);
  return handle;
}

function bodyOrAnchor(install: InstallState, slot: number): RigidBody | null {
  const { joints, world, rapier, bodies: table } = install;
  if (slot !== 0) return table.body[slot]?.isValid() ? table.body[slot] : null;
  if (!joints.anchor?.isValid() && rapier) joints.anchor = world.createRigidBody(rapier.RigidBodyDesc.fixed());
  return joints.anchor;
}

/** Removes the joints of patches that are gone; `isKept` tells of those that were not looked at. */
export function removeLostJoints(install: InstallState, isKept: (keyA: number, keyB: number) => boolean): void {
  const { joints, stepIndex } = install;
  if (joints.count === 0) return;
  for (const [pair, list] of joints.of) {
    for (let k = list.length - 1; k >= 0; k--) {
      if (!isNeeded(list[k], stepIndex, isKept)) removeFrom(install, list, k);
    }
    if (list.length === 0) joints.of.delete(pair);
  }
}

function isNeeded(
  joint: RowJoint | undefined,
  stepIndex: number,
  isKept: (keyA: number, keyB: number) => boolean,
): boolean {
  return joint !== undefined && (joint.seen === stepIndex || isKept(joint.keyA, joint.keyB));
}

/** The patch has no rows any more. */
export function dropJoint(install: InstallState, i: number, ordinal: number): void {
  const { joints, store } = install;
  if (joints.count === 0) return;
  const { key } = store.current;
  const list = joints.of.get(pairNumber(key[4 * i + 1], key[4 * i + 3]));
  if (list) removeFrom(install, list, ordinal);
}

/** A list may have gaps, but not at its end: not every patch of a pair has a joint. */
function removeFrom(install: InstallState, list: (RowJoint | undefined)[], ordinal: number): void {
  removeJoint(install, list[ordinal]);
  if (ordinal < list.length) list[ordinal] = undefined;
  while (list.length > 0 && !list[list.length - 1]) list.length--;
}

function removeJoint(install: InstallState, joint: RowJoint | undefined): void {
  if (!joint) return;
  const { joints, world } = install;
  joints.count--;
  joints.ours.delete(joint.handle);
  const { raw } = world.impulseJoints;
  // With a body its joints go, too.
  install.writing = true;
  if (raw.contains(joint.handle)) raw.remove(joint.handle, false);
  install.writing = false;
}

export function removeAllJoints(install: InstallState): void {
  const { joints, world } = install;
  for (const list of joints.of.values()) for (const joint of list) removeJoint(install, joint);
  joints.of.clear();
  if (joints.anchor?.isValid()) world.removeRigidBody(joints.anchor);
  joints.anchor = null;
  joints.stale = false;
}
