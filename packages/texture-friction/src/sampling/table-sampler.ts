import type { Polygon } from './clip.js';
import type { Footprint } from './footprint.js';
import {
  createDirectionInterpolation,
  type DirectionInterpolation,
  interpolateDirections,
} from './interpolate-directions.js';
import { powerAt } from './ploughing.js';
import { type SlopeTable, TABLE_DIRECTIONS } from './slope-table.js';

/**
 * Samples the friction of a window from the summed-area table of a map, at a cost independent of its number of pixels. The window, clipped
 * by the outlines and rotated on the map, is divided into about ten strips along u. Each strip counts as a rectangle of the same height and
 * mean width; strips are whole rows of cells except for the first and last. A window aligned with the map's axes that crosses no
 * edge of the map is a single rectangle.
 */

/** Number of strips of a rotated window; fewer if its edges lean by less than LEAN_PER_STRIP of its height per strip. */
const STRIPS = 10;
const LEAN_PER_STRIP = 0.01;

/** Strips may be split at the edges of rows and of the map. Bounds the loop for extreme input. */
const MAX_STRIPS = 64;

/** Narrower windows, in cells, are sampled by pixels, unless cells are pixels. At a corner of a box half a window is left. */
const MIN_CELLS = 3;

/** A window whose edges lean by less than this many cells counts as upright: single precision alone tilts a body's axes by 1e-7. */
const UPRIGHT = 0.02;

/** Minimum width of a window in cells: a texture seen edge-on is reduced to one column. */
const MIN_WIDTH = 1e-6;

/** Tolerance in rows for the position of a strip boundary. */
const SAME = 1e-6;

/** A window on a slope table, with its results and buffers. */
export interface TableWindow {
  /** Outline in cells, [x, y, …]. */
  outline: Float64Array;
  /** Number of corners of the outline. */
  corners: number;
  /** [min x, min y, max x, max y] of the outline in cells. */
  readonly bounds: Float64Array;
  /** Current strip: [weight of its rows, left x, right x, middle y]. */
  readonly strip: Float64Array;
  /** Mean of max(0, s·d_j)^p in each of the table's directions. */
  readonly means: Float64Array;
  /** The means without the remainder table. */
  readonly coarse: Float64Array;
  readonly interpolation: DirectionInterpolation;
}

export function createTableWindow(): TableWindow {
  return {
    outline: new Float64Array(128),
    corners: 0,
    bounds: new Float64Array(4),
    strip: new Float64Array(4),
    means: new Float64Array(TABLE_DIRECTIONS),
    coarse: new Float64Array(TABLE_DIRECTIONS),
    interpolation: createDirectionInterpolation(),
  };
}

/** Places a clipped window on the table, for `sampleTable`. False if the cells are too coarse for it. */
export function placeWindow(out: TableWindow, table: SlopeTable, footprint: Footprint, window: Polygon): boolean {
  const { uv } = footprint;
  const { xy } = window;
  const { bounds } = out;
  const corners = window.count;
  out.corners = corners;
  if (out.outline.length < 2 * corners) out.outline = new Float64Array(2 * corners);
  const { outline } = out;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = left;
  let top = right;
  for (let k = 0; k < corners; k++) {
    const x = table.scale[0] * (uv[0] + uv[1] * xy[2 * k] + uv[2] * xy[2 * k + 1]);
    const y = table.scale[1] * (uv[3] + uv[4] * xy[2 * k] + uv[5] * xy[2 * k + 1]);
    outline[2 * k] = x;
    outline[2 * k + 1] = y;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  const dx = table.repeats ? table.columns * Math.floor(left / table.columns) : 0;
  const dy = table.repeats ? table.rows * Math.floor(bottom / table.rows) : 0;
  for (let k = 0; k < corners; k++) {
    outline[2 * k] -= dx;
    outline[2 * k + 1] -= dy;
  }
  bounds[0] = left - dx;
  bounds[1] = bottom - dy;
  bounds[2] = right - dx;
  bounds[3] = top - dy;
  return table.block === 1 || (right - left >= MIN_CELLS && top - bottom >= MIN_CELLS);
}

/** A mean of this many quanta is accurate to 5 %/p. */
const RESOLVED = 20;

/**
 * mu[j] = (mean of max(0, s·q_j)^p)^(1/p) over the placed window, in units of the steepest facet, with q = [x, y] per direction in
 * the frame of the texture and power = [p, 1/p]. False if rounding hides significant friction: then sample the pixels.
 */
export function sampleTable(
  window: TableWindow,
  table: SlopeTable,
  q: Float64Array,
  directions: number,
  power: Float64Array,
  mu: Float64Array,
): boolean {
  const { sums, remainder, quantum } = table;
  const { means, coarse } = window;
  addWindow(window, table, sums);
  let unit = quantum;
  if (remainder !== null) {
    unit *= quantum;
    coarse.set(means);
    addWindow(window, table, remainder);
    for (let j = 0; j < TABLE_DIRECTIONS; j++) means[j] = coarse[j] + quantum * means[j];
  }
  const resolved = isResolved(means, RESOLVED * unit, table.negligible);
  for (let j = 0; j < TABLE_DIRECTIONS; j++) powerAt(means, j, power, 1);
  interpolateDirections(means, q, directions, mu, window.interpolation);
  return resolved;
}

/** True if every nonzero mean is above the rounding error `hidden`, or that error is negligible beside the largest mean. */
function isResolved(means: Float64Array, hidden: number, negligible: number): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let j = 0; j < TABLE_DIRECTIONS; j++) {
    const mean = means[j];
    if (mean > 0 && mean < least) least = mean;
    if (mean > most) most = mean;
  }
  return least >= hidden || hidden <= negligible * most;
}

