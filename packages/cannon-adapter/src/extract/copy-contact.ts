import type { ContactBuffer } from '@stiction/friction-core/adapter';

/** Copies the fields that all contacts of one pair of shapes share. The caller sets normal, position and gap. */
export function copyContactPair(contacts: ContactBuffer, from: number, to: number): void {
  const { body, key, material, slop, restitution, impulse } = contacts;
  for (let e = 0; e < 4; e++) key[4 * to + e] = key[4 * from + e];
  for (let e = 0; e < 2; e++) {
    body[2 * to + e] = body[2 * from + e];
    material[2 * to + e] = material[2 * from + e];
  }
  slop[to] = slop[from];
  restitution[to] = restitution[from];
  impulse[to] = impulse[from];
}
