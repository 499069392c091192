import { requireNumber } from '@stiction/friction-core/adapter';
import type { NormalMap } from '../maps/normal-map.js';
import {
  mapWithRoughness,
  type RoughnessOptions,
  requireRoughness,
  requireSize,
  type SeedOptions,
  type SizeOptions,
  tiledMap,
} from './options.js';
import { createRandom, fillGaussian, standardize } from './random.js';

export interface GaussianRoughnessOptions extends SizeOptions, SeedOptions {
  /** Standard deviation of the slopes along u, >= 0. */
  sigmaX: number;
  /** Standard deviation of the slopes along v, >= 0. */
  sigmaY: number;
}

/**
 * Independent Gaussian slopes per pixel, [Andrews] section 4.5 and Fig. 8. Their mean is exactly 0 and their deviation sigma in every
 * map, not only on average over seeds. There is no height field with these slopes. In closed form
 *
 *     mu(d) = 2/pi sigma_d / sqrt(2 pi),   sigma_d² = (sigmaX d_x)² + (sigmaY d_y)²
 */
export function gaussianRoughness(options: GaussianRoughnessOptions): NormalMap {
  const owner = 'gaussianRoughness';
  const seed = requireSize(owner, options, ['seed', 'sigmaX', 'sigmaY']);
  const { width, height } = options;
  const sigmas = [requireNumber(owner, 'sigmaX', options.sigmaX, 0), requireNumber(owner, 'sigmaY', options.sigmaY, 0)];
  const random = createRandom(seed);
  const slopes = new Float32Array(2 * width * height);
  const values = new Float64Array(width * height);
  for (let axis = 0; axis < 2; axis++) {
    fillGaussian(values, random);
    standardize(values);
    for (let k = 0; k < values.length; k++) slopes[2 * k + axis] = sigmas[axis] * values[k];
  }
  return tiledMap(width, height, slopes);
}

/**
 * Independent Gaussian heights at the corners of the pixels, [Andrews] section 5.1 (Ra = 1 mm for concrete, 0.15 mm for cast iron,
 * 0.01 mm for steel and 0 for smooth plastic, with pixels of 1 mm). Ra is the arithmetic mean deviation, sqrt(2/pi) times the standard
 * deviation of the heights. The slopes have the standard deviation sqrt(pi/2) Ra / pixel in every direction, so that
 *
 *     mu = Ra / (pi pixel)
 *
 * The paper does not specify how slopes follow from heights; here they are the facets between four heights (see `heightMap`).
 */
export function heightNoise(options: RoughnessOptions): NormalMap {
  const seed = requireRoughness('heightNoise', options);
  const heights = new Float64Array(options.width * options.height);
  fillGaussian(heights, createRandom(seed));
  return mapWithRoughness(heights, options);
}
