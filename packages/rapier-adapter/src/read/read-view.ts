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
import { roundCaps } from './round-caps.js';

/**
 * Users may ask for more contacts than a step needs: resting and native ones. They are read on demand into a separate store, so that reading does not
 * change the simulation.
 */
export interface View {
  store: PatchStore;
  /** Per patch: 1 if one of its colliders is acquired. */
  acquired: Uint8Array;
  /** The step after which it was read, and whether with native pairs. */
  step: number;
  native: boolean;
  /** The step after which friction of the step's own patches was filled in: see `fillSliding`. */
  filled: number;
  /** The last step after which somebody read contacts: see `readEntries`. */
  asked: number;
  /** Pairs of the step's own patches, and pairs already visited. */
  known: Set<number>;
  onPair: (handle: number) => void;
}

export function createView(): View {
  return {
    store: createPatchStore(),
    acquired: new Uint8Array(0),
    step: -1,
    native: false,
    asked: -1,
    filled: -1,
    known: new Set(),
    onPair: () => {},
  };
}

export function readView(install: InstallState, native: boolean): void {
  const { view, store, colliders, bodies: table, stepIndex } = install;
  view.asked = stepIndex;
  if (install.dt > 0) fillSliding(install);
  if (!(install.dt > 0) || (view.step === stepIndex && view.native === native)) return;
  syncColliders(install);
  view.step = stepIndex;
  view.native = native;
  view.known.clear();
  const { key, count } = store.current;
  for (let i = 0; i < count + store.sleepingCount; i++) view.known.add(pairNumber(key[4 * i + 1], key[4 * i + 3]));
  // The reading stages write to the install's store.
  install.store = view.store;
  try {
    view.store.contacts.count = 0;
    install.reading.estimatedCount = 0;
    for (const record of native ? colliders.byHandle.values() : colliders.acquired) listPairs(install, record);
    estimateLoads(install, install.dt);
    roundCaps(install);
    gatherPatches(view.store, table.bodies, install.laws, install.gatherOptions);
    if (install.engine.countsWarmStart) removeWarmStart(install);
    const patches = view.store.current;
    view.acquired = ensureCapacity(view.acquired, patches.count);
    linearizeLaws(patches, install.dt);
    for (let i = 0; i < patches.count; i++) finishPatch(install, i);
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

function listPairs(install: InstallState, record: ColliderRecord): void {
  if (record.isExcluded || record.isRemoved) return;
  install.reading.visiting = record;
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, install.view.onPair);
}

export function meetViewPair(install: InstallState, handle: number): void {
  const { colliders, bodies: table, view, reading } = install;
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
  if (!isMoving(install, a) && !isMoving(install, b)) return;
  if (readBody(install, a) && readBody(install, b)) readPair(install, mine, other);
}

function isMoving(install: InstallState, slot: number): boolean {
  return slot !== 0 && install.bodies.type[slot] === DYNAMIC && isAwake(install, slot);
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
  view.acquired[i] = one?.kind !== NATIVE || other?.kind !== NATIVE ? 1 : 0;
  for (let e = 0; e < 3; e++) patches.stepImpulse[3 * i + e] = Number.NaN;
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
