import { requireInteger, requireKnownOptions, requireOneOf, requirePositive } from '@stiction/friction-core';
import { type NormalMap, requireBoolean, requireMask, WRAPS } from './normal-map.js';
import { fullScale, MOST_PIXELS, PIXEL_OPTIONS, type PixelData, requirePixels } from './pixels.js';

export interface HeightMapOptions {
  /** 1 to 16384. */
  width: number;
  /** 1 to 16384. */
  height: number;
  /** Heights, row after row: pixels of a picture (white is high), or numbers. */
  data: PixelData | Float64Array | readonly number[];
  /** Numbers per pixel, of which the first is the height. @default as many as fit the data */
  channels?: number;
  /** Bits per number, 8 or 16, of a picture. @default what the array has */
  depth?: number;
  /** Side of a pixel, or its width and height, > 0 m. */
  pixel: number | readonly [number, number];
  /**
   * Height of the value 1, > 0 m. Pixels of whole numbers run from 0 to 1, so there it is the height of white above black and must
   * be given. @default 1, heights in metres
   */
  amplitude?: number;
  /**
   * How slopes are taken from heights. 'facet': heights are the corners of the pixels, and a pixel is the facet between its four.
   * 'central': heights are the middles of the pixels, slopes are over the neighbours on both sides. @default 'facet'
   */
  stencil?: Stencil;
  /** As in `normalMap`, as are the next two. */
  mask?: ArrayLike<number>;
  /** @default 'repeat' */
  wrap?: NormalMap['wrap'];
  /** @default true */
  flipY?: boolean;
  palette?: unknown;
  text?: unknown;
  resolution?: unknown;
  transparency?: unknown;
  iccEmbeddedProfile?: unknown;
}

type Stencil = 'facet' | 'central';

/** Slope of one step of 8-bit heights above which the steps count as roughness of their own. */
const COARSE_STEP = 0.1;

/**
 * Slopes from heights, s = -grad h. Exact for planes. With 'repeat' the heights go on periodically, else the last slope does.
 *
 * Friction is made of rises: the mean of max(0, slope) along x is the sum of all rises over the length. The 'facet' stencil
 *
 *     sx = -(h[i+1,j] - h[i,j] + h[i+1,j+1] - h[i,j+1]) / (2 pixel),   sy likewise
 *
 * keeps that sum for everything that varies along one axis: a jump between two columns is one pixel of its full slope, a one-pixel
 * ridge two facets. The price is that slopes lie half a pixel beside the heights. Central differences smear the jump over two pixels
 * of half the slope and do not see a ridge of one pixel at all. Forward differences would keep the sum too, but their sx and sy share
 * a height: isotropic noise would rub 1.7 times as much along one diagonal as along the other.
 */
export function heightMap(options: HeightMapOptions): NormalMap {
  const owner = 'heightMap';
  requireKnownOptions(owner, options, [...PIXEL_OPTIONS, 'pixel', 'amplitude', 'stencil', 'mask', 'wrap', 'flipY']);
  const wrap = requireOneOf(owner, 'wrap', options.wrap ?? 'repeat', WRAPS);
  const stencil = requireOneOf<Stencil>(owner, 'stencil', options.stencil ?? 'facet', ['facet', 'central']);
  const flipY = requireBoolean(owner, 'flipY', options.flipY ?? true);
  const pixel = requirePixelSize(owner, options.pixel);
  const { heights, width, height, step } = requireHeights(owner, options, flipY);
  const mask = requireMask(owner, options.mask, width, height, flipY);
  const slopes = slopesOf(heights, width, height, pixel, wrap, stencil);
  const warnings: string[] = [];
  const coarse = step / Math.min(...pixel);
  if (coarse > COARSE_STEP) {
    warnings.push(
      `8-bit heights come in steps with a slope of ${coarse.toPrecision(2)}: 16 bits or floats are smoother`,
    );
  }
  if (width * height > 1 && slopes.every((s) => s === 0)) warnings.push('all heights are equal: there is no texture');
  return { width, height, slopes, mask, wrap, warnings };
}

/** Side lengths of a pixel [m]. */
export function requirePixelSize(owner: string, pixel: unknown): readonly [number, number] {
  if (!Array.isArray(pixel)) {
    const side = requirePositive(owner, 'pixel', pixel, 'm');
    return [side, side];
  }
  if (pixel.length !== 2) throw new RangeError(`${owner}: pixel must be one number or two (got ${String(pixel)})`);
  return [requirePositive(owner, 'pixel[0]', pixel[0], 'm'), requirePositive(owner, 'pixel[1]', pixel[1], 'm')];
}

