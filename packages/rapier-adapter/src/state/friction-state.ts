import type { SurfaceFunction } from '@stiction/friction-core';
import {
  ensureCapacity,
  keepFlag,
  keepJointFriction,
  keepLandings,
  keepMovingSurfaces,
  keepNumber,
  keepNumbers,
  keepObject,
  keepPatches,
  resizeBodies,
  type StateBuffer,
  setSurfaceFunction,
} from '@stiction/friction-core/adapter';
import { eachColumn } from '../columns.js';
import type { InstallState } from '../install/state.js';
import type { FrictionJoint } from '../motors/friction-joints.js';
import type { ColliderRecord } from '../ownership/collider-table.js';
import { ROW } from '../predict/normal-rows.js';
import { BODY_FLOATS, type BodyTable, SLOT_BYTES, SLOT_FLOATS, SLOT_INTS } from '../read/body-table.js';
import { PLAN_BYTES, PLAN_FLOATS, reservePlan } from '../step/plan.js';

/** Everything that friction remembers between two steps. Colliders and joints with friction must be those of the saved state. */
export function keepFriction(buffer: StateBuffer, install: InstallState): void {
  install.stepIndex = keepNumber(buffer, install.stepIndex);
  install.dt = keepNumber(buffer, install.dt);
  install.allAsleep = keepFlag(buffer, install.allAsleep);
  install.worldChanged = keepFlag(buffer, install.worldChanged);
  install.hasStepped = keepFlag(buffer, install.hasStepped);
  install.view.asked = keepNumber(buffer, install.view.asked);
  keepNumbers(buffer, install.gravity, 3);
  keepSet(buffer, install.suspects);
  keepSet(buffer, install.movedByUser);
  keepPatches(buffer, install.store);
  keepPlan(buffer, install);
  keepBodies(buffer, install.bodies);
  keepColliders(buffer, install);
  keepJoints(buffer, install);
  keepPredicted(buffer, install);
  keepMovingSurfaces(buffer, install.movingSurfaces);
  keepLandings(buffer, install.events.landings);
  if (!buffer.isLoading) return;
  // What is marked with the number of a step belongs to steps that have not happened.
  install.view.step = -1;
  install.view.filled = -1;
  install.impacts.readStep.fill(-1);
  install.impacts.checkedStep.fill(-1);
}

function keepPlan(buffer: StateBuffer, { plan, store }: InstallState): void {
  const { count } = store.current;
  reservePlan(plan, count);
  plan.hadPatches = keepFlag(buffer, plan.hadPatches);
  keepColumns(buffer, plan, PLAN_BYTES, count);
  keepColumns(buffer, plan, PLAN_FLOATS, count);
}

function keepColumns(
  buffer: StateBuffer,
  table: object,
  strides: Readonly<Record<string, number>>,
  items: number,
): void {
  eachColumn(table, strides, items, (array, length) => keepNumbers(buffer, array, length));
}

function keepBodies(buffer: StateBuffer, table: BodyTable): void {
  const slots = keepNumber(buffer, table.body.length);
  let isSame = table.body.length === slots;
  table.body.length = slots;
  for (let slot = 0; slot < slots; slot++) {
    const body = keepObject(buffer, table.body[slot]);
    isSame &&= body === table.body[slot];
    table.body[slot] = body;
  }
  if (buffer.isLoading) resizeBodies(table.bodies, slots);
  table.nextKey = keepNumber(buffer, table.nextKey);
  keepList(buffer, table.free);
  keepList(buffer, table.nonFinite);
  keepColumns(buffer, table, SLOT_INTS, slots);
  keepColumns(buffer, table, SLOT_BYTES, slots);
  keepColumns(buffer, table, SLOT_FLOATS, slots);
  keepColumns(buffer, table.bodies, BODY_FLOATS, slots);
  if (isSame) return;
  table.slotOf.clear();
  table.slotOfKey.clear();
  table.slotOfKey.set(table.key[0], 0);
  for (let slot = 1; slot < slots; slot++) {
    const body = table.body[slot];
    if (!body) continue;
    table.slotOf.set(body.handle, slot);
    table.slotOfKey.set(table.key[slot], slot);
  }
}

function keepColliders(buffer: StateBuffer, install: InstallState): void {
  const { colliders: table } = install;
  table.nextKey = keepNumber(buffer, table.nextKey);
  // Laws, materials or colliders have changed since, or are about to be: what follows from them is found again in the next step.
  const decisions = keepNumber(buffer, table.decisions);
  if (decisions !== table.decisions) {
    table.undecided = true;
    table.haveLocksChanged = true;
  }
  for (const record of table.byHandle.values()) keepRecord(buffer, install, record);
  keepSet(buffer, table.changed);
  const count = keepNumber(buffer, table.refreshing.size);
  if (buffer.isLoading) table.refreshing.clear();
  const refreshing = buffer.isLoading ? null : table.refreshing.keys();
  for (let k = 0; k < count; k++) {
    const record = keepObject(buffer, refreshing?.next().value as ColliderRecord);
    table.refreshing.set(record, keepNumber(buffer, table.refreshing.get(record) ?? 0));
  }
}

