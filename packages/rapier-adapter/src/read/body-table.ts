import type { RigidBody, RigidBodyHandle } from '@dimforge/rapier3d-compat';
import type { Bodies } from '@stiction/friction-core';
import { createBodies, fastCopy, reserve, resizeBodies, type Strides } from '@stiction/friction-core/adapter';

/**
 * Bodies that touch an acquired collider, in slots. A slot is the index into every array here and in `Bodies`. A key identifies a body for the
 * lifetime of the install and is never reused. Slot 0 stands for all colliders without a body.
 */
export interface BodyTable {
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
  handle: Float64Array;
  key: Int32Array;
  /** RigidBodyType. */
  type: Uint8Array;
  /** Dominance group. */
  dominance: Int32Array;

  // The last step in which something happened to the slot.
  /** Velocity read after the engine's step. */
  velocityStep: Int32Array;
  /** Pose and masses read; and `previousPose` is the pose of the step before. */
  poseStep: Int32Array;
  trackedStep: Int32Array;
  /** All its pairs with acquired colliders read. */
  visitedStep: Int32Array;
  /** Velocity read before the engine's step. */
  entryStep: Int32Array;
  /** Centre of mass read, into `centre`. */
  centreStep: Int32Array;
  /** Velocity changed by more than a slow slide: it may touch something new. */
  jumpStep: Int32Array;

  /** `velocityChange` recorded; its correction finished. */
  changeStep: Int32Array;
  finishedStep: Int32Array;
  /** All its patches predicted; it moved as predicted; a neighbour did not. */
  predictedStep: Int32Array;
  keptStep: Int32Array;
  unkeptNeighbourStep: Int32Array;

  previousPose: Float64Array;
  centre: Float64Array;
  /** Velocity before the engine's step. */
  entryVelocity: Float64Array;
  /** Change of the velocity in the last step. */
  velocityChange: Float64Array;
  /** Predicted velocity at the end of the step. */
  predictedVelocity: Float64Array;
  /** Velocity after the engine's step, before corrections. */
  engineVelocity: Float64Array;
  /** Force and torque that friction adds in this step, and those of the user. */
  force: Float64Array;
  userForce: Float64Array;
  /** 1 if `userForce` is up to date. */
  isForceKnown: Uint8Array;
  /** Known friction impulse of the step, linear and angular: for `estimateLoads`. */
  knownImpulse: Float64Array;
  /** Sum of the loads of the body's patches in this step [N s]. */
  normalLoad: Float64Array;
  /** The step that `balanceImpulse` belongs to, and the total load that shares it: see `estimateRestLoads`. */
  balanceStep: Int32Array;
  balanceImpulse: Float64Array;
  balanceLoad: Float64Array;
  /** 1 if all its colliders are acquired. */
  isFullyAcquired: Uint8Array;
  /** The last step in which one of our joints held it. */
  motorStep: Int32Array;
  /** The last step in which Rapier's friction held a patch that motors cannot, and the last one in which the body was skipped. */
  fallbackStep: Int32Array;
  skippedStep: Int32Array;
  /** Number of the user's joints; -1 if unknown. */
  userJointCount: Int32Array;
  /** Slots with a force of ours in the engine; slots whose velocity has to be written. */
  forcedSlots: number[];
  correctedSlots: number[];
  isForced: Uint8Array;
  isCorrected: Uint8Array;
}

/** RigidBodyType. */
export const DYNAMIC = 0;
export const FIXED = 1;

export const SLOT_INTS = {
  key: 1,
  dominance: 1,
  velocityStep: 1,
  poseStep: 1,
  trackedStep: 1,
  visitedStep: 1,
  entryStep: 1,
  centreStep: 1,
  jumpStep: 1,
  balanceStep: 1,
  changeStep: 1,
  finishedStep: 1,
  predictedStep: 1,
  keptStep: 1,
  unkeptNeighbourStep: 1,
  motorStep: 1,
  fallbackStep: 1,
  skippedStep: 1,
  userJointCount: 1,
} satisfies Partial<Strides<BodyTable, Int32Array>>;
export const SLOT_BYTES = {
  type: 1,
  isFullyAcquired: 1,
  isForced: 1,
  isCorrected: 1,
  isForceKnown: 1,
} satisfies Partial<Strides<BodyTable, Uint8Array>>;
export const SLOT_FLOATS = {
  handle: 1,
  previousPose: 7,
  centre: 3,
  entryVelocity: 6,
  velocityChange: 6,
  engineVelocity: 6,
  predictedVelocity: 6,
  force: 6,
  userForce: 6,
  knownImpulse: 6,
  balanceImpulse: 6,
  balanceLoad: 1,
  normalLoad: 1,
} satisfies Partial<Strides<BodyTable, Float64Array>>;

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
  const { bodies } = table;
  const arrays = table as unknown as Record<string, Float64Array>;
  bodies.pose.fill(0, 7 * slot, 7 * slot + 7);
  bodies.pose[7 * slot + 6] = 1;
  bodies.velocity.fill(0, 6 * slot, 6 * slot + 6);
  bodies.invInertia.fill(0, 6 * slot, 6 * slot + 6);
  bodies.invMass.fill(0, 3 * slot, 3 * slot + 3);
  bodies.origin.fill(0, 3 * slot, 3 * slot + 3);
  for (const [name, stride] of Object.entries(SLOT_FLOATS)) arrays[name].fill(0, stride * slot, stride * (slot + 1));
  for (const name in SLOT_BYTES) arrays[name][slot] = 0;
  for (const name in SLOT_INTS) arrays[name][slot] = -1;
}
