import { type Bodies, grown, type PatchBuffers } from '@stiction/friction-core';
import { RECORD } from './contact-shape.js';

/**
 * Geometry of the patches, and where the block step of each ended; the set finds them by the number in `shape`. One law may
 * serve several worlds: each has numbers of its own.
 */
export interface Records {
  perWorld: WeakMap<Bodies, Float64Array>;
  world: Bodies | undefined;
  numbers: Float64Array;
  /** Where the record of the patch in hand begins. */
  at: number;
}

export function createRecords(): Records {
  return { perWorld: new WeakMap(), world: undefined, numbers: new Float64Array(0), at: 0 };
}

export function openRecord(records: Records, patches: PatchBuffers, i: number): void {
  const { bodies } = patches;
  if (records.world !== bodies) {
    records.world = bodies;
    records.numbers = records.perWorld.get(bodies) ?? new Float64Array(0);
  }
  if (records.numbers.length < RECORD * patches.count) {
    records.numbers = grown(records.numbers, RECORD * patches.count);
    records.perWorld.set(bodies, records.numbers);
  }
  records.at = RECORD * i;
}
