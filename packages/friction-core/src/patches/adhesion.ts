import { ADHESION_RANGE, ADHESION_TOUCH } from '../constants.js';
import { ensureCapacity } from '../math/buffers.js';
import type { PatchBuffers } from './patch-buffers.js';

/** The attraction of a patch with an adhesive law: how large it is, and where it acts. */

/** Temporaries of one call: the points along t1 and t2, relative to the first one; twice the area of their hull, and its centroid. */
export interface HullScratch {
  u: Float64Array;
  v: Float64Array;
  hull: Float64Array;
}

export function createHullScratch(): HullScratch {
  return { u: new Float64Array(0), v: new Float64Array(0), hull: new Float64Array(3) };
}

/**
 * Sets `adhesion` and `adhesionCentre` of patch i from its points. It starts when the surfaces touch, and ends when they are out of
 * range: bodies that approach each other gain no energy.
 */
export function updateAdhesion(p: PatchBuffers, i: number, lengthUnit: number): void {
  const { adhesion: law } = p.law[i];
  if (!law) {
    p.adhesion[i] = 0;
    return;
  }
  let gap = Number.POSITIVE_INFINITY;
  for (let q = p.firstPoint[i]; q < p.firstPoint[i] + p.points[i]; q++) gap = Math.min(gap, p.pointGap[q]);
  const touches = p.adhesion[i] > 0 || p.normalImpulse[i] > 0 || gap <= ADHESION_TOUCH * lengthUnit;
  if (!touches || gap > (law.range ?? ADHESION_RANGE * lengthUnit)) {
    p.adhesion[i] = 0;
    return;
  }
  measureHull(p, i);
  const { hull } = p.hullScratch;
  p.adhesion[i] = law.force + 0.5 * law.pressure * hull[0];
  const first = 3 * p.firstPoint[i];
  for (let e = 0; e < 3; e++) {
    const at = 3 * i + e;
    p.adhesionCentre[at] = p.pointPosition[first + e] + hull[1] * p.tangent1[at] + hull[2] * p.tangent2[at];
  }
}

/** Walks around the convex hull (Jarvis), in the plane of the patch. The centroid of a hull without area is the mean of the points. */
function measureHull(p: PatchBuffers, i: number): void {
  const count = p.points[i];
  project(p, i);
  const { u, v, hull } = p.hullScratch;
  let start = 0;
  let meanU = 0;
  let meanV = 0;
  for (let q = 0; q < count; q++) {
    meanU += u[q] / count;
    meanV += v[q] / count;
    if (u[q] < u[start]) start = q;
  }
  let area = 0;
  let sumU = 0;
  let sumV = 0;
  let size = 0;
  let from = start;
  for (let edges = 0; edges < count; edges++) {
    let to = from;
    for (let q = 0; q < count; q++) if (q !== from && (to === from || isOutside(u, v, from, to, q))) to = q;
    const fromU = u[from] - meanU;
    const fromV = v[from] - meanV;
    const toU = u[to] - meanU;
    const toV = v[to] - meanV;
    const cross = fromU * toV - fromV * toU;
    area += cross;
    sumU += (cross * (fromU + toU)) / 3;
    sumV += (cross * (fromV + toV)) / 3;
    size += fromU * fromU + fromV * fromV;
    from = to;
    if (from === start) break;
  }
  const isFlat = !(area > FLAT * size);
  hull[0] = isFlat ? 0 : area;
  hull[1] = meanU + (isFlat ? 0 : sumU / area);
  hull[2] = meanV + (isFlat ? 0 : sumV / area);
}

/** A hull with a smaller area over its size squared is an edge. */
const FLAT = 1e-6;

/** Fills u and v. */
function project(p: PatchBuffers, i: number): void {
  const { firstPoint, points, pointPosition: x, tangent1: t, tangent2: w, hullScratch } = p;
  hullScratch.u = ensureCapacity(hullScratch.u, points[i]);
  hullScratch.v = ensureCapacity(hullScratch.v, points[i]);
  const { u, v } = hullScratch;
  const o = 3 * firstPoint[i];
  for (let q = 0; q < points[i]; q++) {
    u[q] = 0;
    v[q] = 0;
    for (let e = 0; e < 3; e++) {
      const d = x[o + 3 * q + e] - x[o + e];
      u[q] += d * t[3 * i + e];
      v[q] += d * w[3 * i + e];
    }
  }
}

/** True if q lies to the right of the line from `from` to `to`, or on it and farther away. */
function isOutside(u: Float64Array, v: Float64Array, from: number, to: number, q: number): boolean {
  const a = u[to] - u[from];
  const b = v[to] - v[from];
  const c = u[q] - u[from];
  const d = v[q] - v[from];
  const cross = a * d - b * c;
  return cross < 0 || (cross === 0 && c * c + d * d > a * a + b * b);
}
