import { copyContact, ensureCapacity, isAlong, isSameKey } from '@stiction/friction-core/adapter';
import type { ContactEquation } from 'cannon-es';
import {
  DUPLICATE_PATCH_FRACTION,
  DUPLICATE_SHAPE_FRACTION,
  HULL_TOLERANCE,
  MAX_UNREDUCED_POINTS,
} from '../constants.js';
import type { AdapterState } from '../state/state.js';
import { createHull, findHull, type PlanarHull, reserveHull } from './planar-hull.js';

/**
 * cannon-es reports some points several times, and many points inside a face: 60 for a stack of three 12-sided cylinders where 36
 * suffice, up to 26 for one box on a height field. They cost time and blur the pressure distribution. Only the convex hull of the
 * points supports a body, so each manifold keeps its hull vertices and the points that protrude from the hull.
 *
 * A run is a sequence of contacts with the same key; a cluster is the part of a run with similar normals, which becomes one patch.
 */
export interface ManifoldReduction {
  hull: PlanarHull;
  /** The run before the reduction. */
  equations: ContactEquation[];
  position: Float64Array;
  normal: Float64Array;
  gap: Float64Array;
  /** Cluster of each point of the run, or WRITTEN. */
  cluster: Int32Array;
  /** Sum of the normals of each cluster. */
  clusterNormal: Float64Array;
  /** Points to keep, cluster by cluster; those of cluster g start at `keptFrom[g]`. */
  kept: Int32Array;
  keptFrom: Int32Array;
  /** Points of the current cluster without duplicates, as indices into the run. */
  member: Int32Array;
  isVertex: Uint8Array;
  /** Plane fitted to the gaps of the hull vertices: mean u, v and gap, then the two slopes. */
  plane: Float64Array;
}

const WRITTEN = -1;
/** (3 - √5) / 2. */
const GOLDEN_SECTION = 0.381966;

export function createManifoldReduction(): ManifoldReduction {
  return {
    hull: createHull(),
    equations: [],
    position: new Float64Array(0),
    normal: new Float64Array(0),
    gap: new Float64Array(0),
    cluster: new Int32Array(0),
    clusterNormal: new Float64Array(0),
    kept: new Int32Array(0),
    keptFrom: new Int32Array(0),
    member: new Int32Array(0),
    isVertex: new Uint8Array(0),
    plane: new Float64Array(5),
  };
}

/** Compacts `store.contacts` and `contactEquations`; dropped equations go to `culledEquations`. */
export function reduceManifolds(state: AdapterState): void {
  const { contacts } = state.store;
  const { count } = contacts;
  let written = 0;
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && isSameKey(contacts.key, 4 * from, contacts.key, 4 * to)) to++;
    if (to - from > MAX_UNREDUCED_POINTS || hasDuplicates(state, from, to)) {
      written = reduceRun(state, from, to, written);
    } else {
      for (let c = from; c < to; c++) written = moveContact(state, c, written);
    }
    from = to;
  }
  contacts.count = written;
  state.contactEquations.length = written;
}

/** True if a point is reported twice, like that of a ball on an edge of a mesh or a height field. */
function hasDuplicates(state: AdapterState, from: number, to: number): boolean {
  const { position: x } = state.store.contacts;
  const limit = (DUPLICATE_SHAPE_FRACTION * sizeOf(state.contactEquations[from])) ** 2;
  for (let a = from; a < to; a++) {
    for (let b = a + 1; b < to; b++) {
      let square = 0;
      for (let e = 0; e < 3; e++) square += (x[3 * a + e] - x[3 * b + e]) ** 2;
      if (square < limit) return true;
    }
  }
  return false;
}

/** Bounding radius of the smaller shape. */
function sizeOf({ si, sj }: ContactEquation): number {
  return Math.min(si.boundingSphereRadius, sj.boundingSphereRadius);
}

function moveContact(state: AdapterState, from: number, to: number): number {
  if (from === to) return to + 1;
  const { contactEquations, store } = state;
  const { normal, position, gap } = store.contacts;
  return writeContact(state, from, to, normal, position, from, gap[from], contactEquations[from]);
}

/** Writes contact `to` with the pair of contact `from` and point k of the given arrays. Returns `to + 1`. */
function writeContact(
  { contactEquations, store: { contacts } }: AdapterState,
  from: number,
  to: number,
  normal: Float64Array,
  position: Float64Array,
  k: number,
  gap: number,
  equation: ContactEquation,
): number {
  copyContact(contacts, from, to);
  for (let e = 0; e < 3; e++) {
    contacts.normal[3 * to + e] = normal[3 * k + e];
    contacts.position[3 * to + e] = position[3 * k + e];
  }
  contacts.gap[to] = gap;
  contactEquations[to] = equation;
  return to + 1;
}

