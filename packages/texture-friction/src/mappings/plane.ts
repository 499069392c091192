import { requireKnownOptions } from '@stiction/friction-core/adapter';
import type { Chart, TextureMapping } from './chart.js';
import { type Axis, type Point, requireAxis, requirePoint, requireTile, type Tile } from './options.js';
import { createPlaneChart, type PlaneChart, writePlaneChart } from './plane-chart.js';

export interface PlaneMappingOptions {
  /** Outward axis of the plane; z in cannon-es. @default 'z' */
  normal?: Axis;
  /** Metres per repeat of the texture along u and v. */
  tile: Exclude<Tile, 'fit'>;
  /** Where u = v = 0. Default: the origin. */
  origin?: Point;
}

export interface HeightfieldMappingOptions {
  /** Up axis; z in cannon-es, y in Rapier. @default 'z' */
  up?: Axis;
  /** Metres per repeat of the texture along u and v, projected from above. */
  tile: Exclude<Tile, 'fit'>;
  /** Where u = v = 0. Default: the origin. */
  origin?: Point;
}

/** Directions of u and v for a normal along x, y, z, as on the faces of a box. */
const TANGENTS = [
  [0, 0, -1, 0, 1, 0],
  [1, 0, 0, 0, 0, -1],
  [1, 0, 0, 0, 1, 0],
];

/**
 * Maps a texture onto an infinite plane. u and v run along x and y for a normal along z, along x and -z for y, along -z and y for x, as on
 * the faces of `boxMapping`. For a half space with another normal, rotate the mapping by the `pose` of its surface.
 */
export function planeMapping(options: PlaneMappingOptions): TextureMapping {
  requireKnownOptions('planeMapping', options, ['normal', 'tile', 'origin']);
  return flat(planeOf('planeMapping', requireAxis('planeMapping', 'normal', options.normal ?? 'z'), options));
}

/**
 * Maps a texture onto a heightfield, projected from above: u and v as on a plane, regardless of the slope. The map's axes are projected
 * onto the contact plane. It has no boundary, because there are no contacts beyond the heightfield.
 */
export function heightfieldMapping(options: HeightfieldMappingOptions): TextureMapping {
  requireKnownOptions('heightfieldMapping', options, ['up', 'tile', 'origin']);
  return flat(planeOf('heightfieldMapping', requireAxis('heightfieldMapping', 'up', options.up ?? 'z'), options));
}

function planeOf(owner: string, axis: number, options: { tile: unknown; origin?: Point }): PlaneChart {
  const tile = options.tile === undefined ? null : requireTile(owner, options.tile);
  if (tile === null) {
    throw new RangeError(`${owner}: tile must be one or two lengths in m, not 'fit' (got ${String(options.tile)})`);
  }
  const origin = requirePoint(owner, 'origin', options.origin ?? [0, 0, 0]);
  return createPlaneChart(TANGENTS[axis].slice(0, 3), TANGENTS[axis].slice(3), origin, tile[0], tile[1]);
}

function flat(where: PlaneChart): TextureMapping {
  return {
    chart(point, normal, _depth, out) {
      writePlaneChart(where, point, out);
      return layInPlane(out, normal, 0) && layInPlane(out, normal, 3);
    },
  };
}

/** Projects an axis of the texture onto the plane perpendicular to `normal`; false if it is parallel to the normal. */
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
