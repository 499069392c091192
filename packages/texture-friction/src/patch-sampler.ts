import { requireInteger, requireKnownOptions, requireNumber, requireOneOf } from '@stiction/friction-core';
import { type Cuts, clipWindow, createCuts, createPolygon, type Polygon } from './clip.js';
import { collectPixels, MOST_PIXELS, sumFacets } from './exact-sampler.js';
import { type ContactInSurface, createFootprint, type Footprint, writeFootprint } from './footprint.js';
import { PLOUGHING, powerAt, SHARPEST, steepest } from './ploughing.js';
import type { TexturedSurface } from './surface.js';
import { coversTable, sampleTable } from './table-sampler.js';
import { slopeTable } from './tables.js';

export interface SamplerOptions {
  /** Width w of the square window around a contact [m], [Andrews] 4.1. */
  width: number;
  /** Directions in which friction is sampled, 4 to 64. Default 16. */
  directions?: number;
  /** p of the power mean, 1 to 8; 1 is the paper. Default 1. */
  sharpness?: number;
  /** 'table': prefiltered, the cost does not grow with the window. 'exact': the sum over all pixels. Default 'table'. */
  method?: 'table' | 'exact';
  /** Pixels of the window per side, where it is summed. Default 32. */
  pixels?: number;
}

/** How contacts are sampled, and scratch for it: one sampler for all contacts of a world. */
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
  /** Directions in the frame of the texture. */
  readonly q: Float64Array;
  readonly footprintA: Footprint;
  readonly footprintB: Footprint;
  readonly cuts: Cuts;
  readonly polygon: Polygon;
  readonly depth: Float64Array;
}

/** Ploughing coefficients of a contact for slip of B against A along each of the directions. */
export interface PairSample {
  /** k_A μ_A(-d_j) + k_B μ_B(d_j): what comes on top of μ_0. */
  readonly mu: Float64Array;
  /** k_A μ_A(-d_j). */
  readonly a: Float64Array;
  /** k_B μ_B(d_j). */
  readonly b: Float64Array;
  /** Share of the window that both surfaces cover; where it is 0, all coefficients are. */
  readonly coverage: Float64Array;
}

/** The layer around the contact plane is this much of w thicker than the overlap, [Andrews] 4.1. */
const EXTRA_DEPTH = 0.01;

/** Grid over windows that are too small for the table of a large map. */
const FEW_PIXELS = 16;

export function createSampler(options: SamplerOptions): PatchSampler {
  requireKnownOptions('createSampler', options, ['width', 'directions', 'sharpness', 'method', 'pixels']);
  const width = requireNumber('createSampler', 'width', options.width, 0, 'm');
  if (width === 0) throw new RangeError('createSampler: width must be above 0 m (got 0)');
  const directions = requireInteger('createSampler', 'directions', options.directions ?? 16, 4, 64);
  const sharpness = requireNumber('createSampler', 'sharpness', options.sharpness ?? 1, 1);
  if (sharpness > SHARPEST) {
    throw new RangeError(`createSampler: sharpness must be at most ${SHARPEST} (got ${sharpness})`);
  }
  const pixels = requireInteger('createSampler', 'pixels', options.pixels ?? 32, 1, MOST_PIXELS);
  const method = requireOneOf('createSampler', 'method', options.method ?? 'table', ['table', 'exact']);
  const d = new Float64Array(2 * directions);
  for (let j = 0; j < directions; j++) {
    d[2 * j] = Math.cos((2 * Math.PI * j) / directions);
    d[2 * j + 1] = Math.sin((2 * Math.PI * j) / directions);
  }
  const cuts = createCuts();
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

/** Builds now what the first contact of a surface would have to wait for. */
export function prepareSurface(sampler: PatchSampler, surface: TexturedSurface): void {
  steepest(surface.map);
  if (sampler.method === 'table') slopeTable(surface.map, sampler.power);
}

/**
 * Samples both surfaces around a contact, only where both cover the window; null is a surface that covers everything and adds
 * nothing. `depth` = [how far the bodies overlap, m]; negative counts as 0. Allocates nothing once the tables are built.
 */
export function samplePair(
  sampler: PatchSampler,
  surfaceA: TexturedSurface | null,
  contactA: ContactInSurface,
  surfaceB: TexturedSurface | null,
  contactB: ContactInSurface,
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
    const count = collectPixels(cuts, sampler.pixels);
    out.coverage[0] = count / (sampler.pixels * sampler.pixels);
    if (count === 0) return;
    if (surfaceA !== null) sumSurface(sampler, surfaceA, footprintA, -1, count, out.a);
    if (surfaceB !== null) sumSurface(sampler, surfaceB, footprintB, 1, count, out.b);
  } else {
    clipWindow(cuts, polygon);
    if (!(polygon.area[0] > 0)) return;
    out.coverage[0] = polygon.area[0] / (sampler.width * sampler.width);
    if (surfaceA !== null) lookUpSurface(sampler, surfaceA, footprintA, -1, out.a);
    if (surfaceB !== null) lookUpSurface(sampler, surfaceB, footprintB, 1, out.b);
  }
  for (let j = 0; j < directions; j++) out.mu[j] = out.a[j] + out.b[j];
}

/** q_j = ±(T·d_j, B·d_j): a facet's slope along the surface's own motion is s·q. */
function writeDirections(sampler: PatchSampler, axes: Float64Array, side: number): void {
  const { q, d, directions } = sampler;
  for (let j = 0; j < directions; j++) {
    const x = side * d[2 * j];
    const y = side * d[2 * j + 1];
    q[2 * j] = axes[0] * x + axes[1] * y;
    q[2 * j + 1] = axes[2] * x + axes[3] * y;
  }
}

function sumSurface(
  sampler: PatchSampler,
  surface: TexturedSurface,
  footprint: Footprint,
  side: number,
  count: number,
  mu: Float64Array,
): void {
  const { q, directions, power } = sampler;
  const slope = steepest(surface.map);
  writeDirections(sampler, footprint.axes, side);
  for (let k = 0; k < 2 * directions; k++) q[k] *= slope[1];
  sumFacets(surface.map, footprint, count, q, directions, power, mu);
  const scale = PLOUGHING * surface.saliency * slope[0];
  for (let j = 0; j < directions; j++) {
    powerAt(mu, j, power, 1);
    mu[j] *= scale;
  }
}

function lookUpSurface(
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
  let count = coversTable(table, footprint, sampler.polygon) ? 0 : collectPixels(sampler.cuts, FEW_PIXELS);
  if (count === 0) {
    writeDirections(sampler, footprint.axes, side);
    if (!sampleTable(table, sampler.q, sampler.directions, sampler.power, mu)) {
      count = collectPixels(sampler.cuts, sampler.pixels);
    }
    const scale = PLOUGHING * surface.saliency * table.steepest;
    for (let j = 0; j < sampler.directions; j++) mu[j] *= scale;
  }
  if (count > 0) sumSurface(sampler, surface, footprint, side, count, mu);
}
