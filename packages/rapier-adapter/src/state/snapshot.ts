import type { World } from '@dimforge/rapier3d-compat';
import {
  beginSnapshot,
  ensureCapacity,
  finishSnapshot,
  type MaterialPair,
  type MaterialPairs,
  materialId,
  NO_MATERIAL,
  openSnapshot,
  type PatchBuffers,
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
import { createPlan, PLAN_BYTES, PLAN_FLOATS, type Plan, reservePlan } from '../hold/plan.js';
import type { InstallState } from '../install/state.js';
import {
  addRecord,
  type ColliderRecord,
  type ColliderTable,
  createColliderTable,
  describeCollider,
} from '../ownership/collider-table.js';
import { ROW } from '../predict/normal-rows.js';
import { createPredicted, type Predicted } from '../predict/solve-predicted.js';
import { type BodyTable, createBodyTable, SLOT_BYTES, SLOT_FLOATS, SLOT_INTS, useSlot } from '../read/body-table.js';
import {
  createRowJoints,
  describeJoint,
  FRAME_SIZE,
  MOTORS_SIZE,
  pairNumber,
  type RowJoints,
} from '../rows/row-joints.js';
import { heldBySprings } from '../rows/spring-law.js';
import { updateOwnership } from '../step/step.js';

/**
 * Rapier keeps the handles of bodies, colliders and joints in its own snapshots, so they tell here who is who. What the tables remember of
 * the last step goes along.
 */

const ENGINE = 'rapier';
/** Slots without a body: slot 0, and those that wait to be used again. */
const NO_BODY = -1;

type Column = Float64Array | Int32Array | Uint8Array;

export function takeSnapshot(install: InstallState): Uint8Array {
  updateOwnership(install);
  const out = beginSnapshot(ENGINE);
  putPatches(out, install.store, lawsOfPatches(install), install.store.current.key);
  out.push(install.dt, install.stepIndex, install.resting ? 1 : 0, install.disturbed ? 1 : 0, ...install.gravity);
  out.push(install.store.current.count);
  eachPlanColumn(install.plan, install.store.current.count, (array, count) => putNumbers(out, array, count));
  putBodies(out, install.bodies);
  putColliders(out, install);
  putJoints(out, install.joints);
  putPredicted(out, install);
  return finishSnapshot(out);
}

/** Reads and checks everything, and only then changes anything. */
export function restoreSnapshot(install: InstallState, data: Uint8Array): void {
  const { world } = install;
  const reader = openSnapshot(data, ENGINE);
  const { patches, dormant } = takePatches(reader, lawsOfPatches(install));
  const dt = takeNumber(reader);
  const stepIndex = takeNumber(reader);
  const resting = takeNumber(reader) === 1;
  const disturbed = takeNumber(reader) === 1;
  const gravity = new Float64Array(3);
  takeNumbers(reader, gravity, 3);
  const plan = takePlan(reader);
  const bodies = takeBodies(reader, world);
  const { table, seen } = takeColliders(reader, install);
  const joints = takeJoints(reader, world);
  const predicted = takePredicted(reader, patches);

  for (const record of install.colliders.of.values()) {
    if (table.of.has(record.handle) || !record.collider.isValid()) continue;
    record.key = table.nextKey++;
    record.slot = -1;
    addRecord(table, record);
  }
  install.writing = true;
  for (const { record, material } of seen) {
    record.material = material === '' ? NO_MATERIAL : materialId(install.pairs, material);
    if (record.collider.friction() !== record.written) record.collider.setFriction(record.written);
    if ((record.collider.frictionCombineRule() as number) !== record.writtenRule) {
      record.collider.setFrictionCombineRule(record.writtenRule);
    }
  }
  install.writing = false;
  usePatches(install.store, patches, dormant, bodies.bodies);
  Object.assign(install.plan, plan);
  install.bodies = bodies;
  Object.assign(install.colliders, table);
  install.joints = joints;
  install.predicted = predicted;
  install.dt = dt;
  install.stepIndex = stepIndex;
  install.resting = resting;
  install.disturbed = disturbed;
  install.gravity.set(gravity);
  install.view.step = -1;
  install.begun = true;
}

/** All laws that patches may refer to: as the user has set them, and as rows hold them. */
function lawsOfPatches({ pairs }: InstallState): MaterialPairs {
  const laws = new Map<number, MaterialPair>();
  let next = 0;
  const set = [...pairs.laws.values(), ...pairs.combined.values()];
  for (const pair of set) laws.set(next++, pair);
  for (const pair of [pairs.fallback, ...set]) laws.set(next++, { ...pair, law: heldBySprings(pair.law) });
  return { ...pairs, laws, combined: new Map() };
}

function eachPlanColumn(plan: Plan, patches: number, act: (array: Column, count: number) => void): void {
  const arrays = plan as unknown as Record<string, Column>;
  for (const strides of [PLAN_BYTES, PLAN_FLOATS]) {
    for (const [name, stride] of Object.entries(strides)) act(arrays[name], stride * patches);
  }
}

function takePlan(reader: SnapshotReader): Plan {
  const plan = createPlan();
  const count = takeIndex(reader);
  reservePlan(plan, count);
  eachPlanColumn(plan, count, (array, numbers) => takeNumbers(reader, array, numbers));
  return plan;
}

/** Everything that slots have, with how many numbers it is for `slots` of them. */
function eachSlotColumn(table: BodyTable, slots: number, act: (array: Column, count: number) => void): void {
  const arrays = table as unknown as Record<string, Column>;
  for (const strides of [SLOT_INTS, SLOT_BYTES, SLOT_FLOATS]) {
    for (const [name, stride] of Object.entries(strides)) {
      // The user's forces are read again after a restore.
      if (name !== 'handle' && name !== 'isForceKnown') act(arrays[name], stride * slots);
    }
  }
  const { pose, velocity, invMass, invInertia, origin } = table.bodies;
  act(pose, 7 * slots);
  act(velocity, 6 * slots);
  act(invMass, 3 * slots);
  act(invInertia, 6 * slots);
  act(origin, 3 * slots);
}

function putBodies(out: number[], table: BodyTable): void {
  const slots = table.body.length;
  out.push(slots, table.nextKey);
  for (let slot = 0; slot < slots; slot++) out.push(table.body[slot]?.handle ?? NO_BODY, table.key[slot]);
  for (const list of [table.free, table.nonFinite]) out.push(list.length, ...list);
  eachSlotColumn(table, slots, (array, count) => putNumbers(out, array, count));
}

function takeBodies(reader: SnapshotReader, world: World): BodyTable {
  const table = createBodyTable();
  const slots = takeIndex(reader);
  const nextKey = takeNumber(reader);
  table.slotOfKey.clear();
  for (let slot = 0; slot < slots; slot++) {
    const handle = takeNumber(reader);
    const key = takeNumber(reader);
    const body = handle === NO_BODY ? null : requireThere('body', handle, world.getRigidBody(handle));
    useSlot(table, slot, body, key);
    if (!body && slot !== 0) table.slotOfKey.delete(key);
  }
  for (const list of [table.free, table.nonFinite]) {
    for (let count = takeIndex(reader); count > 0; count--) list.push(takeIndex(reader, slots));
  }
  eachSlotColumn(table, slots, (array, count) => takeNumbers(reader, array, count));
  table.nextKey = nextKey;
  return table;
}

/** What the world has for a handle of the snapshot. */
function requireThere<T>(what: string, handle: number, found: T | null | undefined): T {
  if (found) return found;
  throw new Error(
    `restore: expected a world with ${what} ${handle}, as the one of the snapshot (got none): restore Rapier's own snapshot first`,
  );
}

function putColliders(out: number[], install: InstallState): void {
  const { of, nextKey } = install.colliders;
  out.push(of.size, nextKey);
  for (const r of of.values()) {
    out.push(r.handle, r.key, r.slot, r.friction, r.rule, r.written, r.writtenRule, r.rest, r.restRule, r.kind);
    out.push(
      r.vetoed ? 1 : 0,
      r.isOwn ? 1 : 0,
      r.turning,
      r.turned,
      r.loaded,
      r.visited,
      r.fast,
      r.listed,
      r.hooks,
      install.colliders.live.get(r) ?? 0,
    );
    out.push(r.partners.length, ...r.partners.map(({ key }) => key));
    putText(out, install.pairs.names[r.material]);
  }
}

function takeColliders(
  reader: SnapshotReader,
  { world }: InstallState,
): { table: ColliderTable; seen: { record: ColliderRecord; material: string }[] } {
  const table = createColliderTable();
  const seen: { record: ColliderRecord; material: string }[] = [];
  const partnersOf = new Map<ColliderRecord, number[]>();
  const count = takeIndex(reader);
  const nextKey = takeNumber(reader);
  for (let k = 0; k < count; k++) {
    const handle = takeNumber(reader);
    const collider = requireThere('collider', handle, world.getCollider(handle));
    const record = describeCollider(collider, takeNumber(reader), false);
    record.slot = takeNumber(reader);
    record.friction = takeNumber(reader);
    record.rule = takeNumber(reader);
    record.written = takeNumber(reader);
    record.writtenRule = takeNumber(reader);
    record.rest = takeNumber(reader);
    record.restRule = takeNumber(reader);
    record.kind = takeIndex(reader, 2) as ColliderRecord['kind'];
    record.vetoed = takeNumber(reader) === 1;
    record.isOwn = takeNumber(reader) === 1;
    record.turning = takeNumber(reader);
    record.turned = takeNumber(reader);
    record.loaded = takeNumber(reader);
    record.visited = takeNumber(reader);
    record.fast = takeNumber(reader);
    record.listed = takeNumber(reader);
    record.hooks = takeNumber(reader);
    const live = takeNumber(reader);
    if (live > 0) table.live.set(record, live);
    const partners: number[] = [];
    for (let n = takeIndex(reader); n > 0; n--) partners.push(takeNumber(reader));
    partnersOf.set(record, partners);
    addRecord(table, record);
    seen.push({ record, material: takeText(reader) });
  }
  for (const [record, keys] of partnersOf) {
    for (const key of keys) {
      const partner = table.ofKey.get(key);
      if (partner) record.partners.push(partner);
    }
  }
  table.nextKey = nextKey;
  return { table, seen };
}

function putJoints(out: number[], joints: RowJoints): void {
  out.push(joints.count, joints.anchor ? joints.anchor.handle : NO_BODY);
  for (const list of joints.of.values()) {
    for (const joint of list) {
      if (!joint) continue;
      out.push(
        joint.handle,
        joint.keyA,
        joint.keyB,
        joint.ordinal,
        joint.used,
        joint.seen,
        joint.elastic,
        joint.step,
        ...joint.frame,
        ...joint.motors,
      );
    }
  }
}

function takeJoints(reader: SnapshotReader, world: World): RowJoints {
  const joints = createRowJoints();
  joints.count = takeIndex(reader);
  const anchor = takeNumber(reader);
  if (anchor !== NO_BODY) joints.anchor = requireThere('body', anchor, world.getRigidBody(anchor));
  for (let k = 0; k < joints.count; k++) {
    const handle = takeNumber(reader);
    if (!world.impulseJoints.raw.contains(handle)) requireThere('joint', handle, null);
    const joint = describeJoint(handle, takeNumber(reader), takeNumber(reader), takeNumber(reader));
    joint.used = takeNumber(reader);
    joint.seen = takeNumber(reader);
    joint.elastic = takeNumber(reader);
    joint.step = takeNumber(reader);
    takeNumbers(reader, joint.frame, FRAME_SIZE);
    takeNumbers(reader, joint.motors, MOTORS_SIZE);
    const pair = pairNumber(joint.keyA, joint.keyB);
    const list = joints.of.get(pair) ?? [];
    list[joint.ordinal] = joint;
    joints.ours.add(handle);
    joints.of.set(pair, list);
  }
  return joints;
}

/** Rows that are ready for the next step; blocks of the patches go with them. */
function putPredicted(out: number[], { predicted, store }: InstallState): void {
  const { count, pointCount, block } = store.current;
  out.push(predicted.isReady ? 1 : 0);
  if (!predicted.isReady) return;
  putNumbers(out, predicted.row, ROW * pointCount);
  putNumbers(out, block, 6 * count);
}

function takePredicted(reader: SnapshotReader, patches: PatchBuffers): Predicted {
  const predicted = createPredicted();
  predicted.isReady = takeNumber(reader) === 1;
  if (!predicted.isReady) return predicted;
  predicted.row = ensureCapacity(predicted.row, ROW * patches.pointCount);
  takeNumbers(reader, predicted.row, ROW * patches.pointCount);
  takeNumbers(reader, patches.block, 6 * patches.count);
  return predicted;
}
