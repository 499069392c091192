import type { CoefficientCombineRule, World } from '@dimforge/rapier3d-compat';
import {
  beginSnapshot,
  finishSnapshot,
  materialId,
  NO_MATERIAL,
  openSnapshot,
  putNumbers,
  putPatches,
  putText,
  type SnapshotReader,
  takeIndex,
  takeNumber,
  takeNumbers,
  takePatches,
  takeText,
  usePatches,
} from '@stiction/friction-core';
import { type BodyTable, createBodyTable, reserveSlots, SLOT_BYTES, SLOT_FLOATS, SLOT_INTS } from './body-table.js';
import {
  type ColliderTable,
  createColliderTable,
  describeCollider,
  type OwnedCollider,
  own,
  syncColliders,
  takeOver,
} from './collider-table.js';
import { touchForeignChanges } from './foreign-changes.js';
import { addRow, createImpulseExcess, type ImpulseExcess } from './impulse-excess.js';
import type { InstallState } from './install-state.js';
import { putTouching, takeTouching } from './touching-snapshot.js';

/**
 * Rapier keeps the handles of bodies and colliders in its own snapshots, so they tell here who is who. What the tables
 * remember of the last step goes along: the predictor builds on it.
 */

const ENGINE = 'rapier';
/** Slots without a body: slot 0, and those that wait to be used again. */
const NO_BODY = -1;

export function takeSnapshot(install: InstallState): Uint8Array {
  const { bodies: table, colliders, world } = install;
  // Colliders that are new since the last step would be taken over at the next one: here they are, with what they had.
  syncColliders(colliders, table, world);
  const out = beginSnapshot(ENGINE);
  putPatches(out, install.store, install.pairs, install.store.current.key);
  out.push(install.dt, install.stepIndex, ...install.gravity);
  putBodies(out, table);
  putColliders(out, install);
  putExcess(out, install.excess);
  putTouching(out, install.touching);
  return finishSnapshot(out);
}

/** Reads and checks everything, and only then changes anything. */
export function restoreSnapshot(install: InstallState, data: Uint8Array): void {
  const { world, pairs } = install;
  const reader = openSnapshot(data, ENGINE);
  const { patches, dormant } = takePatches(reader, pairs);
  const dt = takeNumber(reader);
  const stepIndex = takeNumber(reader);
  const gravity = new Float64Array(3);
  takeNumbers(reader, gravity, 3);
  const table = takeBodies(reader, world);
  const { colliders, seen } = takeColliders(reader, install, table);
  const excess = takeExcess(reader);
  const touching = takeTouching(reader, colliders.owned);

  for (const { owned, material, friction, rule } of seen) {
    owned.material = material === '' ? NO_MATERIAL : materialId(pairs, material);
    // As it was when the snapshot was taken: 0 by us, or what the user had set after that.
    if (owned.collider.friction() !== friction) owned.collider.setFriction(friction);
    if (owned.collider.frictionCombineRule() !== rule) owned.collider.setFrictionCombineRule(rule);
  }
  for (const before of install.colliders.owned.values()) adoptUnknown(colliders, table, before);
  usePatches(install.store, patches, dormant, table.bodies);
  install.bodies = table;
  install.colliders = colliders;
  install.excess = excess;
  install.gathered = -1;
  install.touching = touching;
  install.stirred = true;
  install.dt = dt;
  install.stepIndex = stepIndex;
  install.gravity.set(gravity);
  touchForeignChanges(install);
}

/** A collider that has come since the snapshot: it is new to us, but what it had before the install is known already. */
function adoptUnknown(colliders: ColliderTable, table: BodyTable, before: OwnedCollider): void {
  if (colliders.owned.has(before.handle) || !before.collider.isValid()) return;
  const { friction, rule, material, stale } = before;
  Object.assign(takeOver(colliders, table, before.collider), { friction, rule, material, stale });
}

/** Everything that slots have, with how many numbers it is for `slots` of them. */
function eachColumn(
  table: BodyTable,
  slots: number,
  act: (array: Float64Array | Int32Array | Uint8Array, count: number) => void,
): void {
  const arrays = table as unknown as Record<string, Float64Array>;
  for (const strides of [SLOT_INTS, SLOT_BYTES, SLOT_FLOATS]) {
    for (const [name, stride] of Object.entries(strides)) act(arrays[name], stride * slots);
  }
  const { pose, velocity, invMass, invInertia, origin } = table.bodies;
  act(pose, 7 * slots);
  act(velocity, 6 * slots);
  act(invMass, 3 * slots);
  act(invInertia, 6 * slots);
  act(origin, 3 * slots);
}

