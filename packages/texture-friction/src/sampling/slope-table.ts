import type { NormalMap } from '../maps/normal-map.js';
import { powerAt, steepestSlope } from './ploughing.js';

/**
 * Summed-area table of max(0, s·d_j)^p for 16 directions d_j in the frame of the texture: the cost of a mean does not depend on the size of
 * the window.
 *
 * Cells are pixels for maps up to 256 x 256; for larger maps they are blocks of pixels, so that a table stays below 10 MB:
 *
 *     bytes = 128 (columns + 1) (rows + 1),   1024 x 1024 pixels: blocks of 4 x 4, 8.5 MB;   512 x 512: 2 x 2, 8.5 MB;   64 x 64: 0.5 MB
 *
 * Entries are integer multiples of 2^-q with 2^q · columns · rows ≤ 2^52, so all their sums and differences are exact: a flat region beside
 * a rough one has friction 0, not the root of a rounding error. Rounding to this grid changes a cell's mean by less than 2^-q of the steepest
 * facet's, 2^-36 for 256 x 256 cells. The p-th root of that is small for p up to 3, but 0.04 of the steepest slope for p = 8. So for p > 3 a
 * second table of the same size holds the remainder in multiples of 2^-2q. Only flat cells are 0; `sampleTable` detects what rounding
 * still hides.
 */
export interface SlopeTable {
  readonly columns: number;
  readonly rows: number;
  /** Cells per pixel, along u and v. */
  readonly scale: Float64Array;
  /** Approximate pixels per side of a cell; 1 if cells are pixels. */
  readonly block: number;
  /** Per node and direction, columns + 1 by rows + 1 nodes: sum of the cells below and to the left, in units of `quantum`. */
  readonly sums: Float64Array;
  readonly quantum: number;
  /** Remainder of `sums` in units of `quantum`²; null for p up to 3. */
  readonly remainder: Float64Array | null;
  /** `NEGLIGIBLE` to the power p: a mean below this fraction of another contributes less than `NEGLIGIBLE` of its friction. */
  readonly negligible: number;
  /** Unit of slope: the steepest facet of the map. */
  readonly steepest: number;
  readonly sharpness: number;
  readonly repeats: boolean;
}

/** A multiple of 4: the lookup works by quadrants. */
export const TABLE_DIRECTIONS = 16;

/** cos and sin of the directions; the first is repeated at the end. */
export const TABLE_CIRCLE = /* @__PURE__ */ circle();

/** Facets below this fraction of the steepest slope count as flat. */
const FLAT = 1e-6;

/** Friction that rounding may hide, as a fraction of a window's largest friction. */
const NEGLIGIBLE = 0.005;

/** Above this sharpness a table has a remainder. */
const MAX_SINGLE_SHARPNESS = 3;

const MAX_BYTES = 10e6;
const BYTES_PER_NODE = 128; // 8 TABLE_DIRECTIONS

/** By half-angle formulas: bit-identical in every JavaScript engine. */
function circle(): Float64Array {
  const directions = new Float64Array(2 * (TABLE_DIRECTIONS + 1));
  const eighth = Math.sqrt(2 + Math.SQRT2) / 2; // cos π/8
  const cosines = [1, eighth, Math.SQRT1_2, Math.sqrt(2 - Math.SQRT2) / 2, 0];
  for (let j = 0; j <= TABLE_DIRECTIONS; j++) {
    const i = j % 4;
    const c = cosines[i];
    const s = cosines[4 - i];
    const quadrant = (j >> 2) % 4;
    directions[2 * j] = quadrant === 0 ? c : quadrant === 1 ? -s : quadrant === 2 ? -c : s;
    directions[2 * j + 1] = quadrant === 0 ? s : quadrant === 1 ? c : quadrant === 2 ? -s : -c;
  }
  return directions;
}

const tables = /* @__PURE__ */ new WeakMap<NormalMap, SlopeTable[]>();

/** The table of a map for power = [p, 1/p], built on first use. */
export function slopeTable(map: NormalMap, power: Float64Array): SlopeTable {
  let list = tables.get(map);
  if (list === undefined) {
    list = [];
    tables.set(map, list);
  }
  for (let k = 0; k < list.length; k++) if (list[k].sharpness === power[0]) return list[k];
  const table = buildTable(map, power);
  list.push(table);
  return table;
}

