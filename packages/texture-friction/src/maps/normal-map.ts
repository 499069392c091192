import { requireKnownOptions, requireOneOf } from '@stiction/friction-core/adapter';
import { isGreenFlipped, type MapStatistics, mapWarnings } from './map-checks.js';
import { maxValue, PIXEL_OPTIONS, type PixelData, type PixelSource, type Pixels, requirePixels } from './pixels.js';

/**
 * Slopes of a surface's facets, from a normal map or a height field.
 *
 * A facet with normal m in the texture's frame (x along +u, y along +v, z outward) has the slopes
 *
 *     sx = m_x / m_z,   sy = m_y / m_z            (for a height field h: s = -grad h)
 *
 * so that [Andrews] (5) is  mu(d) = 2/pi max(0, s . d).
 */
export interface NormalMap {
  readonly width: number;
  readonly height: number;
  /** [sx, sy] per pixel; pixel (i, j) lies at u = (i + 1/2) / width, v = (j + 1/2) / height, so row 0 is at the bottom (v = 0). */
  readonly slopes: Float32Array;
  /** Saliency of each pixel, a factor on its slopes; null if it is 1 everywhere. */
  readonly mask: Float32Array | null;
  /** Continuation beyond the edges: repeat the map, repeat its edge, or nothing. */
  readonly wrap: 'repeat' | 'clamp' | 'none';
  /** Messages about suspicious data; empty if there are none. */
  readonly warnings: readonly string[];
}

export const WRAPS: readonly NormalMap['wrap'][] = ['repeat', 'clamp', 'none'];

export interface NormalMapOptions extends PixelSource {
  /**
   * Direction of green in the image: up ('opengl': three.js, glTF, Blender) or down ('directx': Unreal, 3ds Max), independent of
   * `flipY`. @default 'opengl'
   */
  convention?: 'opengl' | 'directx';
  /** Factor on the slopes, or one for u and one for v; three.js' `normalScale`. @default 1 */
  scale?: number | readonly [number, number];
  /**
   * Saliency per pixel, a factor >= 0 on its slopes: k of [Andrews] (7) as a field. Rows in the order of the data.
   * 'alpha' uses the fourth channel. @default 1 everywhere
   */
  mask?: ArrayLike<number> | 'alpha';
  /** Continuation beyond the edges. @default 'repeat' */
  wrap?: NormalMap['wrap'];
  /**
   * True if the first row of the data is at v = 1, the top of the image, as in image files and three.js; false if it is at v = 0, as in
   * glTF. @default true
   */
  flipY?: boolean;
}

/** tan 85°, the slope of steeper facets and of those that face inwards. */
export const MAX_SLOPE = 11.430052302761343;

/**
 * Reads a tangent-space normal map, e.g. `normalMap(decode(bytes))` with fast-png, or
 * `normalMap({ ...readPixels(bitmap), convention: 'directx' })` in a browser.
 *
 *     n = 2c - 1,   s = scale (n_x, n_y) / n_z            as in a renderer; the length of n does not matter
 *
 * Integer colours cannot represent 0: 8 bits have -1/255 (127) and +1/255 (128). Both count as 0 here (like 32767 and 32768 of 16
 * bits), so that a flat map is flat with either value, and mirrored maps have opposite slopes.
 * Two channels are x and y, with z from the unit length. A single channel is not a normal map (see `heightMap`).
 *
 * Throws if the data cannot be a normal map; suspicious data gives `warnings` (map-checks.ts).
 */
export function normalMap(options: NormalMapOptions): NormalMap {
  const owner = 'normalMap';
  requireKnownOptions(owner, options, [...PIXEL_OPTIONS, 'convention', 'scale', 'mask', 'wrap', 'flipY']);
  const { width, height, data, channels } = requirePixels(owner, options);
  if (channels === 1) throw new RangeError(`${owner}: channels must be 2 to 4 (got 1; use heightMap for a height map)`);
  const convention = requireOneOf(owner, 'convention', options.convention ?? 'opengl', ['opengl', 'directx']);
  const wrap = requireOneOf(owner, 'wrap', options.wrap ?? 'repeat', WRAPS);
  const scale = requireScale(owner, options.scale ?? 1);
  const flipY = requireBoolean(owner, 'flipY', options.flipY ?? true);
  if (options.mask === 'alpha' && channels !== 4) {
    throw new RangeError(`${owner}: mask 'alpha' needs 4 channels (got ${channels})`);
  }
  const mask =
    options.mask === 'alpha'
      ? alphaMask(data, width, height, flipY)
      : requireMask(owner, options.mask, width, height, flipY);
  if ((convention === 'opengl') !== flipY) scale[1] = -scale[1];
  const slopes = new Float32Array(2 * width * height);
  const pixels = { width, height, data, channels };
  const steep = readSlopes(pixels, flipY, scale, slopes);
  const statistics = computeStatistics(pixels);
  statistics.steep = steep / (width * height);
  for (let k = 2; k < slopes.length && statistics.constant; k++) statistics.constant = slopes[k] === slopes[k - 2];
  const warnings = mapWarnings(statistics, MAX_SLOPE);
  if (warnings.length === 0 && isGreenFlipped(slopes, width, height)) {
    warnings.push(
      convention === 'opengl'
        ? "green looks flipped: a DirectX map read as OpenGL? (convention: 'directx')"
        : "green looks flipped: an OpenGL map read as DirectX? (convention: 'opengl')",
    );
  }
  return { width, height, slopes, mask, wrap, warnings };
}

