import { requireInteger, requireKnownOptions, requireOneOf } from '@stiction/friction-core';
import type { NormalMap } from './normal-map.js';

/** Colours as whole numbers from 0 to 255 or 65535, or as fractions from 0 to 1. */
export type PixelData = Uint8Array | Uint8ClampedArray | Uint16Array | Float32Array;

/** A picture: `channels` numbers per pixel, row after row. */
export interface Pixels {
  width: number;
  height: number;
  data: PixelData;
  channels: number;
}

/**
 * What a picture may look like where it comes in: `Pixels`, `ImageData`, or what `decode` of fast-png returns, whose further
 * fields are named here so that it can be handed over as it is.
 */
export interface PixelSource {
  /** 1 to 16384. */
  width: number;
  /** 1 to 16384. */
  height: number;
  data: PixelData;
  /** Numbers per pixel, 1 to 4. @default as many as fit the data */
  channels?: number;
  /** Bits per number: 8 or 16. @default what the array has */
  depth?: number;
  /** Refused: colours have to be written out first (fast-png: `convertIndexedToRgb`). */
  palette?: unknown;
  /** Without effect, as are the next three. */
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

export const MOST_PIXELS = 16384;

export function requirePixels(owner: string, source: PixelSource): Pixels {
  const width = requireInteger(owner, 'width', source.width, 1, MOST_PIXELS);
  const height = requireInteger(owner, 'height', source.height, 1, MOST_PIXELS);
  const { data } = source;
  const bits = bitsOf(data);
  if (bits === 0) {
    throw new TypeError(
      `${owner}: data must be a Uint8Array, Uint8ClampedArray, Uint16Array or Float32Array (got ${String(data)})`,
    );
  }
  if (source.palette !== undefined) {
    throw new TypeError(`${owner}: the picture has a palette; write its colours out first (convertIndexedToRgb)`);
  }
  if (source.depth !== undefined && source.depth !== bits) {
    throw new RangeError(`${owner}: depth must be ${bits}, as the data has (got ${String(source.depth)})`);
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

/** The largest number that a pixel can hold. */
export function fullScale(data: PixelData): number {
  if (data instanceof Float32Array) return 1;
  return data instanceof Uint16Array ? 65535 : 255;
}

export interface ToPixelsOptions {
  /** Green up the picture, or down. @default 'opengl' */
  convention?: 'opengl' | 'directx';
  /** Bits per number. @default 8 */
  depth?: 8 | 16;
  /** 4 has the mask as alpha, clipped to 1. @default 3 */
  channels?: 3 | 4;
  /** The first row is the top of the picture (v = 1), as in image files. @default true */
  flipY?: boolean;
}

/** What `encode` of fast-png takes. */
export interface EncodedPixels extends Pixels {
  data: Uint8Array | Uint16Array;
  depth: 8 | 16;
}

/**
 * The map as a picture that a renderer shows and a PNG keeps: c = (n + 1)/2 of the unit normal n, rounded. `normalMap` reads it
 * back: with slopes s to within (1 + |s|) √(1 + s²) / 127 at 8 bits (about 0.01 for gentle ones), / 32767 at 16.
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
  const full = fullScale(data);
  const half = 0.5 * full;
  // Green is told by the picture, slopes by v, which runs down the picture where the first row is at v = 0.
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
