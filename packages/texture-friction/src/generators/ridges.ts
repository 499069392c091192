import { requireInteger, requireNumber, requireOneOf, requirePositive } from '@stiction/friction-core/adapter';
import { requirePixelSize } from '../maps/height-map.js';
import type { NormalMap } from '../maps/normal-map.js';
import { type ReliefOptions, requirePeriod, requireSize, tiledMap } from './options.js';
import { sineOf } from './random.js';

/**
 * Textures that vary in one direction: h = depth profile(phase), with a phase linear in u and v. A pixel has the mean slope over its
 * width, (height difference) / distance, exactly along the gradient of the phase, so there is no friction along the ridges.
 * A kink inside a pixel is averaged; kinks between pixels (facets of whole pixels) are exact.
 */

/** Height from 0 to 1 over one period, phase from 0 to 1. */
type Profile = (phase: number) => number;

interface Wave {
  width: number;
  height: number;
  /** Periods along u and v over the map; integers, so that it tiles. */
  periods: readonly [number, number];
  /** Sides of the map [m]. */
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
  return tiledMap(width, height, slopes);
}

function fraction(phase: number): number {
  return phase - Math.floor(phase);
}

/** Rises over 1 - steep of the period and falls over the fraction `steep`. */
function facets(steep: number): Profile {
  return (phase) => (phase < 1 - steep ? phase / (1 - steep) : (1 - phase) / steep);
}

export interface SawtoothOptions extends ReliefOptions {
  /** Pixels per tooth, an integer >= 2 that divides the side of the map along `direction`. */
  period: number;
  /** Fraction of the period taken by the steep facet, > 0 and < 1. Whole pixels (fraction times period) give two clean facets. @default 1 / period */
  steepFraction?: number;
  /**
   * Direction that the steep facets face: the surface rises gently along it, then falls steeply. A body sliding in the opposite direction
   * runs into the steep facets. @default 'x'
   */
  direction?: 'x' | '-x' | 'y' | '-y';
}

/**
 * Teeth with a gentle and a steep facet, [Andrews] Fig. 8 and 12. Their slopes are depth / (steepFraction period pixel) and
 * depth / ((1 - steepFraction) period pixel) in opposite directions. The mean (5) along x is 2/pi depth / (period pixel) in both
 * directions: only a sharpness above 1 distinguishes steep from gentle.
 */
export function sawtooth(options: SawtoothOptions): NormalMap {
  const owner = 'sawtooth';
  requireSize(owner, options, ['depth', 'pixel', 'period', 'steepFraction', 'direction']);
  const direction = requireOneOf(owner, 'direction', options.direction ?? 'x', ['x', '-x', 'y', '-y']);
  const steep = requirePositive(owner, 'steepFraction', options.steepFraction ?? 1 / options.period);
  if (!(steep < 1)) throw new RangeError(`${owner}: steepFraction must be < 1 (got ${steep})`);
  const sign = direction.startsWith('-') ? -1 : 1;
  return relief(owner, options, options.period, direction.endsWith('x') ? 'x' : 'y', sign, facets(steep));
}

export interface RidgesOptions extends ReliefOptions {
  /** Pixels per ridge, an integer >= 2 that divides the side of the map along `direction`. */
  period: number;
  /** Cross section: two flat facets, or a sine. @default 'flat' */
  profile?: 'flat' | 'round';
  /** Direction across the ridges: u ('x') or v ('y'). @default 'x' */
  direction?: 'x' | 'y';
}

/** Symmetric ridges. The mean (5) is 2/pi depth / (period pixel) across them in both directions, and 0 along them. */
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
  /** Radius of the rod, > 0 m; the map wraps around it once. */
  radius: number;
  /** Distance between ridges along the rod, > 0 m. */
  pitch: number;
  /** Number of pitches along the map, whose length is turns times pitch. @default 1 */
  turns?: number;
  /** Number of parallel ridges: the rod advances by starts times pitch per turn. @default 1 */
  starts?: number;
  /** Depth of the thread, >= 0 m; about 0.61 pitch for ISO threads. @default 0.61 pitch */
  depth?: number;
  /** Handedness. Seen from outside with u to the right and v up, the ridges of a right-handed thread rise to the right. @default 'right' */
  hand?: 'right' | 'left';
}

/**
 * The unrolled thread of a screw: inclined ridges on a map of 2 pi radius by turns pitch, which tiles around and along the rod.
 * The lead angle is atan(starts pitch / (2 pi radius)). Friction is 0 along the ridges, so only the screw motion is free.
 * Use at least 8 pixels per pitch; averaging the kinks of inclined ridges reduces the mean slope by about 1 / (pixels per pitch).
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