/** Writes the slopes; returns the number of pixels that are too steep or face inwards. */
function readSlopes(pixels: Pixels, flipY: boolean, scale: Float64Array, slopes: Float32Array): number {
  const { width, height, data, channels } = pixels;
  const table = decodeTable(data);
  const [scaleX, scaleY] = scale;
  let steep = 0;
  for (let row = 0; row < height; row++) {
    let from = channels * width * row;
    let at = 2 * width * (flipY ? height - 1 - row : row);
    for (let i = 0; i < width; i++, from += channels, at += 2) {
      const x = table === null ? 2 * data[from] - 1 : table[data[from]];
      const y = table === null ? 2 * data[from + 1] - 1 : table[data[from + 1]];
      const across = x * x + y * y;
      let z = 0;
      if (channels === 2) z = Math.sqrt(Math.max(0, 1 - across));
      else z = table === null ? 2 * data[from + 2] - 1 : table[data[from + 2]];
      let inverse = 1 / z;
      if (z <= 0 || across > MAX_SLOPE * MAX_SLOPE * z * z) {
        steep++;
        inverse = across > 0 ? MAX_SLOPE / Math.sqrt(across) : 0;
      }
      slopes[at] = scaleX * x * inverse;
      slopes[at + 1] = scaleY * y * inverse;
    }
  }
  return steep;
}

/** Statistics of 64 to 127 evenly spaced rows: enough to detect a wrong map, in a fraction of the time of reading it. */
function computeStatistics({ width, height, data, channels }: Pixels): MapStatistics {
  const table = decodeTable(data);
  const same = 4.001 / 255;
  let [pixels, unnormalised, grey] = [0, 0, 0];
  let [sumX, sumY, sumZ] = [0, 0, 0];
  for (let row = 0; row < height; row += Math.max(1, height >> 6)) {
    let from = channels * width * row;
    for (let i = 0; i < width; i++, from += channels) {
      const x = table === null ? 2 * data[from] - 1 : table[data[from]];
      const y = table === null ? 2 * data[from + 1] - 1 : table[data[from + 1]];
      sumX += x;
      sumY += y;
      const across = x * x + y * y;
      if (channels === 2) {
        if (across > 1.1025) unnormalised++;
        continue;
      }
      const z = table === null ? 2 * data[from + 2] - 1 : table[data[from + 2]];
      sumZ += z;
      const square = across + z * z;
      if (square < 0.9025 || square > 1.1025) unnormalised++;
      if (Math.abs(x - y) < same && Math.abs(y - z) < same) grey++;
    }
    pixels += width;
  }
  const [x, y, z] = [sumX / pixels, sumY / pixels, sumZ / pixels];
  return { pixels, channels, unnormalised, steep: 0, grey, x, y, z, constant: true };
}

/** 2c - 1 for every integer colour c, 0 for the two in the middle; null for float data. */
function decodeTable(data: PixelData): Float64Array | null {
  if (data instanceof Float32Array) return null;
  const full = maxValue(data);
  const table = new Float64Array(full + 1);
  for (let c = 0; c <= full; c++) table[c] = (2 * c - full) / full;
  table[(full - 1) / 2] = 0;
  table[(full + 1) / 2] = 0;
  return table;
}

function alphaMask(data: PixelData, width: number, height: number, flipY: boolean): Float32Array {
  const full = maxValue(data);
  const alpha = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const at = width * (flipY ? height - 1 - row : row);
    for (let i = 0; i < width; i++) alpha[at + i] = data[4 * (width * row + i) + 3] / full;
  }
  return alpha;
}

/** The mask with its first row at v = 0. */
export function requireMask(
  owner: string,
  mask: ArrayLike<number> | undefined,
  width: number,
  height: number,
  flipY: boolean,
): Float32Array | null {
  if (mask === undefined) return null;
  if (mask === null || typeof mask !== 'object' || mask.length !== width * height) {
    const got = mask !== null && typeof mask === 'object' ? mask.length : String(mask);
    throw new RangeError(`${owner}: mask must be ${width} x ${height} = ${width * height} numbers (got ${got})`);
  }
  const out = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const at = width * (flipY ? height - 1 - row : row);
    for (let i = 0; i < width; i++) {
      const value = mask[width * row + i];
      if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
        throw new RangeError(`${owner}: mask must be finite and >= 0 (got ${value} at ${i}, ${row})`);
      }
      out[at + i] = value;
    }
  }
  return out;
}

function requireScale(owner: string, scale: unknown): Float64Array {
  const [x, y] = Array.isArray(scale) && scale.length === 2 ? scale : [scale, scale];
  if (!Number.isFinite(x) || !Number.isFinite(y)) {
    throw new RangeError(`${owner}: scale must be one or two finite numbers (got ${String(scale)})`);
  }
  return Float64Array.of(x as number, y as number);
}

export function requireBoolean(owner: string, option: string, value: unknown): boolean {
  if (typeof value !== 'boolean')
    throw new TypeError(`${owner}: ${option} must be true or false (got ${String(value)})`);
  return value;
}
