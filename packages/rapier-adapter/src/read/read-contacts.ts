import { grown, pushContact } from '@stiction/friction-core';
import { LISTED_STEPS, REACH, SLOW } from '../constants.js';
import type { RawManifold } from '../install/engine.js';
import type { InstallState } from '../install/state.js';
import { type ColliderRecord, slotOfRecord } from '../ownership/collider-table.js';
import { HELD, NATIVE } from '../ownership/law-kind.js';
import { writeNative } from '../ownership/native.js';
import { chooseKept, isKept } from '../predict/keep-contacts.js';
import { DYNAMIC, FIXED } from './body-table.js';
import { readManifold } from './manifold.js';
import { readBody, readVelocity } from './read-bodies.js';
import { createWrapperPool, type WrapperPool } from './wrapper-pool.js';

/**
 * Contacts of acquired colliders after the engine's step: colliders → pairs → manifolds → points with normal impulses, into
 * `store.contacts`. What is slow and held by Rapier's own friction is not looked at, unless `all` is asked for.
 */
export function readContacts(install: InstallState, all: boolean): void {
  const { reading, store } = install;
  store.contacts.count = 0;
  reading.hiddenCount = 0;
  reading.all = all;
  listActive(install);
  chooseKept(install);
  chooseVisits(install);
  reading.pools ??= findPools(install);
  for (const pool of reading.pools ?? []) pool.begin();
  try {
    for (let k = 0; k < reading.visitCount; k++) {
      reading.mine = reading.visits[k];
      install.world.narrowPhase.raw.contact_pairs_with(reading.mine.handle, reading.onPair);
    }
  } finally {
    for (const pool of reading.pools ?? []) pool.end();
  }
}

function listActive(install: InstallState): void {
  const { reading, bodies: table, stepIndex } = install;
  reading.activeCount = 0;
  reading.anyActive = false;
  install.world.islands.raw.forEachActiveRigidBodyHandle(reading.onActive);
  for (let k = 0; k < reading.activeCount; k++) table.active[reading.active[k]] = stepIndex;
}

export function noteActive({ reading, bodies }: InstallState, handle: number): void {
  reading.anyActive = true;
  const slot = bodies.slotOf.get(handle);
  if (slot !== undefined) reading.active[reading.activeCount++] = slot;
}

/** Is the body in a slot awake after the last step? */
export function isActive({ bodies: table, world }: InstallState, slot: number): boolean {
  return world.bodies.raw.rbIsSleeping(table.handle[slot]) === false;
}

/** Acquired colliders whose contacts matter in this step. */
function chooseVisits(install: InstallState): void {
  const { reading, colliders, bodies: table, stepIndex } = install;
  reading.visitCount = 0;
  if (!reading.anyActive && !reading.all) return;
  for (const record of colliders.acquired) {
    const { slot } = record;
    if (slot !== 0 && table.type[slot] === DYNAMIC && table.active[slot] !== stepIndex) continue;
    if (!readVelocity(install, slot)) readBody(install, slot);
    if (table.type[slot] === DYNAMIC && slot !== 0) {
      if (!reading.all && (isKept(install, slot) || canSkip(install, record, slot))) continue;
      table.visited[slot] = stepIndex;
    }
    record.visited = stepIndex;
    reading.visits[reading.visitCount++] = record;
  }
}

/** Is the body too slow for its collider to need more than Rapier's own friction? What that does not hold needs every step. */
function canSkip(install: InstallState, record: ColliderRecord, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  // The first time, to learn its masses.
  if (table.posed[slot] < 0 || record.needsRest) return false;
  if (record.kind === HELD && table.rowed[slot] === stepIndex) return false;
  if (record.kind === HELD) {
    const limit = install.reading.slowSpeed;
    if (!isSlow(install, slot, limit)) {
      record.fast = stepIndex;
      return false;
    }
    // One step more, in which its patches have come to rest.
    if (record.fast === stepIndex - 1) return false;
    if (stepIndex - record.listed >= LISTED_STEPS) listPartners(install, record);
    for (const partner of record.partners) {
      if (readVelocity(install, partner) && !isSlow(install, partner, limit)) return false;
    }
    writeNative(install, record, record.rest, record.restRule);
    return true;
  }
  return false;
}

