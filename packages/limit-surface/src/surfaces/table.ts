import { sineAt } from '@stiction/friction-core/adapter';
import { angleAt, arctanAt } from '../kernels/arctan.js';

/**
 * Lookup table of a limit surface by direction of the twist, [Waltersson] V-D. A node holds the friction that opposes
 * the direction, per unit load and friction coefficient, as [f₁, f₂, f₃/r]. Two coordinates define a direction; a twist
 * with w < 0 is looked up as its opposite.
 *
 *     diamond    a = pseudo-angle of (vx, vy), 0 to 4: vy/(|vx| + |vy|) in the first quarter,   s = |v| / (|v| + r |w|)
 *     spherical  θ = angle of (vx, vy), (35),   φ = arctan(|v| / (r |w|)), (36), both in quarter turns
 *
 *   n          cells from 0 to 1 in s or φ, and four times as many around, (34)
 *   r          mean distance of the pressure, (23): shapes that differ only in size share a table
 *
 * Differs from the paper: the diamond map needs no trigonometry; (36) is corrected; besides (41), linear between 2 × 2
 * nodes, there is quadratic interpolation between 3 × 3, which uses the same nodes in pairs; a shape of revolution has
 * one column of nodes.
 *
 * No table can follow a surface with kinks: a line, a thin ring, feet that are nearly points. While a quadratic table
 * is built, blocks of 2 × 2 cells with an error above `TOLERANCE` are marked, and look-ups there use the closed form.
 */
export interface WrenchTable {
  readonly map: TableMap;
  readonly interpolation: Interpolation;
  /** n. */
  readonly resolution: number;
  /** 4 n + 1 (the last column repeats the first), or 1 for a shape of revolution. */
  readonly columns: number;
  /** Three floats per node, node j of column i at 3 (i (n + 1) + j). */
  readonly nodes: Float32Array;
  /**
   * 1 for each block of a quadratic table that is too coarse, block j of column pair i at i n/2 + j; null if there are
   * none.
   */
  readonly coarse: Uint8Array | null;
}

export type TableMap = 'diamond' | 'spherical';
export type Interpolation = 'linear' | 'quadratic';

/** Floats used by `lookUp`: [vx, vy, r w] in, [f₁, f₂, f₃/r] out at 3, the rest is scratch. */
export const LOOK_UP_SIZE = 12;

/** Largest error at the centre of a cell; blocks above it are too coarse. */
const TOLERANCE = 2.5e-4;

/**
 * Writes the wrench for x[0..2] = [vx, vy, r w] to x[3..5]; 0 at rest. Returns false if the table is too coarse there.
 */
export function lookUp(table: WrenchTable, x: Float64Array): boolean {
  const vx = x[0];
  const vy = x[1];
  const V = Math.sqrt(vx * vx + vy * vy);
  const spin = x[2];
  const W = spin < 0 ? -spin : spin;
  const sum = V + W;
  if (!(sum > 0)) {
    x[3] = 0;
    x[4] = 0;
    x[5] = 0;
    return true;
  }
  const n = table.resolution;
  if (table.map === 'diamond') x[7] = (n * V) / sum;
  else {
    x[7] = V / W;
    arctanAt(x, 7);
    x[7] *= (2 * n) / Math.PI;
  }
  if (table.columns === 1) {
    const isFine = interpolateColumn(table, x);
    const share = V > 0 ? x[3] / V : 0;
    x[3] = share * vx;
    x[4] = share * vy;
    if (spin < 0) x[5] = -x[5];
    return isFine;
  }
  const sign = spin < 0 ? -1 : 1;
  if (table.map === 'diamond') {
    const ax = sign * vx;
    const ay = sign * vy;
    const size = (ax < 0 ? -ax : ax) + (ay < 0 ? -ay : ay);
    const p = size > 0 ? ay / size : 0;
    x[6] = n * (ax < 0 ? 2 - p : p < 0 ? 4 + p : p);
  } else {
    x[8] = sign * vx;
    x[9] = sign * vy;
    angleAt(x, 8);
    x[6] = (x[8] * 2 * n) / Math.PI;
  }
  let isFine = true;
  if (table.interpolation === 'linear') interpolateLinear(table, x);
  else isFine = interpolateQuadratic(table, x);
  if (spin < 0) {
    x[3] = -x[3];
    x[4] = -x[4];
    x[5] = -x[5];
  }
  return isFine;
}

