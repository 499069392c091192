import type { ImpulseJoint, RigidBody } from '@dimforge/rapier3d-compat';
import type { InstallState } from '../install/state.js';

/**
 * Joints whose motors act as friction: generic joints without locked axes, one per patch held by motors. A joint is found by the keys of the two
 * colliders and the index of the patch within that pair.
 */
export interface FrictionJoint {
  handle: number;
  keyA: number;
  keyB: number;
  ordinal: number;
  /** The last step that wrote it, and the last one after which its patch existed. */
  used: number;
  seen: number;
  /** Elastic share of its force, for steps of length `step` [s]. */
  elastic: number;
  step: number;
  /** Relative changes of a bound, and of a force, that matter. */
  margin: number;
  slack: number;
  /** True if a loaded state has changed the two below, and the engine does not have them yet. */
  isLoaded: boolean;
  /** X axis, normal and origin of the frame in body A, then in body B. */
  frame: Float64Array;
  /** State of the three motors (LinX, LinY, AngZ): target position and velocity, stiffness, damping, largest force. */
  motors: Float64Array;
}

export interface FrictionJoints {
  of: Map<number, (FrictionJoint | undefined)[]>;
  /** Handles of all of them. */
  ours: Set<number>;
  count: number;
  /** True if the set of colliders with motors has changed. */
  stale: boolean;
  /** A fixed body for colliders without one; null until it is needed. */
  anchor: RigidBody | null;
}

export function createFrictionJoints(): FrictionJoints {
  return { of: new Map(), ours: new Set(), count: 0, stale: false, anchor: null };
}

/** Collider keys stay below this, so that a pair is one exact number. */
const PAIR = 67_108_864; // 2^26

export function pairNumber(keyA: number, keyB: number): number {
  return keyA * PAIR + keyB;
}

/** JointAxis. */
export const MOTOR_AXES: readonly number[] = [0, 1, 5];
const FORCE_BASED = 1;
/** Limits without effect that mark our joints, so that they are recognised in a world restored from Rapier's snapshot. */
const SIGNED_AXIS = 2;
const SIGNATURE = 1_125_899_906_842_624; // 2^50, exact in float32
const ORIGIN = { x: 0, y: 0, z: 0 };
const AXIS = { x: 1, y: 0, z: 0 };

/** A multibody joint counts as this many: it is solved exactly, and motors next to it yield. */
export const MULTIBODY = 1000;

/** Removes joints of an earlier install that came with Rapier's snapshot of the world. */
export function removeLeftoverJoints({ world }: InstallState): void {
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

/** Number of the user's joints attached to the body in a slot. */
export function countUserJoints(install: InstallState, slot: number): number {
  const { bodies: table, joints, world } = install;
  if (slot === 0) return 0;
  if (table.userJointCount[slot] < 0) {
    let count = 0;
    const handle = table.handle[slot];
    world.impulseJoints.raw.forEachJointAttachedToRigidBody(handle, (joint: number) => {
      if (!joints.ours.has(joint)) count++;
    });
    world.multibodyJoints.raw.forEachJointAttachedToRigidBody(handle, () => {
      count += MULTIBODY;
    });
    table.userJointCount[slot] = count;
  }
  return table.userJointCount[slot];
}

/** The joint of a patch, if it has one. */
export function findJoint({ joints, store }: InstallState, i: number, ordinal: number): FrictionJoint | undefined {
  const { key } = store.current;
  return joints.count > 0 ? joints.of.get(pairNumber(key[4 * i + 1], key[4 * i + 3]))?.[ordinal] : undefined;
}

/** The joint of a patch, created if needed. Null if one of its bodies no longer exists. */
export function ensureJoint(install: InstallState, i: number, ordinal: number): FrictionJoint | null {
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
  return joint;
}

export const FRAME_SIZE = 18;
export const MOTORS_SIZE = 15;

export function describeJoint(handle: number, keyA: number, keyB: number, ordinal: number): FrictionJoint {
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
    isLoaded: false,
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
  // Created in the engine only: the user's list of joints does not show it.
  install.isWriting = true;
  const handle = world.impulseJoints.raw.createJoint(raw, a.handle, b.handle, false);
  install.isWriting = false;
  raw.free();
  markOurs(install, handle);
  for (const axis of MOTOR_AXES) world.impulseJoints.raw.jointConfigureMotorModel(handle, axis, FORCE_BASED);
  return handle;
}

/** Marks a joint as one of ours. */
export function markOurs({ world, joints }: InstallState, handle: number): void {
  world.impulseJoints.raw.jointSetLimits(handle, SIGNED_AXIS, -SIGNATURE, SIGNATURE);
  joints.ours.add(handle);
}

function bodyOrAnchor(install: InstallState, slot: number): RigidBody | null {
  const { joints, world, rapier, bodies: table } = install;
  if (slot !== 0) return table.body[slot]?.isValid() ? table.body[slot] : null;
  if (!joints.anchor?.isValid() && rapier) joints.anchor = world.createRigidBody(rapier.RigidBodyDesc.fixed());
  return joints.anchor;
}

/** Removes the joints of patches that no longer exist. */
export function removeLostJoints(install: InstallState): void {
  const { joints } = install;
  if (joints.count === 0) return;
  for (const [pair, list] of joints.of) {
    for (let k = list.length - 1; k >= 0; k--) {
      if (!isNeeded(install, list[k])) removeFrom(install, list, k);
    }
    if (list.length === 0) joints.of.delete(pair);
  }
}

function isNeeded({ stepIndex, isKeptJoint }: InstallState, joint: FrictionJoint | undefined): boolean {
  return joint !== undefined && (joint.seen === stepIndex || isKeptJoint(joint.keyA, joint.keyB));
}

/** Removes the joint of a patch. */
export function dropJoint(install: InstallState, i: number, ordinal: number): void {
  const { joints, store } = install;
  if (joints.count === 0) return;
  const { key } = store.current;
  const list = joints.of.get(pairNumber(key[4 * i + 1], key[4 * i + 3]));
  if (list) removeFrom(install, list, ordinal);
}

/** A list may have gaps, but not at its end: not every patch of a pair has a joint. */
function removeFrom(install: InstallState, list: (FrictionJoint | undefined)[], ordinal: number): void {
  removeJoint(install, list[ordinal]);
  if (ordinal < list.length) list[ordinal] = undefined;
  while (list.length > 0 && !list[list.length - 1]) list.length--;
}

function removeJoint(install: InstallState, joint: FrictionJoint | undefined): void {
  if (!joint) return;
  const { joints, world } = install;
  joints.count--;
  joints.ours.delete(joint.handle);
  const { raw } = world.impulseJoints;
  // Removing a body removes its joints.
  install.isWriting = true;
  if (raw.contains(joint.handle)) raw.remove(joint.handle, false);
  install.isWriting = false;
}

export function removeAllJoints(install: InstallState): void {
  const { joints, world } = install;
  for (const list of joints.of.values()) for (const joint of list) removeJoint(install, joint);
  joints.of.clear();
  if (joints.anchor?.isValid()) world.removeRigidBody(joints.anchor);
  joints.anchor = null;
  joints.stale = false;
}
