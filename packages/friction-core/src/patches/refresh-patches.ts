import type { Bodies } from '../bodies/bodies.js';
import { UNCHANGED_NORMAL } from '../constants.js';
import { findPair, type MaterialPairs } from '../materials/material-pairs.js';
import { rotate } from '../math/rotation.js';
import { isSameKey, toCanonicalOrder } from './contact-buffer.js';
import { hasMaterials, locatePatch, nextStamp } from './gather-patches.js';
import { normalizeNormal } from './match-patches.js';
import { BODY_A } from './patch-buffers.js';
import type { PatchStore } from './patch-store.js';
import { completeFrame } from './tangent-frame.js';

/**
 * A faster `gatherPatches` with the same result, bit for bit, if the contacts are those of the last gathering in the same order,
 * with new positions and impulses. For engines that solve the normals (`hasNormalImpulses`).
 *
 * Returns false, and changes nothing, if anything else has changed; then call `gatherPatches`. `count` is the number of contacts of
 * the last gathering.
 */
export function refreshPatches(store: PatchStore, bodies: Bodies, pairs: MaterialPairs, count: number): boolean {
  const { contacts, current } = store;
  if (contacts.count !== count || current.bodies !== bodies) return false;
  if (!areContactsSame(store) || !arePatchesSame(store, bodies, pairs)) return false;
  current.stamp = nextStamp();
  placeContacts(store);
  for (let i = 0; i < current.count; i++) {
    normalizeNormal(current, i);
    const body = current.frameBody[i] === BODY_A ? current.bodyA[i] : current.bodyB[i];
    rotate(bodies.pose, 7 * body, current.localTangent, 3 * i, current.tangent1, 3 * i);
    completeFrame(current.normal, current.tangent1, current.tangent2, 3 * i);
    locatePatch(current, i, bodies);
    current.normalScale[i] = 1;
  }
  return true;
}

/** True if every contact stays in its patch. */
function areContactsSame({ contacts, current, contactPatch }: PatchStore): boolean {
  const { key, body, normal: n, count } = contacts;
  const m = current.normal;
  for (let c = 0; c < count; c++) {
    toCanonicalOrder(contacts, c);
    const i = contactPatch[c];
    if (!isSameKey(key, 4 * c, current.key, 4 * i) || !hasMaterials(current, i, contacts, c)) return false;
    if (body[2 * c] !== current.bodyA[i] || body[2 * c + 1] !== current.bodyB[i]) return false;
    const cosine = n[3 * c] * m[3 * i] + n[3 * c + 1] * m[3 * i + 1] + n[3 * c + 2] * m[3 * i + 2];
    if (!(cosine > UNCHANGED_NORMAL)) return false;
  }
  return true;
}

/** True if every patch keeps its law and is the only one between its shapes. */
function arePatchesSame(store: PatchStore, bodies: Bodies, pairs: MaterialPairs): boolean {
  const { contacts, current, previousNormal } = store;
  for (let c = 0; c < contacts.count; c++) {
    const i = store.contactPatch[c];
    if (store.contactPoint[c] !== current.firstPoint[i]) continue;
    if (i > 0 && isSameKey(current.key, 4 * i, current.key, 4 * i - 4)) return false;
    if (findPair(pairs, contacts.material[2 * c], contacts.material[2 * c + 1]).law !== current.law[i]) return false;
    // A patch that has rotated against the body of its frame could be a new one.
    const body = current.frameBody[i] === BODY_A ? current.bodyA[i] : current.bodyB[i];
    rotate(bodies.pose, 7 * body, current.localNormal, 3 * i, previousNormal, 0);
    const cosine =
      previousNormal[0] * contacts.normal[3 * c] +
      previousNormal[1] * contacts.normal[3 * c + 1] +
      previousNormal[2] * contacts.normal[3 * c + 2];
    if (!(cosine > UNCHANGED_NORMAL)) return false;
  }
  return true;
}

function placeContacts({ contacts, current, contactPatch, contactPoint }: PatchStore): void {
  const { normal, position, impulse, count } = contacts;
  const { pointPosition, pointImpulse, pointStepImpulse } = current;
  current.normal.fill(0, 0, 3 * current.count);
  for (let c = 0; c < count; c++) {
    const i = 3 * contactPatch[c];
    const p = contactPoint[c];
    current.normal[i] += normal[3 * c];
    current.normal[i + 1] += normal[3 * c + 1];
    current.normal[i + 2] += normal[3 * c + 2];
    pointPosition[3 * p] = position[3 * c];
    pointPosition[3 * p + 1] = position[3 * c + 1];
    pointPosition[3 * p + 2] = position[3 * c + 2];
    pointImpulse[p] = impulse[c];
    pointStepImpulse[p] = 0;
  }
}
