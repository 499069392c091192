import { grown } from '@stiction/friction-core';
import type { ColliderTable, OwnedCollider } from '../collider-table.js';
import { handleGeneration, handleIndex } from './view.js';

/** Our colliders by the index in their handle. */
export interface ColliderIndex {
  owned: (OwnedCollider | undefined)[];
  /** The slot of the collider's body; -1 where there is none of ours. */
  slot: Int32Array;
  generation: Int32Array;
  // What the index was made of.
  table: ColliderTable | null;
  size: number;
  nextKey: number;
}

export function createColliderIndex(): ColliderIndex {
  return {
    owned: [],
    slot: new Int32Array(0),
    generation: new Int32Array(0),
    table: null,
    size: 0,
    nextKey: 0,
  };
}

/** Makes the index anew where colliders have come or gone. */
export function updateColliderIndex(index: ColliderIndex, table: ColliderTable): void {
  const { size } = table.owned;
  // Keys are never reused: as many colliders and no new key are the same colliders.
  if (index.table === table && index.size === size && index.nextKey === table.nextKey) return;
  index.table = table;
  index.size = size;
  index.nextKey = table.nextKey;
  let last = -1;
  for (const { handle } of table.owned.values()) last = Math.max(last, handleIndex(handle));
  index.slot = grown(index.slot, last + 1);
  index.generation = grown(index.generation, last + 1);
  index.slot.fill(-1);
  index.owned = new Array(last + 1).fill(undefined);
  for (const owned of table.owned.values()) {
    const at = handleIndex(owned.handle);
    index.owned[at] = owned;
    index.slot[at] = owned.slot;
    index.generation[at] = handleGeneration(owned.handle) | 0;
  }
}
