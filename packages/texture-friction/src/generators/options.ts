import { requireInteger, requireKnownOptions, requireNumber } from '@stiction/friction-core/adapter';
import { computeSlopes, requirePixelSize } from '../maps/height-map.js';
import type { NormalMap } from '../maps/normal-map.js';
import { MAX_MAP_SIZE } from '../maps/pixels.js';

export interface SizeOptions {
  /** Pixels along u, 1 to 16384. */
  width: number;
  /** Pixels along v, 1 to 16384. */
  height: number;
}

export interface SeedOptions {
  /** Random seed, an integer from 0 to 2³² - 1. @default 1 */
  seed?: number;
}

/** Options of textures with a given roughness. */
export interface RoughnessOptions extends SizeOptions, SeedOptions {
  /** Arithmetic mean deviation of the heights from their mean, >= 0 m. */
  Ra: number;
  /** Side of a pixel, > 0 m. */
  pixel: number;
}

export interface GrainOptions extends RoughnessOptions {
  /** The grain runs along u ('x') or v ('y'). @default 'x' */
  direction?: 'x' | 'y';
}

/** Options of textures with a given depth. */
export interface ReliefOptions extends SizeOptions {
  /** Height difference of the lowest and highest points, >= 0 m. */
  depth: number;
  /** Side of a pixel, > 0 m. */
  pixel: number;
}

export function requireSize(owner: string, options: SizeOptions & SeedOptions, further: readonly string[]): number {
  requireKnownOptions(owner, options, ['width', 'height', ...further]);
  requireInteger(owner, 'width', options.width, 1, MAX_MAP_SIZE);
  requireInteger(owner, 'height', options.height, 1, MAX_MAP_SIZE);
  return requireInteger(owner, 'seed', options.seed ?? 1, 0, 2 ** 32 - 1);
}

export function requireRoughness(owner: string, options: RoughnessOptions, further: readonly string[] = []): number {
  const seed = requireSize(owner, options, ['seed', 'Ra', 'pixel', ...further]);
  requireNumber(owner, 'Ra', options.Ra, 0, 'm');
  requirePixelSize(owner, options.pixel);
  return seed;
}

/** Requires a whole number of periods, so that the texture tiles. */
export function requirePeriod(owner: string, option: string, period: number, side: string, pixels: number): number {
  requireInteger(owner, option, period, 2, MAX_MAP_SIZE);
  if (pixels % period !== 0) {
    throw new RangeError(
      `${owner}: ${side} must be a multiple of ${option} = ${period} pixels so that the map tiles (got ${pixels})`,
    );
  }
  return period;
}

/** A repeating map with the given slopes. */
export function tiledMap(width: number, height: number, slopes: Float32Array): NormalMap {
  return { width, height, slopes, mask: null, wrap: 'repeat', warnings: [] };
}

/** The map of heights (first row at v = 0), scaled to the mean deviation Ra. */
export function mapWithRoughness(heights: Float64Array, options: RoughnessOptions): NormalMap {
  const { width, height, Ra, pixel } = options;
  let mean = 0;
  for (const h of heights) mean += h;
  mean /= heights.length;
  let deviation = 0;
  for (const h of heights) deviation += Math.abs(h - mean);
  deviation /= heights.length;
  const stretch = deviation > 0 ? Ra / deviation : 0;
  for (let k = 0; k < heights.length; k++) heights[k] = stretch * (heights[k] - mean);
  return tiledMap(width, height, computeSlopes(heights, width, height, [pixel, pixel]));
}

/** Heights of a grain along x, transposed if the grain runs along y. */
export function grainHeights(
  options: GrainOptions,
  make: (width: number, height: number) => Float64Array,
): Float64Array {
  const { width, height } = options;
  if ((options.direction ?? 'x') === 'x') return make(width, height);
  const transposed = make(height, width);
  const heights = new Float64Array(width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) heights[width * j + i] = transposed[height * i + j];
  }
  return heights;
}
