import type {
  CoefficientCombineRule,
  Collider,
  ColliderHandle,
  Compound,
  RigidBody,
  Rotation,
  Vector,
  World,
} from '@dimforge/rapier3d-compat';
import { NO_MATERIAL } from '@stiction/friction-core';
import { type BodyTable, removeSlot, slotFor } from './body-table.js';

/** One collider whose friction is ours now, and what it had before. */
export interface OwnedCollider {
  collider: Collider;
  handle: ColliderHandle;
  /** Names the collider while the install lives; never reused. */
  key: number;
  slot: number;
  material: number;
  friction: number;
  rule: CoefficientCombineRule;
  /** Soft bodies keep Rapier's friction. */
  soft: boolean;
  /** Contacts still carry the friction from before the install: refresh them before the first step with the body awake. */
  stale: boolean;
  /** A compound's local contact points are in the frame of the part that touches. */
  parts: Compound | null;
  /** A voxel's local contact points are in a frame that the API does not tell. */
  voxels: boolean;
  /** A round shape's contact point does not turn with the body: it stays below while the body rolls over it. */
  round: boolean;
  /** Place in the world, read in step `poseStep`. */
  position: Vector;
  rotation: Rotation;
  poseStep: number;
  /** The last sync that has met the collider. */
  seen: number;
}

export interface ColliderTable {
  owned: Map<ColliderHandle, OwnedCollider>;
  /** Colliders of each body slot. */
  ofSlot: OwnedCollider[][];
  nextKey: number;
  sync: number;
}

/** CoefficientCombineRule. Min with a coefficient of 0 on both sides: no friction by Rapier. */
const MIN: CoefficientCombineRule = 1;
/** Max wins over Min, so that the coefficient of a soft body holds against ours of 0. */
const MAX: CoefficientCombineRule = 3;
/** RigidBodyType. */
const SOFT_FRAME = 4;
/** ShapeType. */
const COMPOUND = 8;
const VOXELS = 18;
/** Ball, capsule, cylinder, cone and the shapes with a border radius. */
const ROUND: readonly number[] = [0, 2, 10, 11, 12, 13, 14, 15, 16];

export function createColliderTable(): ColliderTable {
  return { owned: new Map(), ofSlot: [], nextKey: 0, sync: 0 };
}

/** Takes over colliders that are new since the last step and forgets those that are gone. */
export function syncColliders(table: ColliderTable, bodies: BodyTable, world: World): void {
  table.sync++;
  found = 0;
  syncing = table;
  syncingBodies = bodies;
  world.forEachCollider(meet);
  if (found === table.owned.size) return;
  for (const owned of table.owned.values()) {
    if (owned.seen !== table.sync) forget(table, bodies, owned);
  }
}

// Shared by the engine's callback, so that no closure is made per step.
let syncing: ColliderTable;
let syncingBodies: BodyTable;
let found = 0;

function meet(collider: Collider): void {
  const owned = syncing.owned.get(collider.handle) ?? takeOver(syncing, syncingBodies, collider);
  owned.seen = syncing.sync;
  found++;
}

export function takeOver(table: ColliderTable, bodies: BodyTable, collider: Collider): OwnedCollider {
  const parent = parentOf(collider);
  const slot = parent ? slotFor(bodies, parent) : 0;
  const owned = describeCollider(collider, table.nextKey++, slot);
  owned.seen = table.sync;
  const rule = owned.soft ? MAX : MIN;
  // Writing what is there already would still be a change to the engine, also in a world that was restored from a snapshot.
  if (!owned.soft && owned.friction !== 0) collider.setFriction(0);
  if (owned.rule !== rule) collider.setFrictionCombineRule(rule);
  own(table, owned);
  return owned;
}

export function own(table: ColliderTable, owned: OwnedCollider): void {
  table.owned.set(owned.handle, owned);
  table.ofSlot[owned.slot] ??= [];
  table.ofSlot[owned.slot].push(owned);
}

/** A collider as it is now. */
export function describeCollider(collider: Collider, key: number, slot: number): OwnedCollider {
  const type = collider.shapeType() as number;
  return {
    collider,
    handle: collider.handle,
    key,
    slot,
    material: NO_MATERIAL,
    friction: collider.friction(),
    rule: collider.frictionCombineRule(),
    soft: (parentOf(collider)?.bodyType() as number | undefined) === SOFT_FRAME,
    stale: true,
    parts: type === COMPOUND ? (collider.shape as Compound) : null,
    voxels: type === VOXELS,
    round: ROUND.includes(type),
    position: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0, w: 1 },
    poseStep: -1,
    seen: 0,
  };
}

/** `parent()` of a collider without a body gives the first body, in a world restored from a snapshot. */
function parentOf(collider: Collider): RigidBody | null {
  return collider.translationWrtParent() === null ? null : collider.parent();
}

function forget(table: ColliderTable, bodies: BodyTable, owned: OwnedCollider): void {
  table.owned.delete(owned.handle);
  const siblings = table.ofSlot[owned.slot];
  siblings.splice(siblings.indexOf(owned), 1);
  if (siblings.length === 0 && owned.slot !== 0) removeSlot(bodies, owned.slot);
}

/** Gives a collider back what it had. What the user has set in the meantime stays. */
export function giveBack(owned: OwnedCollider): void {
  const { collider, soft } = owned;
  if (!collider.isValid()) return;
  if (!soft && collider.friction() === 0) collider.setFriction(owned.friction);
  if (collider.frictionCombineRule() === (soft ? MAX : MIN)) collider.setFrictionCombineRule(owned.rule);
  if (parentOf(collider)?.isDynamic()) refreshContacts(owned);
}

/**
 * Rapier keeps a resting contact's coefficient until it computes the manifold anew. Setting a collider's place in its
 * body, to the same value, makes it do that in the next step: no event fires and no impulse is lost. Wakes the body.
 */
export function refreshContacts(owned: OwnedCollider): void {
  owned.stale = false;
  const place = owned.collider.translationWrtParent();
  if (place) owned.collider.setTranslationWrtParent(place);
}