/** means[j] = mean of max(0, s·d_j)^p over the placed window. All terms are nonnegative differences of integers. */
function addWindow(window: TableWindow, table: SlopeTable, sums: Float64Array): void {
  const { means } = window;
  const lean = greatestLean(window);
  if (lean <= UPRIGHT && isInside(window.bounds, table)) addUpright(window, table, sums);
  else addStrips(window, table, sums, lean <= UPRIGHT ? 1 : stripsFor(window.bounds, lean));
  for (let j = 0; j < TABLE_DIRECTIONS; j++) if (means[j] < 0) means[j] = 0;
}

function isInside(bounds: Float64Array, table: SlopeTable): boolean {
  return (
    bounds[0] >= 0 &&
    bounds[1] >= 0 &&
    bounds[2] <= table.columns &&
    bounds[3] <= table.rows &&
    bounds[2] - bounds[0] > MIN_WIDTH &&
    bounds[3] - bounds[1] > MIN_WIDTH
  );
}

/** Means over the rectangle `bounds`: part of the first row, whole rows, part of the last row; columns likewise. */
function addUpright({ bounds, means }: TableWindow, { columns, rows, quantum }: SlopeTable, sums: Float64Array): void {
  const K = TABLE_DIRECTIONS;
  const left = Math.floor(bounds[0]);
  const right = Math.min(Math.floor(bounds[2]), columns - 1);
  const low = Math.floor(bounds[1]);
  const high = Math.min(Math.floor(bounds[3]), rows - 1);
  const fl = left + 1 - bounds[0];
  const fr = bounds[2] - right;
  const first = low + 1 - bounds[1];
  const last = bounds[3] - high;
  const stride = K * (columns + 1);
  const across = K * (right - left);
  const scale = quantum / ((bounds[2] - bounds[0]) * (bounds[3] - bounds[1]));
  let a = stride * low + K * left;
  let b = stride * high + K * left;
  for (let j = 0; j < K; j++, a++, b++) {
    // Rows first, each at four columns; then the columns between them.
    const a0 = sums[a + stride] - sums[a];
    const a1 = sums[a + stride + K] - sums[a + K];
    const a2 = sums[a + stride + across] - sums[a + across];
    const a3 = sums[a + stride + across + K] - sums[a + across + K];
    const b0 = sums[b + stride] - sums[b];
    const b1 = sums[b + stride + K] - sums[b + K];
    const b2 = sums[b + stride + across] - sums[b + across];
    const b3 = sums[b + stride + across + K] - sums[b + across + K];
    const c0 = sums[b] - sums[a + stride];
    const c1 = sums[b + K] - sums[a + stride + K];
    const c2 = sums[b + across] - sums[a + stride + across];
    const c3 = sums[b + across + K] - sums[a + stride + across + K];
    means[j] =
      scale *
      (first * (fl * (a1 - a0) + (a2 - a1) + fr * (a3 - a2)) +
        (fl * (c1 - c0) + (c2 - c1) + fr * (c3 - c2)) +
        last * (fl * (b1 - b0) + (b2 - b1) + fr * (b3 - b2)));
  }
}

