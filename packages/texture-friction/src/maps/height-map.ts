import { requireInteger, requireKnownOptions, requireOneOf, requirePositive } from '@stiction/friction-core/adapter';
import { type NormalMap, requireBoolean, requireMask, WRAPS } from './normal-map.js';
import { MAX_MAP_SIZE, maxValue, PIXEL_OPTIONS, type PixelData, requirePixels } from './pixels.js';

export interface HeightMapOptions {
  /** 1 to 16384. */
  width: number;
  /** 1 to 16384. */
  height: number;
  /** Heights, row by row: pixels of an image (white is high), or floats. */
  data: PixelData | Float64Array | readonly number[];
  /** Numbers per pixel; the first is the height. @default from the length of the data */
  channels?: number;
  /** Bits per number of an image, 8 or 16. @default from the type of the array */
  depth?: number;
  /** Side of a pixel, or its width and height, > 0 m. */
  pixel: number | readonly [number, number];
  /**
   * Height of the value 1, > 0 m. Integer pixels are scaled to 0 to 1, so for them it is the height of white above black, and required.
   * @default 1, heights in metres
   */
  amplitude?: number;
  /**
   * Computation of slopes. 'facet': heights are at the corners of the pixels, and a pixel is the facet between its four corners.
   * 'central': heights are at the centres of the pixels, with central differences. @default 'facet'
   */
  stencil?: Stencil;
  /** As in `normalMap`, like the next two. */
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

/** If one 8-bit step has a larger slope than this, quantisation is noticeable as roughness. */
const COARSE_STEP = 0.1;

/**
 * Computes slopes from heights, s = -grad h. Exact for planes. With 'repeat' the heights are periodic, otherwise the last slope continues.
 *
 * Friction depends on rises: the mean of max(0, slope) along x is the sum of all rises over the length. The 'facet' stencil
 *
 *     sx = -(h[i+1,j] - h[i,j] + h[i+1,j+1] - h[i,j+1]) / (2 pixel),   sy likewise
 *
 * preserves that sum for textures that vary along one axis: a step between two columns is one pixel of the full slope, a one-pixel
 * ridge is two facets. Slopes are half a pixel off the heights. Central differences spread the step over two pixels of half the slope
 * and miss a one-pixel ridge. Forward differences also preserve the sum, but their sx and sy share a height: isotropic noise would have
 * 1.7 times as much friction along one diagonal as along the other.
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
  const slopes = computeSlopes(heights, width, height, pixel, wrap, stencil);
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
  if (pixel.length !== 2) throw new RangeError(`${owner}: pixel must be one or two numbers (got ${String(pixel)})`);
  return [requirePositive(owner, 'pixel[0]', pixel[0], 'm'), requirePositive(owner, 'pixel[1]', pixel[1], 'm')];
}

interface Heights {
  /** Heights [m], first row at v = 0. */
  heights: Float64Array;
  width: number;
  height: number;
  /** Height of an 8-bit step [m]; 0 for other data. */
  step: number;
}

function requireHeights(owner: string, options: HeightMapOptions, flipY: boolean): Heights {
  const { data } = options;
  const width = requireInteger(owner, 'width', options.width, 1, MAX_MAP_SIZE);
  const height = requireInteger(owner, 'height', options.height, 1, MAX_MAP_SIZE);
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
  const full = floats ? 1 : maxValue(data as PixelData);
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

/** Slopes of heights [m], first row at v = 0. */
export function computeSlopes(
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
  /** Distance of the two in pixels. */
  distance: Float64Array;
}

/** The two of n samples whose difference gives the slope at each sample. */
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
