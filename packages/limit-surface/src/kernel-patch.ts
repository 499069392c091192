import { DISC_SIZE } from './disc-kernel.js';
import { MOMENTS } from './kernel-far.js';
import { addMoments, clipOutline, fitPlane } from './kernel-plane.js';
import { EDGE_STRIDE, POLYGON_HEADER } from './polygon-kernel.js';

/**
 * Writes the flat numbers that the kernels read: lengths in units of R, the origin at the pressure centre, the pressure scaled
 * to unit load. Nothing is allocated once the scratch is large enough, so an engine may refresh a patch in every step.
 */

/** A pressure centre may come this near to the edge of a convex outline; beyond, it is drawn towards the centroid. */
const REACH = 0.98;

/** Numbers that a polygon of so many vertices can need: clipping adds an edge per loop and cut. */
export function polygonRoom(vertices: number): number {
  return POLYGON_HEADER + EDGE_STRIDE * 2 * vertices;
}

let scaled = new Float64Array(64);
let cut = new Float64Array(64);
let cutEnds = new Int32Array(8);
const sums = new Float64Array(6);
const plane = new Float64Array(3);
const target = new Float64Array(2);

/**
 * A polygon of one or more outlines (counter-clockwise, holes clockwise), xy = [x, y, …] in metres, that end before vertices
 * ends[0..loops-1], pressed linearly so that the pressure centre is `centre`. Writes the patch from patch[at] on, R first, and
 * the pressure centre that it really has into `centre`. Returns the number of edges; 0 for an outline without area.
 */
export function writePolygon(
  xy: Float64Array,
  ends: Int32Array,
  loops: number,
  centre: Float64Array,
  patch: Float64Array,
  at: number,
): number {
  const count = ends[loops - 1];
  reserve(count, loops);
  // About the first vertex: sums about a far origin would cancel.
  const x0 = xy[0];
  const y0 = xy[1];
  for (let k = 0; k < count; k++) {
    scaled[2 * k] = xy[2 * k] - x0;
    scaled[2 * k + 1] = xy[2 * k + 1] - y0;
  }
  sums.fill(0);
  for (let k = 0, from = 0; k < loops; from = ends[k++]) addMoments(scaled, from, ends[k] - from, sums);
  const area = sums[0];
  if (!(area > 0)) return 0;
  const cx = sums[1] / area;
  const cy = sums[2] / area;
  const R = Math.sqrt((sums[3] + sums[5]) / area - cx * cx - cy * cy);
  if (!(R > 0)) return 0;
  for (let k = 0; k < count; k++) {
    scaled[2 * k] = (scaled[2 * k] - cx) / R;
    scaled[2 * k + 1] = (scaled[2 * k + 1] - cy) / R;
  }
  target[0] = (centre[0] - x0 - cx) / R;
  target[1] = (centre[1] - y0 - cy) / R;
  if (loops === 1) drawInside(count);
  fitPlane(scaled, ends, loops, target, plane);
  patch[at] = R;
  const edges = writeEdges(ends, loops, patch, at);
  centre[0] = x0 + cx + R * target[0];
  centre[1] = y0 + cy + R * target[1];
  return edges;
}

/**
 * Shortens `target` to REACH of the way to the nearest edge line of the outline in `scaled`, if that is convex. What others can
 * reach is left to the fit.
 */
function drawInside(count: number): void {
  let share = 1;
  for (let k = 0; k < count; k++) {
    const j = k + 1 < count ? k + 1 : 0;
    const next = j + 1 < count ? j + 1 : 0;
    const x = scaled[2 * k];
    const y = scaled[2 * k + 1];
    const dx = scaled[2 * j] - x;
    const dy = scaled[2 * j + 1] - y;
    if (dx * (scaled[2 * next + 1] - y) - dy * (scaled[2 * next] - x) < -1e-9) return;
    const edge = x * dy - y * dx;
    const out = target[0] * dy - target[1] * dx;
    if (edge > 0 && out * share > REACH * edge) share = (REACH * edge) / out;
  }
  target[0] *= share;
  target[1] *= share;
}

