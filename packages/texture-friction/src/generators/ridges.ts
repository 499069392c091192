import { requireInteger, requireNumber, requireOneOf, requirePositive } from '@stiction/friction-core';
import { requirePixelSize } from '../height-map.js';
import type { NormalMap } from '../normal-map.js';
import { type ReliefOptions, requirePeriod, requireSize, tiled } from './options.js';
import { sineOf } from './random.js';

/**
 * Textures that vary along one direction only: h = depth profile(phase), phase linear in u and v. A pixel has the mean slope over its
 * width, (difference of heights) / distance, exactly along the gradient of the phase, so that there is no friction along the ridges.
 * A kink inside a pixel is averaged; kinks between pixels (facets of whole pixels) are exact.
 */

/** Height from 0 to 1 over one period, phase from 0 to 1. */
type Profile = (phase: number) => number;

interface Wave {
  width: number;
  height: number;
  /** Periods along u and v over the whole map; whole numbers, so that it can be tiled. */
  periods: readonly [number, number];
  /** Sides of the whole map [m]. */
  size: readonly [number, number];
  depth: number;
  profile: Profile;
}

function waveMap({ width, height, periods, size, depth, profile }: Wave): NormalMap {
  const stepX = periods[0] / width;
  const stepY = periods[1] / height;
  const span = Math.abs(stepX) + Math.abs(stepY);
  const overX = (-depth * periods[0]) / (span * size[0]);
  const overY = (-depth * periods[1]) / (span * size[1]);
  const slopes = new Float32Array(2 * width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const phase = stepX * (i + 0.5) + stepY * (j + 0.5);
      const rise = profile(fraction(phase + 0.5 * span)) - profile(fraction(phase - 0.5 * span));
      slopes[2 * (width * j + i)] = overX * rise;
      slopes[2 * (width * j + i) + 1] = overY * rise;
    }
  }
  return tiled(width, height, slopes);
}

function fraction(phase: number): number {
  return phase - Math.floor(phase);
}

/** Up over 1 - share of the period, down over the rest. */
function facets(share: number): Profile {
  return (phase) => (phase < 1 - share ? phase / (1 - share) : (1 - phase) / share);
}

export interface SawtoothOptions extends ReliefOptions {
  /** Pixels from tooth to tooth, 2 or more; divides the side of the map that it runs along. */
  period: number;
  /** Share of the steep facet in the period, > 0 and < 1. Whole pixels (share times period) make two clean facets. @default 1 / period */
  steepShare?: number;
  /**
   * Where the steep facets look: the surface climbs gently in this direction and then falls steeply. What slides over it against
   * this direction runs into the steep facets. @default 'x'
   */
  direction?: 'x' | '-x' | 'y' | '-y';
}

/**
 * Teeth with a gentle and a steep facet, [Andrews] Fig. 8 and 12. The slopes are depth / (steepShare period pixel) and
 * depth / ((1 - steepShare) period pixel), each against the other's direction; along x the mean (5) is
 * 2/pi depth / (period pixel) both ways: only a sharpness above 1 tells steep from gentle.
 */
export function sawtooth(options: SawtoothOptions): NormalMap {
  const owner = 'sawtooth';
  requireSize(owner, options, ['depth', 'pixel', 'period', 'steepShare', 'direction']);
  const direction = requireOneOf(owner, 'direction', options.direction ?? 'x', ['x', '-x', 'y', '-y']);
  const share = requirePositive(owner, 'steepShare', options.steepShare ?? 1 / options.period);
  if (!(share < 1)) throw new RangeError(`${owner}: steepShare must be < 1 (got ${share})`);
  const sign = direction.startsWith('-') ? -1 : 1;
  return relief(owner, options, options.period, direction.endsWith('x') ? 'x' : 'y', sign, facets(share));
}

