import type { MlcpProblem } from '../../src/mlcp/problem.js';
import { hasNonNegativeSolution } from './integer-lp.js';

/**
 * Singular mixed LCPs with small integers whose solvability is known exactly.
 *
 * - Symmetric semi-definite M: unsolvable if and only if a direction d admitted by the bounds has M d = 0 and qᵀd < 0
 *   (the LCP is the optimality condition of a convex quadratic program, which is then unbounded).
 * - Semi-definite plus skew, z ≥ 0: solvable if and only if feasible (Cottle, Pang & Stone 1992, Thm 3.1.2).
 * - Any M, z ≥ 0: solvable if and only if q lies in one of the 2ⁿ complementary cones.
 */
export interface SingularMlcp {
  problem: MlcpProblem;
  solvable: boolean;
}

type Random = () => number;

export const mlcpFamilies: Record<string, (random: Random) => SingularMlcp> = {
  'LCP, semi-definite': (random) => {
    const n = 2 + pick(random, 4);
    const M = gram(random, n, pick(random, n));
    return symmetric(M, vector(random, n, 3), [], []);
  },
  'LCP, null direction': (random) => {
    // M y = 0 for a positive y by construction, so about half of the problems are unsolvable.
    const n = 2 + pick(random, 3);
    const y = Array.from({ length: n }, () => 1 + pick(random, 3));
    const M = gramOf(
      Array.from({ length: 1 + pick(random, 2) }, () => orthogonal(vector(random, n, 2), y)),
      n,
    );
    return symmetric(M, vector(random, n, 3), [], []);
  },
  'MLCP, bounds': (random) => {
    const n = 2 + pick(random, 4);
    const lo: number[] = [];
    const hi: number[] = [];
    for (let i = 0; i < n; i++) {
      const kind = pick(random, 5);
      lo.push(kind === 0 || kind === 1 ? Number.NEGATIVE_INFINITY : pick(random, 3) - 2);
      hi.push(kind === 2 ? lo[i] + pick(random, 3) : kind === 1 ? pick(random, 3) : Number.POSITIVE_INFINITY);
    }
    return symmetric(gram(random, n, pick(random, n)), vector(random, n, 3), lo, hi);
  },
  'LCP, semi-definite plus skew': (random) => {
    const n = 2 + pick(random, 3);
    const M = gram(random, n, pick(random, n));
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) {
        const value = pick(random, 5) - 2;
        M[i][j] += value;
        M[j][i] -= value;
      }
    }
    const q = vector(random, n, 3);
    const rows = M.map((row, i) => [...row, ...unit(n, i, -1), -q[i]]);
    return { problem: toProblem(M, q), solvable: hasNonNegativeSolution(rows) };
  },
  'LCP, any singular matrix': (random) => {
    const n = 2 + pick(random, 2);
    const M = Array.from({ length: n }, () => vector(random, n, 2));
    M[n - 1] = M[0].map((value, j) => value - (n > 2 ? M[1][j] : 0));
    const q = vector(random, n, 3);
    let solvable = false;
    for (let set = 0; set < 2 ** n && !solvable; set++) {
      const rows = M.map((row, i) => [...row.map((value, j) => (set & (1 << j) ? -value : i === j ? 1 : 0)), q[i]]);
      solvable = hasNonNegativeSolution(rows);
    }
    return { problem: toProblem(M, q), solvable };
  },
};

function symmetric(M: number[][], q: number[], lo: number[], hi: number[]): SingularMlcp {
  const n = q.length;
  // One column per admissible sign of d.
  const columns: [number, number][] = [];
  for (let i = 0; i < n; i++) {
    if ((hi[i] ?? Number.POSITIVE_INFINITY) === Number.POSITIVE_INFINITY) columns.push([i, 1]);
    if ((lo[i] ?? 0) === Number.NEGATIVE_INFINITY) columns.push([i, -1]);
  }
  const rows = M.map((row) => [...columns.map(([i, sign]) => sign * row[i]), 0]);
  rows.push([...columns.map(([i, sign]) => -sign * q[i]), 1]);
  const problem = toProblem(M, q);
  if (lo.length > 0) Object.assign(problem, { lo, hi });
  return { problem, solvable: !hasNonNegativeSolution(rows) };
}

function toProblem(M: number[][], q: number[]): MlcpProblem {
  return { n: q.length, M: Float64Array.from(M.flat()), q };
}

/** 0 … count - 1. */
export function pick(random: Random, count: number): number {
  return Math.floor(random() * count);
}

/** Integers from -size to size. */
export function vector(random: Random, n: number, size: number): number[] {
  return Array.from({ length: n }, () => pick(random, 2 * size + 1) - size);
}

/** |y|² g - (gᵀy) y: integers, and orthogonal to y exactly. */
export function orthogonal(g: number[], y: number[]): number[] {
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const share = dot(g, y);
  const size = dot(y, y);
  return g.map((value, i) => size * value - share * y[i]);
}

/** Σ g gᵀ over the given vectors of length n. */
export function gramOf(vectors: number[][], n: number): number[][] {
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => vectors.reduce((sum, g) => sum + g[i] * g[j], 0)),
  );
}

export function gram(random: Random, n: number, rank: number): number[][] {
  return gramOf(
    Array.from({ length: rank }, () => vector(random, n, 2)),
    n,
  );
}

function unit(n: number, at: number, value: number): number[] {
  return Array.from({ length: n }, (_, i) => (i === at ? value : 0));
}
