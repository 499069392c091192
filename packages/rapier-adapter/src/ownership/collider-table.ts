import type { CoefficientCombineRule, Collider, ColliderHandle, Compound, RigidBody } from '@dimforge/rapier3d-compat';
import type { SurfaceFunction } from '@stiction/friction-core';
import { NO_MATERIAL } from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { removeSlot, slotFor } from '../read/body-table.js';
import { hasCap } from '../read/collider-place.js';
import { type Kind, NATIVE } from './law-kind.js';
import { decodeUser } from './user-coefficient.js';

/** A collider of the world: the user's settings, what friction has written to it, and facts about its shape. */
export interface ColliderRecord {
  collider: Collider;
  handle: ColliderHandle;
  /** Identifies the collider for the lifetime of the install; never reused. */
  key: number;
  material: number;
  /** The user's function for materials by place; null if the whole collider has one material. */
  surface: SurfaceFunction | null;
  /** True for meshes and height fields. */
  hasTriangles: boolean;
  /** True if its body is locked in a plane: see `planar.ts`. */
  isPlanar: boolean | undefined;
  /** The user's coefficient and rule. `isUserSet`: set after the install on a collider without a material; Rapier then uses it as it is. */
  friction: number;
  rule: CoefficientCombineRule;
  isUserSet: boolean;
  /** What the engine has now, and what it has while nothing slides. */
  written: number;
  writtenRule: number;
  restFriction: number;
  restRule: number;
  /** For a collider with motors: its coefficient while it touches nothing, so that an impact has friction. */
  flightFriction: number;
  /** NATIVE: not acquired. */
  kind: Kind;
  /** True if one of its laws needs work while the body rests. */
  worksAtRest: boolean;
  /** The user's active hooks, while ours is set. */
  userHooks: number;
  /** Excluded by the option `colliders`, or part of a soft body. */
  isExcluded: boolean;
  /** Slot of its body; -1 until needed. */
  slot: number;
  /** Local contact points of a compound are in the frame of the touching part. */
  compound: Compound | null;
  /** Local contact points of a voxel shape are in a frame that the API does not report. */
  isVoxels: boolean;
  /** The contact point of a round shape does not rotate with the body: it stays below while the body rolls. */
  isRound: boolean;
  /** Pose in its body, [x, y, z, qx, qy, qz, qw], relative to the centre of mass; see `placeCollider`. */
  localPose: Float64Array;
  isPlaced: boolean;
  hasCap: boolean;
  /** Cylinder or cone: radius of its caps and their heights along the axis; 0 for other shapes, NaN for a missing cap. */
  cap: Float64Array;
  /** The step in which its pairs were last read. */
  visitedStep: number;
  /** Spin of its contacts when last read [rad/s], in which step, and its integral since they were refreshed [rad]. */
  spinRate: number;
  spinStep: number;
  rotationSinceRefresh: number;
  /** Orientation of its body when they were last found rotated; 0 before. */
  refreshedAt: Float64Array;
  /** True if one of its laws couples sliding and spinning; and the last step in which a patch was close to that limit. */
  coupled: boolean;
  loadedStep: number;
  /** The last step after which its body was not slow. */
  fastStep: number;
  /** Neighbouring colliders when last listed: the first `partnerCount`. */
  partners: ColliderRecord[];
  partnerCount: number;
  listedStep: number;
  /** The largest coefficient that one of its patches wants in step `wantedStep`, and the other collider of that patch. */
  wantedFriction: number;
  wantedPartner: ColliderRecord | null;
  wantedStep: number;
  /** The last sync that has seen the collider. */
  syncStamp: number;
  isRemoved: boolean;
}

export interface ColliderTable {
  byHandle: Map<ColliderHandle, ColliderRecord>;
  byKey: Map<number, ColliderRecord>;
  /** Acquired colliders, sorted by key. */
  acquired: ColliderRecord[];
  /** Colliders whose contacts are computed in every step, with the number of steps left: see `refreshContacts`. */
  refreshing: Map<ColliderRecord, number>;
  /** Handles of colliders whose coefficient the user has set since the last step. */
  changed: Set<ColliderHandle>;
  /** True if all colliders of dynamic bodies are acquired. */
  allDynamicAcquired: boolean;
  /** Number of acquired colliders with round caps. */
  capped: number;
  nextKey: number;
  sync: number;
  /** Colliders were added, removed or changed since the last sync; materials or laws since the last decision. */
  dirty: boolean;
  undecided: boolean;
  /** Locked axes or types of bodies have changed since the last decision. */
  haveLocksChanged: boolean;
  /** Number of decisions so far: see `decideOwnership`. */
  decisions: number;
}

export type ColliderFilter = (collider: Collider) => boolean;

