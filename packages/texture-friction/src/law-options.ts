import {
  type Direction,
  requireInteger,
  requireKnownOptions,
  requireNumber,
  requireOneOf,
  requirePositive,
} from '@stiction/friction-core';
import { type Alignment, requireAlignment } from './align.js';
import type { Cone } from './cone.js';
import { MOST_PIXELS } from './exact-sampler.js';
import type { SamplerOptions } from './patch-sampler.js';
import { SHARPEST } from './ploughing.js';
import type { TexturedSurface } from './surface.js';

export interface TexturedOptions {
  /** Coefficient of friction without any texture, >= 0. */
  mu0: number;
  /** The surface of both bodies, or of every body with the material of `setMaterialLaw`. */
  surface?: TexturedSurface;
  /** The surface of the body with the first material of `setPair`; without one it is smooth. */
  a?: TexturedSurface;
  /** That of the body with the second material. */
  b?: TexturedSurface;
  /** Width of the square around a contact whose facets count [m]. @default 0.02 */
  width?: number;
  /** p of the power mean of slopes, 1 to 8: above 1 steep facets count more, and friction may differ there and back. @default 1 */
  sharpness?: number;
  /** The limit that the solver gets, see `Cone`. @default 'smooth' */
  cone?: Cone;
  /** Directions in which friction is sampled, 4 to 64; a box has 4. @default 16 */
  directions?: number;
  /** Where the window's x points. @default 'texture' */
  align?: Alignment;
  /** One window at each contact point, or a single one at the pressure centre of the patch. @default 'points' */
  windows?: 'points' | 'patch';
  /** From prefiltered tables, or pixel by pixel. @default 'table' */
  method?: 'table' | 'exact';
  /** Pixels of a window per side, for 'exact'. @default 32 */
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

/** What a law is made from, all checked. */
export interface Settings extends Omit<Required<TexturedOptions>, 'surface' | 'a' | 'b' | 'align'> {
  /** Of the law's a and b. */
  surfaces: readonly [TexturedSurface | null, TexturedSurface | null];
  align: 'texture' | 'slip' | Direction;
  givenAlign: Alignment;
}

export function requireTextured(options: TexturedOptions): Settings {
  const owner = 'textured';
  requireKnownOptions(owner, options, OPTIONS);
  const { surface, a, b } = options;
  if (surface && (a || b)) throw new TypeError(`${owner}: surface is that of both bodies; give it alone, or a and b`);
  if (!surface && !a && !b)
    throw new TypeError(`${owner}: surface, a or b must be given, e.g. surface({ map, mapping })`);
  for (const [name, one] of Object.entries({ surface, a, b })) {
    if (one !== undefined && typeof one?.mapping?.chart !== 'function') {
      throw new TypeError(`${owner}: ${name} must be a surface, e.g. surface({ map, mapping }) (got ${String(one)})`);
    }
  }
  const cone = requireOneOf(owner, 'cone', options.cone ?? 'smooth', ['box', 'polygon', 'smooth']);
  const givenAlign = options.align ?? 'texture';
  const directions = requireInteger(owner, 'directions', options.directions ?? (cone === 'box' ? 4 : 16), 4, 64);
  if (cone === 'box' && directions !== 4)
    throw new RangeError(`${owner}: directions of a box must be 4 (got ${directions})`);
  return {
    mu0: requireNumber(owner, 'mu0', options.mu0, 0),
    surfaces: [surface ?? a ?? null, surface ?? b ?? null],
    width: requirePositive(owner, 'width', options.width ?? 0.02, 'm'),
    sharpness: requireSharpness(owner, options.sharpness ?? 1),
    cone,
    directions,
    align: requireAlignment(owner, givenAlign),
    givenAlign,
    windows: requireOneOf(owner, 'windows', options.windows ?? 'points', ['points', 'patch']),
    method: requireOneOf(owner, 'method', options.method ?? 'table', ['table', 'exact']),
    pixels: requireInteger(owner, 'pixels', options.pixels ?? 32, 1, MOST_PIXELS),
  };
}

function requireSharpness(owner: string, value: number): number {
  if (requireNumber(owner, 'sharpness', value, 1) <= SHARPEST) return value;
  throw new RangeError(`${owner}: sharpness must be a number from 1 to ${SHARPEST} (got ${value})`);
}

export function samplerOptions({ width, sharpness, directions, method, pixels }: Settings): Required<SamplerOptions> {
  return { width, sharpness, directions, method, pixels };
}

/** For a law like this one between other surfaces. */
export function definedOptions(settings: Settings): Omit<TexturedOptions, 'mu0' | 'surface' | 'a' | 'b'> {
  const { cone, windows, givenAlign } = settings;
  return { ...samplerOptions(settings), cone, windows, align: givenAlign };
}
