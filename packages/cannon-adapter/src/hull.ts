import { ensureCapacity } from '@stiction/friction-core';

/** Points of a plane, and the corners of their convex hull once round, anticlockwise. */
export interface PlanarHull {
  count: number;
  u: Float64Array;
  v: Float64Array;
  corners: number;
  corner: Int32Array;
  /** Points by u, then v. */
  sorted: Int32Array;
}

export function createHull(): PlanarHull {
  return {
    count: 0,
    u: new Float64Array(0),
    v: new Float64Array(0),
    corners: 0,
    corner: new Int32Array(0),
    sorted: new Int32Array(0),
  };
}

export function reserveHull(hull: PlanarHull, count: number): void {
  hull.u = ensureCapacity(hull.u, count);
  hull.v = ensureCapacity(hull.v, count);
  hull.sorted = ensureCapacity(hull.sorted, count);
  hull.corner = ensureCapacity(hull.corner, 2 * count);
}

/** Finds the corners; those that stand out by less than `tolerance` from the line of their neighbours are none. */
export function findHull(hull: PlanarHull, tolerance: number): void {
  sort(hull);
  chain(hull);
  straighten(hull, tolerance);
}

/** By insertion: there are few, and they come nearly in order. Equal points keep theirs. */
function sort({ count, u, v, sorted }: PlanarHull): void {
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

/** Andrew's monotone chain. */
function chain(hull: PlanarHull): void {
  const { count, corner, sorted } = hull;
  let top = 0;
  for (let k = 0; k < count; k++) {
    while (top > 1 && !turnsLeft(hull, corner[top - 2], corner[top - 1], sorted[k])) top--;
    corner[top++] = sorted[k];
  }
  const lower = top;
  for (let k = count - 2; k >= 0; k--) {
    while (top > lower && !turnsLeft(hull, corner[top - 2], corner[top - 1], sorted[k])) top--;
    corner[top++] = sorted[k];
  }
  hull.corners = count > 1 ? top - 1 : count; // the first comes again as the last
}

function turnsLeft(hull: PlanarHull, a: number, b: number, c: number): boolean {
  return cross(hull, a, b, c) > 0;
}

function cross({ u, v }: PlanarHull, a: number, b: number, c: number): number {
  return (u[b] - u[a]) * (v[c] - v[a]) - (v[b] - v[a]) * (u[c] - u[a]);
}

function straighten(hull: PlanarHull, tolerance: number): void {
  const { u, v, corner } = hull;
  const { corners } = hull;
  let kept = 0;
  for (let k = 0; k < corners; k++) {
    const before = kept > 0 ? corner[kept - 1] : corner[corners - 1];
    const after = corner[(k + 1) % corners]; // entry 0 is final or not yet overwritten
    const length = Math.sqrt((u[after] - u[before]) ** 2 + (v[after] - v[before]) ** 2);
    const left = kept + corners - k - 1;
    if (left >= 2 && cross(hull, before, corner[k], after) < tolerance * length) continue;
    corner[kept++] = corner[k];
  }
  hull.corners = kept;
}
