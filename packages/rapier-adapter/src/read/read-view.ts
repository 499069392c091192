import {
  createPatchStore,
  ensureCapacity,
  gatherPatches,
  linearizeLaws,
  measureSlip,
  type PatchStore,
} from '@stiction/friction-core';
import type { InstallState } from '../install/state.js';
import { type ColliderRecord, slotOfRecord, syncColliders } from '../ownership/collider-table.js';
import { NATIVE } from '../ownership/law-kind.js';
import { countJoints, pairNumber } from '../rows/row-joints.js';
import { fillSliding, removeWarmStart } from '../step/finish.js';
import { DYNAMIC } from './body-table.js';
import { isAwake } from './choose-visits.js';
import { estimateLoads } from './estimate-loads.js';
import { readBody, readVelocity } from './read-bodies.js';
import { readPair } from './read-contacts.js';
import { roundCaps } from './round-caps.js';

/**
 * What users ask to see is more than a step needs: contacts that rest, and native ones. They are read when somebody asks, into a store of
 * their own, so that asking changes nothing of the simulation.
 */
export interface View {
  store: PatchStore;
  /** Per patch: 1 where one of its colliders is acquired. */
  acquired: Uint8Array;
  /** The step that it was read after, and whether with native pairs. */
  step: number;
  native: boolean;
  /** The step after which friction of the step's own patches was filled in: see `fillSliding`. */
  filled: number;
  /** Somebody asks: see `readEntries`. */
  asked: number;
  /** Pairs of the step's own patches, and pairs that have been met. */
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
  for (let i = 0; i < count + store.dormant; i++) view.known.add(pairNumber(key[4 * i + 1], key[4 * i + 3]));
  // The reading stages write to the install's store.
  install.store = view.store;
  try {
    view.store.contacts.count = 0;
    install.reading.hiddenCount = 0;
    for (const record of native ? colliders.of.values() : colliders.acquired) listPairs(install, record);
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

/** Patches of acquired colliders after the last step; while one runs, those that it deals with. */
export function countPatches(install: InstallState): number {
  const { view, stepping, world, installed } = install;
  if (!stepping && installed && world.bodies && !install.lost) readView(install, false);
  const { current, dormant } = install.store;
  return current.count + dormant + (stepping ? 0 : view.store.current.count);
}

function listPairs(install: InstallState, record: ColliderRecord): void {
  if (record.vetoed || record.gone) return;
  install.reading.mine = record;
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, install.view.onPair);
}

export function meetViewPair(install: InstallState, handle: number): void {
  const { colliders, bodies: table, view, reading } = install;
  const mine = reading.mine as ColliderRecord;
  const other = colliders.of.get(handle);
  if (!other || other.gone || other.vetoed) return;
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
  const one = colliders.ofKey.get(key[4 * i + 1]);
  const other = colliders.ofKey.get(key[4 * i + 3]);
  view.acquired[i] = one?.kind !== NATIVE || other?.kind !== NATIVE ? 1 : 0;
  for (let e = 0; e < 3; e++) patches.stepImpulse[3 * i + e] = Number.NaN;
  estimateFriction(install, i);
}

/**
 * Friction of a patch that Rapier holds, from the momentum of a body that has only this one and no joint: what the step has done to it
 * beyond gravity, the user's forces and the normal. The way that it turned is not used: torsion stays unknown.
 */
function estimateFriction(install: InstallState, i: number): void {
  const { view, bodies: table, gravity, dt, stepIndex } = install;
  const patches = view.store.current;
  for (let side = 0; side < 2; side++) {
    const slot = side === 0 ? patches.bodyA[i] : patches.bodyB[i];
    const body = table.body[slot];
    if (!body || table.type[slot] !== DYNAMIC || table.entered[slot] !== stepIndex) continue;
    if (countPairs(install, slot) !== 1 || countJoints(install, slot) > 0) continue;
    const { invMass, velocity } = table.bodies;
    const force = body.userForce();
    const pushed = [force.x, force.y, force.z];
    const sign = side === 0 ? -1 : 1;
    const damping = 1 + dt * body.linearDamping();
    let t1 = 0;
    let t2 = 0;
    for (let e = 0; e < 3; e++) {
      const mass = invMass[3 * slot + e] > 0 ? 1 / invMass[3 * slot + e] : 0;
      const change = damping * velocity[6 * slot + e] - table.entry[6 * slot + e];
      const impulse = mass * (change - dt * body.gravityScale() * gravity[e]) - dt * pushed[e];
      t1 += sign * impulse * patches.tangent1[3 * i + e];
      t2 += sign * impulse * patches.tangent2[3 * i + e];
    }
    patches.stepImpulse[3 * i] = t1;
    patches.stepImpulse[3 * i + 1] = t2;
    return;
  }
}

/** Pairs that the body is in, touching or not. */
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
