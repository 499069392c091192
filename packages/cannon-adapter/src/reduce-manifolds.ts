import { ensureCapacity } from '@stiction/friction-core';
import type { ContactEquation } from 'cannon-es';
import { createHull, findHull, type PlanarHull, reserveHull } from './hull.js';
import type { AdapterState } from './state.js';

/**
 * cannon-es reports some points more than once, and many inside a face: a stack of three cylinders of 12 sides has 60 points
 * where 36 are enough, one box on a height field up to 26. They cost time, and blur where the load is. What holds a body is the
 * hull of its points, so that is what is kept, and what stands out of it.
 */
export interface Reduction {
  hull: PlanarHull;
  /** One run of contacts with the same key, as it was: its clusters of like normals, and what is kept of each. */
  equations: ContactEquation[];
  position: Float64Array;
  normal: Float64Array;
  gap: Float64Array;
  cluster: Int32Array;
  clusterNormal: Float64Array;
  kept: Int32Array;
  keptFrom: Int32Array;
  /** Members of the cluster at hand that are no duplicates: their places in the run. */
  member: Int32Array;
  isCorner: Uint8Array;
  /** Plane of the gaps over the hull: mean u, v and gap, and the slopes. */
  plane: Float64Array;
}

/** So many points or fewer are kept, unless some of them are one. */
const FEW = 4;
/** Normals closer than this (cosine) belong to one patch, as in gatherPatches. */
const SAME_NORMAL = 0.996;
/** Points nearer to each other than this share of the patch's width, or of the smaller shape, are one. */
const SAME_POINT = 0.01;
const SAME_POINT_OF_SHAPE = 1e-4;
/** Corners that stand out by less than this share of the width are none. A cap of 100 sides keeps all of its own. */
const STRAIGHT = 1e-3;
/** (3 - √5) / 2. */
const GOLDEN = 0.381966;

export function createReduction(): Reduction {
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
    isCorner: new Uint8Array(0),
    plane: new Float64Array(5),
  };
}

/** Thins out `store.contacts`; contacts and their equations move up together, and equations left out go to `idleEquations`. */
export function reduceManifolds(state: AdapterState): void {
  const { contacts } = state.store;
  const { count } = contacts;
  let written = 0;
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && isSameKey(contacts.key, from, to)) to++;
    if (to - from > FEW || hasTwins(state, from, to)) written = reduceRun(state, from, to, written);
    else for (let c = from; c < to; c++) written = moveUp(state, c, written);
    from = to;
  }
  contacts.count = written;
  state.contactEquations.length = written;
}

function isSameKey(key: Int32Array, a: number, b: number): boolean {
  for (let e = 0; e < 4; e++) if (key[4 * a + e] !== key[4 * b + e]) return false;
  return true;
}

/** Is a point told twice, as that of a ball on an edge of a mesh or a height field? */
function hasTwins(state: AdapterState, from: number, to: number): boolean {
  const { position: x } = state.store.contacts;
  const limit = (SAME_POINT_OF_SHAPE * sizeOf(state.contactEquations[from])) ** 2;
  for (let a = from; a < to; a++) {
    for (let b = a + 1; b < to; b++) {
      let square = 0;
      for (let e = 0; e < 3; e++) square += (x[3 * a + e] - x[3 * b + e]) ** 2;
      if (square < limit) return true;
    }
  }
  return false;
}

function sizeOf({ si, sj }: ContactEquation): number {
  return Math.min(si.boundingSphereRadius, sj.boundingSphereRadius);
}

function moveUp(state: AdapterState, from: number, to: number): number {
  if (from !== to) {
    const { contacts } = state.store;
    copyPair(state, from, to);
    for (let e = 0; e < 3; e++) {
      contacts.normal[3 * to + e] = contacts.normal[3 * from + e];
      contacts.position[3 * to + e] = contacts.position[3 * from + e];
    }
    contacts.gap[to] = contacts.gap[from];
    state.contactEquations[to] = state.contactEquations[from];
  }
  return to + 1;
}

/** What is the same for all contacts of a run. */
function copyPair(state: AdapterState, from: number, to: number): void {
  const { body, key, material, slop, restitution, impulse } = state.store.contacts;
  for (let e = 0; e < 4; e++) key[4 * to + e] = key[4 * from + e];
  for (let e = 0; e < 2; e++) {
    body[2 * to + e] = body[2 * from + e];
    material[2 * to + e] = material[2 * from + e];
  }
  slop[to] = slop[from];
  restitution[to] = restitution[from];
  impulse[to] = impulse[from];
}

