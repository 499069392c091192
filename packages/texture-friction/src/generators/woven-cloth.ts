import { requireNumber } from '@stiction/friction-core/adapter';
import { computeSlopes, requirePixelSize } from '../maps/height-map.js';
import type { NormalMap } from '../maps/normal-map.js';
import { type ReliefOptions, requirePeriod, requireSize, tiledMap } from './options.js';
import { sineOf } from './random.js';

export interface WovenClothOptions extends ReliefOptions {
  /** Pixels between yarns, >= 2; both sides of the map must be multiples of twice the period. */
  period: number;
  /** Fraction of the depth due to the yarn's waviness, 0 to 1; the rest is its round cross section. @default 0.5 */
  crimp?: number;
}

/** Plain weave: yarns along u and v that pass over and under each other. */
export function wovenCloth(options: WovenClothOptions): NormalMap {
  const owner = 'wovenCloth';
  requireSize(owner, options, ['depth', 'pixel', 'period', 'crimp']);
  const { width, height } = options;
  const depth = requireNumber(owner, 'depth', options.depth, 0, 'm');
  const [pixel] = requirePixelSize(owner, options.pixel);
  const crimp = requireNumber(owner, 'crimp', options.crimp ?? 0.5, 0);
  if (crimp > 1) throw new RangeError(`${owner}: crimp must be at most 1 (got ${crimp})`);
  const period = options.period;
  requirePeriod(owner, 'two periods', 2 * period, 'width', width);
  requirePeriod(owner, 'two periods', 2 * period, 'height', height);
  const heights = new Float64Array(width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const x = i / period;
      const y = j / period;
      const above = yarn(x, y, crimp);
      const across = yarn(y, x + 1, crimp);
      heights[width * j + i] = depth * Math.max(above, across);
    }
  }
  return tiledMap(width, height, computeSlopes(heights, width, height, [pixel, pixel]));
}

/** Height of the yarns along y, side by side along x, alternately up and down. */
function yarn(x: number, y: number, crimp: number): number {
  const cell = Math.floor(x);
  const off = 2 * (x - cell) - 1;
  const up = (cell % 2 === 0 ? 1 : -1) * sineOf(0.5 * y);
  return (1 - crimp) * (1 - off * off) + 0.5 * crimp * (1 + up);
}
