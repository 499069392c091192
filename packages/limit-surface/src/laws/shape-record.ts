import { evalDisc } from '../kernels/disc.js';
import { evalPolygon } from '../kernels/polygon.js';

/** Records of the shapes that `contact-shape.ts` infers, one per patch. */

/** Kinds of shapes. */
export const POINT = 0;
export const POLYGON = 1;
export const DISC = 2;
/** Not fitted yet in this step. */
export const UNKNOWN = 3;

/** Layout of a record: kind, edge count, memory of the block step (six floats), step stamp, pressure centre, kernel data. */
const MEMORY = 2;
export const STAMP = 8;
export const CENTRE = 9;
export const KERNEL_DATA = 12;
/** Hulls are reduced to this many vertices. */
export const MAX_VERTICES = 8;
/** KERNEL_DATA plus header and edges of the hull, which clipping may double: 12 + 16 + 5 · 2 · 8. */
export const RECORD_SIZE = 108;

export function blockMemoryOffset(record: number): number {
  return RECORD_SIZE * record + MEMORY;
}

/** Kernel (psi, f and H) of the shape in record `at`. */
export function evalContactShape(records: Float64Array, at: number, twist: Float64Array, out: Float64Array): void {
  if (records[at] === DISC) evalDisc(records, at + KERNEL_DATA, twist, out);
  else evalPolygon(records, at + KERNEL_DATA, records[at + 1], twist, out);
}

/** R of the shape in record `at` [m]. */
export function shapeRadius(records: Float64Array, at: number): number {
  return records[at] === POINT ? 0 : records[at + KERNEL_DATA];
}
