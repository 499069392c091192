import { MAX_WHEELS } from '../../constants.js';

/** What the direct solution works on. Nothing here lasts from step to step. */
export interface Direct {
  /** Rows S, X, Y and B of each wheel, then anti-roll bars: six numbers of the Jacobian, and D and c of p = -D (J v + c). */
  jacobian: Float64Array;
  gain: Float64Array;
  offset: Float64Array;
  /** Velocity of the ground along rows S, X, Y. */
  ground: Float64Array;
  impulse: Float64Array;
  /** Guesses: does the strut extend, does it hit its stop, what does the brake do (constants below). */
  isExtending: Uint8Array;
  isStopped: Uint8Array;
  brake: Uint8Array;
  /** Results per wheel: spin, load, and what bars add to its strut. */
  spin: Float64Array;
  load: Float64Array;
  bar: Float64Array;
  /** Impulses on the chassis that are known, and the velocity of the chassis after the step. */
  known: Float64Array;
  velocity: Float64Array;
  /** Lower triangle of the matrix, row by row, and its mass part. */
  matrix: Float64Array;
  mass: Float64Array;
}

/** Rows per wheel: those of rows.ts, then the brake. */
export const ROWS = 4;
export const ROW_B = 3;
export const MAX_BARS = 24;
/** Index of the first anti-roll bar. */
export const FIRST_BAR: number = ROWS * MAX_WHEELS;
const ALL = FIRST_BAR + MAX_BARS;

/** A brake is off, locks its wheel, or slips with its whole torque, by the sign of its impulse. */
export const OFF = 0;
export const LOCKS = 1;
export const SLIPS_FORTH = 2;
export const SLIPS_BACK = 3;

export function createDirect(): Direct {
  return {
    jacobian: new Float64Array(6 * ALL),
    gain: new Float64Array(ALL),
    offset: new Float64Array(ALL),
    ground: new Float64Array(ALL),
    impulse: new Float64Array(ALL),
    isExtending: new Uint8Array(MAX_WHEELS),
    isStopped: new Uint8Array(MAX_WHEELS),
    brake: new Uint8Array(MAX_WHEELS),
    spin: new Float64Array(MAX_WHEELS),
    load: new Float64Array(MAX_WHEELS),
    bar: new Float64Array(MAX_WHEELS),
    known: new Float64Array(6),
    velocity: new Float64Array(6),
    matrix: new Float64Array(21),
    mass: new Float64Array(21),
  };
}
