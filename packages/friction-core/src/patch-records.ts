import type { Bodies } from './bodies.js';
import { ensureCapacity } from './buffers.js';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * Numbers that a law keeps for each patch within a step, where `shape` has too few: the set finds them by the patch's number. One
 * law may serve several worlds: each has numbers of its own.
 */
export interface Records {
  perWorld: WeakMap<Bodies, Float64Array>;
  world: Bodies | undefined;
  /** Numbers per patch. */
  readonly stride: number;
  numbers: Float64Array;
  /** Where the record of the patch in hand begins. */
  at: number;
}

export function createRecords(stride: number): Records {
  return { perWorld: new WeakMap(), world: undefined, stride, numbers: new Float64Array(0), at: 0 };
}

export function openRecord(records: Records, patches: PatchBuffers, i: number): void {
  const { bodies } = patches;
  const { stride } = records;
  if (records.world !== bodies) {
    records.world = bodies;
    records.numbers = records.perWorld.get(bodies) ?? new Float64Array(0);
  }
  if (records.numbers.length < stride * patches.count) {
    records.numbers = ensureCapacity(records.numbers, stride * patches.count);
    records.perWorld.set(bodies, records.numbers);
  }
  records.at = stride * i;
}
