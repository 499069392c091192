import type { NormalMap } from '../maps/normal-map.js';
import type { HalfPlanes } from './clip.js';
import type { Footprint } from './footprint.js';
import { powerAt } from './ploughing.js';

/**
 * The sum (8) over the pixels of the window: the reference for the tables, and their fallback for windows that are too small for them. A
 * pixel of the window takes the facet of the map pixel that contains its centre, unfiltered: averaged normals would be smoother than the
 * surface.
 */

/** Maximum pixels per side of a window. */
export const MAX_WINDOW_PIXELS = 256;

/** Pixels of a window that all surfaces cover. */
export interface PixelGrid {
  /** [x, y] of the centres in the contact plane [m]. */
  positions: Float64Array;
  /** [sx, sy] of the facets there. */
  slopes: Float64Array;
  /** Slope raised to the power p. */
  readonly raised: Float64Array;
}

export function createPixelGrid(): PixelGrid {
  return { positions: new Float64Array(0), slopes: new Float64Array(0), raised: new Float64Array(1) };
}

/** Collects the centres of the n x n pixels of the window that lie within all half planes, for `sumFacets`. Returns their count. */
export function collectPixels(grid: PixelGrid, cuts: HalfPlanes, n: number): number {
  if (grid.positions.length < 2 * n * n) {
    grid.positions = new Float64Array(2 * n * n);
    grid.slopes = new Float64Array(2 * n * n);
  }
  const { planes, count } = cuts;
  const { positions } = grid;
  const half = cuts.half[0];
  let kept = 0;
  for (let j = 0; j < n; j++) {
    const y = half * ((2 * j + 1) / n - 1);
    for (let i = 0; i < n; i++) {
      const x = half * ((2 * i + 1) / n - 1);
      let k = 0;
      for (; k < count; k++) {
        if (planes[3 * k] * x + planes[3 * k + 1] * y > planes[3 * k + 2]) break;
      }
      if (k < count) continue;
      positions[2 * kept] = x;
      positions[2 * kept + 1] = y;
      kept++;
    }
  }
  return kept;
}

/**
 * sums[j] = mean of max(0, s·q_j)^p over the collected pixels, with q = [x, y] per direction in the frame of the texture, scaled so that
 * |s·q| ≤ 1. power = [p, 1/p].
 */
export function sumFacets(
  grid: PixelGrid,
  map: NormalMap,
  footprint: Footprint,
  count: number,
  q: Float64Array,
  directions: number,
  power: Float64Array,
  sums: Float64Array,
): void {
  readFacets(grid, map, footprint.uv, count);
  let j = 0;
  if (power[0] === 1) for (; j + 4 <= directions; j += 4) sumFourDirections(grid.slopes, count, q, j, sums);
  for (; j < directions; j++) sumDirection(grid, count, q, j, power, sums);
  for (j = 0; j < directions; j++) sums[j] /= count;
}

/** Reads the slopes of the map at the collected positions. */
function readFacets(grid: PixelGrid, map: NormalMap, uv: Float64Array, count: number): void {
  const { width, height, mask } = map;
  const repeats = map.wrap === 'repeat';
  const { positions, slopes } = grid;
  for (let k = 0; k < count; k++) {
    const x = positions[2 * k];
    const y = positions[2 * k + 1];
    let i = Math.floor(uv[0] + uv[1] * x + uv[2] * y);
    let j = Math.floor(uv[3] + uv[4] * x + uv[5] * y);
    if (repeats) {
      if (i < 0 || i >= width) i -= width * Math.floor(i / width);
      if (j < 0 || j >= height) j -= height * Math.floor(j / height);
    }
    // Clamp to the edge. With wrap 'none' only rounding gets here.
    if (i < 0) i = 0;
    else if (i >= width) i = width - 1;
    if (j < 0) j = 0;
    else if (j >= height) j = height - 1;
    const at = i + width * j;
    const m = mask === null ? 1 : mask[at];
    slopes[2 * k] = m * map.slopes[2 * at];
    slopes[2 * k + 1] = m * map.slopes[2 * at + 1];
  }
}

/** Four directions together, for p = 1. max(0, x) = (x + |x|)/2 avoids an unpredictable branch. */
function sumFourDirections(slopes: Float64Array, count: number, q: Float64Array, j: number, sums: Float64Array): void {
  const ax = q[2 * j];
  const ay = q[2 * j + 1];
  const bx = q[2 * j + 2];
  const by = q[2 * j + 3];
  const cx = q[2 * j + 4];
  const cy = q[2 * j + 5];
  const dx = q[2 * j + 6];
  const dy = q[2 * j + 7];
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0; k < 2 * count; k += 2) {
    const x = slopes[k];
    const y = slopes[k + 1];
    const sa = ax * x + ay * y;
    const sb = bx * x + by * y;
    const sc = cx * x + cy * y;
    const sd = dx * x + dy * y;
    a += sa + Math.abs(sa);
    b += sb + Math.abs(sb);
    c += sc + Math.abs(sc);
    d += sd + Math.abs(sd);
  }
  sums[j] = a / 2;
  sums[j + 1] = b / 2;
  sums[j + 2] = c / 2;
  sums[j + 3] = d / 2;
}

function sumDirection(
  { slopes, raised }: PixelGrid,
  count: number,
  q: Float64Array,
  j: number,
  power: Float64Array,
  sums: Float64Array,
): void {
  const p = power[0];
  const qx = q[2 * j];
  const qy = q[2 * j + 1];
  let sum = 0;
  for (let k = 0; k < 2 * count; k += 2) {
    const slope = qx * slopes[k] + qy * slopes[k + 1];
    if (!(slope > 0)) continue;
    if (p === 1) sum += slope;
    else if (p === 2) sum += slope * slope;
    else {
      raised[0] = slope;
      powerAt(raised, 0, power, 0);
      sum += raised[0];
    }
  }
  sums[j] = sum;
}