/** What a slow body touches may move under it: a plate, or a box on top. */
function listPartners(install: InstallState, record: ColliderRecord): void {
  record.listed = install.stepIndex;
  record.partners.length = 0;
  install.reading.mine = record;
  install.world.narrowPhase.raw.contact_pairs_with(record.handle, install.reading.onPartner);
}

export function notePartner(install: InstallState, handle: number): void {
  const other = install.colliders.of.get(handle);
  const slot = other ? slotOfRecord(install, other) : 0;
  if (slot > 0 && install.bodies.type[slot] !== FIXED) install.reading.mine?.partners.push(slot);
}

/** Linear speed, and angular speed at the radius of gyration. */
function isSlow({ bodies: table }: InstallState, slot: number, limit: number): boolean {
  const { velocity: v, invMass, invInertia } = table.bodies;
  const at = 6 * slot;
  const linear = v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2];
  const angular = v[at + 3] * v[at + 3] + v[at + 4] * v[at + 4] + v[at + 5] * v[at + 5];
  const turns = invInertia[at] + invInertia[at + 3] + invInertia[at + 5];
  const moves = invMass[3 * slot] + invMass[3 * slot + 1] + invMass[3 * slot + 2];
  return linear + (turns > 0 ? (angular * moves) / turns : 0) < limit * limit;
}

/** A pair of the collider `reading.mine`; handled by the first of its colliders that is visited. */
export function meetPair(install: InstallState, handle: number): void {
  const { reading, colliders, bodies: table, stepIndex } = install;
  const mine = reading.mine as ColliderRecord;
  const other = colliders.of.get(handle);
  if (!other || other.vetoed || other.gone) return;
  if (other.visited === stepIndex && other.key < mine.key) return;
  const a = mine.slot;
  const b = slotOfRecord(install, other);
  const isFreeA = table.type[a] === DYNAMIC && a !== 0;
  if (b !== 0 && table.read[b] !== stepIndex) readVelocity(install, b);
  const isFreeB = table.type[b] === DYNAMIC && b !== 0;
  if (!isFreeA && !isFreeB) return;
  // A pair of something that does not move is looked at for the sake of the other one.
  if (!isFreeA && !(other.visited === stepIndex) && !isWorthReading(install, mine, b)) return;
  if (!isFreeA) table.visited[b] = stepIndex;
  if (!readBody(install, a) || !readBody(install, b)) {
    install.report.badContacts++;
    return;
  }
  readPair(install, mine, other);
}

function isWorthReading(install: InstallState, mine: ColliderRecord, slot: number): boolean {
  const { bodies: table, stepIndex } = install;
  // A body that is met for the first time was not in the list.
  const isNew = table.posed[slot] < 0;
  if (table.active[slot] !== stepIndex && !(isNew && isActive(install, slot))) return false;
  if (isNew || install.reading.all || mine.needsRest) return true;
  if (isKept(install, slot)) return false;
  if (mine.kind === HELD && table.rowed[slot] === stepIndex) return true;
  if (mine.kind === HELD) return !isSlow(install, slot, install.reading.slowSpeed);
  return true;
}

export function readPair(install: InstallState, mine: ColliderRecord, other: ColliderRecord): void {
  const { reading, store, engine, bodies: table } = install;
  // The engine goes through all pairs of the first that it is given: the ground has many.
  const mineFirst = table.type[mine.slot] === DYNAMIC;
  const pair = install.world.narrowPhase.raw.contact_pair(
    mineFirst ? mine.handle : other.handle,
    mineFirst ? other.handle : mine.handle,
  );
  if (!pair) return;
  const flipped = pair.collider1() !== mine.handle;
  const first = flipped ? other : mine;
  const second = flipped ? mine : other;
  const count = pair.numContactManifolds();
  const from = store.contacts.count;
  for (let k = 0; k < count; k++) {
    const manifold = pair.contactManifold(k);
    if (!manifold) continue;
    addManifold(install, engine.filling(manifold), first, second, count > 1);
    manifold.free();
  }
  pair.free();
  if (count > 1 && store.contacts.count > from) {
    reading.hidden = grown(reading.hidden, 2 * reading.hiddenCount + 2);
    reading.hidden[2 * reading.hiddenCount] = from;
    reading.hidden[2 * reading.hiddenCount + 1] = store.contacts.count;
    reading.hiddenCount++;
  }
}

