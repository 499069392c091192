import type { FrictionLaw } from '@stiction/friction-core';
import { ensureCapacity } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import type { MotorJoint } from '../joint-friction/motor-joint.js';

/**
 * What a world contained when its state was saved. A state is loaded into the same world, and only if the objects that the user holds are those of the
 * saved world. Our own joints and our fixed body are not listed.
 */
export interface Inventory {
  sets: HandleList[];
  /** Joints with friction, and their laws. */
  motorJoints: MotorJoint[];
  laws: FrictionLaw[];
}

/** Handles of the objects of one kind. The first `count` are in use. */
interface HandleList {
  kind: string;
  handles: Float64Array;
  count: number;
}

/** Objects of a world by kind, and the sets they are in. */
const SETS = [
  ['body', 'bodies'],
  ['collider', 'colliders'],
  ['impulse joint', 'impulseJoints'],
  ['multibody joint', 'multibodyJoints'],
  ['soft body', 'softBodies'],
] as const;

type SetName = (typeof SETS)[number][1];

interface ObjectSet {
  forEach(act: (object: { handle: number }) => void): void;
}

export function createInventory(): Inventory {
  return { sets: SETS.map(([kind]) => createHandleList(kind)), motorJoints: [], laws: [] };
}

function createHandleList(kind: string): HandleList {
  return { kind, handles: new Float64Array(0), count: 0 };
}

/** Lists what is in the world now. */
export function listWorld(inventory: Inventory, install: InstallState): void {
  SETS.forEach(([_kind, set], k) => {
    listHandles(inventory.sets[k], install, set);
  });
  const { list = [], joints = null } = install.jointFriction ?? {};
  inventory.motorJoints.length = 0;
  inventory.laws.length = 0;
  for (const motorJoint of list) inventory.motorJoints.push(motorJoint);
  for (let i = 0; i < list.length; i++) if (joints) inventory.laws.push(joints.patches.law[i]);
}

function listHandles(list: HandleList, install: InstallState, set: SetName): void {
  list.count = 0;
  eachHandle(install, set, (handle) => {
    list.handles = ensureCapacity(list.handles, list.count + 1);
    list.handles[list.count++] = handle;
  });
}

/** Without our fixed body. */
function eachHandle({ world, joints }: InstallState, set: SetName, act: (handle: number) => void): void {
  const anchor = set === 'bodies' && joints.anchor ? joints.anchor.handle : Number.NaN;
  // Soft bodies are new in 0.21.
  (world[set] as ObjectSet | undefined)?.forEach(({ handle }) => {
    if (handle !== anchor) act(handle);
  });
}

function hasSameHandles({ handles, count }: HandleList, install: InstallState, set: SetName): boolean {
  let met = 0;
  let isSame = true;
  eachHandle(install, set, (handle) => {
    isSame &&= met < count && handles[met] === handle;
    met++;
  });
  return isSame && met === count;
}

/** Throws an error that names what has been added or removed since. */
export function requireSameWorld(inventory: Inventory, install: InstallState): void {
  SETS.forEach(([kind, set], k) => {
    if (hasSameHandles(inventory.sets[k], install, set)) return;
    const now = createHandleList(kind);
    listHandles(now, install, set);
    requireSameHandles(inventory.sets[k], now);
  });
  const { list = [], joints = null } = install.jointFriction ?? {};
  const isSame = (motorJoint: MotorJoint, i: number) =>
    motorJoint === list[i] && inventory.laws[i] === joints?.patches.law[i];
  if (inventory.motorJoints.length !== list.length || !inventory.motorJoints.every(isSame)) {
    throw new Error('loadState: setJointFriction has been called since saveState; set the same joints and laws again');
  }
}

function requireSameHandles(saved: HandleList, now: HandleList): void {
  const before = new Set(saved.handles.subarray(0, saved.count));
  const after = new Set(now.handles.subarray(0, now.count));
  for (const handle of before) {
    if (after.has(handle)) continue;
    throw new Error(
      `loadState: ${saved.kind} ${handle} has been removed from the world since saveState; Rapier cannot add it again, so disable it instead (setEnabled)`,
    );
  }
  for (const handle of after) {
    if (before.has(handle)) continue;
    throw new Error(
      `loadState: ${saved.kind} ${handle} has been added to the world since saveState; remove it before loadState`,
    );
  }
}
