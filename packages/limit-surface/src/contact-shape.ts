import type { PatchBuffers } from '@stiction/friction-core';
import { evalDisc } from './disc-kernel.js';
import { writeDisc, writePolygon } from './kernel-patch.js';
import { evalPolygon } from './polygon-kernel.js';

/**
 * The shape of a contact patch from its contact points, as numbers for the kernels: their convex hull in the contact plane, a disc
 * where the hull is round, a thin rectangle where they lie on a line, nothing where they are one point. The pressure is the
 * linear one whose centre is where the normal impulses have it.
 */
export const POINT = 0;
export const POLYGON = 1;
export const DISC = 2;
/** Not known yet: nobody has asked for the shape in this step. */
const UNKNOWN = 3;

/** Numbers of a record: kind, edges, memory of the block step (six), the step it was made for, the centre, and the kernel's numbers. */
const MEMORY = 2;
const STAMP = 8;
const CENTRE = 9;
const NUMBERS = 12;
/** Hulls are reduced to this many vertices. */
const MAX_VERTICES = 8;
/** NUMBERS, and header and edges of the hull, each of which clipping may double: 12 + 16 + 5 · 2 · 8. */
export const RECORD = 108;

/** A hull with at least this many vertices, all within ROUND of one radius, is a disc. */
const ROUND_VERTICES = 8;
const ROUND = 0.02;
/** A patch thinner than this share of its length is a line; a line has this width. */
const LINE = 1e-3;

export function recordMemory(record: number): number {
  return RECORD * record + MEMORY;
}

/** Opens record i for patch i, once per step: the shape is UNKNOWN, or a POINT. Returns false where that has been done. */
export function openContactShape(patches: PatchBuffers, i: number, records: Float64Array): boolean {
  const at = RECORD * i;
  if (records[at + STAMP] === patches.stamp) return false;
  records[at + STAMP] = patches.stamp;
  records[at] = patches.points[i] > 1 ? UNKNOWN : POINT;
  // A solver may move the centre before the shape is asked for.
  for (let e = 0; e < 3; e++) records[at + CENTRE + e] = patches.centre[3 * i + e];
  return true;
}

/** Finds the shape in record i where it is UNKNOWN. Returns false where it was known. */
export function fitContactShape(patches: PatchBuffers, i: number, records: Float64Array): boolean {
  const at = RECORD * i;
  if (records[at] !== UNKNOWN) return false;
  readPoints(patches, i, records, at + CENTRE);
  makeHull();
  records[at] = writeShape(records, at);
  return true;
}

/** psi, f and H of the shape in record `at`, as the kernels give them. */
export function evalContactShape(records: Float64Array, at: number, twist: Float64Array, out: Float64Array): void {
  if (records[at] === DISC) evalDisc(records, at + NUMBERS, twist, out);
  else evalPolygon(records, at + NUMBERS, records[at + 1], twist, out);
}

/** R of the shape in record `at` [m]. */
export function shapeRadius(records: Float64Array, at: number): number {
  return records[at] === POINT ? 0 : records[at + NUMBERS];
}

let points = new Float64Array(64);
let hull = new Float64Array(64);
const count = { points: 0, hull: 0 };
const centreOfPressure = new Float64Array(2);
const ends = new Int32Array(1);

/** The patch's points in its tangent plane, from the pressure centre. */
function readPoints(patches: PatchBuffers, i: number, centre: Float64Array, from: number): void {
  const { pointPosition: x, tangent1: t, tangent2: u } = patches;
  const n = patches.points[i];
  if (points.length < 2 * n) {
    points = new Float64Array(4 * n);
    hull = new Float64Array(8 * n);
  }
  const e = 3 * i;
  for (let k = 0; k < n; k++) {
    const p = 3 * (patches.firstPoint[i] + k);
    const dx = x[p] - centre[from];
    const dy = x[p + 1] - centre[from + 1];
    const dz = x[p + 2] - centre[from + 2];
    points[2 * k] = dx * t[e] + dy * t[e + 1] + dz * t[e + 2];
    points[2 * k + 1] = dx * u[e] + dy * u[e + 1] + dz * u[e + 2];
  }
  count.points = n;
}

