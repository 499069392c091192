import type { Bodies } from '../bodies/bodies.js';
import { SAME_PATCH } from '../constants.js';
import { ensureCapacity } from '../math/buffers.js';
import { rotate } from '../math/rotation.js';
import { isSameKey } from './contact-buffer.js';
import type { GatherOptions } from './gather-patches.js';
import { BODY_A, type PatchBuffers } from './patch-buffers.js';
import type { PatchStore } from './patch-store.js';

/** Matches patches and points with those of the last step, and carries their memory over. */

/** Hashes the keys of the last step's patches. */
export function hashPrevious(store: PatchStore): void {
  const total = store.previousTotal;
  let size = store.hashHead.length;
  while (size < 2 * total) size *= 2;
  if (size !== store.hashHead.length) store.hashHead = new Int32Array(size);
  store.hashHead.fill(-1);
  store.hashNext = ensureCapacity(store.hashNext, total);
  store.previousMatched = ensureCapacity(store.previousMatched, total);
  store.previousMatched.fill(0, 0, total);
  // Backwards, so that a chain lists patches in their order.
  for (let i = total - 1; i >= 0; i--) {
    const slot = hashKey(store.previous.key, 4 * i) & (size - 1);
    store.hashNext[i] = store.hashHead[slot];
    store.hashHead[slot] = i;
  }
}

export function hashKey(key: Int32Array, at: number): number {
  let hash = 0;
  for (let e = 0; e < 4; e++) {
    hash = Math.imul(hash ^ key[at + e], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

/** Finds the patch of the last step that each patch continues: with the same materials first, so that none takes that of another. */
export function matchPatches(store: PatchStore, bodies: Bodies): void {
  const { current } = store;
  store.before = ensureCapacity(store.before, current.count);
  for (let i = 0; i < current.count; i++) {
    normalizeNormal(current, i);
    store.before[i] = findPrevious(store, i, bodies, true);
  }
  for (let i = 0; i < current.count; i++) {
    if (store.before[i] < 0) store.before[i] = findPrevious(store, i, bodies, false);
  }
}

export function normalizeNormal(p: PatchBuffers, i: number): void {
  const n = p.normal;
  const at = 3 * i;
  const scale = 1 / Math.sqrt(n[at] * n[at] + n[at + 1] * n[at + 1] + n[at + 2] * n[at + 2]);
  n[at] *= scale;
  n[at + 1] *= scale;
  n[at + 2] *= scale;
}

/** Returns the patch of the last step that patch i continues, or -1: the same keys, and the best matching normal. */
function findPrevious(store: PatchStore, i: number, bodies: Bodies, sameMaterials: boolean): number {
  const { current, previous, previousNormal } = store;
  let best = -1;
  let bestCosine = SAME_PATCH;
  let j = store.hashHead[hashKey(current.key, 4 * i) & (store.hashHead.length - 1)];
  for (; j >= 0; j = store.hashNext[j]) {
    if (store.previousMatched[j] === 1 || !isSameKey(previous.key, 4 * j, current.key, 4 * i)) continue;
    if (sameMaterials && !areSameMaterials(current, i, previous, j)) continue;
    const body = previous.frameBody[j] === BODY_A ? current.bodyA[i] : current.bodyB[i];
    rotate(bodies.pose, 7 * body, previous.localNormal, 3 * j, previousNormal, 0);
    const cosine =
      previousNormal[0] * current.normal[3 * i] +
      previousNormal[1] * current.normal[3 * i + 1] +
      previousNormal[2] * current.normal[3 * i + 2];
    if (cosine > bestCosine) {
      best = j;
      bestCosine = cosine;
    }
  }
  if (best >= 0) store.previousMatched[best] = 1;
  return best;
}

function areSameMaterials(p: PatchBuffers, i: number, { material }: PatchBuffers, j: number): boolean {
  return material[2 * j] === p.material[2 * i] && material[2 * j + 1] === p.material[2 * i + 1];
}

/** Patch i of this step continues patch j of the last one. */
export function continuePatch(store: PatchStore, i: number, j: number, bodies: Bodies, impulseScale: number): void {
  const { current, previous } = store;
  const body = previous.frameBody[j] === BODY_A ? current.bodyA[i] : current.bodyB[i];
  rotate(bodies.pose, 7 * body, previous.localTangent, 3 * j, current.tangent1, 3 * i);
  inheritState(store, i, j, impulseScale);
}

/** Copies impulses, slip, flags and law state of patch j of the last step. */
export function inheritState(store: PatchStore, i: number, j: number, impulseScale: number): void {
  const { current, previous } = store;
  for (let e = 0; e < 3; e++) {
    current.impulse[3 * i + e] = impulseScale * previous.impulse[3 * j + e];
    current.slip[3 * i + e] = previous.slip[3 * j + e];
    current.centreOffset[3 * i + e] = previous.centreOffset[3 * j + e];
  }
  current.averageImpulse[i] = impulseScale * previous.averageImpulse[j];
  current.recentImpulse[i] = impulseScale * previous.recentImpulse[j];
  current.adhesion[i] = previous.adhesion[j];
  current.flags[i] = previous.flags[j];
  current.sliding[i] = previous.sliding[j];
  current.wasSliding[i] = previous.wasSliding[j];
  // A law that replaces another one starts without memory; `initFromImpulse` may continue the impulses.
  const remembered = current.law[i] === previous.law[j] ? current.law[i].stateSize : 0;
  const { stateStride: stride } = current;
  for (let e = 0; e < stride; e++) {
    current.state[stride * i + e] = e < remembered ? previous.state[previous.stateStride * j + e] : 0;
  }
}

/** Starts a patch that has no predecessor. */
export function resetPatch(p: PatchBuffers, i: number): void {
  for (let e = 0; e < 3; e++) {
    p.tangent1[3 * i + e] = 0;
    p.impulse[3 * i + e] = 0;
    p.slip[3 * i + e] = 0;
    p.centreOffset[3 * i + e] = 0;
  }
  p.averageImpulse[i] = 0;
  p.recentImpulse[i] = 0;
  p.adhesion[i] = 0;
  p.flags[i] = 0;
  p.sliding[i] = 0;
  p.wasSliding[i] = 0;
  p.state.fill(0, p.stateStride * i, p.stateStride * (i + 1));
}

/** Each point takes the impulse of the nearest point of the previous patch, as seen from A or from B, and each only once. */
export function matchPoints(store: PatchStore, i: number, before: number, options: GatherOptions): void {
  const { current, previous } = store;
  const first = current.firstPoint[i];
  const last = first + current.points[i];
  if (before < 0) {
    current.pointImpulse.fill(0, first, last);
    return;
  }
  const oldFirst = previous.firstPoint[before];
  const oldCount = previous.points[before];
  store.pointMatched = ensureCapacity(store.pointMatched, oldCount);
  store.pointMatched.fill(0, 0, oldCount);
  const limit = options.matchDistance * options.matchDistance;
  for (let q = first; q < last; q++) {
    let nearest = -1;
    let nearestDistance = limit;
    for (let o = 0; o < oldCount; o++) {
      if (store.pointMatched[o] === 1) continue;
      // Inlined by hand: V8 may allocate a number that a function returns.
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
    if (nearest >= 0) store.pointMatched[nearest] = 1;
    current.pointImpulse[q] = nearest < 0 ? 0 : options.impulseScale * previous.pointImpulse[oldFirst + nearest];
  }
}