/** Memory of a map's table for a sharpness [bytes]; doubles above sharpness 3. */
export function tableBytes(map: NormalMap, sharpness = 1): number {
  const block = chooseBlock(map);
  const parts = sharpness > MAX_SINGLE_SHARPNESS ? 2 : 1;
  return parts * BYTES_PER_NODE * (Math.ceil(map.width / block) + 1) * (Math.ceil(map.height / block) + 1);
}

function chooseBlock(map: NormalMap): number {
  let block = 1;
  while (BYTES_PER_NODE * (Math.ceil(map.width / block) + 1) * (Math.ceil(map.height / block) + 1) > MAX_BYTES) {
    block *= 2;
  }
  return block;
}

function buildTable(map: NormalMap, power: Float64Array): SlopeTable {
  const block = chooseBlock(map);
  const columns = Math.ceil(map.width / block);
  const rows = Math.ceil(map.height / block);
  const sums = new Float64Array(TABLE_DIRECTIONS * (columns + 1) * (rows + 1));
  const [slope, inverse] = steepestSlope(map);
  let quantum = 2 ** -52;
  for (let cells = 1; cells < columns * rows; cells *= 2) quantum *= 2;
  const remainder = power[0] > MAX_SINGLE_SHARPNESS ? new Float64Array(sums.length) : null;
  const cell = new Float64Array(TABLE_DIRECTIONS);
  const raised = new Float64Array(1);
  const left = new Float64Array(TABLE_DIRECTIONS);
  const remainderLeft = new Float64Array(TABLE_DIRECTIONS);
  const width = map.width / columns;
  const height = map.height / rows;
  const stride = TABLE_DIRECTIONS * (columns + 1);
  const scale = 1 / (width * height * quantum);
  const limits = Float64Array.of(FLAT, NEGLIGIBLE);
  for (let k = 0; k < 2; k++) powerAt(limits, k, power, 0);
  const flat = width * height * limits[0];
  const area: PixelArea = { x: 0, y: 0, width, height, lastColumn: 0, lastRow: 0 };
  for (let row = 0; row < rows; row++) {
    left.fill(0);
    remainderLeft.fill(0);
    area.y = row * height;
    area.lastRow = Math.min(map.height, Math.ceil(area.y + height));
    for (let column = 0; column < columns; column++) {
      cell.fill(0);
      area.x = column * width;
      area.lastColumn = Math.min(map.width, Math.ceil(area.x + width));
      if (power[0] === 1) addPlain(map, area, inverse, cell);
      else addPowers(map, area, inverse, power, raised, cell);
      const at = stride * (row + 1) + TABLE_DIRECTIONS * (column + 1);
      for (let j = 0; j < TABLE_DIRECTIONS; j++) {
        const units = scale * cell[j];
        const whole = remainder === null ? Math.floor(units + 0.5) : Math.floor(units);
        const isLost = whole === 0 && cell[j] > flat;
        left[j] += remainder === null && isLost ? 1 : whole;
        sums[at + j] = sums[at - stride + j] + left[j];
        if (remainder === null) continue;
        const parts = Math.floor((units - whole) / quantum + 0.5);
        remainderLeft[j] += isLost && parts === 0 ? 1 : parts;
        remainder[at + j] = remainder[at - stride + j] + remainderLeft[j];
      }
    }
  }
  return {
    columns,
    rows,
    scale: Float64Array.of(columns / map.width, rows / map.height),
    block,
    sums,
    quantum,
    remainder,
    negligible: limits[1],
    steepest: slope,
    sharpness: power[0],
    repeats: map.wrap === 'repeat',
  };
}

const HALF = 8; // TABLE_DIRECTIONS / 2

/** The rectangle of a cell in pixels, which need not be whole, and the ends of the pixels' columns and rows under it. */
interface PixelArea {
  x: number;
  y: number;
  readonly width: number;
  readonly height: number;
  lastColumn: number;
  lastRow: number;
}

