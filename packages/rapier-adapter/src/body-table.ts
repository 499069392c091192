import type { RigidBody, RigidBodyHandle } from '@dimforge/rapier3d-compat';
import { type Bodies, createBodies, fastCopy, reserve, resizeBodies, type Strides } from '@stiction/friction-core';

/**
 * Bodies that have colliders, in slots. A slot is the index into every array here and in `Bodies`; it is reused some time
 * after its body is gone. A key names one body for as long as the install lives and is never reused.
 * Slot 0 stands for all colliders without a body.
 */
export interface BodyTable {
  /** What the solver sees: pose, velocity, masses. Read after the engine's step. */
  bodies: Bodies;
  body: (RigidBody | null)[];
  handle: Float64Array;
  key: Int32Array;
  slotOf: Map<RigidBodyHandle, number>;
  slotOfKey: Map<number, number>;
  nextKey: number;
  /** Has any body ever had a dominance group other than 0? */
  hasDominance: boolean;
  /** Slots to hand out again, and those whose patches are still remembered until the end of this step. */
  free: number[];
  leaving: number[];
  /** Slots given since the last step: the engine does not call their bodies awake before it has stepped. */
  fresh: number[];
  /** Slots of bodies that were bad and that Rapier has disabled since. */
  broken: number[];
  /** Slots of the bodies that the engine called active when it was last asked, and the step in which that was. */
  active: Int32Array;
  activeCount: number;
  activeStep: number;
  /** Slots that were read in this step, before and after the engine's. */
  preparedSlots: Int32Array;
  preparedCount: number;
  loadedSlots: Int32Array;
  loadedCount: number;
  /** RigidBodyType; and what that means here. */
  type: Uint8Array;
  kind: Uint8Array;
  /** The step in which the slot was last read before and after the engine's step, and last seen awake after it. */
  prepared: Int32Array;
  loaded: Int32Array;
  awake: Int32Array;
  /** The step in which the pose was last read. */
  posed: Int32Array;
  /** Not 0 where laws that remember need the pose of every step, see `displacement.ts`; the last step with one; the pose before. */
  exact: Uint8Array;
  tracked: Int32Array;
  lastPose: Float64Array;
  /** Slot of the ghost that stands in for the body where it dominates, -1 without one; of a ghost, the slot of its body. See `dominance.ts`. */
  ghost: Int32Array;
  ghostOf: Int32Array;
  /** The same number for bodies that hang together by their contacts: see `groupBodies`. */
  group: Int32Array;
  /** 1 where the engine gave something that is not a finite number. */
  bad: Uint8Array;
  /** 1 where the user may have changed something about the body, or its colliders, since it was last read after a step. */
  touched: Uint8Array;
  /** 1 where friction had nothing to do in the last step at the body, nor at any body that it touches. */
  rests: Uint8Array;
  /** 1 where friction was foreseen for a patch that the step has ended: the normals may have answered it. */
  undone: Uint8Array;
  /** 1 where the masses in `bodies` are the body's own, for its pose there; 0 where they are 0 because it sleeps. */
  weighed: Uint8Array;

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
  /** Velocity that friction has given in the last step. */
  given: Float64Array;
  /** The user's own force and torque, as they were at the last step. */
  userForce: Float64Array;
  /** Impulse of the predicted friction, linear and angular. */
  wrench: Float64Array;
  /** The same as force and torque. */
  force: Float64Array;
  /** 1 while the predictor's force is in the engine. */
  pushed: Uint8Array;

  // One number per slot.
  /** Dominance group. */
  dominance: Float64Array;
  /** Length of the way that the body has gone at most, with turning, at the distance `reach` of its farthest contact so far. */
  travel: Float64Array;
  reach: Float64Array;
  /** What goes on from step to step of the velocity that friction gives, and of the change of velocity; see `trust.ts`. */
  effort: Float64Array;
  gain: Float64Array;
  /** The velocity that friction may give in this step, and which share of what is foreseen that is. */
  bound: Float64Array;
  share: Float64Array;
  /** `travel` when the pose, and when the contact pairs, were last read. */
  poseTravel: Float64Array;
  pairTravel: Float64Array;
}

export const FIXED = 0;
export const DYNAMIC = 1;
export const KINEMATIC = 2;

