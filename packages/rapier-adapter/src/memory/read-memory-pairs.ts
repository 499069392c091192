import { type ContactBuffer, grown, pushContact } from '@stiction/friction-core';
import { DYNAMIC } from '../body-table.js';
import type { OwnedCollider } from '../collider-table.js';
import { movePart, movePoint, noteHidden, REACH, setTurn } from '../contact-frames.js';
import type { InstallState } from '../install-state.js';
import { loadBody } from '../read-bodies.js';
import type { ColliderIndex } from './collider-index.js';
import type { EngineMemory } from './engine-memory.js';
import type { ContactLayout } from './layout.js';
import { handleIndex } from './view.js';

/**
 * Contacts from the engine's memory: every pair of the narrow phase → the manifolds that were solved → the points of them that
 * were solved, with their normal impulses, into `store.contacts`. Where a pair has several manifolds, those that were solved
 * are the clusters that the engine has made of them; their points are in the frames of the colliders.
 *
 * Whatever the memory holds, this ends and does not throw: lengths are bounded by the size of the memory, and what is read
 * outside of it is no number.
 */

// What is being read, shared by the functions here.
let state: InstallState;
let contacts: ContactBuffer;
let index: ColliderIndex;
let layout: ContactLayout;
let u8: Uint8Array;
let i32: Int32Array;
let f32: Float32Array;
let firstCollider = 0;
let colliderStride = 0;
let colliderTranslation = 0;
let colliderRotation = 0;

/** Most points of a manifold: what has more is none. */
const MOST_POINTS = 256;

export function readMemoryPairs(install: InstallState, memory: EngineMemory, colliderIndex: ColliderIndex): void {
  const { view, narrowPhase, colliderSet } = memory;
  const { arena, translation, rotation } = memory.layout.colliders;
  state = install;
  contacts = install.store.contacts;
  contacts.count = 0;
  install.hidden.count = 0;
  if (install.bodies.activeCount === 0) return;
  index = colliderIndex;
  layout = memory.layout.contacts;
  u8 = view.u8;
  i32 = view.i32;
  f32 = view.f32;
  firstCollider = i32[(colliderSet + arena.offset) >> 2];
  colliderStride = arena.stride;
  colliderTranslation = translation;
  colliderRotation = rotation;
  const { offset, stride, inElement } = layout.pairs;
  const first = i32[(narrowPhase + offset) >> 2] + inElement;
  const count = bounded((narrowPhase + offset) >> 2, stride);
  sortPairs(first, count, stride);
  // Pairs of two free bodies last: sweeps converge faster from what is held fast outwards.
  for (let list = 0; list < 2 * install.bodies.body.length; list++) {
    for (let k = head[list]; k >= 0; k = next[k]) readPair(first + k * stride);
  }
}

/** How many elements the vector at a word has; no more than fit into the memory. */
function bounded(vector: number, stride: number): number {
  const count = i32[vector + 1];
  const first = i32[vector];
  return count > 0 && first > 0 && first + count * stride <= u8.length ? count : 0;
}

/**
 * Lists of pairs, by the first of their two slots whose body is free and awake: first those with something that is not free,
 * one list for each slot, then the others. The first pair of each list, and the one after each pair.
 */
let head = new Int32Array(0);
let next = new Int32Array(0);

/**
 * The engine's own order is that in which pairs came and went. That of the slots is mostly that of building, from the ground
 * upwards, and lets a stack stand much stiller.
 */
function sortPairs(first: number, count: number, stride: number): void {
  const { body, kind, awake } = state.bodies;
  const { stepIndex } = state;
  const slots = body.length;
  head = grown(head, 2 * slots);
  next = grown(next, count);
  head.fill(-1, 0, 2 * slots);
  for (let k = count - 1; k >= 0; k--) {
    const a = slotAt(first + k * stride + layout.first);
    const b = slotAt(first + k * stride + layout.second);
    if (a < 0 || b < 0) continue;
    const isFreeA = kind[a] === DYNAMIC;
    const isFreeB = kind[b] === DYNAMIC;
    const isA = isFreeA && awake[a] === stepIndex;
    const isB = isFreeB && awake[b] === stepIndex;
    if (!isA && !isB) continue;
    const slot = isA && (!isB || a < b) ? a : b;
    const list = isFreeA && isFreeB ? slots + slot : slot;
    next[k] = head[list];
    head[list] = k;
  }
}

/** The body slot of the collider whose handle is here; -1 where the collider is not ours. */
function slotAt(handle: number): number {
  const at = i32[handle >> 2];
  return index.generation[at] === i32[(handle >> 2) + 1] ? index.slot[at] : -1;
}

// The pair that is being read: its colliders, where its points are taken from, and whether these are known to carry what.
let first: OwnedCollider;
let second: OwnedCollider;
let onFirst = false;
let onSecond = false;
let clustered = false;
let hidden = false;

