import { requireInteger, requireKnownOptions, requireNumber, requireOneOf } from '@stiction/friction-core/adapter';
import type { TexturedSurface } from '../mappings/surface.js';
import { clipWindow, createHalfPlanes, createPolygon, type HalfPlanes, type Polygon } from './clip.js';
import type { LocalContact } from './contact-chart.js';
import { collectPixels, createPixelGrid, MAX_WINDOW_PIXELS, type PixelGrid, sumFacets } from './exact-sampler.js';
import { createFootprint, type Footprint, writeFootprint } from './footprint.js';
import { MAX_SHARPNESS, PLOUGHING_FACTOR, powerAt, steepestSlope } from './ploughing.js';
import { slopeTable } from './slope-table.js';
import { createTableWindow, placeWindow, sampleTable, type TableWindow } from './table-sampler.js';

export interface SamplerOptions {
  /** Width w of the square window around a contact, > 0 m, [Andrews] 4.1. */
  width: number;
  /** Number of sampled friction directions, 4 to 64. @default 16 */
  directions?: number;
  /** Exponent p of the power mean, 1 to 8; the paper uses 1. @default 1 */
  sharpness?: number;
  /** 'table': prefiltered, at a cost independent of the window size. 'exact': the sum over all pixels. @default 'table' */
  method?: 'table' | 'exact';
  /** Pixels per side of a window with method 'exact', 1 to 256. @default 32 */
  pixels?: number;
}

/** Settings and buffers for sampling contacts. One sampler serves all contacts of a world. */
export interface PatchSampler {
  readonly width: number;
  readonly pixels: number;
  readonly directions: number;
  readonly sharpness: number;
  readonly method: 'table' | 'exact';
  /** d_j = (cos 2πj/k, sin 2πj/k) in the axes t, b of the contact. */
  readonly d: Float64Array;
  /** [p, 1/p]. */
  readonly power: Float64Array;
  /** The directions in the frame of a texture, signed by the surface's motion. */
  readonly q: Float64Array;
  readonly footprintA: Footprint;
  readonly footprintB: Footprint;
  readonly cuts: HalfPlanes;
  readonly polygon: Polygon;
  readonly tableWindow: TableWindow;
  readonly pixelGrid: PixelGrid;
  readonly depth: Float64Array;
}

/** Ploughing coefficients of a contact for slip of B relative to A along each direction. */
export interface PairSample {
  /** k_A μ_A(-d_j) + k_B μ_B(d_j), to be added to μ_0. */
  readonly mu: Float64Array;
  /** k_A μ_A(-d_j). */
  readonly a: Float64Array;
  /** k_B μ_B(d_j). */
  readonly b: Float64Array;
  /** Fraction of the window that both surfaces cover. If it is 0, all coefficients are 0. */
  readonly coverage: Float64Array;
}

/** Thickness of the layer around the contact plane beyond the overlap, as a fraction of w, [Andrews] 4.1. */
const EXTRA_DEPTH = 0.01;

/** Pixels per side of windows that are too small for the table of a large map. */
const COARSE_PIXELS = 16;

export function createSampler(options: SamplerOptions): PatchSampler {
  requireKnownOptions('createSampler', options, ['width', 'directions', 'sharpness', 'method', 'pixels']);
  const width = requireNumber('createSampler', 'width', options.width, 0, 'm');
  if (width === 0) throw new RangeError('createSampler: width must be > 0 m (got 0)');
  const directions = requireInteger('createSampler', 'directions', options.directions ?? 16, 4, 64);
  const sharpness = requireNumber('createSampler', 'sharpness', options.sharpness ?? 1, 1);
  if (sharpness > MAX_SHARPNESS) {
    throw new RangeError(`createSampler: sharpness must be at most ${MAX_SHARPNESS} (got ${sharpness})`);
  }
  const pixels = requireInteger('createSampler', 'pixels', options.pixels ?? 32, 1, MAX_WINDOW_PIXELS);
  const method = requireOneOf('createSampler', 'method', options.method ?? 'table', ['table', 'exact']);
  const d = new Float64Array(2 * directions);
  for (let j = 0; j < directions; j++) {
    d[2 * j] = Math.cos((2 * Math.PI * j) / directions);
    d[2 * j + 1] = Math.sin((2 * Math.PI * j) / directions);
  }
  const cuts = createHalfPlanes();
  cuts.half[0] = width / 2;
  return {
    width,
    pixels,
    directions,
    sharpness,
    method,
    d,
    power: Float64Array.of(sharpness, 1 / sharpness),
    q: new Float64Array(2 * directions),
    footprintA: createFootprint(),
    footprintB: createFootprint(),
    cuts,
    polygon: createPolygon(),
    tableWindow: createTableWindow(),
    pixelGrid: createPixelGrid(),
    depth: new Float64Array(1),
  };
}