/** Andrew's monotone chain; points are sorted by insertion, there are few. */
function makeHull(): void {
  const n = count.points;
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
  for (let k = 0; k < n; k++) size = pushToHull(k, size, 2);
  const lower = size + 1;
  for (let k = n - 2; k >= 0; k--) size = pushToHull(k, size, lower);
  count.hull = n > 1 ? size - 1 : n;
}

function pushToHull(k: number, size: number, fewest: number): number {
  const x = points[2 * k];
  const y = points[2 * k + 1];
  let m = size;
  while (m >= fewest) {
    const ax = hull[2 * m - 2] - hull[2 * m - 4];
    const ay = hull[2 * m - 1] - hull[2 * m - 3];
    if (ax * (y - hull[2 * m - 3]) - ay * (x - hull[2 * m - 4]) > 0) break;
    m--;
  }
  hull[2 * m] = x;
  hull[2 * m + 1] = y;
  return m + 1;
}

/** Writes the kernel's numbers for the hull; returns the kind. */
function writeShape(records: Float64Array, at: number): number {
  centreOfPressure.fill(0);
  if (count.hull < 2) return POINT;
  if (isRound() && writeDisc(round[2], 0, round[0], round[1], centreOfPressure, records, at + NUMBERS)) return DISC;
  reduceHull();
  if (!widenLine()) return POINT;
  ends[0] = count.hull;
  records[at + 1] = writePolygon(hull, ends, 1, centreOfPressure, records, at + NUMBERS);
  return records[at + 1] > 0 ? POLYGON : POINT;
}

/** Centre and radius of a round hull. */
const round = new Float64Array(3);

function isRound(): boolean {
  const n = count.hull;
  if (n < ROUND_VERTICES) return false;
  round.fill(0);
  for (let k = 0; k < n; k++) {
    round[0] += hull[2 * k] / n;
    round[1] += hull[2 * k + 1] / n;
  }
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < n; k++) {
    const dx = hull[2 * k] - round[0];
    const dy = hull[2 * k + 1] - round[1];
    const r = Math.sqrt(dx * dx + dy * dy);
    least = Math.min(least, r);
    round[2] = Math.max(round[2], r);
  }
  return least > (1 - ROUND) * round[2];
}

/** Drops the vertices that matter least until few are left, then scales the rest to the polar radius that the hull had. */
function reduceHull(): void {
  if (count.hull <= MAX_VERTICES) return;
  const before = polarRadius();
  while (count.hull > MAX_VERTICES) {
    const n = count.hull;
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
    count.hull--;
  }
  const grow = before / polarRadius();
  for (let k = 0; k < count.hull; k++) {
    hull[2 * k] = sums[0] + grow * (hull[2 * k] - sums[0]);
    hull[2 * k + 1] = sums[1] + grow * (hull[2 * k + 1] - sums[1]);
  }
}

/** Centroid of the hull, left by `polarRadius`. */
const sums = new Float64Array(2);

/** √(polar second moment / area) of the hull about its centroid. */
function polarRadius(): number {
  let area = 0;
  let mx = 0;
  let my = 0;
  let square = 0;
  const x0 = hull[0];
  const y0 = hull[1];
  for (let k = 0; k < count.hull; k++) {
    const j = (k + 1) % count.hull;
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
  sums[0] = x0 + mx;
  sums[1] = y0 + my;
  return Math.sqrt(Math.max(0, square / area - mx * mx - my * my));
}

/** A hull that is next to a line becomes a rectangle around its longest extent. False for what is next to a point. */
function widenLine(): boolean {
  const n = count.hull;
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
  // Counter-clockwise: along the line on its right side, back on its left.
  hull[0] = ax + half * ty;
  hull[1] = ay - half * tx;
  hull[2] = bx + half * ty;
  hull[3] = by - half * tx;
  hull[4] = bx - half * ty;
  hull[5] = by + half * tx;
  hull[6] = ax - half * ty;
  hull[7] = ay + half * tx;
  count.hull = 4;
  return true;
}