function lists(table: BodyTable): number[][] {
  return [table.free, table.leaving, table.fresh, table.broken];
}

function putBodies(out: number[], table: BodyTable): void {
  const slots = table.body.length;
  out.push(slots, table.nextKey);
  for (const body of table.body) out.push(body ? body.handle : NO_BODY);
  for (const list of lists(table)) out.push(list.length, ...list);
  eachColumn(table, slots, (array, count) => putNumbers(out, array, count));
}

function takeBodies(reader: SnapshotReader, world: World): BodyTable {
  const table = createBodyTable();
  const slots = takeIndex(reader);
  reserveSlots(table, slots);
  table.nextKey = takeNumber(reader);
  for (let slot = 0; slot < slots; slot++) {
    const handle = takeNumber(reader);
    table.body[slot] = handle === NO_BODY ? null : fromWorld('body', handle, world.getRigidBody(handle));
    if (handle !== NO_BODY) table.handle[slot] = handle;
  }
  for (const list of lists(table)) {
    for (let count = takeIndex(reader); count > 0; count--) list.push(takeIndex(reader, slots));
  }
  eachColumn(table, slots, (array, count) => takeNumbers(reader, array, count));
  table.body.forEach((body, slot) => {
    if (!body) return;
    table.slotOfKey.set(table.key[slot], slot);
    // A ghost has the handle of its body.
    if (table.ghostOf[slot] < 0) table.slotOf.set(body.handle, slot);
    if (table.dominance[slot] !== 0) table.hasDominance = true;
  });
  return table;
}

/** What the world has for a handle of the snapshot. */
function fromWorld<T>(what: string, handle: number, found: T | null | undefined): T {
  if (found) return found;
  throw new Error(`restore: expected a world with ${what} ${handle} (got none): restore Rapier's own snapshot first`);
}

function putColliders(out: number[], install: InstallState): void {
  const { owned, ofSlot, nextKey } = install.colliders;
  out.push(nextKey, owned.size);
  // In the order in which contacts are read.
  for (const siblings of ofSlot) {
    for (const { handle, key, slot, stale, friction, rule, collider, material } of siblings ?? []) {
      out.push(handle, key, slot, stale ? 1 : 0, friction, rule, collider.friction(), collider.frictionCombineRule());
      putText(out, material === NO_MATERIAL ? '' : install.pairs.names[material]);
    }
  }
}

/** A collider of the snapshot, and what it had when that was taken. */
interface SeenCollider {
  owned: OwnedCollider;
  material: string;
  friction: number;
  rule: CoefficientCombineRule;
}

function takeColliders(
  reader: SnapshotReader,
  install: InstallState,
  table: BodyTable,
): { colliders: ColliderTable; seen: SeenCollider[] } {
  const { world } = install;
  const colliders = createColliderTable(install.colliders.isOurs);
  const seen: SeenCollider[] = [];
  colliders.nextKey = takeNumber(reader);
  for (let count = takeIndex(reader); count > 0; count--) {
    const handle = takeNumber(reader);
    const collider = fromWorld('collider', handle, world.getCollider(handle));
    const owned = describeCollider(collider, takeNumber(reader), takeIndex(reader, table.body.length));
    owned.stale = takeNumber(reader) === 1;
    owned.friction = takeNumber(reader);
    owned.rule = takeNumber(reader);
    own(colliders, owned);
    seen.push({ owned, friction: takeNumber(reader), rule: takeNumber(reader), material: takeText(reader) });
  }
  return { colliders, seen };
}

function putExcess(out: number[], excess: ImpulseExcess): void {
  out.push(excess.dt, excess.rowOf.size);
  for (const row of excess.rowOf.values()) {
    out.push(...excess.key.subarray(4 * row, 4 * row + 4), excess.before[row], excess.step[row]);
  }
}

function takeExcess(reader: SnapshotReader): ImpulseExcess {
  const excess = createImpulseExcess();
  excess.dt = takeNumber(reader);
  const key = new Int32Array(4);
  for (let count = takeIndex(reader); count > 0; count--) {
    takeNumbers(reader, key, 4);
    const row = addRow(excess, key, 0);
    excess.before[row] = takeNumber(reader);
    excess.step[row] = takeNumber(reader);
  }
  return excess;
}
