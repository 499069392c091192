import { ensureCapacity } from '@stiction/friction-core/adapter';

/** Points in a plane and the vertices of their convex hull, counterclockwise. */
export interface PlanarHull {
  count: number;
  u: Float64Array;
  v: Float64Array;
  vertexCount: number;
  /** Indices of the points that are vertices. */
  vertex: Int32Array;
  /** Indices of all points, sorted by u, then v. */
  sorted: Int32Array;
}

export function createHull(): PlanarHull {
  return {
    count: 0,
    u: new Float64Array(0),
    v: new Float64Array(0),
    vertexCount: 0,
    vertex: new Int32Array(0),
    sorted: new Int32Array(0),
  };
}

export function reserveHull(hull: PlanarHull, count: number): void {
  hull.u = ensureCapacity(hull.u, count);
  hull.v = ensureCapacity(hull.v, count);
  hull.sorted = ensureCapacity(hull.sorted, count);
  hull.vertex = ensureCapacity(hull.vertex, 2 * count);
}

/** Finds the hull of the points. Drops vertices closer than `tolerance` to the line of their neighbours. */
export function findHull(hull: PlanarHull, tolerance: number): void {
  sortPoints(hull);
  buildChains(hull);
  dropCollinear(hull, tolerance);
}

/** Insertion sort: the points are few and nearly sorted. Stable. */
function sortPoints({ count, u, v, sorted }: PlanarHull): void {
  for (let k = 0; k < count; k++) {
    let at = k;
    while (at > 0) {
      const p = sorted[at - 1];
      if (u[p] < u[k] || (u[p] === u[k] && v[p] <= v[k])) break;
      sorted[at--] = p;
    }
    sorted[at] = k;
  }
}

/** Andrew's monotone chain: the lower hull, then the upper hull. */
function buildChains(hull: PlanarHull): void {
  const { count, vertex, sorted } = hull;
  let top = 0;
  for (let k = 0; k < count; k++) {
    while (top > 1 && !(cross(hull, vertex[top - 2], vertex[top - 1], sorted[k]) > 0)) top--;
    vertex[top++] = sorted[k];
  }
  const lower = top;
  for (let k = count - 2; k >= 0; k--) {
    while (top > lower && !(cross(hull, vertex[top - 2], vertex[top - 1], sorted[k]) > 0)) top--;
    vertex[top++] = sorted[k];
  }
  hull.vertexCount = count > 1 ? top - 1 : count; // the last vertex repeats the first
}

/** Twice the signed area of the triangle a, b, c; > 0 if it is counterclockwise. */
function cross({ u, v }: PlanarHull, a: number, b: number, c: number): number {
  return (u[b] - u[a]) * (v[c] - v[a]) - (v[b] - v[a]) * (u[c] - u[a]);
}

/** Keeps at least two vertices. */
function dropCollinear(hull: PlanarHull, tolerance: number): void {
  const { u, v, vertex, vertexCount } = hull;
  let kept = 0;
  for (let k = 0; k < vertexCount; k++) {
    const before = kept > 0 ? vertex[kept - 1] : vertex[vertexCount - 1];
    const after = vertex[(k + 1) % vertexCount]; // entry 0 is final or not yet overwritten
    const length = Math.sqrt((u[after] - u[before]) ** 2 + (v[after] - v[before]) ** 2);
    const left = kept + vertexCount - k - 1;
    if (left >= 2 && cross(hull, before, vertex[k], after) < tolerance * length) continue;
    vertex[kept++] = vertex[k];
  }
  hull.vertexCount = kept;
}