export function createPairSample(sampler: PatchSampler): PairSample {
  const k = sampler.directions;
  return {
    mu: new Float64Array(k),
    a: new Float64Array(k),
    b: new Float64Array(k),
    coverage: new Float64Array(1),
  };
}

/** Builds the tables of a surface in advance, so that its first contact does not have to wait. */
export function prepareSurface(sampler: PatchSampler, surface: TexturedSurface): void {
  steepestSlope(surface.map);
  if (sampler.method === 'table') slopeTable(surface.map, sampler.power);
}

/**
 * Samples both surfaces around a contact, over the part of the window that both cover. null is a smooth surface that covers the
 * whole window. `depth` = [penetration depth in m]; negative counts as 0. Allocates nothing once the tables are built.
 */
export function samplePair(
  sampler: PatchSampler,
  surfaceA: TexturedSurface | null,
  contactA: LocalContact,
  surfaceB: TexturedSurface | null,
  contactB: LocalContact,
  depth: Float64Array,
  out: PairSample,
): void {
  const { cuts, polygon, directions, footprintA, footprintB } = sampler;
  out.mu.fill(0);
  out.a.fill(0);
  out.b.fill(0);
  out.coverage[0] = 0;
  cuts.count = 0;
  sampler.depth[0] = EXTRA_DEPTH * sampler.width + Math.max(depth[0], 0);
  if (surfaceA !== null && !writeFootprint(surfaceA, contactA, sampler.depth, footprintA, cuts)) return;
  if (surfaceB !== null && !writeFootprint(surfaceB, contactB, sampler.depth, footprintB, cuts)) return;
  if (sampler.method === 'exact') {
    const count = collectPixels(sampler.pixelGrid, cuts, sampler.pixels);
    out.coverage[0] = count / (sampler.pixels * sampler.pixels);
    if (count === 0) return;
    if (surfaceA !== null) sampleExact(sampler, surfaceA, footprintA, -1, count, out.a);
    if (surfaceB !== null) sampleExact(sampler, surfaceB, footprintB, 1, count, out.b);
  } else {
    clipWindow(cuts, polygon);
    if (!(polygon.area[0] > 0)) return;
    out.coverage[0] = polygon.area[0] / (sampler.width * sampler.width);
    if (surfaceA !== null) sampleFromTable(sampler, surfaceA, footprintA, -1, out.a);
    if (surfaceB !== null) sampleFromTable(sampler, surfaceB, footprintB, 1, out.b);
  }
  for (let j = 0; j < directions; j++) out.mu[j] = out.a[j] + out.b[j];
}

/** q_j = ±(T·d_j, B·d_j): the slope of a facet along the motion of its surface is s·q. */
function writeDirections(sampler: PatchSampler, axes: Float64Array, side: number): void {
  const { q, d, directions } = sampler;
  for (let j = 0; j < directions; j++) {
    const x = side * d[2 * j];
    const y = side * d[2 * j + 1];
    q[2 * j] = axes[0] * x + axes[1] * y;
    q[2 * j + 1] = axes[2] * x + axes[3] * y;
  }
}

function sampleExact(
  sampler: PatchSampler,
  surface: TexturedSurface,
  footprint: Footprint,
  side: number,
  count: number,
  mu: Float64Array,
): void {
  const { q, directions, power } = sampler;
  const slope = steepestSlope(surface.map);
  writeDirections(sampler, footprint.axes, side);
  for (let k = 0; k < 2 * directions; k++) q[k] *= slope[1];
  sumFacets(sampler.pixelGrid, surface.map, footprint, count, q, directions, power, mu);
  const scale = PLOUGHING_FACTOR * surface.saliency * slope[0];
  for (let j = 0; j < directions; j++) {
    powerAt(mu, j, power, 1);
    mu[j] *= scale;
  }
}

function sampleFromTable(
  sampler: PatchSampler,
  surface: TexturedSurface,
  footprint: Footprint,
  side: number,
  mu: Float64Array,
): void {
  if (footprint.table === null || footprint.tableOf !== surface.map) {
    footprint.table = slopeTable(surface.map, sampler.power);
    footprint.tableOf = surface.map;
  }
  const { table } = footprint;
  const { tableWindow, pixelGrid, cuts } = sampler;
  const hasCells = placeWindow(tableWindow, table, footprint, sampler.polygon);
  let count = hasCells ? 0 : collectPixels(pixelGrid, cuts, COARSE_PIXELS);
  if (count === 0) {
    writeDirections(sampler, footprint.axes, side);
    if (!sampleTable(tableWindow, table, sampler.q, sampler.directions, sampler.power, mu)) {
      count = collectPixels(pixelGrid, cuts, sampler.pixels);
    }
    const scale = PLOUGHING_FACTOR * surface.saliency * table.steepest;
    for (let j = 0; j < sampler.directions; j++) mu[j] *= scale;
  }
  if (count > 0) sampleExact(sampler, surface, footprint, side, count, mu);
}
