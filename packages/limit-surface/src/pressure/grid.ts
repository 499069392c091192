import { requireInteger, requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';
import { shapeKey } from './options.js';
import type { Pressure, PressurePart } from './pressure.js';

export interface GridPressureOptions {
  /** Cells along each side, 1 to 1001. */
  n: number;
  /** Side of the square, > 0 m. */
  size: number;
  /**
   * Pressure of each cell, >= 0, in any unit: n² numbers, weight[i + n j], or a function of the cell's centre and
   * indices. Column i runs along +x and row j along -y, as in an image: x = (i + ½ - n/2) h, y = -(j + ½ - n/2) h,
   * h = size/n.
   */
  weight: ArrayLike<number> | ((x: number, y: number, i: number, j: number) => number);
}

/** Grid of a pressure made of cells, for [Waltersson] (19)-(21). */
export interface Grid {
  readonly n: number;
  /** Side of a cell, m. */
  readonly h: number;
}

/**
 * Pressure on the cells of a square grid, each acting at its centre, [Waltersson] (19), (20). Empty cells are not
 * stored.
 */
export function gridPressure(options: GridPressureOptions): Pressure & { readonly grid: Grid } {
  const owner = 'gridPressure';
  requireKnownOptions(owner, options, ['n', 'size', 'weight']);
  const n = requireInteger(owner, 'n', options.n, 1, 1001);
  const size = requirePositive(owner, 'size', options.size, 'm');
  const weights = requireWeights(owner, n, size, options.weight);
  const h = size / n;
  let load = 0;
  let count = 0;
  for (const weight of weights) {
    load += weight;
    if (weight > 0) count++;
  }
  if (!(load > 0)) throw new RangeError(`${owner}: weight must be > 0 somewhere (got only 0)`);
  const data = new Float64Array(1 + 3 * count);
  let cx = 0;
  let cy = 0;
  for (let k = 0, at = 1; k < n * n; k++) {
    if (!(weights[k] > 0)) continue;
    const i = k % n;
    const j = (k - i) / n;
    data[at] = (i + 0.5 - n / 2) * h;
    data[at + 1] = -(j + 0.5 - n / 2) * h;
    data[at + 2] = weights[k] / load;
    cx += data[at] * data[at + 2];
    cy += data[at + 1] * data[at + 2];
    at += 3;
  }
  const pressure = cellPressure(owner, data, count, cx, cy);
  return {
    ...pressure,
    key: `${owner}(${n},${hashWeights(weights, load)})`,
    area: count * h * h,
    density: (x, y) => {
      const i = Math.floor(x / h + n / 2);
      const j = Math.floor(n / 2 - y / h);
      return i >= 0 && i < n && j >= 0 && j < n ? weights[i + n * j] / (load * h * h) : 0;
    },
    extent: 0.5 * size,
    grid: { n, h },
  };
}

function requireWeights(owner: string, n: number, size: number, weight: GridPressureOptions['weight']): Float64Array {
  const h = size / n;
  const from =
    typeof weight === 'function'
      ? (k: number) =>
          weight(
            (k % n) * h + 0.5 * h - 0.5 * size,
            0.5 * size - 0.5 * h - Math.floor(k / n) * h,
            k % n,
            Math.floor(k / n),
          )
      : (k: number) => weight[k];
  if (typeof weight !== 'function' && weight?.length !== n * n) {
    throw new RangeError(`${owner}: weight must be a function or ${n * n} numbers (got ${String(weight?.length)})`);
  }
  return Float64Array.from({ length: n * n }, (_, k) => {
    const value = from(k);
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(
        `${owner}: weight of cell ${k % n}, ${Math.floor(k / n)} must be finite and >= 0 (got ${value})`,
      );
    }
    return value;
  });
}

/**
 * Pressure of cells [0, x, y, weight, …] with unit load and pressure centre (cx, cy). Shifts the cells to that centre.
 */
