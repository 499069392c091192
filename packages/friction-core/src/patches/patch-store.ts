import { type ContactBuffer, createContactBuffer } from './contact-buffer.js';
import { createPatchBuffers, type PatchBuffers } from './patch-buffers.js';

/** The patches of this step and of the last one, and the tables that match them. */
export interface PatchStore {
  contacts: ContactBuffer;
  current: PatchBuffers;
  previous: PatchBuffers;
  /** Patches behind `current.count` that `keepSleepingPatches` keeps: remembered, but not solved. */
  sleepingCount: number;
  /** Patches of `previous` including sleeping ones. */
  previousTotal: number;
  /** Hash table of their keys with chaining: first patch per bucket and next patch per patch, -1 at the end. */
  hashHead: Int32Array;
  hashNext: Int32Array;
  /** Per previous patch, and per point of one: 1 once it is matched. */
  previousMatched: Uint8Array;
  pointMatched: Uint8Array;
  /** Per patch: the one of the last step that it continues, or -1. */
  before: Int32Array;
  /** Per contact: its patch, and its point in the patch buffers. */
  contactPatch: Int32Array;
  contactPoint: Int32Array;
  /** Per patch: where its next contact goes. */
  nextPoint: Int32Array;
  /** World normal of the previous patch that is being compared. */
  previousNormal: Float64Array;
}

export function createPatchStore(): PatchStore {
  return {
    contacts: createContactBuffer(),
    current: createPatchBuffers(),
    previous: createPatchBuffers(),
    sleepingCount: 0,
    previousTotal: 0,
    hashHead: new Int32Array(16),
    hashNext: new Int32Array(0),
    previousMatched: new Uint8Array(0),
    pointMatched: new Uint8Array(0),
    before: new Int32Array(0),
    contactPatch: new Int32Array(0),
    contactPoint: new Int32Array(0),
    nextPoint: new Int32Array(0),
    previousNormal: new Float64Array(3),
  };
}
