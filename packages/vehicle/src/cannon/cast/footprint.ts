/**
 * The ground below a wheel, exactly: a cylinder of radius R and width w that moves along its strut touches a polygon where the height of its hub,
 *
 *     z + √(R² - x²),   |y| ≤ w/2,
 *
 * is largest (x ahead, y along the axle, z along the strut, from the top of the strut). The height is concave, and constant or linear along the
 * axle, so the maximum over a polygon that is clipped to the wheel lies on an edge, where it has a closed form: x = R β/√(1 + β²) for an
 * edge that rises by β, clamped to its ends. A ray is a cylinder with R = w = 0.
 */

import { MIN_UP_NORMAL } from '../../constants.js';

export interface Footprint {
  /** World coordinates of the axes ahead, along the axle and up, then of the top of the strut. */
  frame: Float64Array;
  /** Radius, half the width, half the length that may touch [m], and the lowest and highest hub: see the indices below. */
  size: Float64Array;
  /** The best contact so far: height of the hub [m], and the normal in the frame of the wheel. */
  best: Float64Array;
  /** Normal of the polygon in the frame of the wheel. An argument would be allocated wherever the call is not inlined. */
  face: Float64Array;
  /** Two polygons for clipping, three numbers per point. */
  polygon: Float64Array;
  clipped: Float64Array;
}

export const RADIUS = 0;
export const HALF_WIDTH = 1;
export const HALF_LENGTH = 2;
export const LOWEST = 3;
export const HIGHEST = 4;

/** Points of a face; caps of round shapes have many. Faces with more are cut. */
export const MAX_POINTS = 128;
/** Three numbers per point. A polygon that is clipped at four lines gets four points more. */
const SIZE = 396;
/** The height of the hub changes by less where contacts are equally good [m]. */
const SAME_HEIGHT = 1e-12;
/** Where the wheel touches the inside of a face, its own normal is that of the face to this accuracy (1 - cosine). */
const SAME_NORMAL = 1e-9;

export function createFootprint(): Footprint {
  return {
    frame: new Float64Array(12),
    size: new Float64Array(5),
    best: new Float64Array(4),
    face: new Float64Array(3),
    polygon: new Float64Array(SIZE),
    clipped: new Float64Array(SIZE),
  };
}

/** A wheel whose hub is `rest` below the top of its strut at most. `frame` is set by the caller. */
export function startFootprint({ size, best }: Footprint, radius: number, width: number, rest: number): void {
  size[RADIUS] = radius;
  size[HALF_WIDTH] = width / 2;
  // On a contact that is further ahead, the normal would be too flat to stand on.
  size[HALF_LENGTH] = Math.sqrt(1 - MIN_UP_NORMAL ** 2) * radius;
  size[LOWEST] = -rest;
  // Where a ray from the top of the strut would begin.
  size[HIGHEST] = radius;
  best[0] = Number.NEGATIVE_INFINITY;
}

/** Offers the polygon with n points, whose normal is `face`. Only faces that look up count. */
export function offerPolygon(footprint: Footprint, n: number): void {
  const { size, face } = footprint;
  if (!(face[2] > 1e-6)) return;
  if (size[RADIUS] === 0) {
    offerToRay(footprint, n);
    return;
  }
  let count = clip(footprint, n, 0, 1, HALF_LENGTH);
  count = clip(footprint, count, 0, -1, HALF_LENGTH);
  count = clip(footprint, count, 1, 1, HALF_WIDTH);
  count = clip(footprint, count, 1, -1, HALF_WIDTH);
  const { polygon: p, best } = footprint;
  const radius = size[RADIUS];
  let hub = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  for (let k = 0; k < count; k++) {
    const a = 3 * k;
    const b = k + 1 < count ? a + 3 : 0;
    const dx = p[b] - p[a];
    const dz = p[b + 2] - p[a + 2];
    let x = p[a];
    let z = p[a + 2];
    if (dx !== 0) {
      const slope = dz / dx;
      const top = (radius * slope) / Math.sqrt(1 + slope * slope);
      const t = Math.min(Math.max((top - x) / dx, 0), 1);
      x += t * dx;
      z += t * dz;
    }
    const height = z + Math.sqrt(radius * radius - x * x);
    if (height > hub) {
      hub = height;
      ahead = x;
    }
  }
  if (!isBetter(footprint, hub)) return;
  best[0] = hub;
  // Against the inside of a face the normal is the face's, on an edge it points to the hub.
  const nx = face[0];
  const ny = face[1];
  const nz = face[2];
  const rise = Math.sqrt(radius * radius - ahead * ahead);
  const isFace = nz * rise - nx * ahead >= (1 - SAME_NORMAL) * Math.sqrt(nx * nx + nz * nz) * radius;
  best[1] = isFace ? nx : -ahead / radius;
  best[2] = isFace ? ny : 0;
  best[3] = isFace ? nz : rise / radius;
}

