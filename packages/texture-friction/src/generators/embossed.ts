import { requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { computeSlopes, requirePixelSize } from '../maps/height-map.js';
import type { NormalMap } from '../maps/normal-map.js';
import { type ReliefOptions, requireSize, tiledMap } from './options.js';
import { runningMean } from './random.js';

export interface EmbossedOptions extends ReliefOptions {
  /** Width of the sloped edge, > 0 m; its slope is depth / bevel. */
  bevel: number;
  /**
   * Outlines of the logo, each with three or more corners [u, v] (0 to 1 over the map, v up). Points inside an odd number of outlines are
   * raised, so an outline inside another is a hole.
   */
  outlines?: readonly (readonly (readonly [number, number])[])[];
  /** The logo as an image, instead of outlines: width x height numbers from 0 (low) to 1 (raised), first row at the top. */
  raster?: ArrayLike<number>;
}

/**
 * A plane with a raised logo, [Andrews] section 5.4: flat except for the edges. Edges of outlines are exact, with the middle of the bevel on
 * the outline. A raster is smoothed by a square of the bevel's width, so its oblique edges are up to 1.4 times as wide.
 */
export function embossed(options: EmbossedOptions): NormalMap {
  const owner = 'embossed';
  requireSize(owner, options, ['depth', 'pixel', 'bevel', 'outlines', 'raster']);
  const { width, height, outlines, raster } = options;
  const depth = requireNumber(owner, 'depth', options.depth, 0, 'm');
  const [pixel] = requirePixelSize(owner, options.pixel);
  const bevel = requirePositive(owner, 'bevel', options.bevel, 'm') / pixel;
  if ((outlines === undefined) === (raster === undefined)) {
    throw new TypeError(`${owner}: either outlines or raster must be given`);
  }
  const heights =
    raster === undefined
      ? raisedInside(requireEdges(owner, outlines ?? [], width, height), width, height, bevel)
      : raisedRaster(owner, raster, width, height, bevel);
  for (let k = 0; k < heights.length; k++) heights[k] *= depth;
  return tiledMap(width, height, computeSlopes(heights, width, height, [pixel, pixel]));
}

/** Edges [x1, y1, x2, y2] in pixels. */
function requireEdges(
  owner: string,
  outlines: NonNullable<EmbossedOptions['outlines']>,
  width: number,
  height: number,
): Float64Array {
  const edges: number[] = [];
  for (const [n, outline] of outlines.entries()) {
    if (!(outline.length >= 3)) {
      throw new RangeError(`${owner}: outlines[${n}] must have 3 or more corners (got ${outline.length})`);
    }
    for (let k = 0; k < outline.length; k++) {
      const [u, v] = outline[k];
      if (!Number.isFinite(u) || !Number.isFinite(v)) {
        throw new RangeError(`${owner}: outlines[${n}][${k}] must be two finite numbers (got ${String(outline[k])})`);
      }
      const [u2, v2] = outline[(k + 1) % outline.length];
      edges.push(u * width, v * height, u2 * width, v2 * height);
    }
  }
  if (edges.length === 0) throw new RangeError(`${owner}: outlines must have at least one outline (got none)`);
  return Float64Array.from(edges);
}

/** Heights at the corners of the pixels: 1 inside, 0 outside, linear over the bevel [pixels]. */
function raisedInside(edges: Float64Array, width: number, height: number, bevel: number): Float64Array {
  const heights = new Float64Array(width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      let inside = false;
      let nearest = Number.POSITIVE_INFINITY;
      for (let e = 0; e < edges.length; e += 4) {
        const x = edges[e];
        const y = edges[e + 1];
        const dx = edges[e + 2] - x;
        const dy = edges[e + 3] - y;
        const length = dx * dx + dy * dy;
        const along = length > 0 ? Math.max(0, Math.min(1, ((i - x) * dx + (j - y) * dy) / length)) : 0;
        const offX = i - x - along * dx;
        const offY = j - y - along * dy;
        nearest = Math.min(nearest, offX * offX + offY * offY);
        if (y > j !== y + dy > j && i < x + ((j - y) / dy) * dx) inside = !inside;
      }
      const distance = inside ? Math.sqrt(nearest) : -Math.sqrt(nearest);
      heights[width * j + i] = Math.max(0, Math.min(1, 0.5 + distance / bevel));
    }
  }
  return heights;
}

function raisedRaster(
  owner: string,
  raster: ArrayLike<number>,
  width: number,
  height: number,
  bevel: number,
): Float64Array {
  if (raster?.length !== width * height) {
    throw new RangeError(
      `${owner}: raster must have ${width} x ${height} = ${width * height} numbers (got ${String(raster?.length)})`,
    );
  }
  const heights = new Float64Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let i = 0; i < width; i++) {
      const value = raster[width * row + i];
      if (!(value >= 0 && value <= 1)) {
        throw new RangeError(`${owner}: raster must be numbers from 0 to 1 (got ${value} at ${i}, ${row})`);
      }
      heights[width * (height - 1 - row) + i] = value;
    }
  }
  runningMean(heights, width, height, Math.max(1, bevel), Math.max(1, bevel));
  return heights;
}
