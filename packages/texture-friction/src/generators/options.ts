import { requireInteger, requireKnownOptions, requireNumber } from '@stiction/friction-core';
import { requirePixelSize, slopesOf } from '../height-map.js';
import type { NormalMap } from '../normal-map.js';
import { MOST_PIXELS } from '../pixels.js';

export interface SizeOptions {
  /** Pixels along u, 1 to 16384. */
  width: number;
  /** Pixels along v, 1 to 16384. */
  height: number;
}

export interface SeedOptions {
  /** Another number, another texture of the same kind: 0 to 2³² - 1. @default 1 */
  seed?: number;
}

/** Textures that a profilometer would tell by their roughness. */
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

/** Textures of ridges of equal height. */
export interface ReliefOptions extends SizeOptions {
  /** From the lowest to the highest place, >= 0 m. */
  depth: number;
  /** Side of a pixel, > 0 m. */
  pixel: number;
}

export function requireSize(owner: string, options: SizeOptions & SeedOptions, further: readonly string[]): number {
  requireKnownOptions(owner, options, ['width', 'height', ...further]);
  requireInteger(owner, 'width', options.width, 1, MOST_PIXELS);
  requireInteger(owner, 'height', options.height, 1, MOST_PIXELS);
  return requireInteger(owner, 'seed', options.seed ?? 1, 0, 2 ** 32 - 1);
}

export function requireRoughness(owner: string, options: RoughnessOptions, further: readonly string[] = []): number {
  const seed = requireSize(owner, options, ['seed', 'Ra', 'pixel', ...further]);
  requireNumber(owner, 'Ra', options.Ra, 0, 'm');
  requirePixelSize(owner, options.pixel);
  return seed;
}

/** Whole periods only, so that the texture can be tiled. */
export function requirePeriod(owner: string, option: string, period: number, side: string, pixels: number): number {
  requireInteger(owner, option, period, 2, MOST_PIXELS);
  if (pixels % period !== 0) {
    throw new RangeError(
      `${owner}: ${side} must be a multiple of ${option} = ${period} pixels to be tiled (got ${pixels})`,
    );
  }
  return period;
}

/** A tiled map of slopes. */
export function tiled(width: number, height: number, slopes: Float32Array): NormalMap {
  return { width, height, slopes, mask: null, wrap: 'repeat', warnings: [] };
}

/** The map of heights in any unit, first row at v = 0, stretched to the wanted mean deviation [m]. */
export function withRoughness(heights: Float64Array, options: RoughnessOptions): NormalMap {
  const { width, height, Ra, pixel } = options;
  let mean = 0;
  for (const h of heights) mean += h;
  mean /= heights.length;
  let deviation = 0;
  for (const h of heights) deviation += Math.abs(h - mean);
  deviation /= heights.length;
  const stretch = deviation > 0 ? Ra / deviation : 0;
  for (let k = 0; k < heights.length; k++) heights[k] = stretch * (heights[k] - mean);
  return tiled(width, height, slopesOf(heights, width, height, [pixel, pixel]));
}

/** heights(x, y) of a grain along x, turned by exchanging the axes if it is to run along y. */
export function alongGrain(options: GrainOptions, make: (width: number, height: number) => Float64Array): Float64Array {
  const { width, height } = options;
  if ((options.direction ?? 'x') === 'x') return make(width, height);
  const turned = make(height, width);
  const heights = new Float64Array(width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) heights[width * j + i] = turned[height * i + j];
  }
  return heights;
}
