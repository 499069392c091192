import { requireKnownOptions } from '@stiction/friction-core/adapter';
import { angleAt } from './angle.js';
import type { TextureMapping } from './chart.js';
import { writeDiscOutline } from './disc-outline.js';
import { requireLength, requireTile, type Tile } from './options.js';

export interface SphereMappingOptions {
  /** Radius, > 0 m. */
  radius: number;
  /** Metres per repeat of the texture along the equator and along a meridian; 'fit' wraps it once. @default 'fit' */
  tile?: Tile;
}

/**
 * Maps a texture onto a sphere by longitude and latitude, poles at ±y, laid out as in three.js' SphereGeometry: u = 0 at -x, growing towards
 * +z; v = 0 at the south pole. The surface extends √(2 R depth) from the contact, a cap as high as the layer.
 *
 * The position is computed from the normal, which is more accurate than the point. At a pole, where u has no direction, T is that of
 * longitude 0, +z. Near a pole u is stretched: if the contact is closer than half the cap's radius, its gradient is taken at that distance.
 */
export function sphereMapping(options: SphereMappingOptions): TextureMapping {
  requireKnownOptions('sphereMapping', options, ['radius', 'tile']);
  const radius = requireLength('sphereMapping', 'radius', options.radius);
  const tile = requireTile('sphereMapping', options.tile ?? 'fit');
  const turnsU = tile === null ? 1 : (2 * Math.PI * radius) / tile[0];
  const turnsV = tile === null ? 1 : (Math.PI * radius) / tile[1];
  const angle = new Float64Array(2);
  const cap = new Float64Array(1);
  return {
    chart(point, normal, depth, out) {
      const x = normal[0];
      const y = normal[1];
      const z = normal[2];
      const across = Math.sqrt(x * x + z * z);
      const { axes, gradient, uv } = out;
      angle[0] = -x;
      angle[1] = z;
      angleAt(angle, 0);
      uv[0] = turnsU * (angle[0] < 0 ? angle[0] / (2 * Math.PI) + 1 : angle[0] / (2 * Math.PI));
      angle[0] = across;
      angle[1] = y;
      angleAt(angle, 0);
      uv[1] = turnsV * (angle[0] / Math.PI + 0.5);
      const east = across > 1e-9;
      axes[0] = east ? z / across : 0;
      axes[1] = 0;
      axes[2] = east ? -x / across : 1;
      // North is normal × east.
      axes[3] = y * axes[2];
      axes[4] = z * axes[0] - x * axes[2];
      axes[5] = -y * axes[0];
      cap[0] = Math.min(Math.sqrt(2 * radius * depth[0]), radius);
      const ring = Math.max(across * radius, 0.5 * cap[0]);
      for (let k = 0; k < 3; k++) {
        gradient[k] = (turnsU * axes[k]) / (2 * Math.PI * ring);
        gradient[3 + k] = (turnsV * axes[3 + k]) / (Math.PI * radius);
      }
      writeDiscOutline(out, point, cap);
      return true;
    },
  };
}
