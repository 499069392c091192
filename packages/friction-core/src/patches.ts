import type { Bodies } from './bodies.js';
import { copyNumbers, ensureCapacity } from './buffers.js';
import { type ContactBuffer, createContactBuffer } from './contact-buffer.js';
import { completeFrame, rotate, rotateBack } from './frame.js';
import { type MaterialPairs, pairOf } from './material-pairs.js';
import { createPatchBuffers, type PatchBuffers, reservePatches } from './patch-buffers.js';
import { moveCentre } from './pressure-centre.js';

/**
 * Contacts in, patches out. Points of one body pair, shape pair and normal become one patch; a patch finds itself in the
 * step before by the same keys and normal, and takes over its impulses, its tangent frame and its law's state.
 *
 * Pairs are put in canonical order (lower key first), so a flip of the engine's pair order changes nothing.
 */
export interface PatchStore {
  contacts: ContactBuffer;
  current: PatchBuffers;
  previous: PatchBuffers;
  /** Patches behind `current.count` that `keepSleeping` has kept: known, but not solved. */
  dormant: number;
  /** Patches of `previous` incl. dormant ones; a hash of their keys; which of them have been taken. */
  previousTotal: number;
  bucket: Int32Array;
  chain: Int32Array;
  taken: Uint8Array;
  pointTaken: Uint8Array;
  /** Per contact: its patch, and its point there. */
  patchOf: Int32Array;
  pointOf: Int32Array;
  /** Per patch: contacts placed so far. */
  placed: Int32Array;
}

/** Normals closer than this (cosine) belong to one patch. */
const SAME_NORMAL = 0.996;
/** A patch may have turned by this (cosine) against its carrier since the last step and still be the same. */
const SAME_PATCH = 0.9;

export function createPatchStore(): PatchStore {
  return {
    contacts: createContactBuffer(),
    current: createPatchBuffers(),
    previous: createPatchBuffers(),
    dormant: 0,
    previousTotal: 0,
    bucket: new Int32Array(16),
    chain: new Int32Array(0),
    taken: new Uint8Array(0),
    pointTaken: new Uint8Array(0),
    patchOf: new Int32Array(0),
    pointOf: new Int32Array(0),
    placed: new Int32Array(0),
  };
}

export interface GatherOptions {
  /** The engine has solved the normals: take `contacts.impulse` instead of the last step's impulses of matched points. */
  impulsesGiven: boolean;
  /** This step's h over the last one's: what a remembered impulse is worth now. */
  impulseScale: number;
  /** Length of this step's solves [s]. */
  h: number;
  /** Points farther apart than this [m] are not the same point. */
  matchDistance: number;
}

/** Turns `store.contacts` into `store.current`. */
export function gatherPatches(store: PatchStore, bodies: Bodies, pairs: MaterialPairs, options: GatherOptions): void {
  const finished = store.current;
  store.previousTotal = finished.count + store.dormant;
  store.dormant = 0;
  store.current = store.previous;
  store.previous = finished;
  hashPrevious(store);
  assignPatches(store, pairs);
  placePoints(store);
  const { current } = store;
  current.bodies = bodies;
  current.stamp = nextStamp();
  for (let i = 0; i < current.count; i++) {
    scaleNormal(current, i);
    const before = findPrevious(store, i, bodies);
    if (before >= 0) takeOver(store, i, before, bodies, options.impulseScale);
    else startFresh(current, i);
    completeFrame(current.normal, current.tangent1, current.tangent2, 3 * i);
    if (!options.impulsesGiven) {
      placePointsInBodies(current, i, bodies);
      matchPoints(store, i, before, options);
    }
    locate(current, i, bodies);
    current.normalScale[i] = 1;
    if (before >= 0 && current.law[i] !== store.previous.law[before])
      current.law[i].initFromImpulse?.(current, i, options.h);
  }
}