/** RigidBodyType. */
const SOFT_FRAME = 4;
/** `listedStep` of a collider whose neighbours are unknown. */
const UNLISTED = -1e9;
/** ShapeType. */
const TRIMESH = 6;
const HEIGHT_FIELD = 7;
const COMPOUND = 8;
const VOXELS = 18;
/** Ball, capsule, cylinder, cone and the shapes with a border radius. */
const ROUND: readonly number[] = [0, 2, 10, 11, 12, 13, 14, 15, 16];

export function createColliderTable(): ColliderTable {
  return {
    byHandle: new Map(),
    byKey: new Map(),
    acquired: [],
    refreshing: new Map(),
    changed: new Set(),
    allDynamicAcquired: false,
    capped: 0,
    nextKey: 0,
    sync: 0,
    dirty: true,
    undecided: true,
    haveLocksChanged: false,
    decisions: 0,
  };
}

/** Adds new colliders and forgets removed ones. */
export function syncColliders(install: InstallState): void {
  const { colliders: table, world } = install;
  if (!table.dirty) return;
  table.sync++;
  let met = 0;
  world.forEachCollider((collider) => {
    let record = table.byHandle.get(collider.handle);
    if (record && record.collider !== collider) {
      removeCollider(install, record);
      record = undefined;
    }
    record ??= addCollider(install, collider);
    record.syncStamp = table.sync;
    met++;
  });
  if (met !== table.byHandle.size) {
    for (const record of table.byHandle.values()) {
      if (record.syncStamp !== table.sync) removeCollider(install, record);
      record.partners.length = 0;
      record.partnerCount = 0;
      record.listedStep = UNLISTED;
    }
  }
  table.dirty = false;
  table.undecided = true;
}

function addCollider(install: InstallState, collider: Collider): ColliderRecord {
  const { colliders: table } = install;
  const record = describeCollider(collider, table.nextKey, isSoft(collider) || !install.acceptsCollider(collider));
  table.nextKey++;
  addRecord(table, record);
  return record;
}

export function addRecord(table: ColliderTable, record: ColliderRecord): void {
  table.byHandle.set(record.handle, record);
  table.byKey.set(record.key, record);
}

function isSoft(collider: Collider): boolean {
  return (parentOf(collider)?.bodyType() as number | undefined) === SOFT_FRAME;
}

/** The record of a collider in its current state. */
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
    surface: null,
    hasTriangles: type === TRIMESH || type === HEIGHT_FIELD,
    isPlanar: undefined,
    friction: user.friction,
    rule: user.rule,
    isUserSet: false,
    written,
    writtenRule,
    restFriction: written,
    restRule: writtenRule,
    flightFriction: 0,
    kind: NATIVE,
    worksAtRest: false,
    userHooks: 0,
    isExcluded: vetoed,
    slot: -1,
    compound: type === COMPOUND ? (collider.shape as Compound) : null,
    isVoxels: type === VOXELS,
    isRound: ROUND.includes(type),
    localPose: new Float64Array(7),
    isPlaced: false,
    hasCap: hasCap(type),
    cap: new Float64Array(3),
    visitedStep: -1,
    spinRate: 0,
    spinStep: -1,
    rotationSinceRefresh: 0,
    refreshedAt: new Float64Array(4),
    coupled: false,
    loadedStep: -1,
    fastStep: -1,
    partners: [],
    partnerCount: 0,
    listedStep: UNLISTED,
    wantedFriction: 0,
    wantedPartner: null,
    wantedStep: -1,
    syncStamp: 0,
    isRemoved: false,
  };
}

/** Notes that the user has set a coefficient or rule. */
export function noteFriction({ colliders, isWriting }: InstallState, handle: ColliderHandle): void {
  if (isWriting) return;
  colliders.changed.add(handle);
  colliders.undecided = true;
}

/** In a world restored from a snapshot, `parent()` of a collider without a body returns the first body. */
export function parentOf(collider: Collider): RigidBody | null {
  return collider.translationWrtParent() === null ? null : collider.parent();
}

/** The slot of a collider's body, created on demand. */
export function slotOfRecord(install: InstallState, record: ColliderRecord): number {
  if (record.slot < 0) record.slot = slotFor(install.bodies, parentOf(record.collider));
  return record.slot;
}

/** The colliders of patch i; undefined if removed. */
export function colliderA({ colliders, store }: InstallState, i: number): ColliderRecord | undefined {
  return colliders.byKey.get(store.current.key[4 * i + 1]);
}

export function colliderB({ colliders, store }: InstallState, i: number): ColliderRecord | undefined {
  return colliders.byKey.get(store.current.key[4 * i + 3]);
}

function removeCollider({ colliders: table, bodies, surfaces }: InstallState, record: ColliderRecord): void {
  table.byHandle.delete(record.handle);
  table.byKey.delete(record.key);
  surfaces.byShape.delete(record.key);
  record.isRemoved = true;
  const { slot } = record;
  if (slot > 0 && bodies.body[slot] && !bodies.body[slot].isValid()) removeSlot(bodies, slot);
}
