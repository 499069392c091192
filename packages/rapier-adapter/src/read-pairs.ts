import { type ContactBuffer, pushContact } from '@stiction/friction-core';
import { DYNAMIC } from './body-table.js';
import type { OwnedCollider } from './collider-table.js';
import { noteHidden, REACH } from './contact-frames.js';
import type { InstallState } from './install-state.js';
import { type Geometry, isSolved, locate, loose, readGeometry } from './manifold-geometry.js';
import { loadBody } from './read-bodies.js';
import { isDue } from './restless.js';
import { dropRows, forgetPair, meetPair, POINTS, type TouchingPairs } from './touching-pairs.js';
import type { RawManifold } from './versions.js';

/**
 * Contacts through the engine's functions, after its step: awake bodies → their colliders → pairs → manifolds → points with
 * normal impulses, into `store.contacts`. Bodies met on the way are loaded into the body table.
 *
 * What the API hides or mixes up, and what is done about it:
 * - A manifold may hold more contacts than were solved; the others keep impulses of earlier steps. Solved ones are found
 *   by position, since `solver_contact_point(i)` and `contact_impulse(i)` are not in the same order.
 * - A pair with several manifolds reports no impulses at all. Its contacts are read with impulse 0 and listed in
 *   `hidden`; their load is found from the bodies' momentum.
 *
 * What is expensive is not read twice: points and normals stay while the distances are the same, bit for bit, and the bodies
 * have hardly moved; the pairs of a body stay while it has hardly moved, for some steps.
 */

/** Bodies have hardly moved if by no more than this share of their size, nor than this [m]. */
const SHARE = 1e-4;
const MOTION = 2e-5;
/** The distances of pairs that have hardly moved, and whose contacts are all solved, are compared in one of so many steps. */
const CHECKS = 4;
/** The pairs of every body are listed anew after so many steps. */
const STEPS = 8;

// What is being read. Shared by all functions here, so that no closure is made per step.
let state: InstallState;
let contacts: ContactBuffer;
let pairs: TouchingPairs;
let mine: OwnedCollider;

export function readPairs(install: InstallState): void {
  state = install;
  contacts = install.store.contacts;
  contacts.count = 0;
  pairs = install.touching;
  install.hidden.count = 0;
  const { bodies: table } = install;
  const { engine, colliders, stepIndex } = install;
  isUndisturbed = !engine.countsWarmStart && colliders.capped === 0 && pairs.readIn === stepIndex - 1;
  pairs.readIn = install.stepIndex;
  if (table.activeCount === 0) return;
  for (let k = 0; k < table.activeCount; k++) listPairs(table.active[k]);
  // Pairs of two free bodies last: sweeps converge faster from what is held fast outwards.
  for (let free = 0; free < 2; free++) {
    for (let row = 0; row < pairs.count; row++) readRow(row, free === 1);
  }
  dropRows(pairs);
}

/** Takes note of the pairs of an awake body, where there may be new ones. */
function listPairs(slot: number): void {
  const { bodies: table, stepIndex } = state;
  if (table.kind[slot] !== DYNAMIC) return;
  const due = (stepIndex + slot) % STEPS === 0;
  if (!due && table.travel[slot] - table.pairTravel[slot] <= calm(slot)) return;
  table.pairTravel[slot] = table.travel[slot];
  for (mine of state.colliders.ofSlot[slot]) state.world.narrowPhase.raw.contact_pairs_with(mine.handle, meet);
}

function meet(handle: number): void {
  const other = state.colliders.owned.get(handle);
  if (other) meetPair(pairs, mine, other);
}

/** How far a body may go before what is known of it is read anew. */
function calm(slot: number): number {
  const share = SHARE * state.bodies.reach[slot];
  const most = MOTION * state.lengthUnit;
  return Math.min(share, most);
}

