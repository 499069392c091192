import { expAt, requireInteger, requireOneOf, requirePositive } from '@stiction/friction-core/adapter';
import type { NormalMap } from '../maps/normal-map.js';
import {
  type GrainOptions,
  grainHeights,
  mapWithRoughness,
  type RoughnessOptions,
  requireRoughness,
} from './options.js';
import { smoothNoise } from './random.js';

/** Stone, brushed metal and wood: sums of noise at several scales. */

export interface StoneOptions extends RoughnessOptions {
  /** Size of the largest pits, > 0 pixels; the smallest are 2 pixels. @default 8 */
  pit?: number;
  /** Exponent of the depth of pits by their size, > 0; with 1 all pits are equally steep. @default 1 */
  smoothness?: number;
}

/** Worn stone: a plane with pits of all sizes, isotropic. */
export function stone(options: StoneOptions): NormalMap {
  const owner = 'stone';
  const seed = requireRoughness(owner, options, ['pit', 'smoothness']);
  const pit = requirePositive(owner, 'pit', options.pit ?? 8);
  const smoothness = requirePositive(owner, 'smoothness', options.smoothness ?? 1);
  const { width, height } = options;
  const heights = new Float64Array(width * height);
  const flatter = Float64Array.of(-smoothness * Math.LN2);
  expAt(flatter, 0);
  for (let size = pit, weight = 1, n = 0; n === 0 || size >= 2; size /= 2, weight *= flatter[0], n++) {
    const noise = smoothNoise(width, height, size, size, (seed + 0x1000193 * n) >>> 0);
    for (let k = 0; k < heights.length; k++) heights[k] -= weight * Math.max(0, noise[k] - 1.1);
  }
  return mapWithRoughness(heights, options);
}

export interface BrushedMetalOptions extends GrainOptions {
  /** Length of the longest scratches, > 0 pixels. @default 160 */
  scratch?: number;
}

/** Long scratches: rough across them, nearly smooth along them. */
export function brushedMetal(options: BrushedMetalOptions): NormalMap {
  const owner = 'brushedMetal';
  const seed = requireRoughness(owner, options, ['direction', 'scratch']);
  requireOneOf(owner, 'direction', options.direction ?? 'x', ['x', 'y']);
  const scratch = requirePositive(owner, 'scratch', options.scratch ?? 160);
  const heights = grainHeights(options, (width, height) => {
    const sum = smoothNoise(width, height, scratch, 1, seed);
    const coarse = smoothNoise(width, height, 0.5 * scratch, 3, (seed + 0x1000193) >>> 0);
    const fine = smoothNoise(width, height, 0.1 * scratch, 0.7, (seed + 0x2000326) >>> 0);
    for (let k = 0; k < sum.length; k++) sum[k] += coarse[k] - Math.max(0, fine[k] - 1);
    return sum;
  });
  return mapWithRoughness(heights, options);
}

export interface WoodGrainOptions extends GrainOptions {
  /** Growth rings across the map, 1 to 1000. @default one per 48 pixels */
  rings?: number;
}

/** Wavy growth rings with fibres and pores along them. */
export function woodGrain(options: WoodGrainOptions): NormalMap {
  const owner = 'woodGrain';
  const seed = requireRoughness(owner, options, ['direction', 'rings']);
  const direction = requireOneOf(owner, 'direction', options.direction ?? 'x', ['x', 'y']);
  const across = direction === 'x' ? options.height : options.width;
  const rings = requireInteger(owner, 'rings', options.rings ?? Math.max(1, Math.round(across / 48)), 1, 1000);
  const heights = grainHeights(options, (width, height) => {
    const wander = smoothNoise(width, height, width / 5, height / 8, seed);
    const fibres = smoothNoise(width, height, 24, 0.8, (seed + 0x1000193) >>> 0);
    const pores = smoothNoise(width, height, 10, 1.2, (seed + 0x2000326) >>> 0);
    const out = new Float64Array(width * height);
    for (let k = 0, j = 0; j < height; j++) {
      for (let i = 0; i < width; i++, k++) {
        const phase = (rings * (j + 0.5)) / height + 0.5 * wander[k];
        out[k] = 3 * ring(phase - Math.floor(phase)) + 0.3 * fibres[k] - 1.2 * Math.max(0, pores[k] - 1.6);
      }
    }
    return out;
  });
  return mapWithRoughness(heights, options);
}

/** Profile of a growth ring: worn early wood, then a ridge of late wood. */
function ring(phase: number): number {
  const edge = 0.82;
  if (phase < edge) return (phase / edge) * (phase / edge);
  const t = (1 - phase) / (1 - edge);
  return t * t * (3 - 2 * t);
}