/** (37)-(41) at the coordinates x[6], x[7]. */
function interpolateLinear(table: WrenchTable, x: Float64Array): void {
  const { nodes } = table;
  const n = table.resolution;
  let i = Math.floor(x[6]);
  let j = Math.floor(x[7]);
  if (i > 4 * n - 1) i = 4 * n - 1;
  if (j > n - 1) j = n - 1;
  const f = x[6] - i;
  const g = x[7] - j;
  const a = 3 * (i * (n + 1) + j);
  const b = a + 3 * (n + 1);
  const w11 = f * g;
  const w10 = f - w11;
  const w01 = g - w11;
  const w00 = 1 - f - w01;
  x[3] = w00 * nodes[a] + w01 * nodes[a + 3] + w10 * nodes[b] + w11 * nodes[b + 3];
  x[4] = w00 * nodes[a + 1] + w01 * nodes[a + 4] + w10 * nodes[b + 1] + w11 * nodes[b + 4];
  x[5] = w00 * nodes[a + 2] + w01 * nodes[a + 5] + w10 * nodes[b + 2] + w11 * nodes[b + 5];
}

/** Lagrange interpolation through three nodes per coordinate. */
function interpolateQuadratic(table: WrenchTable, x: Float64Array): boolean {
  const { nodes, coarse } = table;
  const n = table.resolution;
  let i = 2 * Math.floor(0.5 * x[6]);
  let j = 2 * Math.floor(0.5 * x[7]);
  if (i > 4 * n - 2) i = 4 * n - 2;
  if (j > n - 2) j = n - 2;
  const f = x[6] - i;
  const g = x[7] - j;
  const f0 = 0.5 * (f - 1) * (f - 2);
  const f1 = f * (2 - f);
  const f2 = 0.5 * f * (f - 1);
  const g0 = 0.5 * (g - 1) * (g - 2);
  const g1 = g * (2 - g);
  const g2 = 0.5 * g * (g - 1);
  const a = 3 * (i * (n + 1) + j);
  const b = a + 3 * (n + 1);
  const c = b + 3 * (n + 1);
  for (let k = 0; k < 3; k++) {
    x[3 + k] =
      f0 * (g0 * nodes[a + k] + g1 * nodes[a + k + 3] + g2 * nodes[a + k + 6]) +
      f1 * (g0 * nodes[b + k] + g1 * nodes[b + k + 3] + g2 * nodes[b + k + 6]) +
      f2 * (g0 * nodes[c + k] + g1 * nodes[c + k + 3] + g2 * nodes[c + k + 6]);
  }
  return coarse === null || coarse[(i * n + 2 * j) >> 2] === 0;
}

/** Interpolates the single column of a shape of revolution: x[3] along the velocity, x[5]. */
function interpolateColumn(table: WrenchTable, x: Float64Array): boolean {
  const { nodes, coarse } = table;
  const n = table.resolution;
  if (table.interpolation === 'linear') {
    const j = Math.min(Math.floor(x[7]), n - 1);
    const g = x[7] - j;
    x[3] = (1 - g) * nodes[3 * j] + g * nodes[3 * j + 3];
    x[5] = (1 - g) * nodes[3 * j + 2] + g * nodes[3 * j + 5];
    return true;
  }
  const j = Math.min(2 * Math.floor(0.5 * x[7]), n - 2);
  const g = x[7] - j;
  const g0 = 0.5 * (g - 1) * (g - 2);
  const g1 = g * (2 - g);
  const g2 = 0.5 * g * (g - 1);
  x[3] = g0 * nodes[3 * j] + g1 * nodes[3 * j + 3] + g2 * nodes[3 * j + 6];
  x[5] = g0 * nodes[3 * j + 2] + g1 * nodes[3 * j + 5] + g2 * nodes[3 * j + 8];
  return coarse === null || coarse[j >> 1] === 0;
}