export interface RidgesOptions extends ReliefOptions {
  /** Pixels from ridge to ridge, 2 or more; divides the side of the map that it runs along. */
  period: number;
  /** Two flat facets, or a sine. @default 'flat' */
  profile?: 'flat' | 'round';
  /** The ridges follow each other along u ('x') or v ('y'). @default 'x' */
  direction?: 'x' | 'y';
}

/** Symmetric ridges. The mean (5) across them is 2/pi depth / (period pixel) both ways, along them it is 0. */
export function ridges(options: RidgesOptions): NormalMap {
  const owner = 'ridges';
  requireSize(owner, options, ['depth', 'pixel', 'period', 'profile', 'direction']);
  const direction = requireOneOf(owner, 'direction', options.direction ?? 'x', ['x', 'y']);
  const kind = requireOneOf(owner, 'profile', options.profile ?? 'flat', ['flat', 'round']);
  return relief(owner, options, options.period, direction, 1, kind === 'flat' ? facets(0.5) : round);
}

function round(phase: number): number {
  return 0.5 + 0.5 * sineOf(phase - 0.25);
}

function relief(
  owner: string,
  options: ReliefOptions,
  period: number,
  axis: 'x' | 'y',
  sign: number,
  profile: Profile,
): NormalMap {
  const { width, height } = options;
  const depth = requireNumber(owner, 'depth', options.depth, 0, 'm');
  const [pixel] = requirePixelSize(owner, options.pixel);
  const [side, pixels] = axis === 'x' ? ['width', width] : ['height', height];
  requirePeriod(owner, 'period', period, side as string, pixels as number);
  const count = (sign * (pixels as number)) / period;
  const periods: [number, number] = axis === 'x' ? [count, 0] : [0, count];
  return waveMap({ width, height, periods, size: [width * pixel, height * pixel], depth, profile });
}

export interface ThreadsOptions {
  /** Pixels around the rod (u), 1 to 16384. */
  width: number;
  /** Pixels along the rod (v). */
  height: number;
  /** Radius of the rod, > 0 m: the map goes round it once. */
  radius: number;
  /** From ridge to ridge along the rod, > 0 m. */
  pitch: number;
  /** Pitches in the height of the map, so that it is turns times pitch long. @default 1 */
  turns?: number;
  /** Ridges that start side by side: the rod advances by starts times pitch per turn. @default 1 */
  starts?: number;
  /** Depth of the thread, >= 0 m. ISO threads have about 0.61 pitches. @default 0.61 pitch */
  depth?: number;
  /** Seen from outside with u to the right and v up, the ridges of a right-handed thread rise to the right. @default 'right' */
  hand?: 'right' | 'left';
}

/**
 * The thread of a screw, developed: inclined ridges on a map of 2 pi radius by turns pitch, which fits itself all round and along.
 * Their lead angle is atan(starts pitch / (2 pi radius)). Friction is 0 along the ridges: only the screw motion is free.
 * Take at least 8 pixels per pitch; the kinks of an inclined ridge cost about 1 / (pixels per pitch) of the mean slope.
 */
export function threads(options: ThreadsOptions): NormalMap {
  const owner = 'threads';
  requireSize(owner, options, ['radius', 'pitch', 'turns', 'starts', 'depth', 'hand']);
  const radius = requirePositive(owner, 'radius', options.radius, 'm');
  const pitch = requirePositive(owner, 'pitch', options.pitch, 'm');
  const turns = requireInteger(owner, 'turns', options.turns ?? 1, 1, 1000);
  const starts = requireInteger(owner, 'starts', options.starts ?? 1, 1, 1000);
  const depth = requireNumber(owner, 'depth', options.depth ?? 0.61 * pitch, 0, 'm');
  const hand = requireOneOf(owner, 'hand', options.hand ?? 'right', ['right', 'left']);
  const { width, height } = options;
  const periods: [number, number] = [hand === 'right' ? -starts : starts, turns];
  return waveMap({ width, height, periods, size: [2 * Math.PI * radius, turns * pitch], depth, profile: facets(0.5) });
}
