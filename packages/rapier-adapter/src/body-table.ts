import type { RigidBody, RigidBodyHandle } from '@dimforge/rapier3d-compat';
import { type Bodies, createBodies, grown, resizeBodies } from '@stiction/friction-core';

/**
 * Bodies that have colliders, in slots. A slot is the index into every array here and in `Bodies`; it is reused some time
 * after its body is gone. A key names one body for as long as the install lives and is never reused.
 * Slot 0 stands for all colliders without a body.
 */
export interface BodyTable {
  /** What the solver sees: pose, velocity, masses. Read after the engine's step. */
  bodies: Bodies;
  body: (RigidBody | null)[];
  key: Int32Array;
  slotOf: Map<RigidBodyHandle, number>;
  slotOfKey: Map<number, number>;
  nextKey: number;
  /** Slots to hand out again, and those whose patches are still remembered until the end of this step. */
  free: number[];
  leaving: number[];
  /** Slots given since the last step: the engine does not call their bodies awake before it has stepped. */
  fresh: number[];
  /** Slots of bodies that were bad and that Rapier has disabled since. */
  broken: number[];
  kind: Uint8Array;
  /** The step in which the slot was last read before and after the engine's step, and last seen awake after it. */
  prepared: Int32Array;
  loaded: Int32Array;
  awake: Int32Array;
  /** 1 where the engine gave something that is not a finite number. */
  bad: Uint8Array;

  // Six numbers per slot: linear, angular.
  /** Velocity that the last step left behind. What differs from it at the next step is the user's doing. */
  written: Float64Array;
  /** Velocity at the start of the step, with the user's changes; and the same with friction's answer to them. */
  start: Float64Array;
  entry: Float64Array;
  /** Velocity that the engine's step has given. */
  engine: Float64Array;
  /** Change of velocity in the last step, from `start` to `written`: the best guess of the next one. */
  change: Float64Array;
  /** The user's own force and torque, as they were at the last step. */
  userForce: Float64Array;
  /** Impulse of the predicted friction, linear and angular. */
  wrench: Float64Array;
  /** 1 while the predictor's force is in the engine. */
  pushed: Uint8Array;
}

export const FIXED = 0;
export const DYNAMIC = 1;
export const KINEMATIC = 2;

export function createBodyTable(): BodyTable {
  const table: BodyTable = {
    bodies: createBodies(),
    body: [],
    key: new Int32Array(0),
    slotOf: new Map(),
    slotOfKey: new Map(),
    nextKey: 0,
    free: [],
    leaving: [],
    fresh: [],
    broken: [],
    kind: new Uint8Array(0),
    prepared: new Int32Array(0),
    loaded: new Int32Array(0),
    awake: new Int32Array(0),
    bad: new Uint8Array(0),
    written: new Float64Array(0),
    start: new Float64Array(0),
    entry: new Float64Array(0),
    engine: new Float64Array(0),
    change: new Float64Array(0),
    userForce: new Float64Array(0),
    wrench: new Float64Array(0),
    pushed: new Uint8Array(0),
  };
  addSlot(table, null);
  table.bodies.pose[6] = 1;
  return table;
}

/** The slot of a body; a new one where the body is new. */
export function slotFor(table: BodyTable, body: RigidBody): number {
  const slot = table.slotOf.get(body.handle);
  return slot === undefined ? addSlot(table, body) : slot;
}

function addSlot(table: BodyTable, body: RigidBody | null): number {
  const slot = table.free.pop() ?? table.body.length;
  const count = Math.max(table.body.length, slot + 1);
  resizeBodies(table.bodies, count);
  table.key = grown(table.key, count);
  table.kind = grown(table.kind, count);
  table.prepared = grown(table.prepared, count);
  table.loaded = grown(table.loaded, count);
  table.awake = grown(table.awake, count);
  table.bad = grown(table.bad, count);
  table.written = grown(table.written, 6 * count);
  table.start = grown(table.start, 6 * count);
  table.entry = grown(table.entry, 6 * count);
  table.engine = grown(table.engine, 6 * count);
  table.change = grown(table.change, 6 * count);
  table.userForce = grown(table.userForce, 6 * count);
  table.wrench = grown(table.wrench, 6 * count);
  table.pushed = grown(table.pushed, count);
  clearSlot(table, slot);
  table.body[slot] = body;
  table.key[slot] = table.nextKey++;
  if (body) {
    table.slotOf.set(body.handle, slot);
    table.fresh.push(slot);
  }
  table.slotOfKey.set(table.key[slot], slot);
  return slot;
}

/** Forgets a body that is gone. Its slot is not given to another before `recycleSlots`. */
export function removeSlot(table: BodyTable, slot: number): void {
  const body = table.body[slot];
  if (body) table.slotOf.delete(body.handle);
  table.slotOfKey.delete(table.key[slot]);
  table.body[slot] = null;
  clearSlot(table, slot);
  table.leaving.push(slot);
}

/** To be called when no remembered patch refers to a removed body any more. */
export function recycleSlots(table: BodyTable): void {
  for (const slot of table.leaving) table.free.push(slot);
  table.leaving.length = 0;
}

function clearSlot(table: BodyTable, slot: number): void {
  const { bodies } = table;
  bodies.pose.fill(0, 7 * slot, 7 * slot + 7);
  const { written, start, entry, engine, change, userForce, wrench } = table;
  for (const six of [bodies.velocity, bodies.invInertia, written, start, entry, engine, change, userForce, wrench]) {
    six.fill(0, 6 * slot, 6 * slot + 6);
  }
  bodies.invMass.fill(0, 3 * slot, 3 * slot + 3);
  table.kind[slot] = FIXED;
  table.prepared[slot] = -1;
  table.loaded[slot] = -1;
  table.awake[slot] = -1;
  table.bad[slot] = 0;
  table.pushed[slot] = 0;
}