/** Stores frame and normal in the body that turns less about the normal: λ keeps its direction there. */
export function carryFrames(patches: PatchBuffers, bodies: Bodies): void {
  const { normal, tangent1 } = patches;
  const v = bodies.velocity;
  for (let i = 0; i < patches.count; i++) {
    const at = 3 * i;
    const a = patches.bodyA[i];
    const b = patches.bodyB[i];
    let spinA = 0;
    let spinB = 0;
    for (let e = 0; e < 3; e++) {
      spinA += v[6 * a + 3 + e] * normal[at + e];
      spinB += v[6 * b + 3 + e] * normal[at + e];
    }
    const carrier = Math.abs(spinB) < Math.abs(spinA) ? 1 : 0;
    patches.carrier[i] = carrier;
    const pose = 7 * (carrier === 0 ? a : b);
    rotateBack(bodies.pose, pose, tangent1, at, patches.carriedTangent, at);
    rotateBack(bodies.pose, pose, normal, at, patches.carriedNormal, at);
  }
}

function hashPrevious(store: PatchStore): void {
  const total = store.previousTotal;
  let size = store.bucket.length;
  while (size < 2 * total) size *= 2;
  if (size !== store.bucket.length) store.bucket = new Int32Array(size);
  store.bucket.fill(-1);
  store.chain = ensureCapacity(store.chain, total);
  store.taken = ensureCapacity(store.taken, total);
  store.taken.fill(0, 0, total);
  // From the back, so that a chain lists patches in their own order.
  for (let i = total - 1; i >= 0; i--) {
    const slot = hashKey(store.previous.key, 4 * i) & (size - 1);
    store.chain[i] = store.bucket[slot];
    store.bucket[slot] = i;
  }
}

