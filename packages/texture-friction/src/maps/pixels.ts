import { requireInteger, requireKnownOptions, requireOneOf } from '@stiction/friction-core/adapter';
import type { NormalMap } from './normal-map.js';

/** Colours as integers from 0 to 255 or 65535, or as floats from 0 to 1. */
export type PixelData = Uint8Array | Uint8ClampedArray | Uint16Array | Float32Array;

/** An image: `channels` numbers per pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: PixelData;
  channels: number;
}

/**
 * An image as input: `Pixels`, `ImageData`, or the result of fast-png's `decode`, whose additional fields are listed so that it can be
 * passed directly.
 */
export interface PixelSource {
  /** 1 to 16384. */
  width: number;
  /** 1 to 16384. */
  height: number;
  data: PixelData;
  /** Numbers per pixel, 1 to 4. @default from the length of the data */
  channels?: number;
  /** Bits per number: 8 or 16. @default from the type of the array */
  depth?: number;
  /** Not supported: convert to RGB first (fast-png: `convertIndexedToRgb`). */
  palette?: unknown;
  /** Ignored, like the next three. */
  text?: unknown;
  resolution?: unknown;
  transparency?: unknown;
  iccEmbeddedProfile?: unknown;
}

export const PIXEL_OPTIONS: readonly string[] = [
  'width',
  'height',
  'data',
  'channels',
  'depth',
  'palette',
  'text',
  'resolution',
  'transparency',
  'iccEmbeddedProfile',
];

/** Maximum pixels per side of a map. */
export const MAX_MAP_SIZE = 16384;

export function requirePixels(owner: string, source: PixelSource): Pixels {
  const width = requireInteger(owner, 'width', source.width, 1, MAX_MAP_SIZE);
  const height = requireInteger(owner, 'height', source.height, 1, MAX_MAP_SIZE);
  const { data } = source;
  const bits = bitsOf(data);
  if (bits === 0) {
    throw new TypeError(
      `${owner}: data must be a Uint8Array, Uint8ClampedArray, Uint16Array or Float32Array (got ${String(data)})`,
    );
  }
  if (source.palette !== undefined) {
    throw new TypeError(`${owner}: palette images are not supported; convert to RGB first (convertIndexedToRgb)`);
  }
  if (source.depth !== undefined && source.depth !== bits) {
    throw new RangeError(`${owner}: depth must be ${bits} to match the data (got ${String(source.depth)})`);
  }
  const channels = requireInteger(owner, 'channels', source.channels ?? data.length / (width * height), 1, 4);
  if (data.length !== channels * width * height) {
    throw new RangeError(
      `${owner}: data must have ${width} x ${height} x ${channels} = ${channels * width * height} numbers (got ${data.length})`,
    );
  }
  if (data instanceof Float32Array) requireFractions(owner, data);
  return { width, height, data, channels };
}

function bitsOf(data: unknown): number {
  if (data instanceof Uint8Array || data instanceof Uint8ClampedArray) return 8;
  if (data instanceof Uint16Array) return 16;
  return data instanceof Float32Array ? 32 : 0;
}

function requireFractions(owner: string, data: Float32Array): void {
  for (let k = 0; k < data.length; k++) {
    if (!(data[k] >= 0 && data[k] <= 1)) {
      throw new RangeError(`${owner}: data must be fractions from 0 to 1 (got ${data[k]} at ${k})`);
    }
  }
}

/** Value of full intensity. */
export function maxValue(data: PixelData): number {
  if (data instanceof Float32Array) return 1;
  return data instanceof Uint16Array ? 65535 : 255;
}

export interface ToPixelsOptions {
  /** Direction of green in the image: up or down. @default 'opengl' */
  convention?: 'opengl' | 'directx';
  /** Bits per number. @default 8 */
  depth?: 8 | 16;
  /** 4 adds the mask as alpha, clamped to 1. @default 3 */
  channels?: 3 | 4;
  /** True if the first row is the top of the image (v = 1), as in image files. @default true */
  flipY?: boolean;
}

/** Input of fast-png's `encode`. */
export interface EncodedPixels extends Pixels {
  data: Uint8Array | Uint16Array;
  depth: 8 | 16;
}

/**
 * Converts a map to an image for a renderer or a PNG: c = (n + 1)/2 of the unit normal n, rounded. `normalMap` reads it back with
 * slopes s accurate to (1 + |s|) √(1 + s²) / 127 at 8 bits (about 0.01 for gentle slopes), / 32767 at 16 bits.
 */
export function toPixels(map: NormalMap, options: ToPixelsOptions = {}): EncodedPixels {
  const owner = 'toPixels';
  requireKnownOptions(owner, options, ['convention', 'depth', 'channels', 'flipY']);
  const up = requireOneOf(owner, 'convention', options.convention ?? 'opengl', ['opengl', 'directx']) === 'opengl';
  const depth = options.depth ?? 8;
  if (depth !== 8 && depth !== 16) throw new RangeError(`${owner}: depth must be 8 or 16 (got ${String(depth)})`);
  const channels = requireInteger(owner, 'channels', options.channels ?? 3, 3, 4);
  const flipY = options.flipY ?? true;
  const { width, height, slopes, mask } = map;
  const size = channels * width * height;
  const data = depth === 16 ? new Uint16Array(size) : new Uint8Array(size);
  const full = maxValue(data);
  const half = 0.5 * full;
  // Green is relative to the image, slopes to v, which runs down the image if the first row is at v = 0.
  const green = up === flipY ? half : -half;
  for (let row = 0; row < height; row++) {
    let from = width * (flipY ? height - 1 - row : row);
    let at = channels * width * row;
    for (let i = 0; i < width; i++, from++, at += channels) {
      const sx = slopes[2 * from];
      const sy = slopes[2 * from + 1];
      const z = 1 / Math.sqrt(1 + sx * sx + sy * sy);
      data[at] = Math.round(half + half * sx * z);
      data[at + 1] = Math.round(half + green * sy * z);
      data[at + 2] = Math.round(half + half * z);
      if (channels === 4) data[at + 3] = mask === null ? full : Math.round(full * Math.min(1, mask[from]));
    }
  }
  return { width, height, channels, data, depth };
}
