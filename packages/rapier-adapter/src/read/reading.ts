import type { ColliderRecord } from '../ownership/collider-table.js';
import { createPairLoads } from './pair-loads.js';
import { createCaps } from './round-caps.js';
import type { WrapperPool } from './wrapper-pool.js';

/** Buffers of the stage that reads contacts. */
export type Reading = ReturnType<typeof createReading>;

export function createReading() {
  return {
    /** One per kind of engine object; undefined until a pair has been seen. */
    pools: undefined as WrapperPool[] | undefined,
    /** Colliders whose pairs are read in this step. */
    visits: [] as ColliderRecord[],
    visitCount: 0,
    /** Length of the step [s]. The engine's own would be a call per use. */
    dt: 0,
    /** Below this speed Rapier's friction needs no help in this step [m/s]. */
    slowSpeed: 0,
    /** Set once, so that listing pairs creates no closure. */
    onPartner: (_handle: number): void => {},
    onAwake: (): void => {},
    /** Clears `allNeighboursRead` if the collider was not read in this step. */
    onNeighbour: (_handle: number): void => {},
    allNeighboursRead: false,
    /** The collider whose neighbours are being listed. */
    visiting: null as ColliderRecord | null,
    /** True if something is awake whose contacts may have to be read. */
    anyAwake: false,
    /** Of one manifold, three numbers per contact: points in the frames of both bodies, in the world, and midway between the two. */
    localA: new Float64Array(0),
    localB: new Float64Array(0),
    position: new Float64Array(0),
    middle: new Float64Array(0),
    impulse: new Float64Array(0),
    /** Distance of the surfaces [m]; only for adhesive laws. */
    gap: new Float64Array(0),
    /** The points of a contact on its two bodies. */
    endA: new Float64Array(3),
    endB: new Float64Array(3),
    /** 1 if the engine solved the contact. */
    solved: new Uint8Array(0),
    normal: new Float64Array(3),
    parts: new Int32Array(2),
    place: new Float64Array(7),
    /** Ranges [first, last) of contacts whose loads the engine does not report. */
    estimatedRanges: new Int32Array(0),
    estimatedCount: 0,
    /** For `estimateLoads`: per slot the unexplained velocity and the number of pairs; per pair its wrench; one row; one pair. */
    residual: new Float64Array(0),
    pairsOf: new Int32Array(0),
    wrenches: new Float64Array(0),
    row: new Float64Array(13),
    pairLoads: createPairLoads(),
    caps: createCaps(),
  };
}
