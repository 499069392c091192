import type { World } from '@dimforge/rapier3d-compat';
import type { PatchBuffers } from '@stiction/friction-core';
import {
  beginSnapshot,
  ensureCapacity,
  finishSnapshot,
  type MaterialPair,
  type MaterialPairs,
  materialId,
  NO_MATERIAL,
  openSnapshot,
  readIndex,
  readNumber,
  readNumbers,
  readPatches,
  readText,
  replacePatches,
  type SnapshotReader,
  withPairLaws,
  writeNumbers,
  writePatches,
  writeText,
} from '@stiction/friction-core/adapter';
import { eachColumn } from '../columns.js';
import type { InstallState } from '../install/state.js';
import { readJoints, writeJoints } from '../joint-friction/snapshot.js';
import {
  createFrictionJoints,
  describeJoint,
  FRAME_SIZE,
  type FrictionJoints,
  MOTORS_SIZE,
  pairNumber,
} from '../motors/friction-joints.js';
import { withSpring } from '../motors/spring-law.js';
import {
  addRecord,
  type ColliderRecord,
  type ColliderTable,
  createColliderTable,
  describeCollider,
} from '../ownership/collider-table.js';
import { ROW } from '../predict/normal-rows.js';
import { createPredicted, type Predicted } from '../predict/solve-predicted.js';
import {
  BODY_FLOATS,
  type BodyTable,
  createBodyTable,
  SLOT_BYTES,
  SLOT_FLOATS,
  SLOT_INTS,
  useSlot,
} from '../read/body-table.js';
import { createPlan, PLAN_BYTES, PLAN_FLOATS, type Plan, reservePlan } from '../step/plan.js';
import { updateOwnership } from '../step/step.js';

/**
 * Rapier keeps the handles of bodies, colliders and joints in its own snapshots; they identify everything here. The tables' memory of the last step is
 * included.
 */

const ENGINE = 'rapier';
/** Slots without a body: slot 0, and free ones. */
const NO_BODY = -1;

export function takeSnapshot(install: InstallState): Uint8Array {
  updateOwnership(install);
  const out = beginSnapshot(ENGINE);
  writePatches(out, install.store, lawsOfPatches(install), install.store.current.key);
  out.push(install.dt, install.stepIndex, install.allAsleep ? 1 : 0, install.worldChanged ? 1 : 0, ...install.gravity);
  out.push(install.store.current.count);
  eachPlanColumn(install.plan, install.store.current.count, (array, length) => writeNumbers(out, array, length));
  putBodies(out, install.bodies);
  putColliders(out, install);
  putJoints(out, install.joints);
  putPredicted(out, install);
  writeJoints(out, install);
  return finishSnapshot(out);
}

/** Reads and checks everything before it changes anything. */
export function restoreSnapshot(install: InstallState, data: Uint8Array): void {
  const { world } = install;
  const reader = openSnapshot(data, ENGINE);
  const { patches, sleepingCount } = readPatches(reader, lawsOfPatches(install), install.pairs);
  const dt = readNumber(reader);
  const stepIndex = readNumber(reader);
  const resting = readNumber(reader) === 1;
  const disturbed = readNumber(reader) === 1;
  const gravity = new Float64Array(3);
  readNumbers(reader, gravity, 3);
  const plan = takePlan(reader);
  const bodies = takeBodies(reader, world);
  const { table, seen } = takeColliders(reader, install);
  const joints = takeJoints(reader, world);
  const predicted = takePredicted(reader, patches);
  const restoreJoints = readJoints(reader, install);

  for (const record of install.colliders.byHandle.values()) {
    if (table.byHandle.has(record.handle) || !record.collider.isValid()) continue;
    record.key = table.nextKey++;
    record.slot = -1;
    addRecord(table, record);
  }
  install.isWriting = true;
  for (const { record, material } of seen) {
    record.material = material === '' ? NO_MATERIAL : materialId(install.pairs, material);
    if (record.collider.friction() !== record.written) record.collider.setFriction(record.written);
    if ((record.collider.frictionCombineRule() as number) !== record.writtenRule) {
      record.collider.setFrictionCombineRule(record.writtenRule);
    }
  }
  install.isWriting = false;
  replacePatches(install.store, patches, sleepingCount, bodies.bodies);
  Object.assign(install.plan, plan);
  install.bodies = bodies;
  install.surfaces.byShape.clear();
  for (const record of table.byHandle.values()) {
    record.surface = install.colliders.byHandle.get(record.handle)?.surface ?? null;
    if (record.surface) install.surfaces.byShape.set(record.key, record.surface);
  }
  Object.assign(install.colliders, table);
  install.joints = joints;
  restoreJoints();
  install.predicted = predicted;
  install.dt = dt;
  install.stepIndex = stepIndex;
  install.allAsleep = resting;
  install.worldChanged = disturbed;
  install.gravity.set(gravity);
  install.view.step = -1;
  install.hasStepped = true;
}

