import { reserve, type Strides } from './buffers.js';

/**
 * Contact points in the order in which the engine reports them: what an adapter fills in `extract`. `gatherPatches` turns
 * them into patches. All vectors are world vectors.
 */
export interface ContactBuffer {
  count: number;
  /** Body slots A, B. Two per contact. */
  body: Int32Array;
  /** Keys that stay the same across steps: body A, shape A, body B, shape B. Four per contact. */
  key: Int32Array;
  /** Material ids A, B (`materialId`). Two per contact. */
  material: Int32Array;
  /** Unit normal from A to B. */
  normal: Float64Array;
  position: Float64Array;
  /** Signed distance [m]; negative where the bodies overlap. */
  gap: Float64Array;
  /** Overlap that the contact keeps at rest [m], so that the engine goes on reporting it. */
  slop: Float64Array;
  restitution: Float64Array;
  /** Normal impulse of the step, where the engine has already solved for it (N s). */
  impulse: Float64Array;
}

const INTS: Strides<ContactBuffer, Int32Array> = { body: 2, key: 4, material: 2 };
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

/** Makes room for one more contact and returns its index; the caller fills every field. */
export function pushContact(contacts: ContactBuffer): number {
  const index = contacts.count++;
  if (contacts.gap.length < contacts.count) {
    reserve(contacts, Int32Array, INTS, contacts.count);
    reserve(contacts, Float64Array, FLOATS, contacts.count);
  }
  return index;
}