function reduceRun(state: AdapterState, from: number, to: number, start: number): number {
  const { reduction: r } = state;
  const count = to - from;
  readRun(state, from, count);
  const clusters = findClusters(r, count);
  r.keptFrom[0] = 0;
  for (let g = 0; g < clusters; g++) {
    const width = projectMembers(r, g, count);
    mergeDuplicates(r, Math.max(DUPLICATE_PATCH_FRACTION * width, DUPLICATE_SHAPE_FRACTION * sizeOf(r.equations[0])));
    r.keptFrom[g + 1] = keepMembers(r, r.keptFrom[g], width, state.store.contacts.slop[from]);
  }
  const written = writeRun(state, from, clusters, start);
  for (let k = 0; k < count; k++) if (r.cluster[k] !== WRITTEN) state.culledEquations.push(r.equations[k]);
  return written;
}

function readRun(state: AdapterState, from: number, count: number): void {
  const { contacts } = state.store;
  const { reduction: r } = state;
  r.position = ensureCapacity(r.position, 3 * count);
  r.normal = ensureCapacity(r.normal, 3 * count);
  r.gap = ensureCapacity(r.gap, count);
  r.cluster = ensureCapacity(r.cluster, count);
  r.clusterNormal = ensureCapacity(r.clusterNormal, 3 * count);
  r.kept = ensureCapacity(r.kept, count);
  r.keptFrom = ensureCapacity(r.keptFrom, count + 1);
  r.member = ensureCapacity(r.member, count);
  r.isVertex = ensureCapacity(r.isVertex, count);
  reserveHull(r.hull, count);
  for (let k = 0; k < count; k++) {
    for (let e = 0; e < 3; e++) {
      r.position[3 * k + e] = contacts.position[3 * (from + k) + e];
      r.normal[3 * k + e] = contacts.normal[3 * (from + k) + e];
    }
    r.gap[k] = contacts.gap[from + k];
    r.equations[k] = state.contactEquations[from + k];
  }
}

/** Groups points by normal, as `gatherPatches` will. Returns the number of clusters. */
function findClusters(r: ManifoldReduction, count: number): number {
  const { clusterNormal: sum, normal } = r;
  let clusters = 0;
  for (let k = 0; k < count; k++) {
    let g = clusters - 1;
    while (g >= 0 && !isAlong(sum, 3 * g, normal, 3 * k)) g--;
    if (g < 0) {
      g = clusters++;
      sum.fill(0, 3 * g, 3 * g + 3);
    }
    for (let e = 0; e < 3; e++) sum[3 * g + e] += normal[3 * k + e];
    r.cluster[k] = g;
  }
  return clusters;
}

/** Projects the members of cluster g onto the plane of their normal. Returns their width: half the diagonal of their bounding box. */
function projectMembers(r: ManifoldReduction, g: number, count: number): number {
  const { hull, clusterNormal: n, position: x } = r;
  // Any nonzero tangent will do.
  const nx = n[3 * g];
  const ny = n[3 * g + 1];
  const nz = n[3 * g + 2];
  const isSteep = Math.abs(nz) > Math.abs(ny);
  const ux = isSteep ? nz : -ny;
  const uy = isSteep ? 0 : nx;
  const uz = isSteep ? -nx : 0;
  const scale = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  const scale2 = scale / Math.sqrt(nx * nx + ny * ny + nz * nz);
  hull.count = 0;
  let lowU = Number.POSITIVE_INFINITY;
  let lowV = Number.POSITIVE_INFINITY;
  let highU = Number.NEGATIVE_INFINITY;
  let highV = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    if (r.cluster[k] !== g) continue;
    const m = hull.count++;
    r.member[m] = k;
    const dx = x[3 * k] - x[0];
    const dy = x[3 * k + 1] - x[1];
    const dz = x[3 * k + 2] - x[2];
    const u = (ux * dx + uy * dy + uz * dz) * scale;
    const v = ((ny * uz - nz * uy) * dx + (nz * ux - nx * uz) * dy + (nx * uy - ny * ux) * dz) * scale2;
    hull.u[m] = u;
    hull.v[m] = v;
    lowU = Math.min(lowU, u);
    lowV = Math.min(lowV, v);
    highU = Math.max(highU, u);
    highV = Math.max(highV, v);
  }
  return 0.5 * Math.sqrt((highU - lowU) ** 2 + (highV - lowV) ** 2);
}

