import { TABLE_CIRCLE, TABLE_DIRECTIONS } from './slope-table.js';

/**
 * Interpolates friction f between the table's directions θ_1 and θ_2 (δ apart) as the support function of a convex set:
 *
 *     μ(θ) = w_1 f_1 + w_2 f_2 - (1 - κ) c (w_1 + w_2 - 1) - κ min(a w_2, b w_1),   w_1 = sin(θ_2 - θ)/sin δ,   w_2 = sin(θ - θ_1)/sin δ
 *
 * The first two terms are the polygon circumscribed in the table's directions. Its edges have the lengths e_j/sin δ,
 * e_j = f_j-1 + f_j+1 - 2 cos δ f_j ≥ 0. Each edge is distributed to the gaps on its two sides in proportion to the edges beyond them:
 *
 *     a = e_1 e_2/(e_0 + e_2),   b = e_2 e_1/(e_1 + e_3)
 *
 * Within a gap it forms either an arc, c = min(a, b)/(1 - cos δ), or a single edge (κ terms), as for ridges:
 * κ = max(0, 1 - (e_0 + e_3)/(e_1 + e_2)) is 1 for an isolated edge and 0 for a circle. In both cases edges are moved but never
 * lengthened, so μ stays convex. The result is exact in the table's directions, for a circle, and for ridges in any direction.
 */

const K = TABLE_DIRECTIONS;

/** Tolerance for directions that are a rotated copy of the table's, and for a direction that coincides with one of them. */
const SAME = 1e-6;

/** Buffers of interpolateDirections. */
export interface DirectionInterpolation {
  /** Edges of the circumscribed polygon at each direction, times sin δ. */
  readonly edges: Float64Array;
  /** Position between two directions: [w_1, w_2, w_1 + w_2 - |q|]. */
  readonly weights: Float64Array;
}

export function createDirectionInterpolation(): DirectionInterpolation {
  return { edges: new Float64Array(TABLE_DIRECTIONS), weights: new Float64Array(3) };
}

/** Writes the friction along each q_j, given the friction f along the table's directions. */
export function interpolateDirections(
  f: Float64Array,
  q: Float64Array,
  directions: number,
  mu: Float64Array,
  { edges, weights }: DirectionInterpolation,
): void {
  const sense = rotationSense(q, directions);
  if (sense === 0) {
    writeEdges(f, edges);
    for (let j = 0; j < directions; j++) {
      const gap = findGap(q, j, weights);
      mu[j] = interpolateGap(f, gap, edges, weights);
    }
    return;
  }
  // A window that is rotated on the map or seen from behind: all q_j have the same weights.
  let gap = findGap(q, 0, weights);
  const step = sense > 0 ? K / directions : K - K / directions;
  const onDirection = weights[0] < SAME || weights[1] < SAME;
  if (weights[0] < SAME) gap = (gap + 1) % K;
  if (!onDirection) writeEdges(f, edges);
  for (let j = 0; j < directions; j++) {
    const at = (gap + step * j) % K;
    mu[j] = onDirection ? f[at] : interpolateGap(f, at, edges, weights);
  }
}

/** 1 if the q_j are every n-th direction of the table, rotated; -1 if also mirrored; 0 otherwise. */
function rotationSense(q: Float64Array, directions: number): number {
  if (K % directions !== 0) return 0;
  const at = directions >> 1;
  const area = q[0] * q[at + 1] - q[1] * q[at];
  const squares = q[0] * q[0] + q[1] * q[1] + q[at] * q[at] + q[at + 1] * q[at + 1];
  if (!(Math.abs(Math.abs(area) - 1) < SAME && Math.abs(squares - 2) < SAME)) return 0;
  return area > 0 ? 1 : -1;
}

function writeEdges(f: Float64Array, edges: Float64Array): void {
  for (let j = 0; j < K; j++) {
    const edge = f[j > 0 ? j - 1 : K - 1] + f[j < K - 1 ? j + 1 : 0] - 2 * TABLE_CIRCLE[2] * f[j];
    edges[j] = Math.max(edge, 0);
  }
}

/** Index of the table's direction before q_j; writes the weights. */
function findGap(q: Float64Array, j: number, weights: Float64Array): number {
  const qx = q[2 * j];
  const qy = q[2 * j + 1];
  // Rotate into the first quadrant.
  let first = 0;
  let x = qx;
  let y = qy;
  if (qx <= 0 && qy > 0) {
    first = K / 4;
    x = qy;
    y = -qx;
  } else if (qx < 0) {
    first = K / 2;
    x = -qx;
    y = -qy;
  } else if (qy < 0) {
    first = (3 * K) / 4;
    x = -qy;
    y = qx;
  }
  let i = 0;
  while (i < K / 4 - 1 && TABLE_CIRCLE[2 * i + 2] * y >= TABLE_CIRCLE[2 * i + 3] * x) i++;
  const sin = TABLE_CIRCLE[3];
  weights[0] = (x * TABLE_CIRCLE[2 * i + 3] - y * TABLE_CIRCLE[2 * i + 2]) / sin;
  weights[1] = (TABLE_CIRCLE[2 * i] * y - TABLE_CIRCLE[2 * i + 1] * x) / sin;
  weights[2] = weights[0] + weights[1] - Math.sqrt(x * x + y * y);
  return first + i;
}

function interpolateGap(f: Float64Array, from: number, edges: Float64Array, weights: Float64Array): number {
  const to = (from + 1) % K;
  const w1 = weights[0];
  const w2 = weights[1];
  const e1 = edges[from];
  const e2 = edges[to];
  let value = w1 * f[from] + w2 * f[to];
  if (e1 > 0 && e2 > 0) {
    const before = edges[(from + K - 1) % K];
    const after = edges[(to + 1) % K];
    const a = (e1 * e2) / (before + e2);
    const b = (e2 * e1) / (after + e1);
    const kappa = Math.max(0, 1 - (before + after) / (e1 + e2));
    const arc = (Math.min(a, b) / (1 - TABLE_CIRCLE[2])) * weights[2];
    value -= arc + kappa * (Math.min(a * w2, b * w1) - arc);
  }
  return Math.max(0, value);
}
