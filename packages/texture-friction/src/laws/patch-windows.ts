import type { PatchBuffers } from '@stiction/friction-core';
import { ensureCapacity } from '@stiction/friction-core/adapter';
import type { TexturedSurface } from '../mappings/surface.js';
import { createLocalContact, type LocalContact } from '../sampling/contact-chart.js';
import { createWindowMover, MIN_COVERAGE, moveOntoFaces, type WindowMover } from '../sampling/move-window.js';
import { type PairSample, type PatchSampler, samplePair } from '../sampling/patch-sampler.js';
import { type AlignBuffers, alignFixed, alignSlip, alignTexture, createAlignBuffers } from './align.js';
import { type ContactTransform, createContactTransform, writeLocalContact } from './local-contact.js';
import type { TexturedSettings } from './options.js';

/** The windows of one patch: their direction, combined friction, and buffers. */
export interface PatchWindows {
  /** x axis of the windows, [cos, sin] relative to t1. */
  readonly axis: Float64Array;
  /** Mean ploughing coefficient per direction. */
  readonly mu: Float64Array;
  /** Friction centre relative to the pressure centre along t1 and t2 [m]. */
  readonly offset: Float64Array;
  /** Per contact point: fraction of the load, position along t1 and t2 [m]. */
  loads: Float64Array;

  /** The contact of the current window in the frames of both shapes, and its penetration depth [m]. */
  readonly contactA: LocalContact;
  readonly contactB: LocalContact;
  readonly depth: Float64Array;
  readonly textureAxis: Float64Array;
  readonly transform: ContactTransform;
  readonly alignBuffers: AlignBuffers;
  readonly mover: WindowMover;
}

/** Windows with k friction directions. */
export function createPatchWindows(k: number): PatchWindows {
  return {
    axis: new Float64Array(2),
    mu: new Float64Array(k),
    offset: new Float64Array(2),
    loads: new Float64Array(0),
    contactA: createLocalContact(),
    contactB: createLocalContact(),
    depth: new Float64Array(1),
    textureAxis: new Float64Array(2),
    transform: createContactTransform(),
    alignBuffers: createAlignBuffers(),
    mover: createWindowMover(),
  };
}

/** Sets the direction of the windows' x axis. */
export function alignWindows(
  { align }: TexturedSettings,
  patches: PatchBuffers,
  i: number,
  h: number,
  a: TexturedSurface | null,
  b: TexturedSurface | null,
  windows: PatchWindows,
): void {
  const { axis, textureAxis, contactA, depth, transform, alignBuffers } = windows;
  if (typeof align === 'object') {
    alignFixed(patches, i, align, axis);
    return;
  }
  if (align === 'slip' && alignSlip(alignBuffers, patches, i, h, axis)) return;
  axis[0] = 1;
  axis[1] = 0;
  depth[0] = 0;
  // The surface that is the law's `a` takes precedence.
  const isFlipped = patches.flipped[i] === 1;
  for (let k = 0; k < 2; k++) {
    const ofB = isFlipped === (k === 0);
    const surface = ofB ? b : a;
    if (!surface) continue;
    writeLocalContact(transform, patches, i, patches.centre, 3 * i, axis, ofB, surface, contactA);
    if (alignTexture(alignBuffers, surface, contactA, depth, textureAxis)) {
      axis.set(textureAxis);
      return;
    }
  }
}

/** Samples the window around a world point. */
function sampleAt(
  windows: PatchWindows,
  patches: PatchBuffers,
  i: number,
  position: Float64Array,
  at: number,
  sampler: PatchSampler,
  a: TexturedSurface | null,
  b: TexturedSurface | null,
  sample: PairSample,
): void {
  const { axis, contactA, contactB, depth, transform } = windows;
  if (a) writeLocalContact(transform, patches, i, position, at, axis, false, a, contactA);
  if (b) writeLocalContact(transform, patches, i, position, at, axis, true, b, contactB);
  samplePair(sampler, a, contactA, b, contactB, depth, sample);
  if (sample.coverage[0] < MIN_COVERAGE && moveOntoFaces(a, contactA, b, contactB, depth, windows.mover)) {
    samplePair(sampler, a, contactA, b, contactB, depth, sample);
  }
}

