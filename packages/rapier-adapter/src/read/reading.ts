import type { ColliderRecord } from '../ownership/collider-table.js';
import type { WrapperPool } from './wrapper-pool.js';

/** Buffers of the stage that reads contacts. */
export interface Reading {
  /** One per kind of the engine's objects; undefined until a pair has been seen. */
  pools: WrapperPool[] | undefined;
  /** Colliders whose pairs are read in this step. */
  visits: ColliderRecord[];
  visitCount: number;
  /** Everything is to be read, not only what matters for the next step. */
  all: boolean;
  /** Length of the step [s]. */
  dt: number;
  /** Below this speed Rapier's own friction needs no help in this step [m/s]. */
  slowSpeed: number;
  /** Made once, so that listing makes no closure. */
  onPair: (handle: number) => void;
  onActive: (handle: number) => void;
  onPartner: (handle: number) => void;
  /** The collider whose pairs are being listed. */
  mine: ColliderRecord | null;
  /** Slots of the engine's active bodies. */
  active: number[];
  activeCount: number;
  /** Is any body of the world active? */
  anyActive: boolean;
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
  /** For `estimateLoads`: per slot what is not explained yet; 1 where that is looked at; and one row. */
  residual: Float64Array;
  involved: Uint8Array;
  row: Float64Array;
}

export function createReading(): Reading {
  return {
    pools: undefined,
    visits: [],
    visitCount: 0,
    all: false,
    dt: 0,
    slowSpeed: 0,
    onPair: nothing,
    onActive: nothing,
    onPartner: nothing,
    mine: null,
    active: [],
    activeCount: 0,
    anyActive: false,
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
    involved: new Uint8Array(0),
    row: new Float64Array(13),
  };
}

function nothing(): void {}
