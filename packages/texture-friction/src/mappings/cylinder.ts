import { requireInteger, requireKnownOptions } from '@stiction/friction-core/adapter';
import { angleAt } from './angle.js';
import type { Chart, TextureMapping } from './chart.js';
import { writeDiscOutline } from './disc-outline.js';
import { type Axis, requireAxis, requireLength, requireTile, type Tile } from './options.js';
import { createPlaneChart, type PlaneChart, writePlaneChart } from './plane-chart.js';

export interface CylinderMappingOptions {
  /** Radius, > 0 m. */
  radius: number;
  /** Height along the axis, > 0 m. */
  height: number;
  /** Axis of the shape; y in cannon-es, Rapier and three.js. @default 'y' */
  axis?: Axis;
  /**
   * Metres per repeat of the texture around and along the side; 'fit' wraps it once and spans 0 to 1 over the height and over each cap.
   * A length that does not divide the circumference leaves a seam. @default 'fit'
   */
  tile?: Tile;
  /** Number of repeats around the side, an integer, instead of the first `tile`: no seam. */
  wraps?: number;
}

/**
 * Maps a texture onto a cylinder: the side unrolled, u around it and v along the axis; caps are flat. Laid out as in three.js'
 * CylinderGeometry: around y, u = 0 at +z and grows towards +x; on caps u runs along z. Other axes permute x, y, z cyclically.
 * The side extends √(2 R depth) to both sides of the contact. A contact belongs to a cap if its normal is within 45° of the axis.
 */
export function cylinderMapping(options: CylinderMappingOptions): TextureMapping {
  requireKnownOptions('cylinderMapping', options, ['radius', 'height', 'axis', 'tile', 'wraps']);
  const radius = requireLength('cylinderMapping', 'radius', options.radius);
  const height = requireLength('cylinderMapping', 'height', options.height);
  const up = requireAxis('cylinderMapping', 'axis', options.axis ?? 'y');
  const tile = requireTile('cylinderMapping', options.tile ?? 'fit');
  const around = tile === null ? 1 : (2 * Math.PI * radius) / tile[0];
  const repeats =
    options.wraps === undefined ? around : requireInteger('cylinderMapping', 'wraps', options.wraps, 1, 1_000_000);
  const tileV = tile?.[1] ?? height;
  // For axis y: first = z, second = x.
  const first = (up + 1) % 3;
  const second = (up + 2) % 3;
  const angle = new Float64Array(2);
  const rim = Float64Array.of(radius);
  const strip = Float64Array.of(0, height / 2);
  const caps = [1, -1].map((side) => cap(side, up, first, second, radius, height, tile));
  const centres = [1, -1].map((side) => {
    const centre = new Float64Array(3);
    centre[up] = (side * height) / 2;
    return centre;
  });
  return {
    chart(point, normal, depth, out) {
      if (2 * normal[up] * normal[up] > 1) {
        const which = normal[up] > 0 ? 0 : 1;
        writePlaneChart(caps[which], point, out);
        writeDiscOutline(out, centres[which], rim);
        return true;
      }
      // Radial direction at the point; on the axis, the direction of the normal.
      let z = point[first];
      let x = point[second];
      if (!(x * x + z * z > 1e-12 * radius * radius)) {
        z = normal[first];
        x = normal[second];
      }
      const length = Math.sqrt(x * x + z * z);
      if (!(length > 0)) return false;
      z /= length;
      x /= length;
      angle[0] = z;
      angle[1] = x;
      angleAt(angle, 0);
      const { uv, axes, gradient } = out;
      const fraction = angle[0] / (2 * Math.PI);
      uv[0] = repeats * (fraction < 0 ? fraction + 1 : fraction);
      uv[1] = (point[up] + height / 2) / tileV;
      axes.fill(0);
      axes[first] = -x;
      axes[second] = z;
      axes[3 + up] = 1;
      for (let k = 0; k < 3; k++) {
        gradient[k] = (repeats * axes[k]) / (2 * Math.PI * radius);
        gradient[3 + k] = axes[3 + k] / tileV;
      }
      strip[0] = Math.min(Math.sqrt(2 * radius * depth[0]), radius);
      writeStrip(out, point, strip, up);
      return true;
    },
  };
}

/** Sets the outline to a rectangle along the axis: size[0] to both sides of the point, size[1] above and below the origin. */
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
  first: number,
  second: number,
  radius: number,
  height: number,
  tile: Float64Array | null,
): PlaneChart {
  const T = new Float64Array(3);
  const B = new Float64Array(3);
  T[first] = 1;
  B[second] = side;
  const corner = new Float64Array(3);
  corner[first] = -radius;
  corner[second] = -side * radius;
  corner[up] = (side * height) / 2;
  return createPlaneChart(T, B, corner, tile?.[0] ?? 2 * radius, tile?.[1] ?? 2 * radius);
}