function reduceRun(state: AdapterState, from: number, to: number, start: number): number {
  const { reduction: r } = state;
  const count = to - from;
  readRun(state, from, count);
  const clusters = findClusters(r, count);
  r.keptFrom[0] = 0;
  for (let g = 0; g < clusters; g++) {
    const width = gatherMembers(r, g, count);
    mergeMembers(r, Math.max(SAME_POINT * width, SAME_POINT_OF_SHAPE * sizeOf(r.equations[0])));
    r.keptFrom[g + 1] = keepMembers(r, r.keptFrom[g], width, state.store.contacts.slop[from]);
  }
  const written = writeRun(state, from, clusters, start);
  for (let k = 0; k < count; k++) if (r.cluster[k] >= 0) state.idleEquations.push(r.equations[k]);
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
  r.isCorner = ensureCapacity(r.isCorner, count);
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

/** Points whose normals are alike, as gatherPatches will find them. Returns how many clusters there are. */
function findClusters(r: Reduction, count: number): number {
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

function isAlong(s: Float64Array, sAt: number, n: Float64Array, nAt: number): boolean {
  let dot = 0;
  let square = 0;
  for (let e = 0; e < 3; e++) {
    dot += s[sAt + e] * n[nAt + e];
    square += s[sAt + e] * s[sAt + e];
  }
  return dot > SAME_NORMAL * Math.sqrt(square);
}

/** The members of cluster g, in the plane across their normal. Returns how wide they lie: half the diagonal of their box. */
function gatherMembers(r: Reduction, g: number, count: number): number {
  const { hull, clusterNormal: n, position: x } = r;
  // Any two directions across n will do, if they do not vanish.
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

/** Of points that are one, the deepest stays. */
function mergeMembers(r: Reduction, distance: number): void {
  const { hull, member, gap } = r;
  const { u, v } = hull;
  const limit = distance * distance;
  let left = 0;
  for (let m = 0; m < hull.count; m++) {
    let twin = 0;
    while (twin < left && (u[m] - u[twin]) ** 2 + (v[m] - v[twin]) ** 2 > limit) twin++;
    if (twin < left && gap[member[m]] >= gap[member[twin]]) continue;
    if (twin === left) left++;
    member[twin] = member[m];
    u[twin] = u[m];
    v[twin] = v[m];
  }
  hull.count = left;
}

/** Lists the members that count from `at` on, and returns where the list ends. */
function keepMembers(r: Reduction, at: number, width: number, slop: number): number {
  const { hull, member, kept, isCorner } = r;
  let end = at;
  if (hull.count <= FEW) {
    for (let m = 0; m < hull.count; m++) kept[end++] = member[m];
    return end;
  }
  findHull(hull, STRAIGHT * width);
  isCorner.fill(0, 0, hull.count);
  const stride = strideOf(hull.corners);
  // Corners in leaps round the hull: sweeps that go round it point by point would leave it tilted towards the last ones.
  for (let k = 0, c = 0; k < hull.corners; k++, c = (c + stride) % hull.corners) {
    const m = hull.corner[c];
    isCorner[m] = 1;
    kept[end++] = member[m];
  }
  fitPlane(r);
  for (let m = 0; m < hull.count; m++) {
    if (isCorner[m] === 0 && r.gap[member[m]] < planeAt(r, m) - slop) kept[end++] = member[m];
  }
  return end;
}

/** About the golden section of a turn, and without a common divisor: leaps of it come to every corner once. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(GOLDEN * count));
  while (!hasNoDivisor(stride, count)) stride--;
  return stride;
}

function hasNoDivisor(a: number, b: number): boolean {
  let x = a;
  let y = b;
  while (y !== 0) {
    const rest = x % y;
    x = y;
    y = rest;
  }
  return x === 1;
}

/** The plane through the gaps of the corners, by least squares; level across a line. */
function fitPlane(r: Reduction): void {
  const { hull, member, gap, plane } = r;
  const { u, v, corner, corners } = hull;
  let mu = 0;
  let mv = 0;
  let mg = 0;
  for (let k = 0; k < corners; k++) {
    mu += u[corner[k]] / corners;
    mv += v[corner[k]] / corners;
    mg += gap[member[corner[k]]] / corners;
  }
  let uu = 0;
  let uv = 0;
  let vv = 0;
  let ug = 0;
  let vg = 0;
  for (let k = 0; k < corners; k++) {
    const du = u[corner[k]] - mu;
    const dv = v[corner[k]] - mv;
    const dg = gap[member[corner[k]]] - mg;
    uu += du * du;
    uv += du * dv;
    vv += dv * dv;
    ug += du * dg;
    vg += dv * dg;
  }
  const least = 1e-9 * (uu + vv) + Number.MIN_VALUE;
  uu += least;
  vv += least;
  const det = uu * vv - uv * uv;
  plane[0] = mu;
  plane[1] = mv;
  plane[2] = mg;
  plane[3] = det > 0 ? (vv * ug - uv * vg) / det : 0;
  plane[4] = det > 0 ? (uu * vg - uv * ug) / det : 0;
}

function planeAt({ hull, plane }: Reduction, m: number): number {
  return plane[2] + plane[3] * (hull.u[m] - plane[0]) + plane[4] * (hull.v[m] - plane[1]);
}

/** Clusters come in the order of their first points in the engine's list: patches are numbered so, and materials found so. */
function writeRun(state: AdapterState, from: number, clusters: number, start: number): number {
  const { reduction: r } = state;
  let written = start;
  for (let n = 0; n < clusters; n++) {
    let next = -1;
    for (let g = 0; g < clusters; g++) {
      const lead = r.kept[r.keptFrom[g]];
      if (r.cluster[lead] >= 0 && (next < 0 || lead < r.kept[r.keptFrom[next]])) next = g;
    }
    for (let k = r.keptFrom[next]; k < r.keptFrom[next + 1]; k++) written = writePoint(state, from, r.kept[k], written);
  }
  return written;
}

/** Point k of the run becomes contact `to`; a negative cluster says that it is done. */
function writePoint(state: AdapterState, from: number, k: number, to: number): number {
  const { contacts } = state.store;
  const { reduction: r } = state;
  copyPair(state, from, to);
  for (let e = 0; e < 3; e++) {
    contacts.normal[3 * to + e] = r.normal[3 * k + e];
    contacts.position[3 * to + e] = r.position[3 * k + e];
  }
  contacts.gap[to] = r.gap[k];
  state.contactEquations[to] = r.equations[k];
  r.cluster[k] = -1;
  return to + 1;
}
