import { requireNumber } from '@stiction/friction-core';
import type { NormalMap } from '../normal-map.js';
import {
  type RoughnessOptions,
  requireRoughness,
  requireSize,
  type SeedOptions,
  type SizeOptions,
  tiled,
  withRoughness,
} from './options.js';
import { createRandom, fillGaussian, standardize } from './random.js';

export interface GaussianRoughnessOptions extends SizeOptions, SeedOptions {
  /** Standard deviation of the slopes along u, >= 0. */
  sigmaX: number;
  /** Along v, >= 0. */
  sigmaY: number;
}

/**
 * Independent Gaussian slopes in every pixel, [Andrews] section 4.5 and Fig. 8. Their mean is 0 and their deviation sigma in the map
 * itself, not only on average over seeds. They are not the slopes of a surface: no heights belong to them. In closed form
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
  return tiled(width, height, slopes);
}

/**
 * Independent Gaussian heights in every corner of the pixels, [Andrews] section 5.1 (there Ra = 1 mm is concrete, 0.15 mm cast iron,
 * 0.01 mm steel and 0 smooth plastic, with pixels of 1 mm). Ra is the arithmetic mean deviation, sqrt(2/pi) times the standard
 * deviation of the heights. The slopes have the deviation sqrt(pi/2) Ra / pixel in every direction, so that
 *
 *     mu = Ra / (pi pixel)
 *
 * Differs from the paper, which does not say how it takes slopes from heights: facets between four heights (`heightMap`).
 */
export function heightNoise(options: RoughnessOptions): NormalMap {
  const seed = requireRoughness('heightNoise', options);
  const heights = new Float64Array(options.width * options.height);
  fillGaussian(heights, createRandom(seed));
  return withRoughness(heights, options);
}
