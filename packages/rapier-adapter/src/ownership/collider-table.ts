import type { CoefficientCombineRule, Collider, ColliderHandle, Compound, RigidBody } from '@dimforge/rapier3d-compat';
import { NO_MATERIAL } from '@stiction/friction-core';
import type { InstallState } from '../install/state.js';
import { removeSlot, slotFor } from '../read/body-table.js';
import { hasCap } from '../read/collider-place.js';
import { type Kind, NATIVE } from './law-kind.js';
import { decodeUser } from './user-coefficient.js';

/** A collider of the world: what the user gave it, what friction has written to it, and what is known of its shape. */
export interface ColliderRecord {
  collider: Collider;
  handle: ColliderHandle;
  /** Names the collider while the install lives; never reused. */
  key: number;
  material: number;
  /** The user's, and whether it was set after the install on a collider without a material: then Rapier has it as it is. */
  friction: number;
  rule: CoefficientCombineRule;
  isOwn: boolean;
  /** What the engine has now, and what it has while nothing slides. */
  written: number;
  writtenRule: number;
  rest: number;
  restRule: number;
  /** Of a collider with rows: coefficient while it touches nothing, so that an impact has friction at once. */
  flight: number;
  /** NATIVE: not acquired. */
  kind: Kind;
  /** A law of it needs work while the body rests. */
  needsRest: boolean;
  /** The user's active hooks, while ours is on. */
  hooks: number;
  /** Left to Rapier by the option `colliders`, or part of a soft body. */
  vetoed: boolean;
  /** Slot of its body; -1 until somebody asks. */
  slot: number;
  /** A compound's local contact points are in the frame of the part that touches. */
  parts: Compound | null;
  /** A voxel's local contact points are in a frame that the API does not tell. */
  voxels: boolean;
  /** A round shape's contact point does not turn with the body: it stays below while the body rolls over it. */
  round: boolean;
  /** Where it is in its body, [x, y, z, qx, qy, qz, qw] from the centre of mass; see `placeCollider`. */
  place: Float64Array;
  placed: boolean;
  capped: boolean;
  /** Of a cylinder or cone: radius of its caps, and their heights along its axis; 0 for others, and NaN where there is none. */
  cap: Float64Array;
  /** The step in which its pairs were last read. */
  visited: number;
  /** How fast its contacts turned with its body when they were last read [rad/s], and how far since Rapier has computed them [rad]. */
  turning: number;
  turned: number;
  /** A law of it limits sliding and spinning together, and the last step in which a patch of it carried much of that limit. */
  coupled: boolean;
  loaded: number;
  /** The last step after which its body was not slow. */
  fast: number;
  /** Colliders that were near it when they were last listed. */
  partners: ColliderRecord[];
  listed: number;
  /** The largest coefficient that one of its patches wants in step `chosen`, and the other collider there. */
  wanted: number;
  partner: ColliderRecord | null;
  chosen: number;
  /** The last sync that has met the collider. */
  seen: number;
  gone: boolean;
}

export interface ColliderTable {
  of: Map<ColliderHandle, ColliderRecord>;
  ofKey: Map<number, ColliderRecord>;
  /** Those that are acquired, by their keys. */
  acquired: ColliderRecord[];
  /** Those whose contacts are computed in every step, and for how many steps more: see `refreshContacts`. */
  live: Map<ColliderRecord, number>;
  /** Handles of those whose coefficient the user has set since the last step. */
  changed: Set<ColliderHandle>;
  /** All colliders of dynamic bodies are acquired. */
  readThroughFree: boolean;
  /** How many acquired colliders have round caps. */
  capped: number;
  nextKey: number;
  sync: number;
  /** Colliders have come, gone or changed since the last sync; materials or laws since the last decision. */
  dirty: boolean;
  undecided: boolean;
}

export type ColliderFilter = (collider: Collider) => boolean;

