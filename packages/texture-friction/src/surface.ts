import { requireKnownOptions, requireNumber } from '@stiction/friction-core';
import type { TextureMapping } from './chart.js';
import type { NormalMap } from './normal-map.js';

export interface SurfaceOptions {
  /** Facets of the surface. */
  map: NormalMap;
  /** How the map lies on the shape, e.g. `boxMapping`. */
  mapping: TextureMapping;
  /** k of [Andrews] (7), a factor on all slopes; times the map's own mask. Default 1, at most 1000. */
  saliency?: number;
  /** Where the shape sits in the frame of its body: position [m] and unit quaternion [x, y, z, w]. Default: at the origin. */
  place?: { position?: ArrayLike<number>; rotation?: ArrayLike<number> };
}

/** A shape's surface that rubs as its texture looks. */
export interface TexturedSurface {
  readonly map: NormalMap;
  readonly mapping: TextureMapping;
  readonly saliency: number;
  /** Of the shape in the frame of its body [m]. */
  readonly position: Float64Array;
  /** Of the shape in the frame of its body: unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
}

/** Beyond this a surface is a hook, not rough. */
const MOST_SALIENT = 1000;

export function surface(options: SurfaceOptions): TexturedSurface {
  requireKnownOptions('surface', options, ['map', 'mapping', 'saliency', 'place']);
  const { map, mapping } = options;
  if (!(map?.slopes instanceof Float32Array) || !(map.width >= 1 && map.height >= 1)) {
    throw new TypeError(`surface: map must be a normal map, e.g. of normalMap() (got ${String(map)})`);
  }
  if (map.slopes.length !== 2 * map.width * map.height) {
    throw new RangeError(
      `surface: map.slopes must hold two numbers for each of ${map.width} x ${map.height} pixels (got ${map.slopes.length})`,
    );
  }
  if (typeof mapping?.chart !== 'function') {
    throw new TypeError(`surface: mapping must be a texture mapping, e.g. of boxMapping() (got ${String(mapping)})`);
  }
  const saliency = requireNumber('surface', 'saliency', options.saliency ?? 1, 0);
  if (saliency > MOST_SALIENT) {
    throw new RangeError(`surface: saliency must be at most ${MOST_SALIENT} (got ${saliency})`);
  }
  const place = options.place ?? {};
  requireKnownOptions('surface: place', place, ['position', 'rotation']);
  const position = numbers('place.position', place.position ?? [0, 0, 0], 3);
  const rotation = numbers('place.rotation', place.rotation ?? [0, 0, 0, 1], 4);
  const length = Math.sqrt(rotation.reduce((sum, x) => sum + x * x, 0));
  if (!(Math.abs(length - 1) < 1e-3)) {
    throw new RangeError(`surface: place.rotation must be a unit quaternion x, y, z, w (got length ${length})`);
  }
  for (let k = 0; k < 4; k++) rotation[k] /= length;
  return { map, mapping, saliency, position, rotation };
}

function numbers(option: string, value: ArrayLike<number>, count: number): Float64Array {
  if (value?.length !== count || !Array.from(value).every((x) => Number.isFinite(x))) {
    throw new RangeError(`surface: ${option} must be ${count} finite numbers (got ${String(value)})`);
  }
  return Float64Array.from(value);
}