/** Edges, pressure and moments of `scaled` under `plane`, about the pressure centre, which goes to `target`. */
function writeEdges(ends: Int32Array, loops: number, patch: Float64Array, at: number): number {
  let vertices = 0;
  for (let k = 0, from = 0; k < loops; from = ends[k++]) {
    vertices += clipOutline(scaled, from, ends[k] - from, plane, cut, vertices);
    cutEnds[k] = vertices;
  }
  // The pressure centre that the fitted plane really has; after a good fit the change is rounding.
  sums.fill(0);
  for (let k = 0, from = 0; k < loops; from = cutEnds[k++]) {
    const n = cutEnds[k] - from;
    if (n > 2) addMoments(cut, from, n, sums);
  }
  const load = plane[0] * sums[0] + plane[1] * sums[1] + plane[2] * sums[2];
  const ex = (plane[0] * sums[1] + plane[1] * sums[3] + plane[2] * sums[4]) / load;
  const ey = (plane[0] * sums[2] + plane[1] * sums[4] + plane[2] * sums[5]) / load;
  target[0] = ex;
  target[1] = ey;
  let edges = 0;
  for (let k = 0, from = 0; k < loops; from = cutEnds[k++]) {
    const end = cutEnds[k];
    for (let i = from; i < end; i++) {
      const j = i + 1 < end ? i + 1 : from;
      const x = cut[2 * i];
      const y = cut[2 * i + 1];
      const dx = cut[2 * j] - x;
      const dy = cut[2 * j + 1] - y;
      const length = Math.sqrt(dx * dx + dy * dy);
      if (!(length > 1e-14)) continue;
      const e = at + POLYGON_HEADER + EDGE_STRIDE * edges++;
      patch[e] = x - ex;
      patch[e + 1] = y - ey;
      patch[e + 2] = dx / length;
      patch[e + 3] = dy / length;
      patch[e + 4] = length;
    }
  }
  patch[at + 1] = (plane[0] + plane[1] * ex + plane[2] * ey) / load;
  patch[at + 2] = plane[1] / load;
  patch[at + 3] = plane[2] / load;
  writeMoments(patch, at, edges);
  return edges;
}

/** Gauss's three points on [0, 1], exact up to degree 5. */
const NODE = 0.1127016653792583;

/**
 * The twelve moments of `kernel-far.ts` from the edges: for f homogeneous of degree n, ∫ f dA = Σ d ∫ f ds / (n + 2) over the
 * edges, d the distance of the edge's line from the origin.
 */
function writeMoments(patch: Float64Array, at: number, edges: number): void {
  const p0 = patch[at + 1];
  const gx = patch[at + 2];
  const gy = patch[at + 3];
  const m = at + MOMENTS;
  for (let k = 0; k < 12; k++) patch[m + k] = 0;
  for (let k = 0; k < edges; k++) {
    const e = at + POLYGON_HEADER + EDGE_STRIDE * k;
    const tx = patch[e + 2];
    const ty = patch[e + 3];
    const length = patch[e + 4];
    const d = patch[e] * ty - patch[e + 1] * tx;
    for (let node = 0; node < 3; node++) {
      const s = length * (node === 0 ? NODE : node === 1 ? 0.5 : 1 - NODE);
      const weight = d * length * (node === 1 ? 4 / 9 : 5 / 18);
      addPoint(patch, m, patch[e] + s * tx, patch[e + 1] + s * ty, weight, p0, gx, gy);
    }
  }
}

function addPoint(
  patch: Float64Array,
  m: number,
  x: number,
  y: number,
  weight: number,
  p0: number,
  gx: number,
  gy: number,
): void {
  const g = gx * x + gy * y;
  const w2 = weight * (p0 / 4 + g / 5);
  const w3 = weight * (p0 / 5 + g / 6);
  const w4 = weight * (p0 / 6 + g / 7);
  const xx = x * x;
  const xy = x * y;
  const yy = y * y;
  patch[m] += w2 * xx;
  patch[m + 1] += w2 * xy;
  patch[m + 2] += w2 * yy;
  patch[m + 3] += w3 * xx * x;
  patch[m + 4] += w3 * xx * y;
  patch[m + 5] += w3 * x * yy;
  patch[m + 6] += w3 * yy * y;
  patch[m + 7] += w4 * xx * xx;
  patch[m + 8] += w4 * xx * xy;
  patch[m + 9] += w4 * xx * yy;
  patch[m + 10] += w4 * xy * yy;
  patch[m + 11] += w4 * yy * yy;
}

/**
 * A disc or ring (inner radius 0: disc) around (x, y), all in metres, pressed linearly so that the pressure centre is `centre`.
 * Returns whether that is possible without a part that would pull; if not, nothing is written: take a polygon.
 */
export function writeDisc(
  radius: number,
  inner: number,
  x: number,
  y: number,
  centre: Float64Array,
  patch: Float64Array,
  at: number,
): boolean {
  const ex = centre[0] - x;
  const ey = centre[1] - y;
  const square = radius * radius + inner * inner;
  // Σ = (a² + b²)/4 in each direction, γ = Σ⁻¹ e.
  const gx = (4 * ex) / square;
  const gy = (4 * ey) / square;
  if (!(Math.sqrt(gx * gx + gy * gy) * radius <= 1 + 1e-12)) return false;
  const R = Math.sqrt(0.5 * square);
  patch[at] = R;
  patch[at + 1] = radius / R;
  patch[at + 2] = inner / R;
  patch[at + 3] = -ex / R;
  patch[at + 4] = -ey / R;
  patch[at + 5] = gx * R;
  patch[at + DISC_SIZE - 1] = gy * R;
  return true;
}

function reserve(vertices: number, loops: number): void {
  if (scaled.length < 2 * vertices) scaled = new Float64Array(4 * vertices);
  // Every edge may be cut.
  if (cut.length < 4 * vertices) cut = new Float64Array(8 * vertices);
  if (cutEnds.length < loops) cutEnds = new Int32Array(2 * loops);
}
