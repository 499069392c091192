import type { ContactProblem } from '../../src/contact/index.js';
import { hasNonNegativeSolution } from './integer-lp.js';
import { gram, gramOf, orthogonal, pick, vector } from './mlcp.js';

/**
 * Singular contact problems with small integers whose solvability is known exactly.
 *
 * - A planar contact is open, sticks, or slips in one of two directions. Each combination is a linear feasibility problem
 *   in the impulses along the edges of the cones.
 * - A planar problem becomes spatial by adding a second tangent with zero rows in W and q, which does not change its
 *   solutions, and rotating the tangents of each contact by a rational angle (3-4-5 and similar triangles, scaled to
 *   integers).
 * - For one contact with W = v vᵀ, u depends on the scalar s = vᵀr only: see `rankOne`.
 * - The limit case that is just unsolvable: `barelyUnsolvable`.
 * - y ≥ 0 on the normal rows with W y = 0 and qᵀy < 0 excludes a solution: yᵀu = qᵀy, but u_n ≥ 0.
 */
export interface SingularContact {
  problem: ContactProblem & { W: Float64Array; q: number[]; mu: number[] };
  solvable: boolean;
}

type Random = () => number;

/** μ = p / d, exact in double precision. */
const FRICTIONS: [number, number][] = [
  [1, 2],
  [1, 4],
  [1, 1],
  [2, 1],
  [0, 1],
];
/** [c, s, length] of right triangles. */
const TURNS: [number, number, number][] = [
  [1, 0, 1],
  [0, 1, 1],
  [3, 4, 5],
  [-4, 3, 5],
  [-3, -4, 5],
];

export const contactFamilies: Record<string, (random: Random) => SingularContact> = {
  'planar contact': (random) => planar(random, 1 + pick(random, 3), false),
  'planar contact, null direction': (random) => planar(random, 1 + pick(random, 3), true),
  'spatial contact, rotated': (random) => rotated(random, planar(random, 1 + pick(random, 2), pick(random, 2) === 1)),
  'spatial contact, rank 1': rankOne,
  'spatial contact, barely unsolvable': barelyUnsolvable,
  'spatial contact, null direction': (random) => {
    const count = 1 + pick(random, 4);
    const y = normals(random, count, 3);
    const W = gramOf(
      Array.from({ length: 1 + pick(random, 3) }, () => orthogonal(vector(random, 3 * count, 2), y)),
      3 * count,
    );
    const q = vector(random, 3 * count, 3);
    const value = q.reduce((sum, entry, i) => sum + entry * y[i], 0);
    if (value >= 0) {
      const at = y.findIndex((entry) => entry > 0);
      q[at] -= Math.floor(value / y[at]) + 1;
    }
    return toContact(3, W, q, frictions(random, count), false);
  },
  'spatial contact, known solution': (random) => {
    // Each contact is open, sticks inside its cone, or slips along a right triangle: integer r and u, q = u - W r.
    const count = 1 + pick(random, 4);
    const mu = frictions(random, count);
    const r: number[] = [];
    const u: number[] = [];
    for (const [p, d] of mu) {
      const size = 1 + pick(random, 3);
      const [c, s, length] = TURNS[pick(random, TURNS.length)];
      const slip = pick(random, 3);
      switch (pick(random, 3)) {
        case 0:
          r.push(0, 0, 0);
          u.push(pick(random, 3), ...vector(random, 2, 2));
          break;
        case 1:
          r.push(d * length * size, pick(random, 2) * p * c * size, 0);
          u.push(0, 0, 0);
          break;
        default:
          r.push(d * length * size, p * c * size, p * s * size);
          u.push(0, -slip * c, -slip * s);
      }
    }
    const W = gram(random, 3 * count, pick(random, 3 * count));
    const q = u.map((value, i) => value - W[i].reduce((sum, entry, j) => sum + entry * r[j], 0));
    return toContact(3, W, q, mu, true);
  },
};

function planar(random: Random, count: number, nullDirection: boolean): SingularContact {
  const n = 2 * count;
  const rank = pick(random, n);
  const y = normals(random, count, 2);
  const factors = Array.from({ length: rank }, () => vector(random, n, 2));
  const W = gramOf(nullDirection ? factors.slice(0, 2).map((g) => orthogonal(g, y)) : factors, n);
  const q = vector(random, n, 3);
  const mu = frictions(random, count);
  return toContact(2, W, q, mu, planarSolvable(W, q, mu));
}