interface Heights {
  /** [m], first row at v = 0. */
  heights: Float64Array;
  width: number;
  height: number;
  /** Smallest difference of 8-bit heights [m], else 0. */
  step: number;
}

function requireHeights(owner: string, options: HeightMapOptions, flipY: boolean): Heights {
  const { data } = options;
  const width = requireInteger(owner, 'width', options.width, 1, MOST_PIXELS);
  const height = requireInteger(owner, 'height', options.height, 1, MOST_PIXELS);
  const floats = data instanceof Float32Array || data instanceof Float64Array || Array.isArray(data);
  const channels = floats
    ? requireInteger(owner, 'channels', options.channels ?? data.length / (width * height), 1, 4)
    : requirePixels(owner, { ...options, data: data as PixelData }).channels;
  if (data.length !== channels * width * height) {
    throw new RangeError(
      `${owner}: data must have ${width} x ${height} x ${channels} = ${channels * width * height} numbers (got ${data.length})`,
    );
  }
  if (!floats && options.amplitude === undefined) {
    throw new RangeError(`${owner}: amplitude must be the height of white above black in m (got undefined)`);
  }
  const amplitude = requirePositive(owner, 'amplitude', options.amplitude ?? 1, 'm');
  const full = floats ? 1 : fullScale(data as PixelData);
  const heights = new Float64Array(width * height);
  for (let row = 0; row < height; row++) {
    const at = width * (flipY ? height - 1 - row : row);
    for (let i = 0; i < width; i++) {
      const value = data[channels * (width * row + i)];
      if (!Number.isFinite(value)) {
        throw new RangeError(`${owner}: data must be finite (got ${String(value)} at ${i}, ${row})`);
      }
      heights[at + i] = (amplitude * value) / full;
    }
  }
  return { heights, width, height, step: full === 255 ? amplitude / full : 0 };
}

/** Slopes of heights [m] with their first row at v = 0. */
export function slopesOf(
  heights: Float64Array,
  width: number,
  height: number,
  pixel: readonly [number, number],
  wrap: NormalMap['wrap'] = 'repeat',
  stencil: Stencil = 'facet',
): Float32Array {
  const slopes = new Float32Array(2 * width * height);
  const periodic = wrap === 'repeat';
  const columns = neighbours(width, periodic, stencil);
  const rows = neighbours(height, periodic, stencil);
  for (let j = 0; j < height; j++) {
    const low = width * rows.low[j];
    const high = width * rows.high[j];
    const overY = -1 / (pixel[1] * rows.distance[j]);
    for (let i = 0; i < width; i++) {
      const left = columns.low[i];
      const right = columns.high[i];
      const overX = -1 / (pixel[0] * columns.distance[i]);
      const at = 2 * (width * j + i);
      if (stencil === 'central') {
        slopes[at] = overX * (heights[width * j + right] - heights[width * j + left]);
        slopes[at + 1] = overY * (heights[high + i] - heights[low + i]);
      } else {
        const rising = heights[high + right] - heights[low + left];
        const falling = heights[low + right] - heights[high + left];
        slopes[at] = 0.5 * overX * (rising + falling);
        slopes[at + 1] = 0.5 * overY * (rising - falling);
      }
    }
  }
  return slopes;
}

interface Neighbours {
  low: Int32Array;
  high: Int32Array;
  /** Between the two, in pixels. */
  distance: Float64Array;
}

/** Between which two of n samples the slope of each is taken. */
function neighbours(n: number, periodic: boolean, stencil: Stencil): Neighbours {
  const low = new Int32Array(n);
  const high = new Int32Array(n);
  const distance = new Float64Array(n);
  const back = stencil === 'central' ? 1 : 0;
  for (let i = 0; i < n; i++) {
    let from = i - back;
    let to = i + 1;
    if (!periodic) {
      from = Math.max(0, Math.min(from, n - 1 - (1 - back)));
      to = Math.min(to, n - 1);
    }
    distance[i] = Math.max(1, to - from);
    low[i] = (from + n) % n;
    high[i] = (to + n) % n;
  }
  return { low, high, distance };
}
