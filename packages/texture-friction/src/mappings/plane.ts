import { requireKnownOptions } from '@stiction/friction-core';
import type { Chart, TextureMapping } from '../chart.js';
import { type Axis, type Point, requireAxis, requirePoint, requireTile, type Tile } from './options.js';
import { type Plane, plane, writePlane } from './planar.js';

export interface PlaneMappingOptions {
  /** Axis of the shape that points out of the plane: z in cannon-es. Default 'z'. */
  normal?: Axis;
  /** Metres per repeat of the texture along u and v. */
  tile: Exclude<Tile, 'fit'>;
  /** Where u = v = 0. Default: the origin. */
  origin?: Point;
}

export interface HeightfieldMappingOptions {
  /** Axis of the heights: z in cannon-es, y in Rapier. Default 'z'. */
  up?: Axis;
  /** Metres per repeat of the texture along u and v, seen from above. */
  tile: Exclude<Tile, 'fit'>;
  /** Where u = v = 0. Default: the origin. */
  origin?: Point;
}

/** Directions of u and v for a normal along x, y, z; those of the box's faces. */
const TANGENTS = [
  [0, 0, -1, 0, 1, 0],
  [1, 0, 0, 0, 0, -1],
  [1, 0, 0, 0, 1, 0],
];

/**
 * An endless plane. u and v run along x and y for a normal along z, along x and -z for y, along -z and y for x, as on the faces of
 * `boxMapping`. A half space with another normal turns the whole mapping by `place` of its surface.
 */
export function planeMapping(options: PlaneMappingOptions): TextureMapping {
  requireKnownOptions('planeMapping', options, ['normal', 'tile', 'origin']);
  return flat(planeOf('planeMapping', requireAxis('planeMapping', 'normal', options.normal ?? 'z'), options));
}

/**
 * Ground of any height, the texture laid over it from above: u and v as on a plane, whatever the slope. The map's axes lie in the
 * contact plane. It has no edge: beyond the field there are no contacts.
 */
export function heightfieldMapping(options: HeightfieldMappingOptions): TextureMapping {
  requireKnownOptions('heightfieldMapping', options, ['up', 'tile', 'origin']);
  return flat(planeOf('heightfieldMapping', requireAxis('heightfieldMapping', 'up', options.up ?? 'z'), options));
}

function planeOf(owner: string, axis: number, options: { tile: unknown; origin?: Point }): Plane {
  const tile = options.tile === undefined ? null : requireTile(owner, options.tile);
  if (tile === null) {
    throw new RangeError(`${owner}: tile must be in metres, there is no size to fit (got ${String(options.tile)})`);
  }
  const origin = requirePoint(owner, 'origin', options.origin ?? [0, 0, 0]);
  return plane(TANGENTS[axis].slice(0, 3), TANGENTS[axis].slice(3), origin, tile[0], tile[1]);
}

function flat(where: Plane): TextureMapping {
  return {
    chart(point, normal, _depth, out) {
      writePlane(where, point, out);
      return layInPlane(out, normal, 0) && layInPlane(out, normal, 3);
    },
  };
}

/** Turns an axis of the texture into the plane across `normal`; false where it is upright there. */
function layInPlane(out: Chart, normal: Float64Array, at: number): boolean {
  const { axes } = out;
  const up = axes[at] * normal[0] + axes[at + 1] * normal[1] + axes[at + 2] * normal[2];
  const x = axes[at] - up * normal[0];
  const y = axes[at + 1] - up * normal[1];
  const z = axes[at + 2] - up * normal[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 1e-6)) return false;
  axes[at] = x / length;
  axes[at + 1] = y / length;
  axes[at + 2] = z / length;
  return true;
}