/** Tries every combination of open, stick, slip and slip. */
function planarSolvable(W: number[][], q: number[], mu: [number, number][]): boolean {
  const count = mu.length;
  for (let combination = 0; combination < 4 ** count; combination++) {
    // Columns: impulses along edges of cones, then slacks. Rows: [W edges …, slack, -q].
    const edges: [number, number, number][] = [];
    const conditions: [row: number, slack: number][] = [];
    for (let c = 0, rest = combination; c < count; c++, rest >>= 2) {
      const [p, d] = mu[c];
      const mode = rest & 3;
      // Without friction the tangent velocity of a closed contact is arbitrary.
      if (mode === 0) conditions.push([2 * c, -1]);
      else {
        conditions.push([2 * c, 0]);
        if (mode === 1 || mode === 2) edges.push([c, d, p]);
        if (mode === 1 || mode === 3) edges.push([c, d, -p]);
        conditions.push([2 * c + 1, mode === 1 ? 0 : mode === 2 ? 1 : -1]);
      }
    }
    const slacks = conditions.filter(([, slack]) => slack !== 0);
    const rows = conditions.map(([row, slack]) => [
      ...edges.map(([c, normal, tangent]) => normal * W[row][2 * c] + tangent * W[row][2 * c + 1]),
      ...slacks.map(([other]) => (other === row ? slack : 0)),
      -q[row],
    ]);
    if (hasNonNegativeSolution(rows)) return true;
  }
  return false;
}

function rotated(random: Random, { problem, solvable }: SingularContact): SingularContact {
  const count = problem.mu.length;
  const n = 2 * count;
  // Rows of T: 3 per contact, 2 columns: u' = T u, r = Tᵀ r' up to a factor.
  const T = Array.from({ length: 3 * count }, () => new Array<number>(n).fill(0));
  for (let c = 0; c < count; c++) {
    const [cos, sin, length] = TURNS[pick(random, TURNS.length)];
    T[3 * c][2 * c] = length;
    T[3 * c + 1][2 * c + 1] = cos;
    T[3 * c + 2][2 * c + 1] = sin;
  }
  const W = T.map((a) =>
    T.map((b) => {
      let sum = 0;
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += a[i] * problem.W[i * n + j] * b[j];
      return sum;
    }),
  );
  const q = T.map((row) => row.reduce((sum, value, i) => sum + value * problem.q[i], 0));
  return { problem: { dim: 3, W: Float64Array.from(W.flat()), q, mu: problem.mu }, solvable };
}

/**
 * u = s v + q with s = vᵀr. Open if q_n ≥ 0. Stick: q = -s v. Slip: s = -q_n/v_n, and vᵀr = r_n (v_n - μ v_tᵀû) must have
 * the sign of s, with the direction û of u_t; the sign is found by comparing squares.
 */
function rankOne(random: Random): SingularContact {
  const v = vector(random, 3, 3);
  const q = pick(random, 3) === 0 ? v.map((value) => (1 - 2 * pick(random, 2)) * value) : vector(random, 3, 3);
  const mu = frictions(random, 1);
  const [p, d] = mu[0];
  let solvable = q[0] >= 0;
  if (!solvable) {
    const parallel = q[0] * v[1] === q[1] * v[0] && q[0] * v[2] === q[2] * v[0] && q[1] * v[2] === q[2] * v[1];
    // q = -s v with q_n < 0: s has the sign of v_n, and r = (s/v_n, 0, 0) is a solution.
    if (parallel) solvable = v[0] !== 0;
    else if (v[0] !== 0) {
      const side = Math.sign(v[0]);
      const u1 = side * (q[1] * v[0] - q[0] * v[1]);
      const u2 = side * (q[2] * v[0] - q[0] * v[2]);
      solvable = signOf(d * v[0], u1 * u1 + u2 * u2, -p * (v[1] * u1 + v[2] * u2)) === side;
    }
  }
  return toContact(3, gramOf([v], 3), q, mu, solvable);
}

/**
 * As `rankOne` with v_n = μ v_tᵀû exactly: the required impulse is infinite, and residuals fall like 1 / impulse. û is a
 * side of a right triangle, so all numbers are integers up to a few hundred.
 */
function barelyUnsolvable(random: Random): SingularContact {
  const [c, s, length] = TURNS[pick(random, TURNS.length)];
  const [p, d] = FRICTIONS[pick(random, 4)];
  const along = 1 + pick(random, 10);
  const across = pick(random, 21) - 10;
  const v = [p * along * length, d * along * c - across * s, d * along * s + across * c];
  const t = 1 + pick(random, 3);
  const slip = 1 + pick(random, 10);
  const q = [-t * v[0], slip * c - t * v[1], slip * s - t * v[2]];
  return toContact(3, gramOf([v], 3), q, [[p, d]], false);
}

/** Sign of a √x + b. */
function signOf(a: number, x: number, b: number): number {
  const left = Math.sign(a) * a * a * x;
  const right = Math.sign(b) * b * b;
  return Math.sign(left + right);
}

/** 0 on tangent rows, 0 to 3 on normal rows, not all 0. */
function normals(random: Random, count: number, dim: number): number[] {
  const y = Array.from({ length: dim * count }, (_, i) => (i % dim === 0 ? pick(random, 4) : 0));
  y[0] += 1;
  return y;
}

function frictions(random: Random, count: number): [number, number][] {
  return Array.from({ length: count }, () => FRICTIONS[pick(random, FRICTIONS.length)]);
}

function toContact(dim: 2 | 3, W: number[][], q: number[], mu: [number, number][], solvable: boolean): SingularContact {
  return { problem: { dim, W: Float64Array.from(W.flat()), q, mu: mu.map(([p, d]) => p / d) }, solvable };
}
