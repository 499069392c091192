import type { PatchBuffers } from '@stiction/friction-core';
import { createPolygonWriter, type PolygonWriter, writeDisc, writePolygon } from '../kernels/kernel-data.js';
import {
  CENTRE,
  DISC,
  KERNEL_DATA,
  MAX_VERTICES,
  POINT,
  POLYGON,
  RECORD_SIZE,
  STAMP,
  UNKNOWN,
} from './shape-record.js';

/**
 * Infers the shape of a contact patch from its contact points, as data for the kernels: the convex hull in the contact
 * plane, a disc if the hull is round, a thin rectangle if the points are collinear, nothing for a single point. The
 * pressure is linear, with its centre where the normal impulses act.
 */

/** A hull with at least this many vertices and radii that differ by less than this share is a disc. */
const ROUND_VERTICES = 8;
const ROUND = 0.02;
/** A patch thinner than this share of its length is treated as a line of this width. */
const LINE = 1e-3;

/** Returns true the first time that it is called for patch i in a step. */
export function beginStep(patches: PatchBuffers, i: number, records: Float64Array): boolean {
  const at = RECORD_SIZE * i + STAMP;
  if (records[at] === patches.stamp) return false;
  records[at] = patches.stamp;
  return true;
}

/** Resets record i to UNKNOWN or POINT, once per step. Returns false if that was done before in this step. */
export function beginContactShape(patches: PatchBuffers, i: number, records: Float64Array): boolean {
  if (!beginStep(patches, i, records)) return false;
  const at = RECORD_SIZE * i;
  records[at] = patches.points[i] > 1 ? UNKNOWN : POINT;
  // The solver may move the centre before the shape is fitted.
  for (let e = 0; e < 3; e++) records[at + CENTRE + e] = patches.centre[3 * i + e];
  return true;
}

/** Fits the shape of record i if it is UNKNOWN. Returns false if it was known. */
export function fitContactShape(fitter: ShapeFitter, patches: PatchBuffers, i: number, records: Float64Array): boolean {
  const at = RECORD_SIZE * i;
  if (records[at] !== UNKNOWN) return false;
  projectPoints(fitter, patches, i, records, at + CENTRE);
  buildHull(fitter);
  records[at] = writeShape(fitter, records, at);
  return true;
}

/** Buffers of `fitContactShape` that grow with the number of points. */
export interface ShapeFitter {
  /** Contact points in the tangent plane, [x, y, …]. */
  points: Float64Array;
  pointCount: number;
  hull: Float64Array;
  hullCount: number;
  polygon: PolygonWriter;
}

/** Centre and radius of a round hull. */
const circle = new Float64Array(3);
/** Centroid of the hull, written by `polarRadius`. */
const centroid = new Float64Array(2);
const pressureCentre = new Float64Array(2);
const ends = new Int32Array(1);

export function createShapeFitter(): ShapeFitter {
  return {
    points: new Float64Array(64),
    pointCount: 0,
    hull: new Float64Array(64),
    hullCount: 0,
    polygon: createPolygonWriter(),
  };
}

/** Projects the patch's points onto its tangent plane, relative to the pressure centre. */
function projectPoints(
  fitter: ShapeFitter,
  patches: PatchBuffers,
  i: number,
  centre: Float64Array,
  from: number,
): void {
  const { pointPosition: x, tangent1: t, tangent2: u } = patches;
  const n = patches.points[i];
  if (fitter.points.length < 2 * n) {
    fitter.points = new Float64Array(4 * n);
    fitter.hull = new Float64Array(8 * n);
  }
  const { points } = fitter;
  const e = 3 * i;
  for (let k = 0; k < n; k++) {
    const p = 3 * (patches.firstPoint[i] + k);
    const dx = x[p] - centre[from];
    const dy = x[p + 1] - centre[from + 1];
    const dz = x[p + 2] - centre[from + 2];
    points[2 * k] = dx * t[e] + dy * t[e + 1] + dz * t[e + 2];
    points[2 * k + 1] = dx * u[e] + dy * u[e + 1] + dz * u[e + 2];
  }
  fitter.pointCount = n;
}

/** Andrew's monotone chain, with insertion sort because there are few points. */
function buildHull(fitter: ShapeFitter): void {
  const { points, pointCount: n } = fitter;
  for (let k = 1; k < n; k++) {
    const x = points[2 * k];
    const y = points[2 * k + 1];
    let j = k;
    for (; j > 0 && (points[2 * j - 2] > x || (points[2 * j - 2] === x && points[2 * j - 1] > y)); j--) {
      points[2 * j] = points[2 * j - 2];
      points[2 * j + 1] = points[2 * j - 1];
    }
    points[2 * j] = x;
    points[2 * j + 1] = y;
  }
  let size = 0;
  for (let k = 0; k < n; k++) size = pushToHull(fitter, k, size, 2);
  const lower = size + 1;
  for (let k = n - 2; k >= 0; k--) size = pushToHull(fitter, k, size, lower);
  fitter.hullCount = n > 1 ? size - 1 : n;
}

function pushToHull({ points, hull }: ShapeFitter, k: number, size: number, minSize: number): number {
  const x = points[2 * k];
  const y = points[2 * k + 1];
  let m = size;
  while (m >= minSize) {
    const ax = hull[2 * m - 2] - hull[2 * m - 4];
    const ay = hull[2 * m - 1] - hull[2 * m - 3];
    if (ax * (y - hull[2 * m - 3]) - ay * (x - hull[2 * m - 4]) > 0) break;
    m--;
  }
  hull[2 * m] = x;
  hull[2 * m + 1] = y;
  return m + 1;
}