/** Reads a pair, if it is one of two free bodies or not, as asked for. */
function readRow(row: number, free: boolean): void {
  const { bodies: table, stepIndex, report } = state;
  const one = pairs.first[row];
  const other = pairs.second[row];
  if (one.gone || other.gone) {
    if (free) forgetPair(pairs, row);
    return;
  }
  const a = one.slot;
  const b = other.slot;
  const isFreeA = table.kind[a] === DYNAMIC;
  const isFreeB = table.kind[b] === DYNAMIC;
  if ((isFreeA && isFreeB) !== free) return;
  const isAwakeA = isFreeA && table.awake[a] === stepIndex;
  const isAwakeB = isFreeB && table.awake[b] === stepIndex;
  if (!isAwakeA && !isAwakeB) return;
  loadBody(state, a);
  loadBody(state, b);
  if (table.bad[a] === 1 || table.bad[b] === 1) {
    report.badContacts++;
    return;
  }
  if (pairs.contacts[row] > 0 && isAtRest(row, isFreeA ? a : b, isFreeA && isFreeB ? b : 0)) {
    addRemembered(row);
    return;
  }
  // The engine goes through all pairs of the first that it is given: the ground has many.
  const pair = state.world.narrowPhase.raw.contact_pair(
    isFreeA ? one.handle : other.handle,
    isFreeA ? other.handle : one.handle,
  );
  if (!pair) {
    forgetPair(pairs, row);
    return;
  }
  if (pair.collider1() !== one.handle) {
    pairs.first[row] = other;
    pairs.second[row] = one;
    pairs.contacts[row] = -1;
  }
  const count = pair.numContactManifolds();
  const from = contacts.count;
  // In 0.19 they are told, but come and go with the triangles: the momentum knows better.
  const hidden = count > 1;
  for (let k = 0; k < count; k++) {
    const manifold = pair.contactManifold(k);
    if (!manifold) continue;
    const filling = state.engine.filling(manifold);
    if (hidden) readHiddenManifold(filling, row);
    else readManifold(filling, row, count === 1);
    manifold.free();
  }
  pair.free();
  if (hidden && contacts.count > from) noteHidden(state, from);
}

/** Nothing has happened at the pair, and it is not its turn. */
function isAtRest(row: number, slot: number, otherSlot: number): boolean {
  const { bodies: table, stepIndex } = state;
  if (table.rests[slot] === 0 || (otherSlot > 0 && table.rests[otherSlot] === 0)) return false;
  return !isDue(table, slot, stepIndex) && hasHardlyMoved(row);
}

/** What was last read, once more. Where it stands in the buffer already it stays. */
function addRemembered(row: number): void {
  const count = pairs.contacts[row];
  const { posed } = state.bodies;
  const before = state.stepIndex - 1;
  const isPosed = posed[pairs.first[row].slot] > before || posed[pairs.second[row].slot] > before;
  if (!isPosed && pairs.added[row] === before && pairs.at[row] === contacts.count && isUndisturbed) {
    contacts.count += pairs.solved[row];
    pairs.added[row] = state.stepIndex;
    return;
  }
  for (let k = 0; k < count; k++) isSolved[k] = (pairs.mask[row] >> k) & 1;
  locateRow(row, count);
  addRow(row, count);
}

/** Does nobody but readers write to the contacts, and were they read in the last step? */
let isUndisturbed = false;

function addRow(row: number, count: number): void {
  const from = contacts.count;
  addContacts(row, count, pairs, row);
  // A contact that was left out is a reason to look again.
  pairs.added[row] = contacts.count - from === pairs.solved[row] ? state.stepIndex : -1;
  pairs.at[row] = from;
}

function locateRow(row: number, count: number): void {
  const { posed } = state.bodies;
  const located = pairs.located[row];
  if (located >= 0 && posed[pairs.first[row].slot] <= located && posed[pairs.second[row].slot] <= located) return;
  locate(state, row, count, pairs, row);
  pairs.located[row] = state.stepIndex;
}

/** The contacts of a manifold that were solved. They are remembered if the pair has only this manifold. */
function readManifold(manifold: RawManifold, row: number, only: boolean): void {
  const active = manifold.num_solver_contacts();
  // Where Rapier itself still applies friction, by the user's wish or because the pair slept since install, it keeps it.
  if (active === 0 || manifold.friction() > 0) return;
  const count = manifold.num_contacts();
  if (!only || count > POINTS) {
    pairs.contacts[row] = -1;
    readGeometry(state, manifold, row, count, active, loose, 0);
    readImpulses(manifold, count, loose, 0);
    locate(state, row, count, loose, 0);
    addContacts(row, count, loose, 0);
    return;
  }
  if (!isSame(manifold, row, count, active)) {
    readGeometry(state, manifold, row, count, active, pairs, row);
    remember(manifold, row, count, active);
    pairs.located[row] = -1;
  } else {
    for (let k = 0; k < count; k++) isSolved[k] = (pairs.mask[row] >> k) & 1;
  }
  readImpulses(manifold, count, pairs, row);
  locateRow(row, count);
  addRow(row, count);
}

