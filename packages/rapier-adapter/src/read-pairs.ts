import { type ContactBuffer, grown, pushContact } from '@stiction/friction-core';
import { DYNAMIC } from './body-table.js';
import { placeCollider } from './collider-place.js';
import type { OwnedCollider } from './collider-table.js';
import { movePoint, noteHidden, REACH, setTurn } from './contact-frames.js';
import type { InstallState } from './install-state.js';
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
  locate(row, count, pairs, row);
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
    readGeometry(manifold, row, count, active, loose, 0);
    readImpulses(manifold, count, loose, 0);
    locate(row, count, loose, 0);
    addContacts(row, count, loose, 0);
    return;
  }
  if (!isSame(manifold, row, count, active)) {
    readGeometry(manifold, row, count, active, pairs, row);
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
  readGeometry(manifold, row, count, count, loose, 0);
  locate(row, count, loose, 0);
  for (let k = 0; k < count; k++) isSolved[k] = manifold.contact_dist(k) < reach ? 1 : 0;
  loose.impulse.fill(0, 0, count);
  addContacts(row, count, loose, 0);
}

/** Normal and points of a manifold: in a row of `pairs`, or here for a manifold that is not remembered. */
type Geometry = Pick<TouchingPairs, 'normal' | 'impulse' | 'localA' | 'localB' | 'position'>;
const loose = /* @__PURE__ */ createGeometry();

function createGeometry(): Geometry {
  return {
    normal: new Float64Array(3),
    impulse: new Float64Array(0),
    localA: new Float64Array(0),
    localB: new Float64Array(0),
    position: new Float64Array(0),
  };
}
/** Per contact: 1 where it is to be taken. */
let isSolved = new Uint8Array(64);
const out = new Float32Array(3);

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

/** Reads normal and points, and finds out which contacts were solved. */
function readGeometry(
  manifold: RawManifold,
  row: number,
  count: number,
  active: number,
  to: Geometry,
  at: number,
): void {
  if (to === loose) {
    loose.impulse = grown(loose.impulse, count);
    loose.localA = grown(loose.localA, 3 * count);
    loose.localB = grown(loose.localB, 3 * count);
    loose.position = grown(loose.position, 3 * count);
  }
  isSolved = grown(isSolved, count);
  isSolved.fill(1, 0, count);
  manifold.normal(out);
  for (let e = 0; e < 3; e++) to.normal[3 * at + e] = out[e];
  const first = pairs.first[row];
  const second = pairs.second[row];
  const all = count > active;
  const partA = first.parts ? manifold.subshape1() : 0;
  const partB = second.parts ? manifold.subshape2() : 0;
  for (let k = 0; k < count; k++) {
    const p = 3 * (POINTS * at + k);
    if (all || isOnFirst(first, second)) {
      toBody(first, partA, manifold.contact_local_p1(k, out), to.localA, p);
    }
    if (all || isOnSecond(first, second)) {
      toBody(second, partB, manifold.contact_local_p2(k, out), to.localB, p);
    }
  }
  if (all) findSolved(manifold, row, count, active, to, at);
  for (let k = 0; k < count; k++) {
    const p = 3 * (POINTS * at + k);
    if (first.round) turnBack(first.slot, to.localA, p);
    if (second.round) turnBack(second.slot, to.localB, p);
  }
}

/**
 * The step has moved the two bodies along each other, and each carries its own copy of the point: the one on the body that
 * moves freely is taken, midway where both do.
 */
function isOnFirst(first: OwnedCollider, second: OwnedCollider): boolean {
  return !first.voxels && (state.bodies.kind[first.slot] === DYNAMIC || second.voxels);
}

function isOnSecond(first: OwnedCollider, second: OwnedCollider): boolean {
  return first.voxels || (!second.voxels && state.bodies.kind[second.slot] === DYNAMIC);
}