function readPair(pair: number): void {
  first = index.owned[i32[(pair + layout.first) >> 2]] as OwnedCollider;
  second = index.owned[i32[(pair + layout.second) >> 2]] as OwnedCollider;
  const a = first.slot;
  const b = second.slot;
  const { kind, bad, loaded } = state.bodies;
  if (loaded[a] !== state.stepIndex) loadBody(state, a);
  if (loaded[b] !== state.stepIndex) loadBody(state, b);
  const isFreeA = kind[a] === DYNAMIC;
  const isFreeB = kind[b] === DYNAMIC;
  if (bad[a] === 1 || bad[b] === 1) {
    state.report.badContacts++;
    return;
  }
  clustered = layout.clusters >= 0 && i32[((pair + layout.clusters) >> 2) + 1] > 0;
  const vector = (pair + (clustered ? layout.clusters : layout.manifolds.offset)) >> 2;
  const count = bounded(vector, layout.manifolds.stride);
  if (count === 0) return;
  // What is warm-started comes and goes with the triangles: where the impulses contain that they are of no use here.
  hidden = state.engine.countsWarmStart && (clustered || count > 1);
  // The step has moved the two bodies along each other, and each carries its own copy of the point: the one on the body that
  // moves freely is taken, midway where both do. Single voxels have theirs in a frame that is not known.
  const unknownA = first.voxels && !clustered;
  const unknownB = second.voxels && !clustered;
  onFirst = !unknownA && (isFreeA || unknownB);
  onSecond = unknownA || (!unknownB && isFreeB);
  if (onFirst) place(first, placeA);
  if (onSecond) place(second, placeB);
  const from = contacts.count;
  for (let k = 0; k < count; k++) readManifold(i32[vector] + k * layout.manifolds.stride);
  if (hidden && contacts.count > from) noteHidden(state, from);
}

/** Translation and rotation in the world. */
const placeA = new Float64Array(7);
const placeB = new Float64Array(7);

function place({ handle }: OwnedCollider, out: Float64Array): void {
  const collider = firstCollider + handleIndex(handle) * colliderStride;
  const t = (collider + colliderTranslation) >> 2;
  const q = (collider + colliderRotation) >> 2;
  out[0] = f32[t];
  out[1] = f32[t + 1];
  out[2] = f32[t + 2];
  out[3] = f32[q];
  out[4] = f32[q + 1];
  out[5] = f32[q + 2];
  out[6] = f32[q + 3];
}

function readManifold(manifold: number): void {
  const { points, solved, distance } = layout;
  const active = bounded((manifold + solved.offset) >> 2, solved.stride);
  const count = bounded((manifold + points.offset) >> 2, points.stride);
  if (count === 0 || count > MOST_POINTS) return;
  // What was solved is a contact, and where one manifold does not show the whole patch, all else that is near.
  const all = clustered || hidden;
  if (active === 0 && (clustered || !hidden)) return;
  const firstSolved = i32[(manifold + solved.offset) >> 2];
  const friction = layout.friction >= 0 ? manifold + layout.friction : firstSolved + layout.solvedFriction;
  // Where Rapier itself still applies friction, by the user's wish or because the pair slept since install, it keeps it.
  if (active > 0 && f32[friction >> 2] > 0) return;
  const some = count > active;
  if (some) {
    isSolved.fill(0, 0, count);
    for (let k = 0; k < active; k++) isSolved[u8[firstSolved + k * solved.stride + layout.solvedIndex]] = 1;
  }
  const reach = REACH * state.lengthUnit;
  let n = 0;
  let point = i32[(manifold + points.offset) >> 2];
  for (let k = 0; k < count; k++, point += points.stride) {
    const carries = !some || isSolved[k] === 1;
    if (!carries && !(all && f32[(point + distance) >> 2] < reach)) continue;
    isCarrying[n] = carries && !hidden ? 1 : 0;
    chosen[n++] = point;
  }
  addContacts(manifold, n);
}

const isSolved = new Uint8Array(MOST_POINTS);
/** Addresses of the points of a manifold that are contacts; 1 where their impulse is of this step. */
const chosen = new Int32Array(MOST_POINTS);
const isCarrying = new Uint8Array(MOST_POINTS);