/** Writes the kernel data of the hull; returns the kind. */
function writeShape(fitter: ShapeFitter, records: Float64Array, at: number): number {
  const dataAt = at + KERNEL_DATA;
  pressureCentre.fill(0);
  if (fitter.hullCount < 2) return POINT;
  if (isRound(fitter) && writeDisc(circle[2], 0, circle[0], circle[1], pressureCentre, records, dataAt)) return DISC;
  reduceHull(fitter);
  if (!widenLine(fitter)) return POINT;
  ends[0] = fitter.hullCount;
  records[at + 1] = writePolygon(fitter.polygon, fitter.hull, ends, 1, pressureCentre, records, dataAt);
  return records[at + 1] > 0 ? POLYGON : POINT;
}

/** Writes centre and radius to `circle`. */
function isRound({ hull, hullCount: n }: ShapeFitter): boolean {
  if (n < ROUND_VERTICES) return false;
  circle.fill(0);
  for (let k = 0; k < n; k++) {
    circle[0] += hull[2 * k] / n;
    circle[1] += hull[2 * k + 1] / n;
  }
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < n; k++) {
    const dx = hull[2 * k] - circle[0];
    const dy = hull[2 * k + 1] - circle[1];
    const r = Math.sqrt(dx * dx + dy * dy);
    least = Math.min(least, r);
    circle[2] = Math.max(circle[2], r);
  }
  return least > (1 - ROUND) * circle[2];
}

/** Drops the vertices with the smallest area until MAX_VERTICES are left, then restores the polar radius by scaling. */
function reduceHull(fitter: ShapeFitter): void {
  if (fitter.hullCount <= MAX_VERTICES) return;
  const { hull } = fitter;
  const before = polarRadius(fitter);
  while (fitter.hullCount > MAX_VERTICES) {
    const n = fitter.hullCount;
    let smallest = Number.POSITIVE_INFINITY;
    let drop = 0;
    for (let k = 0; k < n; k++) {
      const a = 2 * ((k + n - 1) % n);
      const b = 2 * k;
      const c = 2 * ((k + 1) % n);
      const area = Math.abs(
        (hull[b] - hull[a]) * (hull[c + 1] - hull[a + 1]) - (hull[b + 1] - hull[a + 1]) * (hull[c] - hull[a]),
      );
      if (area < smallest) {
        smallest = area;
        drop = k;
      }
    }
    for (let e = 2 * drop; e < 2 * n - 2; e++) hull[e] = hull[e + 2];
    fitter.hullCount--;
  }
  const scale = before / polarRadius(fitter);
  for (let k = 0; k < fitter.hullCount; k++) {
    hull[2 * k] = centroid[0] + scale * (hull[2 * k] - centroid[0]);
    hull[2 * k + 1] = centroid[1] + scale * (hull[2 * k + 1] - centroid[1]);
  }
}

/** √(polar second moment / area) of the hull about its centroid, which it writes to `centroid`. */
function polarRadius({ hull, hullCount }: ShapeFitter): number {
  let area = 0;
  let mx = 0;
  let my = 0;
  let square = 0;
  const x0 = hull[0];
  const y0 = hull[1];
  for (let k = 0; k < hullCount; k++) {
    const j = (k + 1) % hullCount;
    const ax = hull[2 * k] - x0;
    const ay = hull[2 * k + 1] - y0;
    const bx = hull[2 * j] - x0;
    const by = hull[2 * j + 1] - y0;
    const cross = ax * by - ay * bx;
    area += cross / 2;
    mx += (cross * (ax + bx)) / 6;
    my += (cross * (ay + by)) / 6;
    square += (cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by)) / 12;
  }
  mx /= area;
  my /= area;
  centroid[0] = x0 + mx;
  centroid[1] = y0 + my;
  return Math.sqrt(Math.max(0, square / area - mx * mx - my * my));
}

/** Replaces a nearly collinear hull by a rectangle along its longest extent. Returns false if it is nearly a point. */
function widenLine(fitter: ShapeFitter): boolean {
  const { hull, hullCount: n } = fitter;
  let length = 0;
  let a = 0;
  let b = 0;
  for (let k = 0; k < n; k++) {
    for (let j = k + 1; j < n; j++) {
      const dx = hull[2 * j] - hull[2 * k];
      const dy = hull[2 * j + 1] - hull[2 * k + 1];
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance > length) {
        length = distance;
        a = 2 * k;
        b = 2 * j;
      }
    }
  }
  if (!(length > 1e-12)) return false;
  const tx = (hull[b] - hull[a]) / length;
  const ty = (hull[b + 1] - hull[a + 1]) / length;
  let low = 0;
  let high = 0;
  for (let k = 0; k < n; k++) {
    const across = tx * (hull[2 * k + 1] - hull[a + 1]) - ty * (hull[2 * k] - hull[a]);
    low = Math.min(low, across);
    high = Math.max(high, across);
  }
  if (high - low > LINE * length) return true;
  const half = 0.5 * LINE * length;
  const middle = 0.5 * (low + high);
  const ax = hull[a] - ty * middle;
  const ay = hull[a + 1] + tx * middle;
  const bx = hull[b] - ty * middle;
  const by = hull[b + 1] + tx * middle;
  // Counter-clockwise: forward on the right of the line, back on its left.
  hull[0] = ax + half * ty;
  hull[1] = ay - half * tx;
  hull[2] = bx + half * ty;
  hull[3] = by - half * tx;
  hull[4] = bx - half * ty;
  hull[5] = by + half * tx;
  hull[6] = ax - half * ty;
  hull[7] = ay + half * tx;
  fitter.hullCount = 4;
  return true;
}