/** What slots have and snapshots keep. */
export const SLOT_INTS = {
  key: 1,
  prepared: 1,
  loaded: 1,
  awake: 1,
  posed: 1,
  tracked: 1,
  group: 1,
  ghost: 1,
  ghostOf: 1,
} satisfies Partial<Strides<BodyTable, Int32Array>>;
export const SLOT_BYTES: Strides<BodyTable, Uint8Array> = {
  type: 1,
  kind: 1,
  bad: 1,
  touched: 1,
  weighed: 1,
  rests: 1,
  pushed: 1,
  exact: 1,
  undone: 1,
};
export const SLOT_FLOATS = {
  written: 6,
  start: 6,
  entry: 6,
  engine: 6,
  change: 6,
  userForce: 6,
  wrench: 6,
  dominance: 1,
  travel: 1,
  reach: 1,
  given: 6,
  effort: 1,
  gain: 1,
  poseTravel: 1,
  pairTravel: 1,
} satisfies Partial<Strides<BodyTable, Float64Array>>;

export function createBodyTable(): BodyTable {
  const table = {
    bodies: createBodies(),
    body: [] as BodyTable['body'],
    slotOf: new Map(),
    slotOfKey: new Map(),
    nextKey: 0,
    hasDominance: false,
    free: [] as number[],
    leaving: [] as number[],
    fresh: [] as number[],
    broken: [] as number[],
    activeCount: 0,
    activeStep: -1,
    preparedCount: 0,
    loadedCount: 0,
  } as BodyTable;
  addSlot(table, null);
  table.bodies.pose[6] = 1;
  table.bodies = fastCopy(table.bodies);
  return fastCopy(table);
}

/** The slot of a body; a new one where the body is new. */
export function slotFor(table: BodyTable, body: RigidBody): number {
  const slot = table.slotOf.get(body.handle);
  return slot === undefined ? addSlot(table, body) : slot;
}

function addSlot(table: BodyTable, body: RigidBody | null): number {
  const slot = table.free.pop() ?? table.body.length;
  reserveSlots(table, Math.max(table.body.length, slot + 1));
  clearSlot(table, slot);
  table.body[slot] = body;
  table.handle[slot] = body ? body.handle : 0;
  table.key[slot] = table.nextKey++;
  table.touched[slot] = 1;
  if (body) {
    table.slotOf.set(body.handle, slot);
    table.fresh.push(slot);
  }
  table.slotOfKey.set(table.key[slot], slot);
  return slot;
}

/** The slot of a body's ghost; a new one where it has none yet. */
export function ghostFor(table: BodyTable, slot: number): number {
  if (table.ghost[slot] >= 0) return table.ghost[slot];
  const ghost = addSlot(table, null);
  table.body[ghost] = table.body[slot];
  table.handle[ghost] = table.handle[slot];
  table.kind[ghost] = KINEMATIC;
  table.touched[ghost] = 0;
  table.ghost[slot] = ghost;
  table.ghostOf[ghost] = slot;
  return ghost;
}

/** Room for `count` slots. */
export function reserveSlots(table: BodyTable, count: number): void {
  resizeBodies(table.bodies, count);
  reserve(table, Int32Array, SLOT_INTS, count);
  reserve(table, Uint8Array, SLOT_BYTES, count);
  reserve(table, Float64Array, SLOT_FLOATS, count);
  reserve(table, Float64Array, HANDLES, count);
  reserve(table, Int32Array, LISTS, count);
}

/** What slots have and snapshots do not keep as it is. */
const HANDLES = { handle: 1, force: 6, lastPose: 7, bound: 1, share: 1 };
const LISTS = { active: 1, preparedSlots: 1, loadedSlots: 1 };

/** Forgets a body that is gone. Its slot is not given to another before `recycleSlots`. */
export function removeSlot(table: BodyTable, slot: number): void {
  const body = table.body[slot];
  if (table.ghost[slot] >= 0) removeSlot(table, table.ghost[slot]);
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
  const arrays = table as unknown as Record<string, Float64Array>;
  bodies.pose.fill(0, 7 * slot, 7 * slot + 7);
  bodies.velocity.fill(0, 6 * slot, 6 * slot + 6);
  bodies.invInertia.fill(0, 6 * slot, 6 * slot + 6);
  bodies.invMass.fill(0, 3 * slot, 3 * slot + 3);
  for (const [name, stride] of Object.entries(SLOT_FLOATS)) arrays[name].fill(0, stride * slot, stride * (slot + 1));
  for (const name in SLOT_BYTES) arrays[name][slot] = 0; // FIXED, and nothing bad or pushed
  for (const name in SLOT_INTS) arrays[name][slot] = -1;
}
