import { type BodyTable, DYNAMIC, ghostFor } from './body-table.js';
import type { InstallState } from './install-state.js';
import { loadBody } from './read-bodies.js';

/**
 * Dominance groups: of two dynamic bodies in contact the one with the higher group is not moved by the other, neither by normals nor by
 * friction. In such a contact a ghost stands in for it: a slot with its pose and velocity, and without inverse mass.
 */
export function respectDominance(install: InstallState): void {
  const { bodies: table, store } = install;
  if (!table.hasDominance) return;
  const { contacts } = store;
  for (let c = 0; c < contacts.count; c++) {
    const a = contacts.body[2 * c];
    const b = contacts.body[2 * c + 1];
    const one = standIn(table, a, b);
    const other = standIn(table, b, a);
    if (one !== a) loadBody(install, one);
    if (other !== b) loadBody(install, other);
    contacts.body[2 * c] = one;
    contacts.body[2 * c + 1] = other;
  }
}

/** The slot that acts for a body towards another: its own, or its ghost's. */
export function standIn(table: BodyTable, slot: number, other: number): number {
  const { kind, dominance } = table;
  const dominates = kind[slot] === DYNAMIC && kind[other] === DYNAMIC && dominance[slot] > dominance[other];
  return dominates ? ghostFor(table, slot) : slot;
}
