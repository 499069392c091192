import { DISC_SIZE } from './disc.js';
import { MOMENTS } from './far-field.js';
import { addMoments, clipOutline, fitPlane } from './fit-plane.js';
import { EDGE_STRIDE, POLYGON_HEADER } from './polygon.js';

/**
 * Writes the flat shape data that the kernels read: lengths in units of R, origin at the pressure centre, pressure
 * scaled to unit load. Allocates only when a shape needs more scratch space than any before it, so an engine can
 * refresh patches every step.
 */

/**
 * Largest allowed distance of the pressure centre from the centroid, as a share of the distance to the edge of a convex
 * outline. A centre beyond it is moved towards the centroid.
 */
const REACH = 0.98;

/** Upper bound on the data size of a polygon: clipping adds an edge per loop and cut. */
export function maxPolygonSize(vertices: number): number {
  return POLYGON_HEADER + EDGE_STRIDE * 2 * vertices;
}

/** Buffers of `writePolygon` that grow with the outline. */
export interface PolygonWriter {
  /** Outline about the centroid, in units of R. */
  scaled: Float64Array;
  /** Outline clipped to the part under pressure. */
  cut: Float64Array;
  cutEnds: Int32Array;
}

const sums = new Float64Array(6);
const plane = new Float64Array(3);
/** Pressure centre, in units of R. */
const target = new Float64Array(2);

export function createPolygonWriter(): PolygonWriter {
  return {
    scaled: new Float64Array(64),
    cut: new Float64Array(64),
    cutEnds: new Int32Array(8),
  };
}

/**
 * Writes a polygon of one or more outlines (counter-clockwise, holes clockwise), xy = [x, y, …] in metres, that end
 * before vertices ends[0..loops-1], under a linear pressure with pressure centre `centre`. The data starts at data[at],
 * R first. Stores the pressure centre achieved in `centre`. Returns the number of edges; 0 for an outline without area.
 */
export function writePolygon(
  writer: PolygonWriter,
  xy: Float64Array,
  ends: Int32Array,
  loops: number,
  centre: Float64Array,
  data: Float64Array,
  at: number,
): number {
  const count = ends[loops - 1];
  reserve(writer, count, loops);
  const { scaled } = writer;
  // Relative to the first vertex: sums about a distant origin would cancel.
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
  if (loops === 1) clampTarget(scaled, count);
  fitPlane(scaled, ends, loops, target, plane, writer.cut);
  data[at] = R;
  const edges = writeEdges(writer, ends, loops, data, at);
  centre[0] = x0 + cx + R * target[0];
  centre[1] = y0 + cy + R * target[1];
  return edges;
}

/**
 * Moves `target` to within REACH of the distance to the nearest edge line of the outline in `scaled`, if the outline is
 * convex. For other outlines the fit finds the nearest centre it can reach.
 */
function clampTarget(scaled: Float64Array, count: number): void {
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

/**
 * Writes edges, pressure and moments of `scaled` under `plane`, about the pressure centre, which it stores in `target`.
 */
function writeEdges(writer: PolygonWriter, ends: Int32Array, loops: number, data: Float64Array, at: number): number {
  const { scaled, cut, cutEnds } = writer;
  let vertices = 0;
  for (let k = 0, from = 0; k < loops; from = ends[k++]) {
    vertices += clipOutline(scaled, from, ends[k] - from, plane, cut, vertices);
    cutEnds[k] = vertices;
  }
  // Pressure centre of the fitted plane; after a good fit it differs from the target only by rounding.
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
      data[e] = x - ex;
      data[e + 1] = y - ey;
      data[e + 2] = dx / length;
      data[e + 3] = dy / length;
      data[e + 4] = length;
    }
  }
  data[at + 1] = (plane[0] + plane[1] * ex + plane[2] * ey) / load;
  data[at + 2] = plane[1] / load;
  data[at + 3] = plane[2] / load;
  writeMoments(data, at, edges);
  return edges;
}

/** First node of three-point Gauss quadrature on [0, 1], exact up to degree 5. */
const NODE = 0.1127016653792583;

/**
 * Writes the twelve moments of `far-field.ts` from the edges: for f homogeneous of degree n, ∫ f dA = Σ d ∫ f
 * ds / (n + 2) over the edges, d the distance of the edge's line from the origin.
 */
function writeMoments(data: Float64Array, at: number, edges: number): void {
  const p0 = data[at + 1];
  const gx = data[at + 2];
  const gy = data[at + 3];
  const m = at + MOMENTS;
  for (let k = 0; k < 12; k++) data[m + k] = 0;
  for (let k = 0; k < edges; k++) {
    const e = at + POLYGON_HEADER + EDGE_STRIDE * k;
    const tx = data[e + 2];
    const ty = data[e + 3];
    const length = data[e + 4];
    const d = data[e] * ty - data[e + 1] * tx;
    for (let node = 0; node < 3; node++) {
      const s = length * (node === 0 ? NODE : node === 1 ? 0.5 : 1 - NODE);
      const weight = d * length * (node === 1 ? 4 / 9 : 5 / 18);
      addPoint(data, m, data[e] + s * tx, data[e + 1] + s * ty, weight, p0, gx, gy);
    }
  }
}

function addPoint(
  data: Float64Array,
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
  data[m] += w2 * xx;
  data[m + 1] += w2 * xy;
  data[m + 2] += w2 * yy;
  data[m + 3] += w3 * xx * x;
  data[m + 4] += w3 * xx * y;
  data[m + 5] += w3 * x * yy;
  data[m + 6] += w3 * yy * y;
  data[m + 7] += w4 * xx * xx;
  data[m + 8] += w4 * xx * xy;
  data[m + 9] += w4 * xx * yy;
  data[m + 10] += w4 * xy * yy;
  data[m + 11] += w4 * yy * yy;
}

/**
 * Writes a disc or ring (inner radius 0: disc) centred at (x, y), all in metres, under a linear pressure with pressure
 * centre `centre`. Returns false and writes nothing if the pressure would be negative somewhere; use a polygon then.
 */
export function writeDisc(
  radius: number,
  inner: number,
  x: number,
  y: number,
  centre: Float64Array,
  data: Float64Array,
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
  data[at] = R;
  data[at + 1] = radius / R;
  data[at + 2] = inner / R;
  data[at + 3] = -ex / R;
  data[at + 4] = -ey / R;
  data[at + 5] = gx * R;
  data[at + DISC_SIZE - 1] = gy * R;
  return true;
}

function reserve(writer: PolygonWriter, vertices: number, loops: number): void {
  if (writer.scaled.length < 2 * vertices) writer.scaled = new Float64Array(4 * vertices);
  if (writer.cut.length < 4 * vertices) writer.cut = new Float64Array(8 * vertices);
  if (writer.cutEnds.length < loops) writer.cutEnds = new Int32Array(2 * loops);
}
