import type { RigidBody, RigidBodyHandle } from '@dimforge/rapier3d-compat';
import type { Bodies } from '@stiction/friction-core';
import { createBodies, fastCopy, reserve, resizeBodies } from '@stiction/friction-core/adapter';
import { type Columns, eachColumn } from '../columns.js';

/** RigidBodyType. */
export const DYNAMIC = 0;
export const FIXED = 1;

/** The `…Step` columns hold the last step in which something happened to the body. */
export const SLOT_INTS = {
  key: 1,
  /** Dominance group. */
  dominance: 1,
  /** Velocity read after the engine's step. */
  velocityStep: 1,
  /** Pose and masses read; and `previousPose` is the pose of the step before. */
  poseStep: 1,
  trackedStep: 1,
  /** All its pairs with acquired colliders read. */
  visitedStep: 1,
  /** Velocity read before the engine's step. */
  entryStep: 1,
  /** Centre of mass read, into `centre`. */
  centreStep: 1,
  /** Velocity changed by more than a slow slide: it may touch something new. */
  jumpStep: 1,
  /** The step that `balanceImpulse` belongs to. */
  balanceStep: 1,
  /** `velocityChange` recorded; its correction finished. */
  changeStep: 1,
  finishedStep: 1,
  /** All its patches predicted; it moved as predicted; a neighbour did not. */
  predictedStep: 1,
  keptStep: 1,
  unkeptNeighbourStep: 1,
  /** One of our joints held it. */
  motorStep: 1,
  /** Rapier's friction held a patch that motors cannot; the body was skipped. */
  fallbackStep: 1,
  skippedStep: 1,
  /** Number of the user's joints; -1 if unknown. */
  userJointCount: 1,
};
export const SLOT_BYTES = {
  /** RigidBodyType. */
  type: 1,
  /** 1 if all its colliders are acquired. */
  isFullyAcquired: 1,
  /** 1 if it is in `forcedSlots`, in `correctedSlots`. */
  isForced: 1,
  isCorrected: 1,
  /** 1 if `userForce` is up to date. */
  isForceKnown: 1,
};
export const SLOT_FLOATS = {
  handle: 1,
  previousPose: 7,
  centre: 3,
  /** Velocity before the engine's step. */
  entryVelocity: 6,
  /** Change of the velocity in the last step. */
  velocityChange: 6,
  /** Velocity after the engine's step, before corrections. */
  engineVelocity: 6,
  /** Displacement in the last step in which its contacts were kept. */
  followed: 3,
  /** Predicted velocity at the end of the step. */
  predictedVelocity: 6,
  /** Force and torque that friction adds in this step, and those of the user. */
  force: 6,
  userForce: 6,
  /** Known friction impulse of the step, linear and angular: for `estimateLoads`. */
  knownImpulse: 6,
  /** Impulse that the contacts share, and the total load that shares it: see `estimateRestLoads`. */
  balanceImpulse: 6,
  balanceLoad: 1,
  /** Sum of the loads of the body's patches in this step [N s]. */
  normalLoad: 1,
};

/** The columns of `Bodies` that the adapter uses. */
export const BODY_FLOATS = { pose: 7, velocity: 6, invMass: 3, invInertia: 6, origin: 3 };

/**
 * Bodies that touch an acquired collider, in slots. A slot is the index into every array here and in `Bodies`. A key identifies a body for the
 * lifetime of the install and is never reused. Slot 0 stands for all colliders without a body; its type is FIXED.
 */
export interface BodyTable
  extends Columns<typeof SLOT_INTS, Int32Array>,
    Columns<typeof SLOT_BYTES, Uint8Array>,
    Columns<typeof SLOT_FLOATS, Float64Array> {
  /** Pose, velocity and masses, as laws see them. */
  bodies: Bodies;
  body: (RigidBody | null)[];
  slotOf: Map<RigidBodyHandle, number>;
  slotOfKey: Map<number, number>;
  nextKey: number;
  /** Slots to reuse. */
  free: number[];
  /** Slots of bodies that are disabled because their state is not finite. */
  nonFinite: number[];
  /** Slots with a force of ours in the engine; slots whose velocity has to be written. */
  forcedSlots: number[];
  correctedSlots: number[];
}

export function createBodyTable(): BodyTable {
  const table = {
    bodies: createBodies(),
    body: [] as BodyTable['body'],
    slotOf: new Map(),
    slotOfKey: new Map(),
    nextKey: 0,
    free: [] as number[],
    nonFinite: [] as number[],
    forcedSlots: [] as number[],
    correctedSlots: [] as number[],
  } as unknown as BodyTable;
  addSlot(table, null);
  table.bodies.pose[6] = 1;
  table.bodies = fastCopy(table.bodies);
  return fastCopy(table);
}

/** The slot of a body, created if needed. */
export function slotFor(table: BodyTable, body: RigidBody | null): number {
  if (!body) return 0;
  return table.slotOf.get(body.handle) ?? addSlot(table, body);
}

function addSlot(table: BodyTable, body: RigidBody | null): number {
  return useSlot(table, table.free.pop() ?? table.body.length, body, table.nextKey++);
}

/** Puts a body into a slot under a key. */
export function useSlot(table: BodyTable, slot: number, body: RigidBody | null, key: number): number {
  const count = Math.max(table.body.length, slot + 1);
  resizeBodies(table.bodies, count);
  reserve(table, Int32Array, SLOT_INTS, count);
  reserve(table, Uint8Array, SLOT_BYTES, count);
  reserve(table, Float64Array, SLOT_FLOATS, count);
  clearSlot(table, slot);
  table.body[slot] = body;
  table.handle[slot] = body ? body.handle : 0;
  table.type[slot] = body ? body.bodyType() : FIXED;
  table.dominance[slot] = body ? body.dominanceGroup() : 0;
  table.key[slot] = key;
  table.slotOfKey.set(key, slot);
  if (body) table.slotOf.set(body.handle, slot);
  return slot;
}

/** Forgets a removed body. */
export function removeSlot(table: BodyTable, slot: number): void {
  const body = table.body[slot];
  if (body) table.slotOf.delete(body.handle);
  table.slotOfKey.delete(table.key[slot]);
  table.body[slot] = null;
  clearSlot(table, slot);
  table.free.push(slot);
}

function clearSlot(table: BodyTable, slot: number): void {
  eachColumn(table.bodies, BODY_FLOATS, 1, (array, stride) => array.fill(0, stride * slot, stride * (slot + 1)));
  table.bodies.pose[7 * slot + 6] = 1;
  eachColumn(table, SLOT_FLOATS, 1, (array, stride) => array.fill(0, stride * slot, stride * (slot + 1)));
  eachColumn(table, SLOT_BYTES, 1, (array) => array.fill(0, slot, slot + 1));
  eachColumn(table, SLOT_INTS, 1, (array) => array.fill(-1, slot, slot + 1));
}
