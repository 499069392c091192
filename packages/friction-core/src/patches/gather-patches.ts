import type { Bodies } from '../bodies/bodies.js';
import { SAME_NORMAL } from '../constants.js';
import { findPair, type MaterialPairs } from '../materials/material-pairs.js';
import { copyNumbers, ensureCapacity } from '../math/buffers.js';
import { rotateBack } from '../math/rotation.js';
import { type ContactBuffer, isSameKey, toCanonicalOrder } from './contact-buffer.js';
import { type AdhesiveBodies, keepAdhesiveContacts } from './keep-adhesive.js';
import { continuePatch, hashPrevious, matchPatches, matchPoints, resetPatch } from './match-patches.js';
import { BODY_A, BODY_B, type PatchBuffers, reservePatches } from './patch-buffers.js';
import type { PatchStore } from './patch-store.js';
import { updatePressureCentre } from './pressure-centre.js';
import { completeFrame } from './tangent-frame.js';

/**
 * Start of a step: contacts in, patches out. Contacts with the same bodies, shapes, materials and normal become one patch. A patch is matched
 * with its predecessor in the last step by keys and normal, and inherits its impulses, tangent frame and law state.
 *
 * Pairs are put in canonical order (lower key first), so the engine's pair order does not matter.
 */
export interface GatherOptions {
  /** The engine has solved the normals: use `contacts.impulse`, not the last step's impulses of matched points. */
  hasNormalImpulses: boolean;
  /** This step's h over the last one's: the factor on remembered impulses. */
  impulseScale: number;
  /** Length of this step's solves [s]. */
  h: number;
  /** Points farther apart than this [m] are different points. */
  matchDistance: number;
  /** Set by adapters of engines that report fewer contacts than adhesion needs. */
  adhesive?: AdhesiveBodies;
}

/** Turns `store.contacts` into `store.current`. */
export function gatherPatches(store: PatchStore, bodies: Bodies, pairs: MaterialPairs, options: GatherOptions): void {
  const finished = store.current;
  store.previousTotal = finished.count + store.sleepingCount;
  store.sleepingCount = 0;
  store.current = store.previous;
  store.previous = finished;
  hashPrevious(store);
  if (options.adhesive) keepAdhesiveContacts(store, bodies, options.adhesive);
  assignPatches(store, pairs);
  placePoints(store);
  const { current } = store;
  current.bodies = bodies;
  current.stamp = nextStamp();
  matchPatches(store, bodies);
  for (let i = 0; i < current.count; i++) {
    const before = store.before[i];
    if (before >= 0) continuePatch(store, i, before, bodies, options.impulseScale);
    else resetPatch(current, i);
    completeFrame(current.normal, current.tangent1, current.tangent2, 3 * i);
    if (!options.hasNormalImpulses) {
      computeLocalPoints(current, i, bodies);
      matchPoints(store, i, before, options);
    }
    locatePatch(current, i, bodies);
    current.normalScale[i] = 1;
    if (before >= 0 && current.law[i] !== store.previous.law[before])
      current.law[i].initFromImpulse?.(current, i, options.h);
  }
}

/** End of a step: stores each frame in the body that spins less about the normal, so that λ keeps its direction there. */
export function storeFrames(patches: PatchBuffers, bodies: Bodies): void {
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
    const isB = Math.abs(spinB) < Math.abs(spinA);
    patches.frameBody[i] = isB ? BODY_B : BODY_A;
    const pose = 7 * (isB ? b : a);
    rotateBack(bodies.pose, pose, tangent1, at, patches.localTangent, at);
    rotateBack(bodies.pose, pose, normal, at, patches.localNormal, at);
  }
}