function addContacts(manifold: number, count: number): void {
  const from = contacts.count;
  for (let k = 0; k < count; k++) pushContact(contacts);
  const { body, key, material, normal, impulse, position } = contacts;
  const { slot: slotA, key: keyA, material: materialA } = first;
  const { slot: slotB, key: keyB, material: materialB } = second;
  const bodyKeyA = state.bodies.key[slotA];
  const bodyKeyB = state.bodies.key[slotB];
  const at = (manifold + layout.normal) >> 2;
  const nx = f32[at];
  const ny = f32[at + 1];
  const nz = f32[at + 2];
  const impulseAt = layout.impulse;
  // Degenerate contacts have a normal of length 0.
  let sum = Math.abs(nx * nx + ny * ny + nz * nz - 1) < 1e-2 ? 0 : Number.NaN;
  for (let k = 0; k < count; k++) {
    const c = from + k;
    body[2 * c] = slotA;
    body[2 * c + 1] = slotB;
    key[4 * c] = bodyKeyA;
    key[4 * c + 1] = keyA;
    key[4 * c + 2] = bodyKeyB;
    key[4 * c + 3] = keyB;
    material[2 * c] = materialA;
    material[2 * c + 1] = materialB;
    normal[3 * c] = nx;
    normal[3 * c + 1] = ny;
    normal[3 * c + 2] = nz;
    const j = isCarrying[k] === 1 ? f32[(chosen[k] + impulseAt) >> 2] : 0;
    sum += j;
    impulse[c] = Math.max(j, 0);
  }
  const partA = clustered ? -1 : manifold + layout.part1;
  const partB = clustered ? -1 : manifold + layout.part2;
  if (onFirst) locate(layout.local1, count, first, partA, placeA, position, 3 * from);
  else locate(layout.local2, count, second, partB, placeB, position, 3 * from);
  if (onFirst && onSecond) {
    locate(layout.local2, count, second, partB, placeB, others, 0);
    for (let e = 0; e < 3 * count; e++) position[3 * from + e] = 0.5 * (position[3 * from + e] + others[e]);
  }
  for (let e = 3 * from; e < 3 * contacts.count; e++) sum += position[e];
  if (Number.isFinite(sum)) {
    noteReach(slotA, from);
    noteReach(slotB, from);
    return;
  }
  state.report.badContacts += count;
  contacts.count = from;
}

/** How far from the centre of mass a free body's contacts lie, those from `from` on among them. */
function noteReach(slot: number, from: number): void {
  const { reach, kind, bodies } = state.bodies;
  if (kind[slot] !== DYNAMIC) return;
  const { pose } = bodies;
  const { position } = contacts;
  const cx = pose[7 * slot];
  const cy = pose[7 * slot + 1];
  const cz = pose[7 * slot + 2];
  let farthest = reach[slot] * reach[slot];
  let farther = false;
  for (let e = 3 * from; e < 3 * contacts.count; e += 3) {
    const x = position[e] - cx;
    const y = position[e + 1] - cy;
    const z = position[e + 2] - cz;
    const distance = x * x + y * y + z * z;
    if (distance <= farthest) continue;
    farthest = distance;
    farther = true;
  }
  if (farther) reach[slot] = Math.sqrt(farthest);
}

const others = new Float64Array(768); // 3 · MOST_POINTS

/** Puts the chosen points of one collider, or of the part of it that a word in memory names, into the world. */
function locate(
  local: number,
  count: number,
  owned: OwnedCollider,
  part: number,
  place: Float64Array,
  to: Float64Array,
  at: number,
): void {
  const parts = part >= 0 ? owned.parts : null;
  const tx = place[0];
  const ty = place[1];
  const tz = place[2];
  const x = place[3];
  const y = place[4];
  const z = place[5];
  const w = place[6];
  const xx = 1 - 2 * (y * y + z * z);
  const xy = 2 * (x * y - w * z);
  const xz = 2 * (x * z + w * y);
  const yx = 2 * (x * y + w * z);
  const yy = 1 - 2 * (x * x + z * z);
  const yz = 2 * (y * z - w * x);
  const zx = 2 * (x * z - w * y);
  const zy = 2 * (y * z + w * x);
  const zz = 1 - 2 * (x * x + y * y);
  for (let k = 0, e = at; k < count; k++, e += 3) {
    const p = (chosen[k] + local) >> 2;
    let a = f32[p];
    let b = f32[p + 1];
    let c = f32[p + 2];
    if (parts) {
      to[e] = a;
      to[e + 1] = b;
      to[e + 2] = c;
      movePart(parts, i32[part >> 2], to, e);
      a = to[e];
      b = to[e + 1];
      c = to[e + 2];
    }
    to[e] = tx + xx * a + xy * b + xz * c;
    to[e + 1] = ty + yx * a + yy * b + yz * c;
    to[e + 2] = tz + zx * a + zy * b + zz * c;
    if (owned.round) turnBack(owned.slot, to, e);
  }
}

const turn = new Float64Array(7);

/** Takes the body's turn in this step out of a point on it: x ← c + R(-ω h) (x - c). */
function turnBack(slot: number, to: Float64Array, at: number): void {
  const { pose, velocity } = state.bodies.bodies;
  const half = -0.5 * state.h;
  setTurn(turn, half * velocity[6 * slot + 3], half * velocity[6 * slot + 4], half * velocity[6 * slot + 5]);
  for (let e = 0; e < 3; e++) {
    turn[e] = pose[7 * slot + e];
    to[at + e] -= turn[e];
  }
  movePoint(turn, 0, to, at, to, at);
}