/** RigidBodyType. */
const SOFT_FRAME = 4;
/** `listed` of a collider whose partners are not known. */
const UNLISTED = -1e9;
/** ShapeType. */
const COMPOUND = 8;
const VOXELS = 18;
/** Ball, capsule, cylinder, cone and the shapes with a border radius. */
const ROUND: readonly number[] = [0, 2, 10, 11, 12, 13, 14, 15, 16];

export function createColliderTable(): ColliderTable {
  return {
    of: new Map(),
    ofKey: new Map(),
    acquired: [],
    live: new Map(),
    changed: new Set(),
    readThroughFree: false,
    capped: 0,
    nextKey: 0,
    sync: 0,
    dirty: true,
    undecided: true,
  };
}

/** Meets colliders that have come since the last time and forgets those that are gone. */
export function syncColliders(install: InstallState): void {
  const { colliders: table, world } = install;
  if (!table.dirty) return;
  table.sync++;
  let met = 0;
  world.forEachCollider((collider) => {
    let record = table.of.get(collider.handle);
    if (record && record.collider !== collider) {
      forget(install, record);
      record = undefined;
    }
    record ??= meet(install, collider);
    record.seen = table.sync;
    met++;
  });
  if (met !== table.of.size) {
    for (const record of table.of.values()) {
      if (record.seen !== table.sync) forget(install, record);
      record.partners.length = 0;
      record.listed = UNLISTED;
    }
  }
  table.dirty = false;
  table.undecided = true;
}

function meet(install: InstallState, collider: Collider): ColliderRecord {
  const { colliders: table } = install;
  const record = describeCollider(collider, table.nextKey, isSoft(collider) || !install.isOurs(collider));
  table.nextKey++;
  addRecord(table, record);
  return record;
}

export function addRecord(table: ColliderTable, record: ColliderRecord): void {
  table.of.set(record.handle, record);
  table.ofKey.set(record.key, record);
}

function isSoft(collider: Collider): boolean {
  return (parentOf(collider)?.bodyType() as number | undefined) === SOFT_FRAME;
}

/** A collider as it is now. */
export function describeCollider(collider: Collider, key: number, vetoed: boolean): ColliderRecord {
  const type = collider.shapeType() as number;
  const written = collider.friction();
  const writtenRule = collider.frictionCombineRule();
  const user = decodeUser(written, writtenRule);
  return {
    collider,
    handle: collider.handle,
    key,
    material: NO_MATERIAL,
    friction: user.friction,
    rule: user.rule,
    isOwn: false,
    written,
    writtenRule,
    rest: written,
    restRule: writtenRule,
    flight: 0,
    kind: NATIVE,
    needsRest: false,
    hooks: 0,
    vetoed,
    slot: -1,
    parts: type === COMPOUND ? (collider.shape as Compound) : null,
    voxels: type === VOXELS,
    round: ROUND.includes(type),
    place: new Float64Array(7),
    placed: false,
    capped: hasCap(type),
    cap: new Float64Array(3),
    visited: -1,
    turning: 0,
    turned: 0,
    coupled: false,
    loaded: -1,
    fast: -1,
    partners: [],
    listed: UNLISTED,
    wanted: 0,
    partner: null,
    chosen: -1,
    seen: 0,
    gone: false,
  };
}

/** `parent()` of a collider without a body gives the first body, in a world restored from a snapshot. */
export function parentOf(collider: Collider): RigidBody | null {
  return collider.translationWrtParent() === null ? null : collider.parent();
}

/** The slot of a collider's body, made when somebody asks for the first time. */
export function slotOfRecord(install: InstallState, record: ColliderRecord): number {
  if (record.slot < 0) record.slot = slotFor(install.bodies, parentOf(record.collider));
  return record.slot;
}

function forget({ colliders: table, bodies }: InstallState, record: ColliderRecord): void {
  table.of.delete(record.handle);
  table.ofKey.delete(record.key);
  record.gone = true;
  const { slot } = record;
  if (slot > 0 && bodies.body[slot] && !bodies.body[slot].isValid()) removeSlot(bodies, slot);
}