/** `hidden`: a pair with several manifolds reports no impulses; all contacts that are near are taken, `estimateLoads` follows. */
function addManifold(
  install: InstallState,
  manifold: RawManifold,
  first: ColliderRecord,
  second: ColliderRecord,
  hidden: boolean,
): void {
  const { reading: r } = install;
  const count = manifold.num_contacts();
  const solved = hidden ? count : manifold.num_solver_contacts();
  if (solved === 0) return;
  readManifold(install, manifold, first, second, count, solved);
  const reach = REACH * install.lengthUnit;
  for (let k = 0; k < count; k++) {
    if (hidden) {
      r.solved[k] = manifold.contact_dist(k) < reach ? 1 : 0;
      r.impulse[k] = 0;
    } else if (r.solved[k] === 1) r.impulse[k] = manifold.contact_impulse(k);
  }
  addContacts(install, first, second, count, hidden);
}

/** Adds the contacts that were solved. Of two colliders the one whose body has the lower key comes first. */
function addContacts(
  install: InstallState,
  one: ColliderRecord,
  two: ColliderRecord,
  count: number,
  hidden: boolean,
): void {
  const { reading: r, store, report } = install;
  const { contacts } = store;
  const { key: bodyKey } = install.bodies;
  const isInOrder = bodyKey[one.slot] <= bodyKey[two.slot];
  const first = isInOrder ? one : two;
  const second = isInOrder ? two : one;
  const sign = isInOrder ? 1 : -1;
  const nx = sign * r.normal[0];
  const ny = sign * r.normal[1];
  const nz = sign * r.normal[2];
  // Degenerate contacts have a normal of length 0.
  const isUnit = Math.abs(nx * nx + ny * ny + nz * nz - 1) < 1e-2;
  for (let k = 0; k < count; k++) {
    if (r.solved[k] === 0) continue;
    const x = r.position[3 * k];
    const y = r.position[3 * k + 1];
    const z = r.position[3 * k + 2];
    if (!Number.isFinite(x + y + z + r.impulse[k]) || !isUnit) {
      report.badContacts++;
      continue;
    }
    const c = pushContact(contacts);
    const { body, key, material, normal, position } = contacts;
    body[2 * c] = first.slot;
    body[2 * c + 1] = second.slot;
    key[4 * c] = bodyKey[first.slot];
    key[4 * c + 1] = first.key;
    key[4 * c + 2] = bodyKey[second.slot];
    key[4 * c + 3] = second.key;
    material[2 * c] = first.material;
    material[2 * c + 1] = second.material;
    normal[3 * c] = nx;
    normal[3 * c + 1] = ny;
    normal[3 * c + 2] = nz;
    position[3 * c] = x;
    position[3 * c + 1] = y;
    position[3 * c + 2] = z;
    contacts.gap[c] = 0;
    contacts.slop[c] = 0;
    // Marks loads that are estimated: restitution is the engine's.
    contacts.restitution[c] = hidden ? 1 : 0;
    contacts.impulse[c] = Math.max(r.impulse[k], 0);
  }
}

/** What one pair of the world shows of the bindings; undefined while there is none. */
function findPools(install: InstallState): WrapperPool[] | undefined {
  const { raw } = install.world.narrowPhase;
  let found: WrapperPool[] | undefined;
  for (const { handle, kind } of install.colliders.acquired) {
    if (kind === NATIVE || found) break;
    raw.contact_pairs_with(handle, (other: number) => {
      const pair = found ? undefined : raw.contact_pair(handle, other);
      const manifold = pair?.contactManifold(0);
      if (pair && manifold) {
        found = [createWrapperPool(pair), createWrapperPool(manifold)].filter((pool) => pool !== null);
      }
      manifold?.free();
      pair?.free();
    });
  }
  return found;
}

/** The speed below which Rapier's own friction needs no help in this step [m/s]. */
export function slowSpeed(install: InstallState, dt: number): number {
  const { gravity: g, leastMu } = install;
  return SLOW * leastMu * dt * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}