/** First pass: assigns each contact to a patch. Sets keys, slots, law and the sum of the normals of each patch. */
function assignPatches(store: PatchStore, pairs: MaterialPairs): void {
  const { contacts, current } = store;
  current.count = 0;
  current.pointCount = contacts.count;
  store.contactPatch = ensureCapacity(store.contactPatch, contacts.count);
  store.contactPoint = ensureCapacity(store.contactPoint, contacts.count);
  reservePatches(current, contacts.count, contacts.count); // at most as many patches as points
  const { key, normal } = contacts;
  for (let c = 0; c < contacts.count; c++) {
    const k = 4 * c;
    toCanonicalOrder(contacts, c);
    let patch = current.count - 1;
    while (
      patch >= 0 &&
      isSameKey(current.key, 4 * patch, key, k) &&
      !(hasMaterials(current, patch, contacts, c) && isAlong(current.normal, 3 * patch, normal, 3 * c))
    ) {
      patch--;
    }
    if (patch < 0 || !isSameKey(current.key, 4 * patch, key, k)) {
      patch = current.count++;
      current.bodyA[patch] = contacts.body[2 * c];
      current.bodyB[patch] = contacts.body[2 * c + 1];
      copyNumbers(key, k, current.key, 4 * patch, 4);
      const first = contacts.material[2 * c];
      const second = contacts.material[2 * c + 1];
      current.material[2 * patch] = first;
      current.material[2 * patch + 1] = second;
      const { law, materialA } = findPair(pairs, first, second);
      current.law[patch] = law;
      current.flipped[patch] = materialA === second && materialA !== first ? 1 : 0;
      current.normal.fill(0, 3 * patch, 3 * patch + 3);
      current.points[patch] = 0;
    }
    for (let e = 0; e < 3; e++) current.normal[3 * patch + e] += normal[3 * c + e];
    current.points[patch]++;
    store.contactPatch[c] = patch;
  }
  // Never shrinks, so that sleeping patches keep their state.
  let stride = store.previous.stateStride;
  for (let i = 0; i < current.count; i++) stride = Math.max(stride, current.law[i].stateSize);
  current.stateStride = stride;
  current.state = ensureCapacity(current.state, stride * current.count);
  current.law.length = current.count;
}

/** True if contact c has the materials of the patch. Places of one surface may differ. */
export function hasMaterials(p: PatchBuffers, patch: number, { material }: ContactBuffer, c: number): boolean {
  return material[2 * c] === p.material[2 * patch] && material[2 * c + 1] === p.material[2 * patch + 1];
}

/** True if the unit vector n points along s, which may have any length: contacts with such normals form one patch. */
export function isAlong(s: Float64Array, sAt: number, n: Float64Array, nAt: number): boolean {
  let dot = 0;
  let square = 0;
  for (let e = 0; e < 3; e++) {
    dot += s[sAt + e] * n[nAt + e];
    square += s[sAt + e] * s[sAt + e];
  }
  return dot > SAME_NORMAL * Math.sqrt(square);
}

/** Second pass: stores the points of each patch next to each other, in the engine's order. */
function placePoints(store: PatchStore): void {
  const { contacts, current } = store;
  store.nextPoint = ensureCapacity(store.nextPoint, current.count);
  let next = 0;
  for (let i = 0; i < current.count; i++) {
    current.firstPoint[i] = next;
    store.nextPoint[i] = next;
    next += current.points[i];
  }
  for (let c = 0; c < contacts.count; c++) {
    const p = store.nextPoint[store.contactPatch[c]]++;
    store.contactPoint[c] = p;
    copyNumbers(contacts.position, 3 * c, current.pointPosition, 3 * p, 3);
    current.pointGap[p] = contacts.gap[c];
    current.pointSlop[p] = contacts.slop[c];
    current.pointRestitution[p] = contacts.restitution[c];
    current.pointImpulse[p] = contacts.impulse[c];
    current.pointStepImpulse[p] = 0;
  }
}

/** Stores the points of patch i in the frames of both bodies, to match them in the next step or when the bodies wake. */
export function computeLocalPoints(p: PatchBuffers, i: number, bodies: Bodies): void {
  for (let q = p.firstPoint[i]; q < p.firstPoint[i] + p.points[i]; q++) {
    toBodyFrame(p, q, bodies, p.bodyA[i], p.pointLocalA);
    toBodyFrame(p, q, bodies, p.bodyB[i], p.pointLocalB);
  }
}

function toBodyFrame(p: PatchBuffers, q: number, { pose }: Bodies, body: number, local: Float64Array): void {
  for (let e = 0; e < 3; e++) local[3 * q + e] = p.pointPosition[3 * q + e] - pose[7 * body + e];
  rotateBack(pose, 7 * body, local, 3 * q, local, 3 * q);
}

/** Sets pressure centre, arms and torsion radius from the points and their impulses (equal weights if there are none). */
export function locatePatch(p: PatchBuffers, i: number, bodies: Bodies): void {
  const at = 3 * i;
  updatePressureCentre(p, i, bodies);
  const { centre } = p;
  for (let e = at; e < at + 3; e++) {
    p.armA[e] = centre[e] - bodies.pose[7 * p.bodyA[i] + e - at];
    p.armB[e] = centre[e] - bodies.pose[7 * p.bodyB[i] + e - at];
    p.stepImpulse[e] = 0;
  }
  p.stepNormalImpulse[i] = 0;
}

/** One counter for all worlds: a law that serves several worlds must not see the same stamp twice. */
let stamps = 0;

export function nextStamp(): number {
  return ++stamps;
}
