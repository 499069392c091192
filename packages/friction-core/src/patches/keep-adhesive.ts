import { type Bodies, canMove } from '../bodies/bodies.js';
import { ADHESION_RANGE } from '../constants.js';
import { movePoint, rotate } from '../math/rotation.js';
import { isSameKey, pushContact, toCanonicalOrder } from './contact-buffer.js';
import { hashKey } from './match-patches.js';
import { BODY_A } from './patch-buffers.js';
import type { PatchStore } from './patch-store.js';

/** What an adapter tells about the bodies of patches that the engine no longer reports. */
export interface AdhesiveBodies {
  /** The slot of the body with this key, read if necessary; negative if it was removed. */
  slotOfKey(key: number): number;
  /** True if the bodies with these keys are both asleep or static. */
  areAsleep(keyA: number, keyB: number): boolean;
  lengthUnit: number;
}

/** World positions of one contact point as it moved with A and with B, and the normal. */
const onA = new Float64Array(3);
const onB = new Float64Array(3);
const normal = new Float64Array(3);

/** Reads the bodies of all contacts that `keepAdhesiveContacts` may add. Call it after the engine's contacts have been read. */
export function readAdhesiveBodies({ current, sleepingCount }: PatchStore, engine: AdhesiveBodies | undefined): void {
  const { key, adhesion } = current;
  const total = current.count + sleepingCount;
  for (let i = 0; engine && i < total; i++) {
    if (!(adhesion[i] > 0) || engine.areAsleep(key[4 * i], key[4 * i + 2])) continue;
    engine.slotOfKey(key[4 * i]);
    engine.slotOfKey(key[4 * i + 2]);
  }
}

/**
 * Adds the contacts of adhesive patches of the last step that the engine does not report: of surfaces that are no farther apart than
 * the range, and of bodies that were woken after the engine had looked for contacts. Call it after `hashPrevious`.
 */
export function keepAdhesiveContacts(store: PatchStore, bodies: Bodies, engine: AdhesiveBodies): void {
  const { previous, previousTotal: total, previousMatched: isReported } = store;
  let any = false;
  for (let j = 0; j < total && !any; j++) any = previous.adhesion[j] > 0;
  if (!any) return;
  markReported(store);
  for (let j = 0; j < total; j++) {
    if (isReported[j] === 1 || !(previous.adhesion[j] > 0)) continue;
    const { key } = previous;
    if (engine.areAsleep(key[4 * j], key[4 * j + 2])) continue;
    const a = engine.slotOfKey(key[4 * j]);
    const b = engine.slotOfKey(key[4 * j + 2]);
    if (a < 0 || b < 0 || !(canMove(bodies, a) || canMove(bodies, b))) continue;
    keepPatch(store, j, bodies, a, b, engine.lengthUnit);
  }
  isReported.fill(0, 0, total);
}

/** Marks the patches of the last step between whose shapes the engine has found a contact. */
function markReported({ contacts, previous, previousMatched, hashHead, hashNext }: PatchStore): void {
  for (let c = 0; c < contacts.count; c++) {
    toCanonicalOrder(contacts, c);
    let j = hashHead[hashKey(contacts.key, 4 * c) & (hashHead.length - 1)];
    for (; j >= 0; j = hashNext[j]) if (isSameKey(previous.key, 4 * j, contacts.key, 4 * c)) previousMatched[j] = 1;
  }
}

function keepPatch(
  { contacts, previous }: PatchStore,
  j: number,
  bodies: Bodies,
  a: number,
  b: number,
  lengthUnit: number,
): void {
  const { pose } = bodies;
  const range = previous.law[j].adhesion?.range ?? ADHESION_RANGE * lengthUnit;
  const wasAsleep = j >= previous.count;
  rotate(pose, 7 * (previous.frameBody[j] === BODY_A ? a : b), previous.localNormal, 3 * j, normal, 0);
  for (let q = previous.firstPoint[j]; q < previous.firstPoint[j] + previous.points[j]; q++) {
    movePoint(pose, 7 * a, previous.pointLocalA, 3 * q, onA, 0);
    movePoint(pose, 7 * b, previous.pointLocalB, 3 * q, onB, 0);
    let gap = previous.pointGap[q];
    for (let e = 0; e < 3; e++) gap += normal[e] * (onB[e] - onA[e]);
    // An engine that does not report overlapping surfaces has found that they no longer face each other.
    if (gap > range || !(gap > 0 || wasAsleep)) continue;
    const c = pushContact(contacts);
    contacts.body[2 * c] = a;
    contacts.body[2 * c + 1] = b;
    for (let e = 0; e < 4; e++) contacts.key[4 * c + e] = previous.key[4 * j + e];
    for (let e = 0; e < 2; e++) contacts.material[2 * c + e] = previous.material[2 * j + e];
    for (let e = 0; e < 2; e++) contacts.part[2 * c + e] = 0;
    for (let e = 0; e < 3; e++) {
      contacts.normal[3 * c + e] = normal[e];
      contacts.position[3 * c + e] = 0.5 * (onA[e] + onB[e]);
    }
    contacts.gap[c] = gap;
    contacts.slop[c] = previous.pointSlop[q];
    contacts.restitution[c] = 0;
    contacts.impulse[c] = 0;
  }
}
