import type {
  CoefficientCombineRule,
  Collider,
  ColliderHandle,
  Compound,
  RigidBody,
  World,
} from '@dimforge/rapier3d-compat';
import { NO_MATERIAL } from '@stiction/friction-core';
import { type BodyTable, removeSlot, slotFor } from './body-table.js';
import { hasCap } from './collider-place.js';

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
  /** Where it is in its body, [x, y, z, qx, qy, qz, qw] from the centre of mass, see `placeCollider`; false where not known. */
  place: Float64Array;
  placed: boolean;
  capped: boolean;
  /** Of a cylinder or cone: radius of its caps, and their heights along its axis; 0 for others, and NaN where there is none. */
  cap: Float64Array;
  /** The last sync that has met the collider. */
  seen: number;
  /** No longer in the world. */
  gone: boolean;
}

export interface ColliderTable {
  owned: Map<ColliderHandle, OwnedCollider>;
  ofKey: Map<number, OwnedCollider>;
  /** How many of them have round caps. */
  capped: number;
  /** Colliders of each body slot. */
  ofSlot: OwnedCollider[][];
  nextKey: number;
  sync: number;
  /** Which colliders are to be ours, by the user's wish; and those that he has left to Rapier. */
  isOurs: ColliderFilter;
  left: WeakSet<Collider>;
  /** The world's colliders at the last sync, in its order. */
  met: Collider[];
}

export type ColliderFilter = (collider: Collider) => boolean;

/**
 * CoefficientCombineRule. With a coefficient of 0 on both sides there is no friction by Rapier. It wins over every other rule,
 * so that the coefficient of a collider that is not ours, or of a soft body, holds in full against ours.
 */
const MAX: CoefficientCombineRule = 3;
/** RigidBodyType. */
const SOFT_FRAME = 4;
/** ShapeType. */
const COMPOUND = 8;
const VOXELS = 18;
/** Ball, capsule, cylinder, cone and the shapes with a border radius. */
const ROUND: readonly number[] = [0, 2, 10, 11, 12, 13, 14, 15, 16];

export function createColliderTable(isOurs: ColliderFilter): ColliderTable {
  return {
    owned: new Map(),
    ofKey: new Map(),
    capped: 0,
    ofSlot: [],
    nextKey: 0,
    sync: 0,
    isOurs,
    left: new WeakSet(),
    met: [],
  };
}

/** Takes over colliders that are new since the last step and forgets those that are gone. */
export function syncColliders(table: ColliderTable, bodies: BodyTable, world: World): void {
  syncing = table;
  syncingBodies = bodies;
  found = 0;
  same = true;
  world.forEachCollider(compare);
  if (same && found === table.met.length) return;
  table.sync++;
  table.met.length = 0;
  left = 0;
  narrowPhase = world.narrowPhase;
  world.forEachCollider(meet);
  if (table.met.length === table.owned.size + left) return;
  for (const owned of table.owned.values()) {
    if (owned.seen !== table.sync) forget(table, bodies, owned);
  }
}

// Shared by the engine's callback, so that no closure is made per step.
let syncing: ColliderTable;
let syncingBodies: BodyTable;
let found = 0;
let same = true;
let left = 0;
let narrowPhase: World['narrowPhase'];
let freshest: OwnedCollider;

function compare(collider: Collider): void {
  if (syncing.met[found] !== collider) same = false;
  found++;
}

function meet(collider: Collider): void {
  const owned = syncing.owned.get(collider.handle) ?? takeIfOurs(syncing, syncingBodies, collider);
  if (owned) owned.seen = syncing.sync;
  else left++;
  syncing.met.push(collider);
}

/** Asks once, when a collider is met for the first time. */
function takeIfOurs(table: ColliderTable, bodies: BodyTable, collider: Collider): OwnedCollider | null {
  if (table.left.has(collider)) return null;
  if (table.isOurs(collider)) {
    const owned = takeOver(table, bodies, collider);
    owned.stale = false;
    freshest = owned;
    narrowPhase.contactPairsWith(owned.handle, markStale);
    return owned;
  }
  table.left.add(collider);
  return null;
}

/** A new collider has no contacts yet that could carry anything. */
function markStale(): void {
  freshest.stale = true;
}

export function takeOver(table: ColliderTable, bodies: BodyTable, collider: Collider): OwnedCollider {
  const parent = parentOf(collider);
  const slot = parent ? slotFor(bodies, parent) : 0;
  const owned = describeCollider(collider, table.nextKey++, slot);
  owned.seen = table.sync;
  // Writing what is there already would still be a change to the engine, also in a world that was restored from a snapshot.
  if (!owned.soft && owned.friction !== 0) collider.setFriction(0);
  if (!owned.soft && owned.rule !== MAX) collider.setFrictionCombineRule(MAX);
  own(table, owned);
  // One collider more or less: the body has another mass.
  bodies.touched[slot] = 1;
  return owned;
}

export function own(table: ColliderTable, owned: OwnedCollider): void {
  table.owned.set(owned.handle, owned);
  table.ofKey.set(owned.key, owned);
  if (owned.capped) table.capped++;
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
    place: new Float64Array(7),
    placed: false,
    capped: hasCap(type),
    cap: new Float64Array(3),
    seen: 0,
    gone: false,
  };
}

/** `parent()` of a collider without a body gives the first body, in a world restored from a snapshot. */
function parentOf(collider: Collider): RigidBody | null {
  return collider.translationWrtParent() === null ? null : collider.parent();
}

function forget(table: ColliderTable, bodies: BodyTable, owned: OwnedCollider): void {
  table.owned.delete(owned.handle);
  table.ofKey.delete(owned.key);
  if (owned.capped) table.capped--;
  owned.gone = true;
  bodies.touched[owned.slot] = 1;
  const siblings = table.ofSlot[owned.slot];
  siblings.splice(siblings.indexOf(owned), 1);
  if (siblings.length === 0 && owned.slot !== 0) removeSlot(bodies, owned.slot);
}

/** Gives a collider back what it had. What the user has set in the meantime stays. */
export function giveBack(owned: OwnedCollider): void {
  const { collider, soft } = owned;
  if (soft || !collider.isValid()) return;
  if (collider.friction() === 0) collider.setFriction(owned.friction);
  if (collider.frictionCombineRule() === MAX) collider.setFrictionCombineRule(owned.rule);
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
