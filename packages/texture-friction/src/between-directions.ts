import { TABLE_CIRCLE, TABLE_DIRECTIONS } from './tables.js';

/**
 * Between the table's directions θ_1, θ_2 (δ apart) friction f is interpolated as the support function of a convex set,
 *
 *     μ(θ) = w_1 f_1 + w_2 f_2 - (1 - κ) c (w_1 + w_2 - 1) - κ min(a w_2, b w_1),   w_1 = sin(θ_2 - θ)/sin δ,   w_2 = sin(θ - θ_1)/sin δ
 *
 * The first two terms are the polygon that the table's directions bound. Its edges have the lengths e_j/sin δ,
 * e_j = f_j-1 + f_j+1 - 2 cos δ f_j ≥ 0. Each is shared out to the gaps on its two sides as the edges beyond them are long:
 *
 *     a = e_1 e_2/(e_0 + e_2),   b = e_2 e_1/(e_1 + e_3)
 *
 * and lies within the gap either as an arc, c = min(a, b)/(1 - cos δ), or as one edge in one direction (κ-terms), which is what
 * ridges have: κ = max(0, 1 - (e_0 + e_3)/(e_1 + e_2)) is 1 where an edge stands alone and 0 on a circle. Either way an edge is only moved,
 * never more than there is, so μ stays convex. It is exact at the table's directions, for a circle, and for ridges in any direction.
 */

const K = TABLE_DIRECTIONS;

/** The directions count as turned, none of them bent, and as one of the table's where they are by less than this. */
const SAME = 1e-6;

/** Edges of the polygon around the set at each direction, times sin δ. */
const edges = new Float64Array(TABLE_DIRECTIONS);

/** The place between two directions: [w_1, w_2, w_1 + w_2 - |q|]. */
const weights = new Float64Array(3);

/** The friction along q_j, from friction f along the table's directions. */
export function lookUp(f: Float64Array, q: Float64Array, directions: number, mu: Float64Array): void {
  const turns = turnOf(q, directions);
  if (turns === 0) {
    writeEdges(f);
    for (let j = 0; j < directions; j++) mu[j] = between(f, findGap(q, j));
    return;
  }
  // All q_j lie alike in their gaps: those of a window that is turned on the map, or seen from behind.
  let gap = findGap(q, 0);
  const step = turns > 0 ? K / directions : K - K / directions;
  const onDirection = weights[0] < SAME || weights[1] < SAME;
  if (weights[0] < SAME) gap = (gap + 1) % K;
  if (!onDirection) writeEdges(f);
  for (let j = 0; j < directions; j++) {
    const at = (gap + step * j) % K;
    mu[j] = onDirection ? f[at] : between(f, at);
  }
}

/** 1 where q_j are every n-th of the table's directions, turned; -1 where they are mirrored as well; 0 where they are not. */
function turnOf(q: Float64Array, directions: number): number {
  if (K % directions !== 0) return 0;
  const at = directions >> 1;
  const area = q[0] * q[at + 1] - q[1] * q[at];
  const squares = q[0] * q[0] + q[1] * q[1] + q[at] * q[at] + q[at + 1] * q[at + 1];
  if (!(Math.abs(Math.abs(area) - 1) < SAME && Math.abs(squares - 2) < SAME)) return 0;
  return area > 0 ? 1 : -1;
}

function writeEdges(f: Float64Array): void {
  for (let j = 0; j < K; j++) {
    const edge = f[j > 0 ? j - 1 : K - 1] + f[j < K - 1 ? j + 1 : 0] - 2 * TABLE_CIRCLE[2] * f[j];
    edges[j] = Math.max(edge, 0);
  }
}

/** Which of the table's directions comes before q_j; writes the weights. */
function findGap(q: Float64Array, j: number): number {
  const qx = q[2 * j];
  const qy = q[2 * j + 1];
  // Into the first quadrant.
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

function between(f: Float64Array, from: number): number {
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
    const alone = Math.max(0, 1 - (before + after) / (e1 + e2));
    const round = (Math.min(a, b) / (1 - TABLE_CIRCLE[2])) * weights[2];
    value -= round + alone * (Math.min(a * w2, b * w1) - round);
  }
  return Math.max(0, value);
}