function cellPressure(shape: string, data: Float64Array, count: number, cx: number, cy: number): Pressure {
  let r = 0;
  let u = 0;
  for (let k = 0, at = 1; k < count; k++, at += 3) {
    data[at] -= cx;
    data[at + 1] -= cy;
    const square = data[at] * data[at] + data[at + 1] * data[at + 1];
    r += data[at + 2] * Math.sqrt(square);
    u += data[at + 2] * square;
  }
  data[0] = Math.sqrt(u);
  const part: PressurePart = { kind: 'cells', weight: 1, x: 0, y: 0, data, count };
  return {
    shape,
    key: shapeKey(shape, [count]),
    isRound: false,
    area: 0,
    centre: [cx, cy],
    r,
    u,
    parts: [part],
    density: () => 0,
    extent: 0,
  };
}

/** FNV-1a of the relative weights, with two seeds. */
function hashWeights(weights: Float64Array, load: number): string {
  const words = new Uint32Array(
    Float64Array.from(weights, (weight) => Math.fround((weight / load) * weights.length)).buffer,
  );
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const word of words) {
    a = Math.imul(a ^ word, 0x01000193) >>> 0;
    b = Math.imul(b ^ word, 0x85ebca6b) >>> 0;
    b ^= b >>> 13;
  }
  return `${a.toString(36)}.${(b >>> 0).toString(36)}`;
}

/** Default number of cells along each side of a shape, or along a line. */
const DEFAULT_CELLS = 21;

/**
 * Cells of a pressure, for models that sum over cells. A grid returns its own cells; other shapes get n × n cells over
 * the square that contains them (n along a line), each weighted by the pressure at its centre.
 */
export function cellsOf(pressure: Pressure, n: number = DEFAULT_CELLS): PressurePart {
  const { parts } = pressure;
  if (parts.length === 1 && parts[0].kind === 'cells') return parts[0];
  requireInteger('cellsOf', 'n', n, 1, 1001);
  const cells: number[] = [0];
  const h = (2 * pressure.extent) / n;
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const x = (i + 0.5 - n / 2) * h;
      const y = -(j + 0.5 - n / 2) * h;
      const weight = pressure.density(x, y) * h * h;
      if (weight > 0) cells.push(x, y, weight);
    }
  }
  for (const part of parts) {
    if (part.kind === 'segments') pushSegments(pressure, part, n, cells);
    if (part.kind === 'cells') {
      for (let k = 1; k < part.data.length; k += 3) {
        cells.push(
          pressure.centre[0] + part.x + part.data[k],
          pressure.centre[1] + part.y + part.data[k + 1],
          part.weight * part.data[k + 2],
        );
      }
    }
  }
  const data = Float64Array.from(cells);
  const count = (data.length - 1) / 3;
  if (count === 0) throw new RangeError(`cellsOf: n = ${n} is too coarse, no cell centre is under pressure`);
  let load = 0;
  let cx = 0;
  let cy = 0;
  for (let k = 1; k < data.length; k += 3) {
    load += data[k + 2];
    cx += data[k] * data[k + 2];
    cy += data[k + 1] * data[k + 2];
  }
  for (let k = 3; k < data.length; k += 3) data[k] /= load;
  return cellPressure('cells', data, count, cx / load, cy / load).parts[0];
}

function pushSegments(pressure: Pressure, part: PressurePart, n: number, cells: number[]): void {
  const { data } = part;
  const R = data[0];
  for (let k = 0; k < part.count; k++) {
    const [x, y, tx, ty, length] = data.subarray(16 + 5 * k, 21 + 5 * k);
    for (let i = 0; i < n; i++) {
      const s = ((i + 0.5) / n) * length;
      const [px, py] = [x + s * tx, y + s * ty];
      const weight = ((data[1] + data[2] * px + data[3] * py) * length) / n;
      if (weight > 0) {
        cells.push(pressure.centre[0] + part.x + R * px, pressure.centre[1] + part.y + R * py, part.weight * weight);
      }
    }
  }
}
