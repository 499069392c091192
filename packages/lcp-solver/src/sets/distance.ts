import type { ConvexSet } from './convex-set.js';

/** Returns the Euclidean distance of a point from scale · K and writes the nearest point of the set to `nearest`. */
export function distanceToSet(
  set: ConvexSet,
  point: Float64Array,
  scale: number,
  shape: Float64Array,
  shapeAt: number,
  nearest: Float64Array,
): number {
  // Projecting p minimises ½|x|² - pᵀx: the block step with the identity and c = -p.
  for (let e = 0; e < 3; e++) opposite[e] = -point[e];
  size[0] = scale;
  set.minimize(UNIT, 0, opposite, size, 0, shape, shapeAt, nearest);
  let sum = 0;
  for (let e = 0; e < 3; e++) sum += (point[e] - nearest[e]) ** 2;
  return Math.sqrt(sum);
}

const UNIT = new Float64Array([1, 0, 0, 1, 0, 1]);
const opposite = new Float64Array(3);
const size = new Float64Array(1);