function keepRecord(buffer: StateBuffer, install: InstallState, r: ColliderRecord): void {
  r.material = keepNumber(buffer, r.material);
  keepSurface(buffer, install, r);
  r.slot = keepNumber(buffer, r.slot);
  r.kind = keepNumber(buffer, r.kind) as ColliderRecord['kind'];
  r.friction = keepNumber(buffer, r.friction);
  r.rule = keepNumber(buffer, r.rule);
  r.isUserSet = keepFlag(buffer, r.isUserSet);
  r.written = keepNumber(buffer, r.written);
  r.writtenRule = keepNumber(buffer, r.writtenRule);
  r.restFriction = keepNumber(buffer, r.restFriction);
  r.restRule = keepNumber(buffer, r.restRule);
  r.flightFriction = keepNumber(buffer, r.flightFriction);
  r.worksAtRest = keepFlag(buffer, r.worksAtRest);
  r.coupled = keepFlag(buffer, r.coupled);
  r.userHooks = keepNumber(buffer, r.userHooks);
  r.isPlanar = keepFlag(buffer, r.isPlanar === true);
  r.isPlaced = keepFlag(buffer, r.isPlaced);
  keepNumbers(buffer, r.localPose, 7);
  keepNumbers(buffer, r.cap, 3);
  r.spinRate = keepNumber(buffer, r.spinRate);
  r.spinStep = keepNumber(buffer, r.spinStep);
  r.rotationSinceRefresh = keepNumber(buffer, r.rotationSinceRefresh);
  keepNumbers(buffer, r.refreshedAt, 4);
  r.visitedStep = keepNumber(buffer, r.visitedStep);
  r.loadedStep = keepNumber(buffer, r.loadedStep);
  r.fastStep = keepNumber(buffer, r.fastStep);
  r.listedStep = keepNumber(buffer, r.listedStep);
  r.wantedFriction = keepNumber(buffer, r.wantedFriction);
  r.wantedStep = keepNumber(buffer, r.wantedStep);
  r.wantedPartner = keepObject(buffer, r.wantedPartner);
  r.partnerCount = keepNumber(buffer, r.partnerCount);
  for (let k = 0; k < r.partnerCount; k++) r.partners[k] = keepObject(buffer, r.partners[k]);
}

function keepSurface(buffer: StateBuffer, { surfaces }: InstallState, record: ColliderRecord): void {
  const surface: SurfaceFunction | null = keepObject(buffer, record.surface);
  if (surface === record.surface) return;
  record.surface = surface;
  setSurfaceFunction(surfaces, record.key, surface);
}

/** Our joints. */
function keepJoints(buffer: StateBuffer, { joints, jointFriction }: InstallState): void {
  const pairs = keepNumber(buffer, joints.of.size);
  const keys = buffer.isLoading ? null : joints.of.keys();
  if (buffer.isLoading) joints.of.clear();
  for (let k = 0; k < pairs; k++) {
    const pair = keepNumber(buffer, keys?.next().value as number);
    const list = keepObject(buffer, joints.of.get(pair) as (FrictionJoint | undefined)[]);
    if (buffer.isLoading) joints.of.set(pair, list);
    list.length = keepNumber(buffer, list.length);
    for (let n = 0; n < list.length; n++) {
      list[n] = keepObject(buffer, list[n]);
      if (list[n]) keepJoint(buffer, list[n] as FrictionJoint);
    }
  }
  joints.count = keepNumber(buffer, joints.count);
  joints.stale = keepFlag(buffer, joints.stale);
  joints.anchor = keepObject(buffer, joints.anchor);
  keepSet(buffer, joints.ours);
  if (!jointFriction) return;
  keepJointFriction(buffer, jointFriction.joints);
  for (const motorJoint of jointFriction.list) {
    motorJoint.motorHandle = keepNumber(buffer, motorJoint.motorHandle);
    keepNumbers(buffer, motorJoint.motors, motorJoint.motors.length);
    keepNumbers(buffer, motorJoint.startSlip, motorJoint.startSlip.length);
  }
}

function keepJoint(buffer: StateBuffer, joint: FrictionJoint): void {
  joint.used = keepNumber(buffer, joint.used);
  joint.seen = keepNumber(buffer, joint.seen);
  joint.elastic = keepNumber(buffer, joint.elastic);
  joint.step = keepNumber(buffer, joint.step);
  joint.margin = keepNumber(buffer, joint.margin);
  joint.slack = keepNumber(buffer, joint.slack);
  joint.isLoaded =
    buffer.isLoading && !(isNext(buffer, joint.frame, 0) && isNext(buffer, joint.motors, joint.frame.length));
  keepNumbers(buffer, joint.frame, joint.frame.length);
  keepNumbers(buffer, joint.motors, joint.motors.length);
}

/** True if the numbers in the buffer, `skip` numbers ahead, are those of the array. */
function isNext({ numbers, at }: StateBuffer, array: Float64Array, skip: number): boolean {
  for (let k = 0; k < array.length; k++) if (!Object.is(array[k], numbers[at + skip + k])) return false;
  return true;
}

/** Rows that are ready for the next step; the blocks of their patches are kept with the patches. */
function keepPredicted(buffer: StateBuffer, { predicted, store }: InstallState): void {
  predicted.isReady = keepFlag(buffer, predicted.isReady);
  predicted.count = keepNumber(buffer, predicted.count);
  predicted.index = ensureCapacity(predicted.index, predicted.count);
  keepNumbers(buffer, predicted.index, predicted.count);
  if (!predicted.isReady) return;
  predicted.row = ensureCapacity(predicted.row, ROW * store.current.pointCount);
  keepNumbers(buffer, predicted.row, ROW * store.current.pointCount);
}

/** A list of integers, with its length. */
function keepList(buffer: StateBuffer, list: number[]): void {
  const count = keepNumber(buffer, list.length);
  list.length = count;
  keepNumbers(buffer, list, count);
}

/** A set of numbers, in its order. */
function keepSet(buffer: StateBuffer, set: Set<number>): void {
  const count = keepNumber(buffer, set.size);
  if (!buffer.isLoading) {
    for (const value of set) keepNumber(buffer, value);
    return;
  }
  set.clear();
  for (let k = 0; k < count; k++) set.add(keepNumber(buffer, 0));
}