function addStrips(window: TableWindow, table: SlopeTable, sums: Float64Array, strips: number): void {
  const { rows, repeats } = table;
  const { bounds, strip, means } = window;
  let y = bounds[1];
  let top = bounds[3];
  if (top - y < MIN_WIDTH) {
    y -= MIN_WIDTH / 2;
    top = y + MIN_WIDTH;
  }
  const spacing = (top - y) / strips;
  const rowsPerStrip = spacing < 1 ? 0 : Math.round(spacing);
  const parts = Math.round(1 / spacing);
  means.fill(0);
  let area = 0;
  for (let n = 0; n < MAX_STRIPS && y < top; n++) {
    const row = Math.floor(y);
    let r0 = row;
    if (repeats) r0 -= rows * Math.floor(row / rows);
    else if (row < 0) r0 = 0;
    else if (row >= rows) r0 = rows - 1;
    let r1 = r0 + 1;
    let next: number;
    let times: number;
    if (rowsPerStrip < 1 || y > row || top < row + 1) {
      // One row or part of it.
      const part = rowsPerStrip < 1 ? Math.floor(parts * (y - row) + SAME) + 1 : parts;
      next = part < parts ? row + part / parts : row + 1;
      if (next > top) next = top;
      times = next - y;
    } else {
      let whole = Math.min(rowsPerStrip, Math.floor(top - y));
      times = 1;
      if (repeats) {
        if (r0 === 0 && whole >= rows) {
          times = Math.floor(whole / rows);
          whole = times * rows;
          r1 = rows;
        } else {
          whole = Math.min(whole, rows - r0);
          r1 = r0 + whole;
        }
      } else if (row < 0) {
        whole = Math.min(whole, -row);
        times = whole;
      } else if (row >= rows) {
        times = whole;
      } else {
        whole = Math.min(whole, rows - row);
        r1 = r0 + whole;
      }
      next = row + whole;
    }
    strip[3] = (y + next) / 2;
    measureStrip(window);
    area += (next - y) * (strip[2] - strip[1]);
    strip[0] = times;
    addStrip(window, table, sums, r0, r1);
    y = next;
  }
  const scale = area > 0 ? table.quantum / area : 0; // 0 if the window is so far off the map that its width rounds to 0
  for (let j = 0; j < TABLE_DIRECTIONS; j++) means[j] *= scale;
}

/** Largest deviation of an edge from the map's axes [cells]; 0 for an upright rectangle. */
function greatestLean({ outline, corners }: TableWindow): number {
  let lean = 0;
  for (let k = 0, j = corners - 1; k < corners; j = k++) {
    const dx = Math.abs(outline[2 * k] - outline[2 * j]);
    const dy = Math.abs(outline[2 * k + 1] - outline[2 * j + 1]);
    lean = Math.max(lean, Math.min(dx, dy));
  }
  return lean;
}

function stripsFor(bounds: Float64Array, lean: number): number {
  const most = LEAN_PER_STRIP * (bounds[3] - bounds[1]);
  return lean < STRIPS * most ? Math.ceil(lean / most) : STRIPS;
}

/** Sets the left and right ends of the strip: where its middle line enters and leaves the window. */
function measureStrip({ outline, corners, bounds, strip }: TableWindow): void {
  const y = strip[3];
  let left = bounds[2];
  let right = bounds[0];
  for (let k = 0, j = corners - 1; k < corners; j = k++) {
    const y0 = outline[2 * j + 1];
    const y1 = outline[2 * k + 1];
    if (y0 <= y === y1 <= y) continue;
    const x0 = outline[2 * j];
    const x = x0 + ((y - y0) / (y1 - y0)) * (outline[2 * k] - x0);
    if (x < left) left = x;
    if (x > right) right = x;
  }
  if (right < left) {
    left = bounds[0];
    right = bounds[2];
  }
  if (right - left < MIN_WIDTH) {
    left = (left + right - MIN_WIDTH) / 2;
    right = left + MIN_WIDTH;
  }
  strip[1] = left;
  strip[2] = right;
}

/** Adds rows r0 to r1 between the ends of the strip. */
function addStrip({ strip, means }: TableWindow, table: SlopeTable, sums: Float64Array, r0: number, r1: number): void {
  const { columns } = table;
  const K = TABLE_DIRECTIONS;
  let left = Math.floor(strip[1]);
  let right = Math.floor(strip[2]);
  let around = 0;
  if (table.repeats) {
    const p = Math.floor(left / columns);
    const q = Math.floor(right / columns);
    around = q - p;
    strip[1] -= p * columns;
    strip[2] -= q * columns;
    left -= p * columns;
    right -= q * columns;
  } else {
    left = left < 0 ? 0 : left >= columns ? columns - 1 : left;
    right = right < 0 ? 0 : right >= columns ? columns - 1 : right;
  }
  const fl = left + 1 - strip[1];
  const fr = strip[2] - right;
  const times = strip[0];
  const low = K * (columns + 1) * r0;
  const high = K * (columns + 1) * r1;
  const end = K * columns;
  const lowLeft = low + K * left;
  const highLeft = high + K * left;
  const lowRight = low + K * right;
  const highRight = high + K * right;
  for (let j = 0; j < K; j++) {
    const a = sums[highLeft + j] - sums[lowLeft + j];
    const b = sums[highLeft + K + j] - sums[lowLeft + K + j];
    const c = sums[highRight + j] - sums[lowRight + j];
    const d = sums[highRight + K + j] - sums[lowRight + K + j];
    const whole = around > 0 ? around * (sums[high + end + j] - sums[low + end + j]) : 0;
    means[j] += times * (whole + (c - b) + fr * (d - c) + fl * (b - a));
  }
}
