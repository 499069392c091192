import type { Bodies } from '../bodies/bodies.js';
import { ensureCapacity } from '../math/buffers.js';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * Values that a law keeps per patch within a step, if they do not fit into `shape`. The law's set finds them through the selected
 * patch. A law may serve several worlds; each has its own values.
 */
export interface PatchRecords {
  perWorld: WeakMap<Bodies, Float64Array>;
  world: Bodies | undefined;
  /** Values per patch. */
  readonly stride: number;
  /** Values of the selected world. */
  values: Float64Array;
  /** Start of the selected patch in `values`. */
  offset: number;
}

export function createPatchRecords(stride: number): PatchRecords {
  return { perWorld: new WeakMap(), world: undefined, stride, values: new Float64Array(0), offset: 0 };
}

/** Points `values` and `offset` to patch i. */
export function selectPatchRecord(records: PatchRecords, patches: PatchBuffers, i: number): void {
  const { bodies } = patches;
  const { stride } = records;
  if (records.world !== bodies) {
    records.world = bodies;
    records.values = records.perWorld.get(bodies) ?? new Float64Array(0);
  }
  if (records.values.length < stride * patches.count) {
    records.values = ensureCapacity(records.values, stride * patches.count);
    records.perWorld.set(bodies, records.values);
  }
  records.offset = stride * i;
}
