import {
  createPatchStore,
  ensureCapacity,
  gatherPatches,
  linearizeLaws,
  measureSlip,
  type PatchStore,
} from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { countUserJoints, pairNumber } from '../motors/friction-joints.js';
import { type ColliderRecord, slotOfRecord, syncColliders } from '../ownership/collider-table.js';
import { NATIVE } from '../ownership/law-kind.js';
import { fillSliding } from '../step/finish-patch.js';
import { removeWarmStart } from '../step/gather.js';
import { DYNAMIC } from './body-table.js';
import { isAwake } from './choose-visits.js';
import { estimateLoads } from './estimate-loads.js';
import { readBody, readVelocity } from './read-bodies.js';
import { readPair } from './read-contacts.js';
import { readSurfaces } from './read-surfaces.js';
import { roundCaps } from './round-caps.js';

/**
 * Users may ask for more contacts than a step needs: resting and native ones. They are read on demand into a separate store, so that reading does not
 * change the simulation.
 */
export interface View {
  store: PatchStore;
  /** Per patch: 1 if one of its colliders is acquired; 1 if both bodies sleep or cannot move. */
  acquired: Uint8Array;
  sleeping: Uint8Array;
  /** The step after which it was read, and whether with native pairs and with sleeping ones. */
  step: number;
  native: boolean;
  withSleeping: boolean;
  /** The step after which friction of the step's own patches was filled in: see `fillSliding`. */
  filled: number;
  /** The last step after which somebody read contacts: see `readEntries`. */
  asked: number;
  /** Pairs of the step's own patches, and pairs already visited. */
  known: Set<number>;
}

export function createView(): View {
  return {
    store: createPatchStore(),
    acquired: new Uint8Array(0),
    sleeping: new Uint8Array(0),
    step: -1,
    native: false,
    withSleeping: false,
    asked: -1,
    filled: -1,
    known: new Set(),
  };
}

/** Reads the pairs that the step has not read; with `sleeping`, also those of sleeping bodies. */
export function readView(install: InstallState, native: boolean, sleeping = false): void {
  const { view, store, colliders, stepIndex } = install;
  view.asked = stepIndex;
  if (install.dt > 0) fillSliding(install);
  const isRead = view.step === stepIndex && view.native === native && view.withSleeping === sleeping;
  if (!(install.dt > 0) || isRead) return;
  install.reading.dt = install.dt;
  syncColliders(install);
  view.step = stepIndex;
  view.native = native;
  view.withSleeping = sleeping;
  readPairs(install, view, native ? colliders.byHandle.values() : colliders.acquired, sleeping);
  const patches = view.store.current;
  // The reading stages write to the install's store.
  install.store = view.store;
  try {
    if (install.engine.countsWarmStart) removeWarmStart(install);
    view.acquired = ensureCapacity(view.acquired, patches.count);
    view.sleeping = ensureCapacity(view.sleeping, patches.count);
    linearizeLaws(patches, install.dt);
    for (let i = 0; i < patches.count; i++) finishPatch(install, i);
  } finally {
    install.store = store;
  }
}

/** Reads the pairs of some colliders into the view's store, without those of the step's own patches. */
export function readPairs(
  install: InstallState,
  view: View,
  records: Iterable<ColliderRecord>,
  sleeping: boolean,
): void {
  const { store, bodies: table } = install;
  view.known.clear();
  const { key, count } = store.current;
  // Remembered patches of sleeping pairs have no loads.
  const known = sleeping ? count : count + store.sleepingCount;
  for (let i = 0; i < known; i++) view.known.add(pairNumber(key[4 * i + 1], key[4 * i + 3]));
  install.store = view.store;
  try {
    view.store.contacts.count = 0;
    install.reading.estimatedCount = 0;
    const onPair = (handle: number) => meetPair(install, view, handle, sleeping);
    for (const record of records) listPairs(install, record, onPair);
    estimateLoads(install, install.dt);
    roundCaps(install);
    readSurfaces(install);
    gatherPatches(view.store, table.bodies, install.laws, install.gatherOptions);
  } finally {
    install.store = store;
  }
}

/** Number of patches of acquired colliders after the last step; during a step, of those that it handles. */
export function countPatches(install: InstallState): number {
  const { view, isStepping, world, installed } = install;
  if (!isStepping && installed && world.bodies && !install.engineTrapped) readView(install, false);
  const { current, sleepingCount } = install.store;
  return current.count + sleepingCount + (isStepping ? 0 : view.store.current.count);
}