/**
 * Adds the pixels under the rectangle, weighted by their area inside it, because cells need not be whole pixels. For p = 1:
 *
 *     Σ max(0, ±x) = (Σ|x| ± Σ x)/2,   x = s·d_k
 *
 * so eight sums of |x| and the sums of both slopes suffice, and they stay in registers. Otherwise building a table would take three times
 * as long as decoding the image.
 */
function addPlain(map: NormalMap, area: PixelArea, inverse: number, cell: Float64Array): void {
  const { x, y, width, height, lastColumn, lastRow } = area;
  const { slopes, mask } = map;
  const whole = x % 1 === 0 && width % 1 === 0;
  const c = TABLE_CIRCLE[2];
  const s = TABLE_CIRCLE[3];
  let sumX = 0;
  let sumY = 0;
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let a4 = 0;
  let a5 = 0;
  let a6 = 0;
  let a7 = 0;
  for (let j = Math.floor(y); j < lastRow; j++) {
    const high = inverse * (Math.min(j + 1, y + height) - Math.max(j, y));
    for (let i = Math.floor(x); i < lastColumn; i++) {
      const at = i + map.width * j;
      let weight = whole ? high : high * (Math.min(i + 1, x + width) - Math.max(i, x));
      if (mask !== null) weight *= mask[at];
      const sx = weight * slopes[2 * at];
      const sy = weight * slopes[2 * at + 1];
      sumX += sx;
      sumY += sy;
      a0 += Math.abs(sx);
      a1 += Math.abs(c * sx + s * sy);
      a2 += Math.abs(sx + sy);
      a3 += Math.abs(s * sx + c * sy);
      a4 += Math.abs(sy);
      a5 += Math.abs(c * sy - s * sx);
      a6 += Math.abs(sy - sx);
      a7 += Math.abs(s * sy - c * sx);
    }
  }
  cell[0] = a0;
  cell[1] = a1;
  cell[2] = a2 * Math.SQRT1_2;
  cell[3] = a3;
  cell[4] = a4;
  cell[5] = a5;
  cell[6] = a6 * Math.SQRT1_2;
  cell[7] = a7;
  for (let k = 0; k < HALF; k++) {
    const size = cell[k];
    const signed = sumX * TABLE_CIRCLE[2 * k] + sumY * TABLE_CIRCLE[2 * k + 1];
    cell[k] = Math.max(0, 0.5 * (size + signed));
    cell[k + HALF] = Math.max(0, 0.5 * (size - signed));
  }
}

/** The same for any p. */
function addPowers(
  map: NormalMap,
  area: PixelArea,
  inverse: number,
  power: Float64Array,
  raised: Float64Array,
  cell: Float64Array,
): void {
  const { x, y, width, height, lastColumn, lastRow } = area;
  const { slopes, mask } = map;
  const p = power[0];
  for (let j = Math.floor(y); j < lastRow; j++) {
    const high = Math.min(j + 1, y + height) - Math.max(j, y);
    for (let i = Math.floor(x); i < lastColumn; i++) {
      const weight = 0.5 * high * (Math.min(i + 1, x + width) - Math.max(i, x));
      if (!(weight > 0)) continue;
      const at = i + map.width * j;
      const factor = mask === null ? inverse : inverse * mask[at];
      const sx = factor * slopes[2 * at];
      const sy = factor * slopes[2 * at + 1];
      for (let k = 0; k < HALF; k++) {
        // max(0, ±x)^p = (|x|^p ± sign(x) |x|^p)/2 avoids an unpredictable branch.
        const slope = sx * TABLE_CIRCLE[2 * k] + sy * TABLE_CIRCLE[2 * k + 1];
        let size = Math.abs(slope);
        let signed = slope;
        if (p === 2) {
          signed *= size;
          size *= size;
        } else if (p === 3) {
          signed *= slope * slope;
          size *= slope * slope;
        } else {
          raised[0] = size;
          powerAt(raised, 0, power, 0);
          size = raised[0];
          signed = slope > 0 ? size : -size;
        }
        cell[k] += weight * (size + signed);
        cell[k + HALF] += weight * (size - signed);
      }
    }
  }
}
