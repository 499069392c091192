import type { Direction } from '@stiction/friction-core';
import {
  requireInteger,
  requireKnownOptions,
  requireNumber,
  requireOneOf,
  requirePositive,
} from '@stiction/friction-core/adapter';
import type { TexturedSurface } from '../mappings/surface.js';
import { MAX_WINDOW_PIXELS } from '../sampling/exact-sampler.js';
import type { SamplerOptions } from '../sampling/patch-sampler.js';
import { MAX_SHARPNESS } from '../sampling/ploughing.js';
import type { Cone } from '../sets/cone.js';
import { type Alignment, requireAlignment } from './align.js';

export interface TexturedOptions {
  /** Coefficient of friction without texture, >= 0. */
  mu0: number;
  /** Surface of both bodies, or of every body with the material of `setMaterialLaw`. */
  surface?: TexturedSurface;
  /** Surface of the body with the first material of `setPair`. @default smooth */
  a?: TexturedSurface;
  /** Surface of the body with the second material of `setPair`. @default smooth */
  b?: TexturedSurface;
  /** Width of the sampled square window around a contact, > 0 m. @default 0.02 */
  width?: number;
  /** Exponent p of the power mean of slopes, 1 to 8. Above 1, steep facets count more, and friction can depend on the sign of the slip. @default 1 */
  sharpness?: number;
  /** Shape of the friction limit, see `Cone`. @default 'smooth' */
  cone?: Cone;
  /** Number of sampled directions, 4 to 64; 4 for a box. @default 16 */
  directions?: number;
  /** Direction of the window's x axis. @default 'texture' */
  align?: Alignment;
  /** One window per contact point, or one per patch at its pressure centre. @default 'points' */
  windows?: 'points' | 'patch';
  /** Sample from prefiltered tables, or pixel by pixel. @default 'table' */
  method?: 'table' | 'exact';
  /** Pixels per side of a window with method 'exact', 1 to 256. @default 32 */
  pixels?: number;
}

const OPTIONS = [
  'mu0',
  'surface',
  'a',
  'b',
  'width',
  'sharpness',
  'cone',
  'directions',
  'align',
  'windows',
  'method',
  'pixels',
];

/** Validated options with defaults. */
export interface TexturedSettings extends Omit<Required<TexturedOptions>, 'surface' | 'a' | 'b' | 'align'> {
  /** Surfaces of a and b. */
  surfaces: readonly [TexturedSurface | null, TexturedSurface | null];
  align: 'texture' | 'slip' | Direction;
  /** `align` as passed in. */
  alignOption: Alignment;
}

export function checkTexturedOptions(options: TexturedOptions): TexturedSettings {
  const owner = 'textured';
  requireKnownOptions(owner, options, OPTIONS);
  const { surface, a, b } = options;
  if (surface && (a || b)) throw new TypeError(`${owner}: surface must not be combined with a or b`);
  if (!surface && !a && !b)
    throw new TypeError(`${owner}: surface, a or b must be given, e.g. surface({ map, mapping })`);
  for (const [name, value] of Object.entries({ surface, a, b })) {
    if (value !== undefined && typeof value?.mapping?.chart !== 'function') {
      throw new TypeError(`${owner}: ${name} must be a surface, e.g. surface({ map, mapping }) (got ${String(value)})`);
    }
  }
  const cone = requireOneOf(owner, 'cone', options.cone ?? 'smooth', ['box', 'polygon', 'smooth']);
  const alignOption = options.align ?? 'texture';
  const directions = requireInteger(owner, 'directions', options.directions ?? (cone === 'box' ? 4 : 16), 4, 64);
  if (cone === 'box' && directions !== 4)
    throw new RangeError(`${owner}: directions must be 4 for cone 'box' (got ${directions})`);
  return {
    mu0: requireNumber(owner, 'mu0', options.mu0, 0),
    surfaces: [surface ?? a ?? null, surface ?? b ?? null],
    width: requirePositive(owner, 'width', options.width ?? 0.02, 'm'),
    sharpness: requireSharpness(owner, options.sharpness ?? 1),
    cone,
    directions,
    align: requireAlignment(owner, alignOption),
    alignOption,
    windows: requireOneOf(owner, 'windows', options.windows ?? 'points', ['points', 'patch']),
    method: requireOneOf(owner, 'method', options.method ?? 'table', ['table', 'exact']),
    pixels: requireInteger(owner, 'pixels', options.pixels ?? 32, 1, MAX_WINDOW_PIXELS),
  };
}

function requireSharpness(owner: string, value: number): number {
  if (requireNumber(owner, 'sharpness', value, 1) <= MAX_SHARPNESS) return value;
  throw new RangeError(`${owner}: sharpness must be a number from 1 to ${MAX_SHARPNESS} (got ${value})`);
}

export function samplerOptions({
  width,
  sharpness,
  directions,
  method,
  pixels,
}: TexturedSettings): Required<SamplerOptions> {
  return { width, sharpness, directions, method, pixels };
}

/** Options to create the same law for other surfaces. */
export function sharedOptions(settings: TexturedSettings): Omit<TexturedOptions, 'mu0' | 'surface' | 'a' | 'b'> {
  const { cone, windows, alignOption } = settings;
  return { ...samplerOptions(settings), cone, windows, align: alignOption };
}
