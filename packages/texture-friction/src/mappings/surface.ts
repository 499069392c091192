import { requireKnownOptions, requireNumber } from '@stiction/friction-core/adapter';
import type { NormalMap } from '../maps/normal-map.js';
import type { TextureMapping } from './chart.js';

export interface SurfaceOptions {
  /** Normal map of the surface. */
  map: NormalMap;
  /** Maps the texture onto the shape, e.g. `boxMapping`. */
  mapping: TextureMapping;
  /** Factor on all slopes, k of [Andrews] (7), 0 to 1000; multiplied by the map's mask. @default 1 */
  saliency?: number;
  /** Pose of the shape in the frame of its body: position [m] and unit quaternion [x, y, z, w]. @default the body's frame */
  pose?: { position?: ArrayLike<number>; rotation?: ArrayLike<number> };
}

/** A surface with a normal map, created by `surface`. */
export interface TexturedSurface {
  readonly map: NormalMap;
  readonly mapping: TextureMapping;
  readonly saliency: number;
  /** Position of the shape in the frame of its body [m]. */
  readonly position: Float64Array;
  /** Rotation of the shape in the frame of its body: unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
}

/** Larger factors have no physical meaning. */
const MAX_SALIENCY = 1000;

/** Creates a textured surface from a normal map and a mapping onto a shape. */
export function surface(options: SurfaceOptions): TexturedSurface {
  requireKnownOptions('surface', options, ['map', 'mapping', 'saliency', 'pose']);
  const { map, mapping } = options;
  if (!(map?.slopes instanceof Float32Array) || !(map.width >= 1 && map.height >= 1)) {
    throw new TypeError(`surface: map must be a normal map, e.g. from normalMap() (got ${String(map)})`);
  }
  if (map.slopes.length !== 2 * map.width * map.height) {
    throw new RangeError(
      `surface: map.slopes must hold two numbers for each of ${map.width} x ${map.height} pixels (got ${map.slopes.length})`,
    );
  }
  if (typeof mapping?.chart !== 'function') {
    throw new TypeError(`surface: mapping must be a texture mapping, e.g. from boxMapping() (got ${String(mapping)})`);
  }
  const saliency = requireNumber('surface', 'saliency', options.saliency ?? 1, 0);
  if (saliency > MAX_SALIENCY) {
    throw new RangeError(`surface: saliency must be at most ${MAX_SALIENCY} (got ${saliency})`);
  }
  const pose = options.pose ?? {};
  requireKnownOptions('surface: pose', pose, ['position', 'rotation']);
  const position = requireNumbers('pose.position', pose.position ?? [0, 0, 0], 3);
  const rotation = requireNumbers('pose.rotation', pose.rotation ?? [0, 0, 0, 1], 4);
  const length = Math.sqrt(rotation.reduce((sum, x) => sum + x * x, 0));
  if (!(Math.abs(length - 1) < 1e-3)) {
    throw new RangeError(`surface: pose.rotation must be a unit quaternion x, y, z, w (got length ${length})`);
  }
  for (let k = 0; k < 4; k++) rotation[k] /= length;
  return { map, mapping, saliency, position, rotation };
}

function requireNumbers(option: string, value: ArrayLike<number>, count: number): Float64Array {
  if (value?.length !== count || !Array.from(value).every((x) => Number.isFinite(x))) {
    throw new RangeError(`surface: ${option} must be ${count} finite numbers (got ${String(value)})`);
  }
  return Float64Array.from(value);
}