/** Puts the points into the world. */
function locate(row: number, count: number, from: Geometry, at: number): void {
  const first = pairs.first[row];
  const second = pairs.second[row];
  const onFirst = isOnFirst(first, second);
  const onSecond = isOnSecond(first, second);
  const { position } = from;
  const p = 3 * POINTS * at;
  for (let x = p; x < p + 3 * count; x += 3) {
    if (onFirst) toWorld(first.slot, from.localA, x, position, x);
    if (!onSecond) continue;
    toWorld(second.slot, from.localB, x, x2, 0);
    const share = onFirst ? 0.5 : 1;
    for (let e = 0; e < 3; e++) position[x + e] = share * ((onFirst ? position[x + e] : 0) + x2[e]);
  }
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

const x1 = new Float64Array(3);
const x2 = new Float64Array(3);

/** Marks the contacts that lie where the solver's contacts lie: midway between the points on the two bodies. */
function findSolved(
  manifold: RawManifold,
  row: number,
  count: number,
  active: number,
  from: Geometry,
  at: number,
): void {
  middle = grown(middle, 3 * count);
  for (let k = 0; k < count; k++) {
    const p = 3 * (POINTS * at + k);
    isSolved[k] = 0;
    toWorld(pairs.first[row].slot, from.localA, p, x1, 0);
    toWorld(pairs.second[row].slot, from.localB, p, x2, 0);
    for (let e = 0; e < 3; e++) middle[3 * k + e] = 0.5 * (x1[e] + x2[e]);
  }
  for (let i = 0; i < active; i++) {
    manifold.solver_contact_point(state.engine.bodies, i, out);
    let nearest = -1;
    let nearestDistance = Number.POSITIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      if (isSolved[k] === 1) continue;
      const dx = middle[3 * k] - out[0];
      const dy = middle[3 * k + 1] - out[1];
      const dz = middle[3 * k + 2] - out[2];
      const distance = dx * dx + dy * dy + dz * dz;
      if (distance < nearestDistance) {
        nearest = k;
        nearestDistance = distance;
      }
    }
    if (nearest >= 0) isSolved[nearest] = 1;
  }
}

let middle = new Float64Array(0);

/** The point in `out`, from the frame of a collider, or of one of its parts, to its body's, as seen from the centre of mass. */
function toBody(owned: OwnedCollider, part: number, exists: boolean, to: Float64Array, at: number): void {
  if (!owned.placed) placeCollider(state, owned);
  for (let e = 0; e < 3; e++) to[at + e] = exists ? out[e] : Number.NaN;
  if (owned.parts) {
    const { x, y, z } = owned.parts.positions[part];
    const turn = owned.parts.rotations[part];
    partPlace[0] = x;
    partPlace[1] = y;
    partPlace[2] = z;
    partPlace[3] = turn.x;
    partPlace[4] = turn.y;
    partPlace[5] = turn.z;
    partPlace[6] = turn.w;
    movePoint(partPlace, 0, to, at, to, at);
  }
  movePoint(owned.place, 0, to, at, to, at);
  const size = Math.sqrt(to[at] * to[at] + to[at + 1] * to[at + 1] + to[at + 2] * to[at + 2]);
  if (size > state.bodies.reach[owned.slot]) state.bodies.reach[owned.slot] = size;
}

const partPlace = new Float64Array(7);

function toWorld(slot: number, local: Float64Array, at: number, to: Float64Array, toAt: number): void {
  movePoint(state.bodies.bodies.pose, 7 * slot, local, at, to, toAt);
}

/** Takes the body's turn in this step out of a point in it: x ← R(q)ᵀ R(-ω h) R(q) x = R(-R(q)ᵀ ω h) x. */
function turnBack(slot: number, x: Float64Array, at: number): void {
  const { pose, velocity } = state.bodies.bodies;
  for (let e = 3; e < 6; e++) turned[e] = -pose[7 * slot + e];
  turned[6] = pose[7 * slot + 6];
  movePoint(turned, 0, velocity, 6 * slot + 3, x1, 0);
  const half = -0.5 * state.h;
  setTurn(turned, half * x1[0], half * x1[1], half * x1[2]);
  movePoint(turned, 0, x, at, x, at);
}

const turned = new Float64Array(7);
