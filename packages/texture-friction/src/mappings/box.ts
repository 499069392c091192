import { requireKnownOptions } from '@stiction/friction-core/adapter';
import type { TextureMapping } from './chart.js';
import { type Point, requirePoint, requireTile, type Tile } from './options.js';
import { createPlaneChart, writePlaneChart } from './plane-chart.js';

export interface BoxMappingOptions {
  /** Half extents of the box along x, y, z, > 0 m. */
  halfExtents: Point;
  /** Metres per repeat of the texture along u and v; 'fit' spans 0 to 1 over each face. @default 'fit' */
  tile?: Tile;
}

/** For the faces +x, -x, +y, -y, +z, -z: the axes of u and v, 1 for x to 3 for z, negative for the opposite direction. */
const FACES: readonly (readonly [number, number])[] = [
  [-3, 2],
  [3, 2],
  [1, -3],
  [1, 3],
  [1, 2],
  [-1, 2],
];

/**
 * Maps a texture onto each face of a box, laid out as in three.js' BoxGeometry, so that friction matches the rendering. A contact belongs
 * to the face closest to its normal. With a `tile` in metres, u and v are 0 at the same corner as with 'fit' (texture.repeat).
 */
export function boxMapping(options: BoxMappingOptions): TextureMapping {
  requireKnownOptions('boxMapping', options, ['halfExtents', 'tile']);
  const half = requirePoint('boxMapping', 'halfExtents', options.halfExtents);
  if (!half.every((h) => h > 0)) {
    throw new RangeError(`boxMapping: halfExtents must be > 0 m (got ${half.join(', ')})`);
  }
  const tile = requireTile('boxMapping', options.tile ?? 'fit');
  const planes = FACES.map(([u, v]) => {
    const T = axisVector(u);
    const B = axisVector(v);
    const corner = half.map((h, k) => -(T[k] + B[k]) * h);
    return createPlaneChart(
      T,
      B,
      corner,
      tile?.[0] ?? 2 * half[Math.abs(u) - 1],
      tile?.[1] ?? 2 * half[Math.abs(v) - 1],
    );
  });
  const outlines = FACES.map(([u, v], face) => faceOutline(axisVector(u), axisVector(v), face, half));
  return {
    chart(point, normal, _depth, out) {
      const face = faceOf(normal);
      writePlaneChart(planes[face], point, out);
      const outline = outlines[face];
      for (let k = 0; k < 12; k++) out.outline[k] = outline[k];
      out.corners = 4;
      return true;
    },
  };
}

function axisVector(axis: number): Float64Array {
  const vector = new Float64Array(3);
  vector[Math.abs(axis) - 1] = Math.sign(axis);
  return vector;
}

function faceOutline(T: Float64Array, B: Float64Array, face: number, half: Float64Array): Float64Array {
  const corners = new Float64Array(12);
  for (let k = 0; k < 3; k++) {
    const out = face >> 1 === k ? (face % 2 === 0 ? half[k] : -half[k]) : 0;
    corners[k] = out - (T[k] + B[k]) * half[k];
    corners[3 + k] = out + (T[k] - B[k]) * half[k];
    corners[6 + k] = out + (T[k] + B[k]) * half[k];
    corners[9 + k] = out - (T[k] - B[k]) * half[k];
  }
  return corners;
}

function faceOf(normal: Float64Array): number {
  const x = Math.abs(normal[0]);
  const y = Math.abs(normal[1]);
  const z = Math.abs(normal[2]);
  if (x > y && x > z) return normal[0] > 0 ? 0 : 1;
  if (y > z) return normal[1] > 0 ? 2 : 3;
  return normal[2] > 0 ? 4 : 5;
}
