import type { Vector } from './scene.js';

/** Planes closer than this share of the size are merged. */
const FLAT = 1e-9;

/**
 * The faces of a convex hull, as lists of points, counter-clockwise from outside; leaves out points inside the hull or a face. Tries
 * every plane through three points, so it is for hulls of some ten points.
 */
export function convexFaces(points: readonly Vector[]): number[][] {
  const size = Math.max(...points.map((point) => Math.hypot(...minus(point, points[0]))));
  const faces: number[][] = [];
  const seen = new Set<string>();
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        const plane = cross(minus(points[j], points[i]), minus(points[k], points[i]));
        const length = Math.hypot(...plane);
        if (!(length > FLAT * size * size)) continue;
        const heights = points.map((point) => dot(plane, minus(point, points[i])) / length);
        const outward = Math.max(...heights) < FLAT * size ? 1 : Math.min(...heights) > -FLAT * size ? -1 : 0;
        if (outward === 0) continue;
        const within = [...heights.keys()].filter((at) => Math.abs(heights[at]) < FLAT * size);
        const key = within.join();
        if (seen.has(key)) continue;
        seen.add(key);
        faces.push(goAround(points, within, scale(plane, outward / length)));
      }
    }
  }
  if (faces.length < 4) throw new Error(`hull: the points must span a volume (got ${points.length} points)`);
  return faces;
}

/** The corners of the face, gift-wrapped about its normal. */
function goAround(points: readonly Vector[], within: readonly number[], normal: Vector): number[] {
  // The lowest point along any direction in the face is a corner; break ties along another direction.
  const along = minus(points[within[1]], points[within[0]]);
  const across = cross(normal, along);
  const first = within.reduce((best, at) => {
    const d = minus(points[at], points[best]);
    const [x, y] = [dot(d, along), dot(d, across)];
    return y < 0 || (y === 0 && x < 0) ? at : best;
  });
  const corners = [first];
  for (;;) {
    const from = corners[corners.length - 1];
    let next = from;
    for (const at of within) {
      if (at === from) continue;
      const d = minus(points[at], points[from]);
      const e = minus(points[next], points[from]);
      const left = dot(normal, cross(e, d));
      // Nothing may lie to the right of an edge; of points on one ray the farthest is a corner.
      const onRay = Math.abs(left) <= FLAT * Math.hypot(...d) * Math.hypot(...e);
      if (next === from || (onRay ? dot(d, d) > dot(e, e) : left < 0)) next = at;
    }
    if (next === first || corners.length === within.length) return corners;
    corners.push(next);
  }
}

export function minus([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax - bx, ay - by, az - bz];
}

export function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

export function dot([ax, ay, az]: Vector, [bx, by, bz]: Vector): number {
  return ax * bx + ay * by + az * bz;
}

export function scale([x, y, z]: Vector, factor: number): Vector {
  return [factor * x, factor * y, factor * z];
}