/** All contacts of the pair that are near, with no impulse: the same point of an edge that two triangles share, twice. */
function readHiddenManifold(manifold: RawManifold, row: number): void {
  const reach = REACH * state.lengthUnit;
  const count = manifold.num_contacts();
  if (count === 0 || manifold.friction() > 0) return;
  pairs.contacts[row] = -1;
  readGeometry(state, manifold, row, count, count, loose, 0);
  locate(state, row, count, loose, 0);
  for (let k = 0; k < count; k++) isSolved[k] = manifold.contact_dist(k) < reach ? 1 : 0;
  loose.impulse.fill(0, 0, count);
  addContacts(row, count, loose, 0);
}

/** Is the manifold the one that is remembered? The engine computes it anew only where something has moved. */
function isSame(manifold: RawManifold, row: number, count: number, active: number): boolean {
  if (pairs.contacts[row] !== count || pairs.solved[row] !== active) return false;
  if (!hasHardlyMoved(row)) return false;
  // Where all contacts are solved nothing but places can be wrong; else the engine may have chosen others.
  if (count === active && (row + state.stepIndex) % CHECKS !== 0) return true;
  for (let k = 0; k < count; k++) {
    if (manifold.contact_dist(k) !== pairs.distance[POINTS * row + k]) return false;
  }
  return true;
}

/** Since the points were read. */
function hasHardlyMoved(row: number): boolean {
  const { travel } = state.bodies;
  const a = pairs.first[row].slot;
  const b = pairs.second[row].slot;
  const moved = travel[a] - pairs.travel[2 * row] + travel[b] - pairs.travel[2 * row + 1];
  return moved === 0 || moved <= Math.max(calm(a), calm(b));
}

function remember(manifold: RawManifold, row: number, count: number, active: number): void {
  const { travel } = state.bodies;
  pairs.contacts[row] = count;
  pairs.solved[row] = active;
  pairs.travel[2 * row] = travel[pairs.first[row].slot];
  pairs.travel[2 * row + 1] = travel[pairs.second[row].slot];
  let mask = 0;
  for (let k = 0; k < count; k++) {
    mask |= isSolved[k] << k;
    pairs.distance[POINTS * row + k] = manifold.contact_dist(k);
  }
  pairs.mask[row] = mask;
}

function readImpulses(manifold: RawManifold, count: number, to: Geometry, at: number): void {
  for (let k = 0; k < count; k++) {
    if (isSolved[k] === 1) to.impulse[POINTS * at + k] = manifold.contact_impulse(k);
  }
}

/** Adds the contacts that are to be taken. Of two colliders the one with the lower keys comes first. */
function addContacts(row: number, count: number, from: Geometry, at: number): void {
  const { key: bodyKey } = state.bodies;
  let first = pairs.first[row];
  let second = pairs.second[row];
  let sign = 1;
  if (bodyKey[first.slot] > bodyKey[second.slot]) {
    first = second;
    second = pairs.first[row];
    sign = -1;
  }
  const slotA = first.slot;
  const slotB = second.slot;
  const bodyKeyA = bodyKey[slotA];
  const bodyKeyB = bodyKey[slotB];
  const keyA = first.key;
  const keyB = second.key;
  const nx = sign * from.normal[3 * at];
  const ny = sign * from.normal[3 * at + 1];
  const nz = sign * from.normal[3 * at + 2];
  // Degenerate contacts have a normal of length 0.
  const isUnit = Math.abs(nx * nx + ny * ny + nz * nz - 1) < 1e-2;
  for (let k = 0; k < count; k++) {
    if (isSolved[k] === 0) continue;
    const p = 3 * (POINTS * at + k);
    const x = from.position[p];
    const y = from.position[p + 1];
    const z = from.position[p + 2];
    const impulse = from.impulse[POINTS * at + k];
    // What is not finite has no difference to itself that is zero.
    const sum = x + y + z + impulse;
    if (sum - sum !== 0 || !isUnit) {
      state.report.badContacts++;
      continue;
    }
    const c = pushContact(contacts);
    const { body, key, material, normal, position } = contacts;
    body[2 * c] = slotA;
    body[2 * c + 1] = slotB;
    key[4 * c] = bodyKeyA;
    key[4 * c + 1] = keyA;
    key[4 * c + 2] = bodyKeyB;
    key[4 * c + 3] = keyB;
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
    contacts.restitution[c] = 0;
    contacts.impulse[c] = Math.max(impulse, 0);
  }
}