function listPairs(install: InstallState, record: ColliderRecord, onPair: (handle: number) => void): void {
  if (record.isExcluded || record.isRemoved) return;
  install.reading.visiting = record;
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, onPair);
}

function meetPair(install: InstallState, view: View, handle: number, sleeping: boolean): void {
  const { colliders, bodies: table, reading } = install;
  const mine = reading.visiting as ColliderRecord;
  const other = colliders.byHandle.get(handle);
  if (!other || other.isRemoved || other.isExcluded) return;
  const a = slotOfRecord(install, mine);
  const b = slotOfRecord(install, other);
  const isInOrder = table.key[a] < table.key[b] || (table.key[a] === table.key[b] && mine.key < other.key);
  const pair = isInOrder ? pairNumber(mine.key, other.key) : pairNumber(other.key, mine.key);
  if (view.known.has(pair)) return;
  view.known.add(pair);
  for (const slot of [a, b]) if (slot !== 0) readVelocity(install, slot);
  if (!sleeping && !isMoving(install, a) && !isMoving(install, b)) return;
  if (readBody(install, a) && readBody(install, b)) readPair(install, mine, other);
}

function isMoving(install: InstallState, slot: number): boolean {
  return install.bodies.type[slot] === DYNAMIC && isAwake(install, slot);
}

function finishPatch(install: InstallState, i: number): void {
  const { view, bodies: table, colliders } = install;
  const patches = view.store.current;
  const { key } = patches;
  patches.tangentVelocity.fill(0, 3 * i, 3 * i + 3);
  measureSlip(patches, i, table.bodies, patches.slip, 3 * i);
  patches.stepNormalImpulse[i] = patches.normalImpulse[i];
  patches.sliding[i] = 0;
  const one = colliders.byKey.get(key[4 * i + 1]);
  const other = colliders.byKey.get(key[4 * i + 3]);
  view.sleeping[i] = isMoving(install, patches.bodyA[i]) || isMoving(install, patches.bodyB[i]) ? 0 : 1;
  view.acquired[i] = one?.kind !== NATIVE || other?.kind !== NATIVE ? 1 : 0;
  patches.stepImpulse.fill(Number.NaN, 3 * i, 3 * i + 3);
  estimateFriction(install, i);
}

/**
 * Friction of a patch held by Rapier, from the momentum of a body without joints and without other patches: the impulse of the step beyond gravity, user forces
 * and the normal. Rotation is not used, so torsion stays unknown.
 */
function estimateFriction(install: InstallState, i: number): void {
  const { view, bodies: table, gravity, dt, stepIndex } = install;
  const patches = view.store.current;
  for (let side = 0; side < 2; side++) {
    const slot = side === 0 ? patches.bodyA[i] : patches.bodyB[i];
    const body = table.body[slot];
    if (!body || table.type[slot] !== DYNAMIC || table.entryStep[slot] !== stepIndex) continue;
    if (countPairs(install, slot) !== 1 || countUserJoints(install, slot) > 0) continue;
    const { invMass, velocity } = table.bodies;
    const force = body.userForce();
    const pushed = [force.x, force.y, force.z];
    const sign = side === 0 ? -1 : 1;
    const damping = 1 + dt * body.linearDamping();
    let t1 = 0;
    let t2 = 0;
    for (let e = 0; e < 3; e++) {
      const mass = invMass[3 * slot + e] > 0 ? 1 / invMass[3 * slot + e] : 0;
      const change = damping * velocity[6 * slot + e] - table.entryVelocity[6 * slot + e];
      const impulse = mass * (change - dt * body.gravityScale() * gravity[e]) - dt * pushed[e];
      t1 += sign * impulse * patches.tangent1[3 * i + e];
      t2 += sign * impulse * patches.tangent2[3 * i + e];
    }
    patches.stepImpulse[3 * i] = t1;
    patches.stepImpulse[3 * i + 1] = t2;
    return;
  }
}

/** Number of pairs of the body, touching or not. */
function countPairs(install: InstallState, slot: number): number {
  const body = install.bodies.body[slot];
  let count = 0;
  for (let k = 0; body && k < body.numColliders(); k++) {
    install.world.narrowPhase.raw.contact_pairs_with(body.collider(k).handle, () => {
      count++;
    });
  }
  return count;
}
