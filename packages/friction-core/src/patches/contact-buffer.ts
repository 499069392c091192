import { copyNumbers, reserve, type Strides } from '../math/buffers.js';

/**
 * Contact points in the engine's order. The adapter fills them, and `gatherPatches` groups them into patches. All vectors are in
 * world axes.
 */
export interface ContactBuffer {
  count: number;
  /** Body slots A, B. Two per contact. */
  body: Int32Array;
  /** Keys that stay the same across steps: body A, shape A, body B, shape B. Four per contact. */
  key: Int32Array;
  /** Material ids A, B (`materialId`). Two per contact. */
  material: Int32Array;
  /** Index of the part of shapes A, B that touches, for `setSurface`; 0 if they have none. Two per contact. */
  part: Int32Array;
  /** Unit normal from A to B. */
  normal: Float64Array;
  position: Float64Array;
  /** Signed distance [m]; negative if the bodies overlap. */
  gap: Float64Array;
  /** Overlap that the contact keeps at rest [m], so that the engine continues to report it. */
  slop: Float64Array;
  restitution: Float64Array;
  /** Normal impulse of the step [N s], if the engine has already solved for it. */
  impulse: Float64Array;
}

const INTS: Strides<ContactBuffer, Int32Array> = { body: 2, key: 4, material: 2, part: 2 };
const FLOATS: Strides<ContactBuffer, Float64Array> = {
  normal: 3,
  position: 3,
  gap: 1,
  slop: 1,
  restitution: 1,
  impulse: 1,
};

export function createContactBuffer(): ContactBuffer {
  const contacts = { count: 0 } as ContactBuffer;
  reserve(contacts, Int32Array, INTS, 0);
  reserve(contacts, Float64Array, FLOATS, 0);
  return contacts;
}

/** Makes room for one more contact and returns its index. The caller fills every field. */
export function pushContact(contacts: ContactBuffer): number {
  const index = contacts.count++;
  if (contacts.gap.length < contacts.count) {
    reserve(contacts, Int32Array, INTS, contacts.count);
    reserve(contacts, Float64Array, FLOATS, contacts.count);
  }
  return index;
}

/** Copies all fields of a contact to another index. */
export function copyContact(contacts: ContactBuffer, from: number, to: number): void {
  const { body, key, material, part, normal, position, gap, slop, restitution, impulse } = contacts;
  copyNumbers(body, 2 * from, body, 2 * to, 2);
  copyNumbers(key, 4 * from, key, 4 * to, 4);
  copyNumbers(material, 2 * from, material, 2 * to, 2);
  copyNumbers(part, 2 * from, part, 2 * to, 2);
  copyNumbers(normal, 3 * from, normal, 3 * to, 3);
  copyNumbers(position, 3 * from, position, 3 * to, 3);
  gap[to] = gap[from];
  slop[to] = slop[from];
  restitution[to] = restitution[from];
  impulse[to] = impulse[from];
}

/** Swaps A and B of contact c if the lower key is not first, so that the engine's pair order does not matter. */
export function toCanonicalOrder(contacts: ContactBuffer, c: number): void {
  const { key } = contacts;
  const k = 4 * c;
  if (key[k] > key[k + 2] || (key[k] === key[k + 2] && key[k + 1] > key[k + 3])) swapBodies(contacts, c);
}

function swapBodies(contacts: ContactBuffer, c: number): void {
  const { body, key, material, part, normal } = contacts;
  swap(body, 2 * c, 2 * c + 1);
  swap(material, 2 * c, 2 * c + 1);
  swap(part, 2 * c, 2 * c + 1);
  swap(key, 4 * c, 4 * c + 2);
  swap(key, 4 * c + 1, 4 * c + 3);
  for (let e = 3 * c; e < 3 * c + 3; e++) normal[e] = -normal[e];
}

function swap(array: Int32Array, i: number, j: number): void {
  const first = array[i];
  array[i] = array[j];
  array[j] = first;
}

/** True if two sets of four keys are equal. */
export function isSameKey(a: Int32Array, aAt: number, b: Int32Array, bAt: number): boolean {
  return a[aAt] === b[bAt] && a[aAt + 1] === b[bAt + 1] && a[aAt + 2] === b[bAt + 2] && a[aAt + 3] === b[bAt + 3];
}