function hashKey(key: Int32Array, at: number): number {
  let hash = 0;
  for (let e = 0; e < 4; e++) {
    hash = Math.imul(hash ^ key[at + e], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

export function sameKey(a: Int32Array, aAt: number, b: Int32Array, bAt: number): boolean {
  return a[aAt] === b[bAt] && a[aAt + 1] === b[bAt + 1] && a[aAt + 2] === b[bAt + 2] && a[aAt + 3] === b[bAt + 3];
}

/** First pass: which patch does each contact belong to? Keys, slots, law and the sum of the normals of each patch. */
function assignPatches(store: PatchStore, pairs: MaterialPairs): void {
  const { contacts, current } = store;
  current.count = 0;
  current.pointCount = contacts.count;
  store.patchOf = ensureCapacity(store.patchOf, contacts.count);
  store.pointOf = ensureCapacity(store.pointOf, contacts.count);
  reservePatches(current, contacts.count, contacts.count); // at most as many patches as points
  const { key, normal } = contacts;
  for (let c = 0; c < contacts.count; c++) {
    const k = 4 * c;
    flipToCanonical(contacts, c);
    let patch = current.count - 1;
    while (
      patch >= 0 &&
      sameKey(current.key, 4 * patch, key, k) &&
      !isAlong(current.normal, 3 * patch, normal, 3 * c)
    ) {
      patch--;
    }
    if (patch < 0 || !sameKey(current.key, 4 * patch, key, k)) {
      patch = current.count++;
      current.bodyA[patch] = contacts.body[2 * c];
      current.bodyB[patch] = contacts.body[2 * c + 1];
      copyNumbers(key, k, current.key, 4 * patch, 4);
      const materialA = contacts.material[2 * c];
      const materialB = contacts.material[2 * c + 1];
      const { law, first } = pairOf(pairs, materialA, materialB);
      current.law[patch] = law;
      current.flipped[patch] = first === materialB && first !== materialA ? 1 : 0;
      current.normal.fill(0, 3 * patch, 3 * patch + 3);
      current.points[patch] = 0;
    }
    for (let e = 0; e < 3; e++) current.normal[3 * patch + e] += normal[3 * c + e];
    current.points[patch]++;
    store.patchOf[c] = patch;
  }
  // Never shrinks, so that dormant patches keep their place.
  let stride = store.previous.stateStride;
  for (let i = 0; i < current.count; i++) stride = Math.max(stride, current.law[i].stateSize);
  current.stateStride = stride;
  current.state = ensureCapacity(current.state, stride * current.count);
  current.law.length = current.count;
}

/** Does the unit vector n point the same way as s, which may have any length? */
function isAlong(s: Float64Array, sAt: number, n: Float64Array, nAt: number): boolean {
  let dot = 0;
  let square = 0;
  for (let e = 0; e < 3; e++) {
    dot += s[sAt + e] * n[nAt + e];
    square += s[sAt + e] * s[sAt + e];
  }
  return dot > SAME_NORMAL * Math.sqrt(square);
}

/** Swaps A and B of a contact whose keys are not in canonical order. */
export function flipToCanonical(contacts: ContactBuffer, c: number): void {
  const { key } = contacts;
  const k = 4 * c;
  if (key[k] > key[k + 2] || (key[k] === key[k + 2] && key[k + 1] > key[k + 3])) flip(contacts, c);
}

function flip(contacts: ContactBuffer, c: number): void {
  const { body, key, material, normal } = contacts;
  swap(body, 2 * c, 2 * c + 1);
  swap(material, 2 * c, 2 * c + 1);
  swap(key, 4 * c, 4 * c + 2);
  swap(key, 4 * c + 1, 4 * c + 3);
  for (let e = 3 * c; e < 3 * c + 3; e++) normal[e] = -normal[e];
}

function swap(array: Int32Array, i: number, j: number): void {
  const held = array[i];
  array[i] = array[j];
  array[j] = held;
}

/** Second pass: the points of a patch side by side, in the engine's order. */
function placePoints(store: PatchStore): void {
  const { contacts, current } = store;
  store.placed = ensureCapacity(store.placed, current.count);
  let next = 0;
  for (let i = 0; i < current.count; i++) {
    current.firstPoint[i] = next;
    store.placed[i] = next;
    next += current.points[i];
  }
  for (let c = 0; c < contacts.count; c++) {
    const p = store.placed[store.patchOf[c]]++;
    store.pointOf[c] = p;
    copyNumbers(contacts.position, 3 * c, current.pointPosition, 3 * p, 3);
    current.pointGap[p] = contacts.gap[c];
    current.pointSlop[p] = contacts.slop[c];
    current.pointRestitution[p] = contacts.restitution[c];
    current.pointImpulse[p] = contacts.impulse[c];
    current.pointStepImpulse[p] = 0;
  }
}

export function scaleNormal(p: PatchBuffers, i: number): void {
  const n = p.normal;
  const at = 3 * i;
  const scale = 1 / Math.sqrt(n[at] * n[at] + n[at + 1] * n[at + 1] + n[at + 2] * n[at + 2]);
  n[at] *= scale;
  n[at + 1] *= scale;
  n[at + 2] *= scale;
}

/** The patch of the step before that this one continues, or -1: same keys, and the normal that fits best. */
function findPrevious(store: PatchStore, i: number, bodies: Bodies): number {
  const { current, previous } = store;
  let best = -1;
  let bestCosine = SAME_PATCH;
  let j = store.bucket[hashKey(current.key, 4 * i) & (store.bucket.length - 1)];
  for (; j >= 0; j = store.chain[j]) {
    if (store.taken[j] === 1 || !sameKey(previous.key, 4 * j, current.key, 4 * i)) continue;
    const carrier = previous.carrier[j] === 0 ? current.bodyA[i] : current.bodyB[i];
    rotate(bodies.pose, 7 * carrier, previous.carriedNormal, 3 * j, scratch, 0);
    const cosine =
      scratch[0] * current.normal[3 * i] +
      scratch[1] * current.normal[3 * i + 1] +
      scratch[2] * current.normal[3 * i + 2];
    if (cosine > bestCosine) {
      best = j;
      bestCosine = cosine;
    }
  }
  if (best >= 0) store.taken[best] = 1;
  return best;
}

/** Patch i of the current step goes on where patch j of the last one ended. */
function takeOver(store: PatchStore, i: number, j: number, bodies: Bodies, impulseScale: number): void {
  const { current, previous } = store;
  const carrier = previous.carrier[j] === 0 ? current.bodyA[i] : current.bodyB[i];
  rotate(bodies.pose, 7 * carrier, previous.carriedTangent, 3 * j, current.tangent1, 3 * i);
  inherit(store, i, j, impulseScale);
}

/** Impulses, slip and memory of patch j of the last step. */
export function inherit(store: PatchStore, i: number, j: number, impulseScale: number): void {
  const { current, previous } = store;
  for (let e = 0; e < 3; e++) {
    current.impulse[3 * i + e] = impulseScale * previous.impulse[3 * j + e];
    current.slip[3 * i + e] = previous.slip[3 * j + e];
    current.centreOffset[3 * i + e] = previous.centreOffset[3 * j + e];
  }
  current.averageImpulse[i] = impulseScale * previous.averageImpulse[j];
  current.recentImpulse[i] = impulseScale * previous.recentImpulse[j];
  current.sliding[i] = previous.sliding[j];
  current.wasSliding[i] = previous.wasSliding[j];
  // A law that was swapped while the pair touched starts without memory; `initFromImpulse` may take over the impulses it finds.
  const remembered = current.law[i] === previous.law[j] ? current.law[i].stateSize : 0;
  const { stateStride: stride } = current;
  for (let e = 0; e < stride; e++) {
    current.state[stride * i + e] = e < remembered ? previous.state[previous.stateStride * j + e] : 0;
  }
}

function startFresh(p: PatchBuffers, i: number): void {
  for (let e = 0; e < 3; e++) {
    p.tangent1[3 * i + e] = 0;
    p.impulse[3 * i + e] = 0;
    p.slip[3 * i + e] = 0;
    p.centreOffset[3 * i + e] = 0;
  }
  p.averageImpulse[i] = 0;
  p.recentImpulse[i] = 0;
  p.sliding[i] = 0;
  p.wasSliding[i] = 0;
  p.state.fill(0, p.stateStride * i, p.stateStride * (i + 1));
}

/** The points of patch i in the frames of both bodies: to find them again in the next step, or when the bodies wake. */
export function placePointsInBodies(p: PatchBuffers, i: number, bodies: Bodies): void {
  for (let q = p.firstPoint[i]; q < p.firstPoint[i] + p.points[i]; q++) {
    placeInBody(p, q, bodies, p.bodyA[i], p.pointLocalA);
    placeInBody(p, q, bodies, p.bodyB[i], p.pointLocalB);
  }
}

function placeInBody(p: PatchBuffers, q: number, bodies: Bodies, body: number, local: Float64Array): void {
  for (let e = 0; e < 3; e++) scratch[e] = p.pointPosition[3 * q + e] - bodies.pose[7 * body + e];
  rotateBack(bodies.pose, 7 * body, scratch, 0, local, 3 * q);
}

/** Each point takes the impulse of the nearest point of the previous patch, seen from A or from B, each used once. */
function matchPoints(store: PatchStore, i: number, before: number, options: GatherOptions): void {
  const { current, previous } = store;
  const first = current.firstPoint[i];
  const last = first + current.points[i];
  if (before < 0) {
    current.pointImpulse.fill(0, first, last);
    return;
  }
  const oldFirst = previous.firstPoint[before];
  const oldCount = previous.points[before];
  store.pointTaken = ensureCapacity(store.pointTaken, oldCount);
  store.pointTaken.fill(0, 0, oldCount);
  const limit = options.matchDistance * options.matchDistance;
  for (let q = first; q < last; q++) {
    let nearest = -1;
    let nearestDistance = limit;
    for (let o = 0; o < oldCount; o++) {
      if (store.pointTaken[o] === 1) continue;
      // Written out: numbers that a function gives back may be objects.
      let seenFromA = 0;
      let seenFromB = 0;
      for (let e = 0; e < 3; e++) {
        const old = 3 * (oldFirst + o) + e;
        const a = current.pointLocalA[3 * q + e] - previous.pointLocalA[old];
        const b = current.pointLocalB[3 * q + e] - previous.pointLocalB[old];
        seenFromA += a * a;
        seenFromB += b * b;
      }
      const distance = Math.min(seenFromA, seenFromB);
      if (distance < nearestDistance) {
        nearest = o;
        nearestDistance = distance;
      }
    }
    if (nearest >= 0) store.pointTaken[nearest] = 1;
    current.pointImpulse[q] = nearest < 0 ? 0 : options.impulseScale * previous.pointImpulse[oldFirst + nearest];
  }
}

/** Pressure centre, arms and torsion radius, from the points and the impulses they carry (equal ones where none do). */
export function locate(p: PatchBuffers, i: number, bodies: Bodies): void {
  const at = 3 * i;
  moveCentre(p, i, bodies);
  const { centre } = p;
  for (let e = at; e < at + 3; e++) {
    p.armA[e] = centre[e] - bodies.pose[7 * p.bodyA[i] + e - at];
    p.armB[e] = centre[e] - bodies.pose[7 * p.bodyB[i] + e - at];
    p.stepImpulse[e] = 0;
  }
  p.stepNormalImpulse[i] = 0;
}

export function nextStamp(): number {
  return ++gatherings;
}

let gatherings = 0;
const scratch = new Float64Array(3);
