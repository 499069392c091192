import type { ColliderRecord } from '../ownership/collider-table.js';
import { createPairLoads, type PairLoads } from './pair-loads.js';
import type { WrapperPool } from './wrapper-pool.js';

/** Buffers of the stage that reads contacts. */
export interface Reading {
  /** One per kind of the engine's objects; undefined until a pair has been seen. */
  pools: WrapperPool[] | undefined;
  /** Colliders whose pairs are read in this step. */
  visits: ColliderRecord[];
  visitCount: number;
  /** Length of the step [s]. */
  dt: number;
  /** Below this speed Rapier's own friction needs no help in this step [m/s]. */
  slowSpeed: number;
  /** Made once, so that listing makes no closure. */
  onPartner: (handle: number) => void;
  onAwake: () => void;
  /** The collider whose partners are being listed. */
  mine: ColliderRecord | null;
  /** Is anything awake whose contacts may have to be read? */
  anyAwake: boolean;
  /** Of one manifold, three numbers per contact: points in the frames of both bodies, in the world, and midway between the two. */
  localA: Float64Array;
  localB: Float64Array;
  position: Float64Array;
  middle: Float64Array;
  impulse: Float64Array;
  /** 1 where the engine has solved the contact. */
  solved: Uint8Array;
  normal: Float64Array;
  place: Float64Array;
  /** Ranges [first, last) of the contacts whose loads the engine does not tell. */
  hidden: Int32Array;
  hiddenCount: number;
  /** For `estimateLoads`: per slot what is not explained yet, and in how many pairs it is; per pair its wrench; one row, one pair. */
  residual: Float64Array;
  pairsOf: Int32Array;
  wrenches: Float64Array;
  row: Float64Array;
  pairLoads: PairLoads;
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
    mine: null,
    anyAwake: false,
    localA: new Float64Array(0),
    localB: new Float64Array(0),
    position: new Float64Array(0),
    middle: new Float64Array(0),
    impulse: new Float64Array(0),
    solved: new Uint8Array(0),
    normal: new Float64Array(3),
    place: new Float64Array(7),
    hidden: new Int32Array(0),
    hiddenCount: 0,
    residual: new Float64Array(0),
    pairsOf: new Int32Array(0),
    wrenches: new Float64Array(0),
    row: new Float64Array(13),
    pairLoads: createPairLoads(),
  };
}

function nothing(): void {}