function offerToRay(footprint: Footprint, n: number): void {
  const { polygon: p, best, face } = footprint;
  const nx = face[0];
  const ny = face[1];
  const nz = face[2];
  const height = p[2] + (nx * p[0] + ny * p[1]) / nz;
  if (!isBetter(footprint, height)) return;
  let isLeft = true;
  let isRight = true;
  for (let k = 0; k < n; k++) {
    const a = 3 * k;
    const b = k + 1 < n ? a + 3 : 0;
    const side = p[a] * p[b + 1] - p[a + 1] * p[b];
    if (side < 0) isLeft = false;
    if (side > 0) isRight = false;
  }
  if (!isLeft && !isRight) return;
  best[0] = height;
  best[1] = nx;
  best[2] = ny;
  best[3] = nz;
}

/** Keeps the part of the polygon with sign · p[axis] ≤ size[bound] (Sutherland & Hodgman). Returns the number of its points. */
function clip(footprint: Footprint, n: number, axis: number, sign: number, bound: number): number {
  const limit = footprint.size[bound];
  const { polygon: from, clipped: to } = footprint;
  let count = 0;
  for (let k = 0; k < n; k++) {
    const a = 3 * k;
    const b = k + 1 < n ? a + 3 : 0;
    const da = sign * from[a + axis] - limit;
    const db = sign * from[b + axis] - limit;
    if (da <= 0) {
      for (let e = 0; e < 3; e++) to[3 * count + e] = from[a + e];
      count++;
    }
    if (da < 0 !== db < 0 && da !== 0 && db !== 0) {
      const t = da / (da - db);
      for (let e = 0; e < 3; e++) to[3 * count + e] = from[a + e] + t * (from[b + e] - from[a + e]);
      count++;
    }
  }
  footprint.polygon = to;
  footprint.clipped = from;
  return count;
}

/** A hub above the start of the strut is inside of something that is no ground, or below it. */
function isBetter({ size, best }: Footprint, hub: number): boolean {
  return hub > best[0] + SAME_HEIGHT && hub >= size[LOWEST] && hub <= size[HIGHEST];
}

/** Offers a sphere: between circles in the plane where the sphere is widest, hub = z + √((R + r)² - x²). */
export function offerSphere(footprint: Footprint, x: number, y: number, z: number, radius: number): void {
  const { size, best } = footprint;
  const across = Math.min(Math.max(y, -size[HALF_WIDTH]), size[HALF_WIDTH]) - y;
  const slice = radius * radius - across * across;
  if (!(slice > 0)) return;
  const reach = size[RADIUS] + Math.sqrt(slice);
  const ahead = (size[RADIUS] * x) / reach;
  if (!(Math.abs(ahead) <= size[HALF_LENGTH])) return;
  const hub = z + Math.sqrt(reach * reach - x * x);
  if (!isBetter(footprint, hub)) return;
  best[0] = hub;
  best[1] = (ahead - x) / radius;
  best[2] = across / radius;
  best[3] = (hub - (size[RADIUS] * (hub - z)) / reach - z) / radius;
}
