import { requireInteger, requireKnownOptions } from '@stiction/friction-core';
import { angleAt } from '../angle.js';
import type { Chart, TextureMapping } from '../chart.js';
import { type Axis, requireAxis, requireLength, requireTile, type Tile } from './options.js';
import { type Plane, plane, writePlane } from './planar.js';
import { writeDisc } from './round.js';

export interface CylinderMappingOptions {
  /** Radius [m]. */
  radius: number;
  /** Height along the axis [m]. */
  height: number;
  /** Axis of the shape. Default 'y', as in cannon-es, Rapier and three.js. */
  axis?: Axis;
  /**
   * Metres per repeat of the texture, around and along the side; 'fit' wraps it once and spans 0 to 1 over the height and over each cap.
   * A length that does not go whole times around leaves a seam. Default 'fit'.
   */
  tile?: Tile;
  /** Repeats around the side, whole, instead of the first tile: no seam. */
  wraps?: number;
}

/**
 * The side is developed, u around it and v along the axis; caps are flat. Laid out as in three.js' CylinderGeometry: around y, u = 0
 * towards +z and grows towards +x; on caps u runs along z. For other axes x, y, z are turned in their order.
 * The side reaches √(2 R depth) to both sides of the contact; a contact belongs to a cap where its normal is nearer to the axis.
 */
export function cylinderMapping(options: CylinderMappingOptions): TextureMapping {
  requireKnownOptions('cylinderMapping', options, ['radius', 'height', 'axis', 'tile', 'wraps']);
  const radius = requireLength('cylinderMapping', 'radius', options.radius);
  const height = requireLength('cylinderMapping', 'height', options.height);
  const up = requireAxis('cylinderMapping', 'axis', options.axis ?? 'y');
  const tile = requireTile('cylinderMapping', options.tile ?? 'fit');
  const around = tile === null ? 1 : (2 * Math.PI * radius) / tile[0];
  const turns =
    options.wraps === undefined ? around : requireInteger('cylinderMapping', 'wraps', options.wraps, 1, 1_000_000);
  const tileV = tile?.[1] ?? height;
  // For the axis y: ahead = z, aside = x.
  const ahead = (up + 1) % 3;
  const aside = (up + 2) % 3;
  const angle = new Float64Array(2);
  const rim = Float64Array.of(radius);
  const strip = Float64Array.of(0, height / 2);
  const caps = [1, -1].map((side) => cap(side, up, ahead, aside, radius, height, tile));
  const centres = [1, -1].map((side) => {
    const centre = new Float64Array(3);
    centre[up] = (side * height) / 2;
    return centre;
  });
  return {
    chart(point, normal, depth, out) {
      if (2 * normal[up] * normal[up] > 1) {
        const which = normal[up] > 0 ? 0 : 1;
        writePlane(caps[which], point, out);
        writeDisc(out, centres[which], rim);
        return true;
      }
      // Radially outwards at the point; on the axis itself, as the normal says.
      let z = point[ahead];
      let x = point[aside];
      if (!(x * x + z * z > 1e-12 * radius * radius)) {
        z = normal[ahead];
        x = normal[aside];
      }
      const length = Math.sqrt(x * x + z * z);
      if (!(length > 0)) return false;
      z /= length;
      x /= length;
      angle[0] = z;
      angle[1] = x;
      angleAt(angle, 0);
      const { uv, axes, gradient } = out;
      const share = angle[0] / (2 * Math.PI);
      uv[0] = turns * (share < 0 ? share + 1 : share);
      uv[1] = (point[up] + height / 2) / tileV;
      axes.fill(0);
      axes[ahead] = -x;
      axes[aside] = z;
      axes[3 + up] = 1;
      for (let k = 0; k < 3; k++) {
        gradient[k] = (turns * axes[k]) / (2 * Math.PI * radius);
        gradient[3 + k] = axes[3 + k] / tileV;
      }
      strip[0] = Math.min(Math.sqrt(2 * radius * depth[0]), radius);
      writeStrip(out, point, strip, up);
      return true;
    },
  };
}

/** A rectangle along the axis, size[0] to both sides of the point and size[1] up and down. */
function writeStrip(out: Chart, point: Float64Array, size: Float64Array, up: number): void {
  const { axes, outline } = out;
  const half = size[0];
  for (let k = 0; k < 4; k++) {
    const x = k === 1 || k === 2 ? half : -half;
    for (let i = 0; i < 3; i++) outline[3 * k + i] = point[i] + x * axes[i];
    outline[3 * k + up] = k < 2 ? -size[1] : size[1];
  }
  out.corners = 4;
}

function cap(
  side: number,
  up: number,
  ahead: number,
  aside: number,
  radius: number,
  height: number,
  tile: Float64Array | null,
): Plane {
  const T = new Float64Array(3);
  const B = new Float64Array(3);
  T[ahead] = 1;
  B[aside] = side;
  const corner = new Float64Array(3);
  corner[ahead] = -radius;
  corner[aside] = -side * radius;
  corner[up] = (side * height) / 2;
  return plane(T, B, corner, tile?.[0] ?? 2 * radius, tile?.[1] ?? 2 * radius);
}
