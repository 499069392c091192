import type { RigidBody, RigidBodyHandle } from '@dimforge/rapier3d-compat';
import { type Bodies, createBodies, fastCopy, reserve, resizeBodies, type Strides } from '@stiction/friction-core';

/**
 * Bodies that touch an acquired collider, in slots. A slot is the index into every array here and in `Bodies`. A key names one body for as
 * long as the install lives and is never reused. Slot 0 stands for all colliders without a body.
 */
export interface BodyTable {
  /** What laws see: pose, velocity, masses. */
  bodies: Bodies;
  body: (RigidBody | null)[];
  slotOf: Map<RigidBodyHandle, number>;
  slotOfKey: Map<number, number>;
  nextKey: number;
  /** Slots to hand out again. */
  free: number[];
  /** Slots of bodies that were left out because their numbers are not finite. */
  nonFinite: number[];
  handle: Float64Array;
  key: Int32Array;
  /** RigidBodyType. */
  type: Uint8Array;
  /** Dominance group. */
  dominance: Int32Array;

  // The step in which something was last true of the slot.
  /** Velocity read after the engine's step. */
  read: Int32Array;
  /** Pose and masses read, and where `lastPose` is the pose of the step before that. */
  posed: Int32Array;
  tracked: Int32Array;
  /** All its pairs with acquired colliders were read. */
  visited: Int32Array;
  /** Velocity read before the engine's step. */
  entered: Int32Array;
  /** Centre of mass in `place`. */
  located: Int32Array;
  /** Velocity changed by the step by more than a slow slide: something new may touch it. */
  jumped: Int32Array;

  /** `change` noted; its correction finished. */
  changed: Int32Array;
  finished: Int32Array;
  /** All its patches are predicted; it moves as predicted; something that it touches does not. */
  predicted: Int32Array;
  kept: Int32Array;
  spoilt: Int32Array;

  lastPose: Float64Array;
  place: Float64Array;
  /** Velocity before the engine's step. */
  entry: Float64Array;
  /** By how much the last step has changed the velocity. */
  change: Float64Array;
  /** Velocity that was predicted for the end of the step. */
  expected: Float64Array;
  /** Velocity after the engine's step, before anything is corrected. */
  found: Float64Array;
  /** Force and torque that friction adds in this step, and the user's own meanwhile. */
  force: Float64Array;
  userForce: Float64Array;
  /** 1 while `userForce` is what the engine has. */
  isForceKnown: Uint8Array;
  /** Friction impulse that acted in the step as far as it is known, linear and angular: for `estimateLoads`. */
  known: Float64Array;
  /** Sum of N of the body's patches in this step [N s]. */
  load: Float64Array;
  /** The step whose momentum `balance` tells, and the loads that share it: see `estimateRestLoads`. */
  balanced: Int32Array;
  balance: Float64Array;
  pressed: Float64Array;
  /** All its colliders are acquired. */
  isWhole: Uint8Array;
  /** The last step in which a joint of ours held it. */
  rowed: Int32Array;
  /** The last step in which Rapier's own friction held a patch of it for which rows do not fit, and the last in which it was not looked at. */
  heldInstead: Int32Array;
  skipped: Int32Array;
  /** How many joints of the user's it has; -1 where that is not known. */
  jointed: Int32Array;
  /** Slots with a force of ours in the engine; slots whose velocity is to be written. */
  pushed: number[];
  corrected: number[];
  isPushed: Uint8Array;
  isCorrected: Uint8Array;
}

/** RigidBodyType. */
export const DYNAMIC = 0;
export const FIXED = 1;

export const SLOT_INTS = {
  key: 1,
  dominance: 1,
  read: 1,
  posed: 1,
  tracked: 1,
  visited: 1,
  entered: 1,
  located: 1,
  jumped: 1,
  balanced: 1,
  changed: 1,
  finished: 1,
  predicted: 1,
  kept: 1,
  spoilt: 1,
  rowed: 1,
  heldInstead: 1,
  skipped: 1,
  jointed: 1,
} satisfies Partial<Strides<BodyTable, Int32Array>>;
export const SLOT_BYTES = { type: 1, isWhole: 1, isPushed: 1, isCorrected: 1, isForceKnown: 1 } satisfies Partial<
  Strides<BodyTable, Uint8Array>
>;
export const SLOT_FLOATS = {
  handle: 1,
  lastPose: 7,
  place: 3,
  entry: 6,
  change: 6,
  found: 6,
  expected: 6,
  force: 6,
  userForce: 6,
  known: 6,
  balance: 6,
  pressed: 1,
  load: 1,
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
    pushed: [] as number[],
    corrected: [] as number[],
  } as unknown as BodyTable;
  addSlot(table, null);
  table.bodies.pose[6] = 1;
  table.bodies = fastCopy(table.bodies);
  return fastCopy(table);
}

/** The slot of a body; a new one where the body is new. */
export function slotFor(table: BodyTable, body: RigidBody | null): number {
  if (!body) return 0;
  return table.slotOf.get(body.handle) ?? addSlot(table, body);
}

function addSlot(table: BodyTable, body: RigidBody | null): number {
  return useSlot(table, table.free.pop() ?? table.body.length, body, table.nextKey++);
}

/** Puts a body into a slot, under a key. */
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

/** Forgets a body that is gone. */
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