/** Samples one window at the pressure centre of the patch. */
export function sampleAtCentre(
  patches: PatchBuffers,
  i: number,
  sampler: PatchSampler,
  a: TexturedSurface | null,
  b: TexturedSurface | null,
  sample: PairSample,
  windows: PatchWindows,
): void {
  windows.offset.fill(0);
  windows.depth[0] = maxOverlap(patches, i);
  sampleAt(windows, patches, i, patches.centre, 3 * i, sampler, a, b, sample);
  windows.mu.set(sample.mu);
}

function maxOverlap(patches: PatchBuffers, i: number): number {
  let most = 0;
  const first = patches.firstPoint[i];
  for (let p = first; p < first + patches.points[i]; p++) most = Math.max(most, -patches.pointGap[p]);
  return most;
}

/** Samples one window per contact point: the load-weighted mean, and the centre of their friction capacity. */
export function sampleAtPoints(
  patches: PatchBuffers,
  i: number,
  sampler: PatchSampler,
  mu0: number,
  a: TexturedSurface | null,
  b: TexturedSurface | null,
  sample: PairSample,
  windows: PatchWindows,
): void {
  const { pointPosition, pointGap } = patches;
  const { directions: k } = sampler;
  const { mu, offset, depth } = windows;
  const first = patches.firstPoint[i];
  const points = patches.points[i];
  distributeLoad(patches, i, windows);
  const { loads } = windows;
  mu.fill(0);
  offset.fill(0);
  let capacity = 0;
  for (let n = 0; n < points; n++) {
    const load = loads[3 * n];
    if (load === 0) continue;
    depth[0] = -pointGap[first + n];
    sampleAt(windows, patches, i, pointPosition, 3 * (first + n), sampler, a, b, sample);
    let mean = 0;
    for (let j = 0; j < k; j++) {
      mu[j] += load * sample.mu[j];
      mean += sample.mu[j];
    }
    const friction = load * (mu0 + mean / k);
    capacity += friction;
    offset[0] += friction * loads[3 * n + 1];
    offset[1] += friction * loads[3 * n + 2];
  }
  if (!(capacity > 0)) return;
  offset[0] /= capacity;
  offset[1] /= capacity;
}

/**
 * Writes each point's fraction of the load and its position along t1 and t2 relative to the pressure centre. The load is assumed linear
 * over the points, w = (1 + g·d)/n with d from their mean position, with its centre at the patch's pressure centre. The distribution
 * beyond that is statically indeterminate, and a solver's choice is arbitrary.
 */
function distributeLoad(patches: PatchBuffers, i: number, windows: PatchWindows): void {
  const { pointPosition: x, centre, tangent1: t, tangent2: u } = patches;
  const first = patches.firstPoint[i];
  const n = patches.points[i];
  windows.loads = ensureCapacity(windows.loads, 3 * n);
  const { loads } = windows;
  let mx = 0;
  let my = 0;
  for (let p = 0; p < n; p++) {
    let along = 0;
    let across = 0;
    for (let e = 0; e < 3; e++) {
      const d = x[3 * (first + p) + e] - centre[3 * i + e];
      along += d * t[3 * i + e];
      across += d * u[3 * i + e];
    }
    loads[3 * p + 1] = along;
    loads[3 * p + 2] = across;
    mx += along / n;
    my += across / n;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let p = 0; p < n; p++) {
    const dx = loads[3 * p + 1] - mx;
    const dy = loads[3 * p + 2] - my;
    xx += (dx * dx) / n;
    xy += (dx * dy) / n;
    yy += (dy * dy) / n;
  }
  // Collinear points do not determine the load across their line.
  const slack = 1e-9 * (xx + yy);
  const det = (xx + slack) * (yy + slack) - xy * xy;
  const gx = det > 0 ? ((yy + slack) * -mx + xy * my) / det : 0;
  const gy = det > 0 ? ((xx + slack) * -my + xy * mx) / det : 0;
  let total = 0;
  for (let p = 0; p < n; p++) {
    const weight = 1 + gx * (loads[3 * p + 1] - mx) + gy * (loads[3 * p + 2] - my);
    loads[3 * p] = Math.max(0, weight);
    total += loads[3 * p];
  }
  let cx = 0;
  let cy = 0;
  for (let p = 0; p < n; p++) {
    loads[3 * p] /= total;
    cx += loads[3 * p] * loads[3 * p + 1];
    cy += loads[3 * p] * loads[3 * p + 2];
  }
  // Relative to the centre of these loads, so that uniform friction has no moment.
  for (let p = 0; p < n; p++) {
    loads[3 * p + 1] -= cx;
    loads[3 * p + 2] -= cy;
  }
}
