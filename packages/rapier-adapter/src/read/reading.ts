import type { ColliderRecord } from '../ownership/collider-table.js';
import { createPairLoads, type PairLoads } from './pair-loads.js';
import { type Caps, createCaps } from './round-caps.js';
import type { WrapperPool } from './wrapper-pool.js';

/** Buffers of the stage that reads contacts. */
export interface Reading {
  /** One per kind of engine object; undefined until a pair has been seen. */
  pools: WrapperPool[] | undefined;
  /** Colliders whose pairs are read in this step. */
  visits: ColliderRecord[];
  visitCount: number;
  /** Length of the step [s]. */
  dt: number;
  /** Below this speed Rapier's friction needs no help in this step [m/s]. */
  slowSpeed: number;
  /** Created once, so that listing pairs creates no closure. */
  onPartner: (handle: number) => void;
  onAwake: () => void;
  /** Clears `allNeighboursRead` if the collider was not read in this step. */
  onNeighbour: (handle: number) => void;
  allNeighboursRead: boolean;
  /** The collider whose neighbours are being listed. */
  visiting: ColliderRecord | null;
  /** True if something is awake whose contacts may have to be read. */
  anyAwake: boolean;
  /** Of one manifold, three numbers per contact: points in the frames of both bodies, in the world, and midway between the two. */
  localA: Float64Array;
  localB: Float64Array;
  position: Float64Array;
  middle: Float64Array;
  impulse: Float64Array;
  /** 1 if the engine solved the contact. */
  solved: Uint8Array;
  normal: Float64Array;
  place: Float64Array;
  /** Ranges [first, last) of contacts whose loads the engine does not report. */
  estimatedRanges: Int32Array;
  estimatedCount: number;
  /** For `estimateLoads`: per slot the unexplained velocity and the number of pairs; per pair its wrench; one row; one pair. */
  residual: Float64Array;
  pairsOf: Int32Array;
  wrenches: Float64Array;
  row: Float64Array;
  pairLoads: PairLoads;
  caps: Caps;
}

export function createReading(): Reading {
  return {
    pools: undefined,
    visits: [],
    visitCount: 0,
    dt: 0,
    slowSpeed: 0,
    onPartner: nothing,
    onAwake: nothing,
    onNeighbour: nothing,
    allNeighboursRead: false,
    visiting: null,
    anyAwake: false,
    localA: new Float64Array(0),
    localB: new Float64Array(0),
    position: new Float64Array(0),
    middle: new Float64Array(0),
    impulse: new Float64Array(0),
    solved: new Uint8Array(0),
    normal: new Float64Array(3),
    place: new Float64Array(7),
    estimatedRanges: new Int32Array(0),
    estimatedCount: 0,
    residual: new Float64Array(0),
    pairsOf: new Int32Array(0),
    wrenches: new Float64Array(0),
    row: new Float64Array(13),
    pairLoads: createPairLoads(),
    caps: createCaps(),
  };
}

function nothing(): void {}