/** All laws that patches may refer to: as set by the user, and with an added spring. */
function lawsOfPatches({ pairs }: InstallState): MaterialPairs {
  const laws = new Map<number, MaterialPair>();
  let next = 0;
  const { pairLaws, wildcardLaws, combinedLaws, lawsWithDefault } = pairs;
  const set = [pairLaws, wildcardLaws, combinedLaws, lawsWithDefault].flatMap((map) => [...map.values()]);
  for (const pair of set) laws.set(next++, pair);
  for (const pair of [pairs.defaultPair, ...set]) laws.set(next++, { ...pair, law: withSpring(pair.law) });
  return withPairLaws(pairs, laws);
}

type Act = Parameters<typeof eachColumn>[3];

function eachPlanColumn(plan: Plan, patches: number, act: Act): void {
  eachColumn(plan, PLAN_BYTES, patches, act);
  eachColumn(plan, PLAN_FLOATS, patches, act);
}

function takePlan(reader: SnapshotReader): Plan {
  const plan = createPlan();
  const count = readIndex(reader);
  reservePlan(plan, count);
  eachPlanColumn(plan, count, (array, length) => readNumbers(reader, array, length));
  return plan;
}

function eachSlotColumn(table: BodyTable, slots: number, act: Act): void {
  // Handles are saved separately. The user's forces are read again after a restore.
  const { isForceKnown: _isForceKnown, ...bytes } = SLOT_BYTES;
  const { handle: _handle, ...floats } = SLOT_FLOATS;
  eachColumn(table, SLOT_INTS, slots, act);
  eachColumn(table, bytes, slots, act);
  eachColumn(table, floats, slots, act);
  eachColumn(table.bodies, BODY_FLOATS, slots, act);
}

function putBodies(out: number[], table: BodyTable): void {
  const slots = table.body.length;
  out.push(slots, table.nextKey);
  for (let slot = 0; slot < slots; slot++) out.push(table.body[slot]?.handle ?? NO_BODY, table.key[slot]);
  for (const list of [table.free, table.nonFinite]) out.push(list.length, ...list);
  eachSlotColumn(table, slots, (array, length) => writeNumbers(out, array, length));
}

function takeBodies(reader: SnapshotReader, world: World): BodyTable {
  const table = createBodyTable();
  const slots = readIndex(reader);
  const nextKey = readNumber(reader);
  table.slotOfKey.clear();
  for (let slot = 0; slot < slots; slot++) {
    const handle = readNumber(reader);
    const key = readNumber(reader);
    const body = handle === NO_BODY ? null : requireThere('body', handle, world.getRigidBody(handle));
    useSlot(table, slot, body, key);
    if (!body && slot !== 0) table.slotOfKey.delete(key);
  }
  for (const list of [table.free, table.nonFinite]) {
    for (let count = readIndex(reader); count > 0; count--) list.push(readIndex(reader, slots));
  }
  eachSlotColumn(table, slots, (array, length) => readNumbers(reader, array, length));
  table.nextKey = nextKey;
  return table;
}

/** Throws if the world lacks an object of the snapshot. */
function requireThere<T>(what: string, handle: number, found: T | null | undefined): T {
  if (found) return found;
  throw new Error(
    `restore: expected a world with ${what} ${handle}, as the one of the snapshot (got none): restore Rapier's own snapshot first`,
  );
}

const COLLIDER_SETTINGS = ['slot', 'friction', 'rule', 'written', 'writtenRule', 'restFriction', 'restRule'] as const;
const COLLIDER_STEPS = ['loadedStep', 'visitedStep', 'fastStep', 'listedStep'] as const;

function putColliders(out: number[], install: InstallState): void {
  const { byHandle, nextKey } = install.colliders;
  out.push(byHandle.size, nextKey);
  for (const r of byHandle.values()) {
    out.push(r.handle, r.key);
    for (const name of COLLIDER_SETTINGS) out.push(r[name]);
    out.push(r.kind, r.isExcluded ? 1 : 0, r.isUserSet ? 1 : 0, r.spinRate, r.rotationSinceRefresh, ...r.refreshedAt);
    for (const name of COLLIDER_STEPS) out.push(r[name]);
    out.push(r.userHooks, install.colliders.refreshing.get(r) ?? 0);
    out.push(r.partnerCount);
    for (let k = 0; k < r.partnerCount; k++) out.push(r.partners[k].key);
    writeText(out, install.pairs.names[r.material]);
  }
}

