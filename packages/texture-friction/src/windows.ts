import { ensureCapacity, type PatchBuffers } from '@stiction/friction-core';
import { alignFixed, alignSlip, alignTexture } from './align.js';
import { createContactInSurface } from './footprint.js';
import type { Settings } from './law-options.js';
import { LITTLE, moveInside } from './move-window.js';
import { type PairSample, type PatchSampler, samplePair } from './patch-sampler.js';
import { placeContact } from './place-contact.js';
import type { TexturedSurface } from './surface.js';

/** The windows of one patch: where they lie, and what they show together. */

/** What the windows of a patch have shown together. */
export interface Found {
  /** The windows' x, [cos, sin] against t1. */
  axis: Float64Array;
  mu: Float64Array;
  /** Friction centre from the pressure centre along t1 and t2 [m]. */
  offset: Float64Array;
  /** Per contact point: share of the load, place along t1 and t2. */
  shares: Float64Array;
}

export function createFound(k: number): Found {
  return {
    axis: new Float64Array(2),
    mu: new Float64Array(k),
    offset: new Float64Array(2),
    shares: new Float64Array(0),
  };
}

const depth = new Float64Array(1);
const contactA = /* @__PURE__ */ createContactInSurface();
const contactB = /* @__PURE__ */ createContactInSurface();

/** Where the windows' x points. */
export function aimWindows(
  { align }: Settings,
  patches: PatchBuffers,
  i: number,
  h: number,
  a: TexturedSurface | null,
  b: TexturedSurface | null,
  { axis }: Found,
): void {
  if (typeof align === 'object') {
    alignFixed(patches, i, align, axis);
    return;
  }
  if (align === 'slip' && alignSlip(patches, i, h, axis)) return;
  axis[0] = 1;
  axis[1] = 0;
  depth[0] = 0;
  // The law's own a comes first.
  const flipped = patches.flipped[i] === 1;
  for (let turn = 0; turn < 2; turn++) {
    const ofB = flipped === (turn === 0);
    const one = ofB ? b : a;
    if (!one) continue;
    placeContact(patches, i, patches.centre, 3 * i, axis, ofB, one, contactA);
    if (alignTexture(one, contactA, depth, turned)) {
      axis.set(turned);
      return;
    }
  }
}

const turned = new Float64Array(2);

/** Samples the window around a world point. */
function sampleAt(
  patches: PatchBuffers,
  i: number,
  position: Float64Array,
  at: number,
  axis: Float64Array,
  sampler: PatchSampler,
  a: TexturedSurface | null,
  b: TexturedSurface | null,
  sample: PairSample,
): void {
  if (a) placeContact(patches, i, position, at, axis, false, a, contactA);
  if (b) placeContact(patches, i, position, at, axis, true, b, contactB);
  samplePair(sampler, a, contactA, b, contactB, depth, sample);
  if (sample.coverage[0] < LITTLE && moveInside(a, contactA, b, contactB, depth)) {
    samplePair(sampler, a, contactA, b, contactB, depth, sample);
  }
}

export function sampleCentre(
  patches: PatchBuffers,
  i: number,
  sampler: PatchSampler,
  a: TexturedSurface | null,
  b: TexturedSurface | null,
  sample: PairSample,
  found: Found,
): void {
  found.offset.fill(0);
  depth[0] = overlap(patches, i);
  sampleAt(patches, i, patches.centre, 3 * i, found.axis, sampler, a, b, sample);
  found.mu.set(sample.mu);
}

function overlap(patches: PatchBuffers, i: number): number {
  let most = 0;
  const first = patches.firstPoint[i];
  for (let p = first; p < first + patches.points[i]; p++) most = Math.max(most, -patches.pointGap[p]);
  return most;
}

/** The mean over the points by their loads, and the centre of what they can bear. */
export function samplePoints(
  patches: PatchBuffers,
  i: number,
  sampler: PatchSampler,
  mu0: number,
  a: TexturedSurface | null,
  b: TexturedSurface | null,
  sample: PairSample,
  found: Found,
): void {
  const { pointPosition, pointGap } = patches;
  const { directions: k } = sampler;
  const { mu, offset } = found;
  const first = patches.firstPoint[i];
  const points = patches.points[i];
  shareLoad(patches, i, found);
  const { shares } = found;
  mu.fill(0);
  offset.fill(0);
  let grip = 0;
  for (let n = 0; n < points; n++) {
    const share = shares[3 * n];
    if (share === 0) continue;
    depth[0] = -pointGap[first + n];
    sampleAt(patches, i, pointPosition, 3 * (first + n), found.axis, sampler, a, b, sample);
    let mean = 0;
    for (let j = 0; j < k; j++) {
      mu[j] += share * sample.mu[j];
      mean += sample.mu[j];
    }
    const held = share * (mu0 + mean / k);
    grip += held;
    offset[0] += held * shares[3 * n + 1];
    offset[1] += held * shares[3 * n + 2];
  }
  if (!(grip > 0)) return;
  offset[0] /= grip;
  offset[1] /= grip;
}

/**
 * Writes each point's share of the load and its place along t1 and t2, from the pressure centre. The load is taken to be linear over
 * the points, w = (1 + g·d)/n with d from their middle, such that its centre is the patch's: what several points bear beyond that is
 * not determined, and a solver's answer to it is chance.
 */
function shareLoad(patches: PatchBuffers, i: number, found: Found): void {
  const { pointPosition: x, centre, tangent1: t, tangent2: u } = patches;
  const first = patches.firstPoint[i];
  const n = patches.points[i];
  found.shares = ensureCapacity(found.shares, 3 * n);
  const { shares } = found;
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
    shares[3 * p + 1] = along;
    shares[3 * p + 2] = across;
    mx += along / n;
    my += across / n;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let p = 0; p < n; p++) {
    const dx = shares[3 * p + 1] - mx;
    const dy = shares[3 * p + 2] - my;
    xx += (dx * dx) / n;
    xy += (dx * dy) / n;
    yy += (dy * dy) / n;
  }
  // Points on a line say nothing about the load across it.
  const slack = 1e-9 * (xx + yy);
  const det = (xx + slack) * (yy + slack) - xy * xy;
  const gx = det > 0 ? ((yy + slack) * -mx + xy * my) / det : 0;
  const gy = det > 0 ? ((xx + slack) * -my + xy * mx) / det : 0;
  let total = 0;
  for (let p = 0; p < n; p++) {
    const weight = 1 + gx * (shares[3 * p + 1] - mx) + gy * (shares[3 * p + 2] - my);
    shares[3 * p] = Math.max(0, weight);
    total += shares[3 * p];
  }
  let cx = 0;
  let cy = 0;
  for (let p = 0; p < n; p++) {
    shares[3 * p] /= total;
    cx += shares[3 * p] * shares[3 * p + 1];
    cy += shares[3 * p] * shares[3 * p + 2];
  }
  // From the centre of these shares, so that even friction has no lever.
  for (let p = 0; p < n; p++) {
    shares[3 * p + 1] -= cx;
    shares[3 * p + 2] -= cy;
  }
}