/** Of duplicates, keeps the deepest. */
function mergeDuplicates(r: ManifoldReduction, distance: number): void {
  const { hull, member, gap } = r;
  const { u, v } = hull;
  const limit = distance * distance;
  let count = 0;
  for (let m = 0; m < hull.count; m++) {
    let twin = 0;
    while (twin < count && (u[m] - u[twin]) ** 2 + (v[m] - v[twin]) ** 2 > limit) twin++;
    if (twin < count && gap[member[m]] >= gap[member[twin]]) continue;
    if (twin === count) count++;
    member[twin] = member[m];
    u[twin] = u[m];
    v[twin] = v[m];
  }
  hull.count = count;
}

/** Appends the members to keep to `kept`, starting at `at`. Returns the end of the list. */
function keepMembers(r: ManifoldReduction, at: number, width: number, slop: number): number {
  const { hull, member, kept, isVertex } = r;
  let end = at;
  if (hull.count <= MAX_UNREDUCED_POINTS) {
    for (let m = 0; m < hull.count; m++) kept[end++] = member[m];
    return end;
  }
  findHull(hull, HULL_TOLERANCE * width);
  isVertex.fill(0, 0, hull.count);
  const stride = strideOf(hull.vertexCount);
  // In strides around the hull: sweeps over adjacent points would leave the body tilted towards the last ones.
  for (let k = 0, c = 0; k < hull.vertexCount; k++, c = (c + stride) % hull.vertexCount) {
    const m = hull.vertex[c];
    isVertex[m] = 1;
    kept[end++] = member[m];
  }
  fitPlane(r);
  for (let m = 0; m < hull.count; m++) {
    if (isVertex[m] === 0 && r.gap[member[m]] < planeAt(r, m) - slop) kept[end++] = member[m];
  }
  return end;
}

/** About the golden section of the count, and coprime to it, so that strides visit every vertex once. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(GOLDEN_SECTION * count));
  while (!areCoprime(stride, count)) stride--;
  return stride;
}

function areCoprime(a: number, b: number): boolean {
  let x = a;
  let y = b;
  while (y !== 0) {
    const rest = x % y;
    x = y;
    y = rest;
  }
  return x === 1;
}

/** Fits a plane to the gaps of the hull vertices by least squares. If they are collinear, its slope across their line is 0. */
function fitPlane(r: ManifoldReduction): void {
  const { hull, member, gap, plane } = r;
  const { u, v, vertex, vertexCount } = hull;
  let mu = 0;
  let mv = 0;
  let mg = 0;
  for (let k = 0; k < vertexCount; k++) {
    mu += u[vertex[k]] / vertexCount;
    mv += v[vertex[k]] / vertexCount;
    mg += gap[member[vertex[k]]] / vertexCount;
  }
  let uu = 0;
  let uv = 0;
  let vv = 0;
  let ug = 0;
  let vg = 0;
  for (let k = 0; k < vertexCount; k++) {
    const du = u[vertex[k]] - mu;
    const dv = v[vertex[k]] - mv;
    const dg = gap[member[vertex[k]]] - mg;
    uu += du * du;
    uv += du * dv;
    vv += dv * dv;
    ug += du * dg;
    vg += dv * dg;
  }
  const regularization = 1e-9 * (uu + vv) + Number.MIN_VALUE;
  uu += regularization;
  vv += regularization;
  const det = uu * vv - uv * uv;
  plane[0] = mu;
  plane[1] = mv;
  plane[2] = mg;
  plane[3] = det > 0 ? (vv * ug - uv * vg) / det : 0;
  plane[4] = det > 0 ? (uu * vg - uv * ug) / det : 0;
}

function planeAt({ hull, plane }: ManifoldReduction, m: number): number {
  return plane[2] + plane[3] * (hull.u[m] - plane[0]) + plane[4] * (hull.v[m] - plane[1]);
}

/** Writes clusters in the order of their first kept points in the engine's list: patches are numbered and materials found by it. */
function writeRun(state: AdapterState, from: number, clusters: number, start: number): number {
  const { reduction: r } = state;
  let written = start;
  for (let n = 0; n < clusters; n++) {
    let next = -1;
    for (let g = 0; g < clusters; g++) {
      const first = r.kept[r.keptFrom[g]];
      if (r.cluster[first] !== WRITTEN && (next < 0 || first < r.kept[r.keptFrom[next]])) next = g;
    }
    for (let i = r.keptFrom[next]; i < r.keptFrom[next + 1]; i++) {
      const k = r.kept[i];
      written = writeContact(state, from, written, r.normal, r.position, k, r.gap[k], r.equations[k]);
      r.cluster[k] = WRITTEN;
    }
  }
  return written;
}