function takeColliders(
  reader: SnapshotReader,
  { world }: InstallState,
): { table: ColliderTable; seen: { record: ColliderRecord; material: string }[] } {
  const table = createColliderTable();
  const seen: { record: ColliderRecord; material: string }[] = [];
  const partnersOf = new Map<ColliderRecord, number[]>();
  const count = readIndex(reader);
  const nextKey = readNumber(reader);
  for (let k = 0; k < count; k++) {
    const handle = readNumber(reader);
    const collider = requireThere('collider', handle, world.getCollider(handle));
    const record = describeCollider(collider, readNumber(reader), false);
    for (const name of COLLIDER_SETTINGS) record[name] = readNumber(reader);
    record.kind = readIndex(reader, 2) as ColliderRecord['kind'];
    record.isExcluded = readNumber(reader) === 1;
    record.isUserSet = readNumber(reader) === 1;
    record.spinRate = readNumber(reader);
    record.rotationSinceRefresh = readNumber(reader);
    readNumbers(reader, record.refreshedAt, 4);
    for (const name of COLLIDER_STEPS) record[name] = readNumber(reader);
    record.userHooks = readNumber(reader);
    const live = readNumber(reader);
    if (live > 0) table.refreshing.set(record, live);
    const partners: number[] = [];
    for (let n = readIndex(reader); n > 0; n--) partners.push(readNumber(reader));
    partnersOf.set(record, partners);
    addRecord(table, record);
    seen.push({ record, material: readText(reader) });
  }
  for (const [record, keys] of partnersOf) {
    for (const key of keys) {
      const partner = table.byKey.get(key);
      if (partner) record.partners.push(partner);
    }
    record.partnerCount = record.partners.length;
  }
  table.nextKey = nextKey;
  return { table, seen };
}

function putJoints(out: number[], joints: FrictionJoints): void {
  out.push(joints.count, joints.anchor ? joints.anchor.handle : NO_BODY);
  for (const list of joints.of.values()) {
    for (const joint of list) {
      if (!joint) continue;
      out.push(joint.handle, joint.keyA, joint.keyB, joint.ordinal);
      out.push(joint.used, joint.seen, joint.elastic, joint.step, ...joint.frame, ...joint.motors);
    }
  }
}

function takeJoints(reader: SnapshotReader, world: World): FrictionJoints {
  const joints = createFrictionJoints();
  joints.count = readIndex(reader);
  const anchor = readNumber(reader);
  if (anchor !== NO_BODY) joints.anchor = requireThere('body', anchor, world.getRigidBody(anchor));
  for (let k = 0; k < joints.count; k++) {
    const handle = readNumber(reader);
    if (!world.impulseJoints.raw.contains(handle)) requireThere('joint', handle, null);
    const joint = describeJoint(handle, readNumber(reader), readNumber(reader), readNumber(reader));
    joint.used = readNumber(reader);
    joint.seen = readNumber(reader);
    joint.elastic = readNumber(reader);
    joint.step = readNumber(reader);
    readNumbers(reader, joint.frame, FRAME_SIZE);
    readNumbers(reader, joint.motors, MOTORS_SIZE);
    const pair = pairNumber(joint.keyA, joint.keyB);
    const list = joints.of.get(pair) ?? [];
    list[joint.ordinal] = joint;
    joints.ours.add(handle);
    joints.of.set(pair, list);
  }
  return joints;
}

/** Rows that are ready for the next step, and the blocks of their patches. */
function putPredicted(out: number[], { predicted, store }: InstallState): void {
  const { count, pointCount, block } = store.current;
  out.push(predicted.isReady ? 1 : 0);
  if (!predicted.isReady) return;
  writeNumbers(out, predicted.row, ROW * pointCount);
  writeNumbers(out, block, 6 * count);
}

function takePredicted(reader: SnapshotReader, patches: PatchBuffers): Predicted {
  const predicted = createPredicted();
  predicted.isReady = readNumber(reader) === 1;
  if (!predicted.isReady) return predicted;
  predicted.row = ensureCapacity(predicted.row, ROW * patches.pointCount);
  readNumbers(reader, predicted.row, ROW * patches.pointCount);
  readNumbers(reader, patches.block, 6 * patches.count);
  return predicted;
}
