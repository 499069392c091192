import type { Cuts } from './clip.js';
import type { Footprint } from './footprint.js';
import type { NormalMap } from './normal-map.js';
import { powerAt } from './ploughing.js';

/**
 * The sum (8) over the pixels of the window, as it stands: the reference of the tables, and what they fall back to where a window
 * is too small for them. A pixel of the window takes the facet of the map's pixel in which its centre lies, unfiltered: a mean of normals
 * would be smoother than the surface.
 */

/** Finest grid over a window. */
export const MOST_PIXELS = 256;

/** [x, y] of the collected pixels, and the slopes that they show. */
let places = new Float64Array(0);
let slopes = new Float64Array(0);

/**
 * Centres of the n x n pixels of the window that no cut takes away; how many. They stay until the next call, for `sumFacets`.
 */
export function collectPixels(cuts: Cuts, n: number): number {
  if (places.length < 2 * n * n) {
    places = new Float64Array(2 * n * n);
    slopes = new Float64Array(2 * n * n);
  }
  const { planes, count } = cuts;
  const to = places;
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
      to[2 * kept] = x;
      to[2 * kept + 1] = y;
      kept++;
    }
  }
  return kept;
}

/**
 * sums[j] = mean of max(0, s·q_j)^p over the collected pixels, q = [x, y] per direction in the frame of the texture, in units in which
 * slopes are not above 1. power = [p, 1/p].
 */
export function sumFacets(
  map: NormalMap,
  footprint: Footprint,
  count: number,
  q: Float64Array,
  directions: number,
  power: Float64Array,
  sums: Float64Array,
): void {
  findFacets(map, footprint.uv, count);
  let j = 0;
  if (power[0] === 1) for (; j + 4 <= directions; j += 4) addFour(count, q, j, sums);
  for (; j < directions; j++) addOne(count, q, j, power, sums);
  for (j = 0; j < directions; j++) sums[j] /= count;
}

/** The slopes of the map where each collected place lies. */
function findFacets(map: NormalMap, uv: Float64Array, count: number): void {
  const { width, height, mask } = map;
  const repeats = map.wrap === 'repeat';
  const from = places;
  const to = slopes;
  for (let k = 0; k < count; k++) {
    const x = from[2 * k];
    const y = from[2 * k + 1];
    let i = Math.floor(uv[0] + uv[1] * x + uv[2] * y);
    let j = Math.floor(uv[3] + uv[4] * x + uv[5] * y);
    if (repeats) {
      if (i < 0 || i >= width) i -= width * Math.floor(i / width);
      if (j < 0 || j >= height) j -= height * Math.floor(j / height);
    }
    // Beyond an edge lies the edge; where there is nothing, rounding alone leads here.
    if (i < 0) i = 0;
    else if (i >= width) i = width - 1;
    if (j < 0) j = 0;
    else if (j >= height) j = height - 1;
    const at = i + width * j;
    const m = mask === null ? 1 : mask[at];
    to[2 * k] = m * map.slopes[2 * at];
    to[2 * k + 1] = m * map.slopes[2 * at + 1];
  }
}

/** Four directions at once, p = 1. max(0, x) = (x + |x|)/2, without a branch that nobody can predict. */
function addFour(count: number, q: Float64Array, j: number, sums: Float64Array): void {
  const from = slopes;
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
    const x = from[k];
    const y = from[k + 1];
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

const raised = new Float64Array(1);

function addOne(count: number, q: Float64Array, j: number, power: Float64Array, sums: Float64Array): void {
  const from = slopes;
  const p = power[0];
  const qx = q[2 * j];
  const qy = q[2 * j + 1];
  let sum = 0;
  for (let k = 0; k < 2 * count; k += 2) {
    const slope = qx * from[k] + qy * from[k + 1];
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
