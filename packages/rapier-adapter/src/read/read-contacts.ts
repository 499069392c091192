import { ensureCapacity, pushContact } from '@stiction/friction-core/adapter';
import { REACH } from '../constants.js';
import type { RawManifold } from '../install/engine.js';
import type { InstallState } from '../install/state.js';
import type { ColliderRecord } from '../ownership/collider-table.js';
import { NATIVE } from '../ownership/law-kind.js';
import { chooseKept } from '../predict/keep-contacts.js';
import { DYNAMIC } from './body-table.js';
import { chooseVisits, isWorthReading, listPartners } from './choose-visits.js';
import { measureGap, readManifold } from './manifold.js';
import { readBody, readVelocity } from './read-bodies.js';
import { createWrapperPool, type WrapperPool } from './wrapper-pool.js';

/**
 * Reads the contacts of acquired colliders after the engine's step: colliders → pairs → manifolds → points with normal impulses, into
 * `store.contacts`. `chooseVisits` selects the colliders.
 */
export function readContacts(install: InstallState): void {
  const { reading, store } = install;
  store.contacts.count = 0;
  reading.estimatedCount = 0;
  chooseKept(install);
  chooseVisits(install);
  reading.pools ??= findPools(install);
  for (const pool of reading.pools ?? []) pool.begin();
  try {
    for (let k = 0; k < reading.visitCount; k++) {
      const mine = reading.visits[k];
      listPartners(install, mine);
      for (let n = 0; n < mine.partnerCount; n++) readPartner(install, mine, mine.partners[n]);
    }
  } finally {
    for (const pool of reading.pools ?? []) pool.end();
  }
}

/** Reads a pair of colliders, through the first of them that is visited. */
function readPartner(install: InstallState, mine: ColliderRecord, other: ColliderRecord): void {
  const { reading, bodies: table, stepIndex } = install;
  if (other.isRemoved) return;
  if (other.visitedStep === stepIndex && other.key < mine.key) return;
  const a = mine.slot;
  const b = other.slot;
  const isFreeA = table.type[a] === DYNAMIC;
  if (b !== 0 && table.velocityStep[b] !== stepIndex) readVelocity(install, b);
  const isFreeB = table.type[b] === DYNAMIC;
  if (!isFreeA && !isFreeB) return;
  // A pair of an immovable collider is read for the sake of the other one.
  if (!isFreeA && other.visitedStep !== stepIndex && !isWorthReading(install, mine, b)) return;
  reading.anyAwake = true;
  if (!isFreeA) table.visitedStep[b] = stepIndex;
  if (!readBody(install, a) || !readBody(install, b)) {
    install.report.nonFiniteContacts++;
    return;
  }
  readPair(install, mine, other);
}

export function readPair(install: InstallState, mine: ColliderRecord, other: ColliderRecord): void {
  const { reading, store, engine, bodies: table } = install;
  // The engine searches all pairs of the first handle, and the ground has many.
  const mineFirst = table.type[mine.slot] === DYNAMIC;
  const pair = install.world.narrowPhase.raw.contact_pair(
    mineFirst ? mine.handle : other.handle,
    mineFirst ? other.handle : mine.handle,
  );
  if (!pair) return;
  const count = pair.numContactManifolds();
  const from = store.contacts.count;
  for (let k = 0; k < count; k++) {
    const manifold = pair.contactManifold(k);
    if (!manifold) continue;
    const solved = count > 1 ? manifold.num_contacts() : manifold.num_solver_contacts();
    // Most pairs are only near each other.
    if (solved > 0) {
      const isFlipped = pair.collider1() !== mine.handle;
      const first = isFlipped ? other : mine;
      const second = isFlipped ? mine : other;
      addManifold(install, engine.filling(manifold), first, second, solved, count > 1);
    }
    manifold.free();
  }
  pair.free();
  if (count > 1 && store.contacts.count > from) {
    reading.estimatedRanges = ensureCapacity(reading.estimatedRanges, 2 * reading.estimatedCount + 2);
    reading.estimatedRanges[2 * reading.estimatedCount] = from;
    reading.estimatedRanges[2 * reading.estimatedCount + 1] = store.contacts.count;
    reading.estimatedCount++;
  }
}

/**
 * `solved`: number of contacts that the engine solved. `hidden`: a pair with several manifolds reports no impulses; takes all contacts within
 * reach, for `estimateLoads`.
 */
function addManifold(
  install: InstallState,
  manifold: RawManifold,
  first: ColliderRecord,
  second: ColliderRecord,
  solved: number,
  hidden: boolean,
): void {
  const { reading: r } = install;
  const count = hidden ? solved : manifold.num_contacts();
  readManifold(install, manifold, first, second, count, solved);
  r.parts[0] = first.surface ? manifold.subshape1() : 0;
  r.parts[1] = second.surface ? manifold.subshape2() : 0;
  const reach = REACH * install.lengthUnit;
  if (install.hasAdhesion) r.gap = ensureCapacity(r.gap, count);
  for (let k = 0; k < count; k++) {
    if (install.hasAdhesion) r.gap[k] = measureGap(install, manifold, first, second, k);
    if (hidden) {
      r.solved[k] = manifold.contact_dist(k) < reach ? 1 : 0;
      r.impulse[k] = 0;
    } else if (r.solved[k] === 1) r.impulse[k] = manifold.contact_impulse(k);
  }
  addContacts(install, first, second, count, hidden);
}

/** Adds the solved contacts. The collider whose body has the lower key comes first. */
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
      report.nonFiniteContacts++;
      continue;
    }
    const c = pushContact(contacts);
    const { body, key, material, part, normal, position } = contacts;
    body[2 * c] = first.slot;
    body[2 * c + 1] = second.slot;
    key[4 * c] = bodyKey[first.slot];
    key[4 * c + 1] = first.key;
    key[4 * c + 2] = bodyKey[second.slot];
    key[4 * c + 3] = second.key;
    material[2 * c] = first.material;
    material[2 * c + 1] = second.material;
    part[2 * c] = isInOrder ? r.parts[0] : r.parts[1];
    part[2 * c + 1] = isInOrder ? r.parts[1] : r.parts[0];
    normal[3 * c] = nx;
    normal[3 * c + 1] = ny;
    normal[3 * c + 2] = nz;
    position[3 * c] = x;
    position[3 * c + 1] = y;
    position[3 * c + 2] = z;
    contacts.gap[c] = install.hasAdhesion ? r.gap[k] : 0;
    contacts.slop[c] = 0;
    // Marks estimated loads; restitution is the engine's.
    contacts.restitution[c] = hidden ? 1 : 0;
    contacts.impulse[c] = Math.max(r.impulse[k], 0);
  }
}

/** Creates wrapper pools from any pair of the world; undefined if there is none. */
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
