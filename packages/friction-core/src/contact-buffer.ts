import { grown } from './bodies.js';

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

export function createContactBuffer(): ContactBuffer {
  return {
    count: 0,
    body: new Int32Array(0),
    key: new Int32Array(0),
    material: new Int32Array(0),
    normal: new Float64Array(0),
    position: new Float64Array(0),
    gap: new Float64Array(0),
    slop: new Float64Array(0),
    restitution: new Float64Array(0),
    impulse: new Float64Array(0),
  };
}

/** Makes room for one more contact and returns its index; the caller fills every field. */
export function pushContact(contacts: ContactBuffer): number {
  const index = contacts.count++;
  const { count } = contacts;
  contacts.body = grown(contacts.body, 2 * count);
  contacts.key = grown(contacts.key, 4 * count);
  contacts.material = grown(contacts.material, 2 * count);
  contacts.normal = grown(contacts.normal, 3 * count);
  contacts.position = grown(contacts.position, 3 * count);
  contacts.gap = grown(contacts.gap, count);
  contacts.slop = grown(contacts.slop, count);
  contacts.restitution = grown(contacts.restitution, count);
  contacts.impulse = grown(contacts.impulse, count);
  return index;
}
