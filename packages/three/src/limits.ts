import type { DebugLinesOptions } from '@stiction/friction-core';
import type { DebugLines } from '@stiction/friction-core/adapter';

/** The part of a handle that knows the limits of its laws. */
export interface LimitSource {
  debugLines(options?: DebugLinesOptions): DebugLines;
}

export interface LimitReader {
  /** Before the contacts of a step are read. */
  begin(source: LimitSource): void;
  /** Reads the limit of the contact at a centre into `ring`. Contacts come in the order of the handle. False if it has none. */
  read(centre: ArrayLike<number>): boolean;
  /** The friction limit at the contact's load: a closed line about the centre, three numbers per point [N]. */
  readonly ring: Float32Array;
}

/** Points of a limit; the last one is the first one. */
export const LIMIT_POINTS = 33;
/** Vertices that `debugLines` draws per patch: 32 lines of the limit and 4 of the cross at the centre. */
const LIMIT_VERTICES = 64;
const STRIDE = 72;
/** Tolerance of the single precision of the lines. */
const SAME_PLACE = 1e-4;

export function createLimitReader(): LimitReader {
  const options: DebugLinesOptions = { forceScale: 1, normals: false, forces: false, limits: true, centres: true };
  const ring = new Float32Array(3 * LIMIT_POINTS);
  let lines: DebugLines | null = null;
  let at = 0;
  return {
    ring,
    begin(source) {
      lines = source.debugLines(options);
      at = 0;
    },
    read(centre) {
      if (!lines) return false;
      const { positions, vertices } = lines;
      // Contacts with a law that is not Stiction's have no lines; those of removed bodies have lines only.
      let found = at;
      while (found + STRIDE <= vertices && !isAt(positions, found, centre)) found += STRIDE;
      if (found + STRIDE > vertices) return false;
      for (let k = 0; k < LIMIT_POINTS; k++) {
        const point = 3 * (found + (k === 0 ? 0 : 2 * k - 1));
        for (let e = 0; e < 3; e++) ring[3 * k + e] = positions[point + e] - centre[e];
      }
      at = found + STRIDE;
      return true;
    },
  };
}

/** The first line of a cross goes through the centre. */
function isAt(positions: Float32Array, vertex: number, centre: ArrayLike<number>): boolean {
  const cross = 3 * (vertex + LIMIT_VERTICES);
  for (let e = 0; e < 3; e++) {
    const middle = 0.5 * (positions[cross + e] + positions[cross + 3 + e]);
    if (Math.abs(middle - centre[e]) > SAME_PLACE * (1 + Math.abs(centre[e]))) return false;
  }
  return true;
}