/** Writes the wrench [f₁, f₂, f₃/r] for the twist [vx, vy, r w] to `out`. */
export type WrenchSampler = (twist: Float64Array, out: Float64Array) => void;

/** Builds a table from a sampler, (33); with `markCoarse` it also marks the blocks that are too coarse. */
export function buildTable(
  sample: WrenchSampler,
  options: { map: TableMap; interpolation: Interpolation; resolution: number; isRound: boolean; markCoarse: boolean },
): WrenchTable {
  const { map, interpolation, resolution: n, isRound, markCoarse } = options;
  const columns = isRound ? 1 : 4 * n + 1;
  const nodes = new Float32Array(3 * columns * (n + 1));
  const twist = new Float64Array(3);
  const out = new Float64Array(3);
  for (let i = 0; i < (isRound ? 1 : 4 * n); i++) {
    for (let j = 0; j <= n; j++) {
      directionAt(map, n, i, j, twist);
      sample(twist, out);
      nodes.set(out, 3 * (i * (n + 1) + j));
    }
  }
  if (!isRound) nodes.copyWithin(3 * 4 * n * (n + 1), 0, 3 * (n + 1));
  const table = { map, interpolation, resolution: n, columns, nodes, coarse: null };
  return markCoarse ? { ...table, coarse: markCoarseBlocks(table, sample) } : table;
}

/** Compares table and sampler at the centre of every cell, near the largest interpolation error. */
function markCoarseBlocks(table: WrenchTable, sample: WrenchSampler): Uint8Array | null {
  const { map, resolution: n, columns } = table;
  const around = columns === 1 ? 1 : 4 * n;
  const marks = new Uint8Array((Math.ceil(around / 2) * n) / 2);
  const x = new Float64Array(LOOK_UP_SIZE);
  const out = new Float64Array(3);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < n; j++) {
      directionAt(map, n, i + 0.5, j + 0.5, x);
      sample(x, out);
      lookUp(table, x);
      let error = 0;
      for (let k = 0; k < 3; k++) error = Math.max(error, Math.abs(x[3 + k] - out[k]));
      if (error > TOLERANCE) marks[((i >> 1) * n) / 2 + (j >> 1)] = 1;
    }
  }
  return marks.includes(1) ? marks : null;
}

const scratch = new Float64Array(2);

/** Twist [vx, vy, r w] of a node. */
export function directionAt(map: TableMap, n: number, i: number, j: number, twist: Float64Array): void {
  const quarter = Math.floor(i / n);
  const f = (i - quarter * n) / n;
  const s = j / n;
  let c = 1 - f;
  let d = f;
  let V = s;
  let W = 1 - s;
  if (map === 'spherical') {
    scratch[0] = 1 - f;
    scratch[1] = f;
    sineAt(scratch, 0);
    sineAt(scratch, 1);
    [c, d] = [scratch[0], scratch[1]];
    scratch[0] = s;
    scratch[1] = 1 - s;
    sineAt(scratch, 0);
    sineAt(scratch, 1);
    [V, W] = [scratch[0], scratch[1]];
  }
  const scale = V / Math.sqrt(c * c + d * d);
  c *= scale;
  d *= scale;
  twist[0] = quarter === 0 ? c : quarter === 1 ? -d : quarter === 2 ? -c : d;
  twist[1] = quarter === 0 ? d : quarter === 1 ? c : quarter === 2 ? -d : -c;
  twist[2] = W;
}
