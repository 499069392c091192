import type { MlcpProblem } from '../problem.js';

/**
 * A multibody system at the start of a time step, in the notation of [Peiret] (1)-(7): M v̇ = f + Aᵀλ + Nᵀλ_N + Dᵀλ_T.
 * Matrices are dense and row-major. Forces are forces; the builders solve for impulses h λ.
 */
export interface FrictionSystem {
  /** Generalised velocities, n of them. */
  v: ArrayLike<number>;
  /** Mass matrix, n x n. */
  M: ArrayLike<number>;
  /** Applied minus Coriolis and centrifugal forces, n. */
  f: ArrayLike<number>;
  /** Time step [s]. */
  h: number;
  /** Bilateral constraints A v = u, m x n and m. */
  A?: ArrayLike<number>;
  u?: ArrayLike<number>;
  /** Normal directions of the r contacts, r x n. */
  N: ArrayLike<number>;
  /** Two tangent directions per contact, 2r x n. */
  D: ArrayLike<number>;
  /** Coefficient of friction per contact. */
  mu: ArrayLike<number>;
}

/** What a step of the system comes to. Forces, tangent ones in the basis of D. */
export interface FrictionStep {
  v: Float64Array;
  lambda: Float64Array;
  lambdaN: Float64Array;
  lambdaT: Float64Array;
}

export interface BuiltMlcp {
  problem: MlcpProblem & { M: Float64Array; q: Float64Array; lo: Float64Array; hi: Float64Array };
  /** Reads the step from a solution z of the problem. */
  read(z: ArrayLike<number>): FrictionStep;
}

/** Sizes of a system, checked: n velocities, m constraints, r contacts. */
export function measure(owner: string, system: FrictionSystem): { n: number; m: number; r: number } {
  const n = system.v.length;
  const r = system.mu.length;
  const m = system.u?.length ?? (system.A ? system.A.length / n : 0);
  const sizes: [string, ArrayLike<number> | undefined, number][] = [
    ['M', system.M, n * n],
    ['f', system.f, n],
    ['A', system.A, m * n],
    ['N', system.N, r * n],
    ['D', system.D, 2 * r * n],
  ];
  for (const [name, array, length] of sizes) {
    if (array !== undefined && array.length !== length) {
      throw new RangeError(`${owner}: ${name} must have ${length} numbers (got ${array.length})`);
    }
  }
  if (!(system.h > 0)) throw new RangeError(`${owner}: h must be > 0 s (got ${system.h})`);
  for (let i = 0; i < r; i++) {
    if (!(system.mu[i] >= 0)) throw new RangeError(`${owner}: mu[${i}] must be >= 0 (got ${system.mu[i]})`);
  }
  return { n, m, r };
}

/**
 * The rows that all formulations share: M v - Jᵀ p = M v₀ + h f for the free velocities, and J v for the constraint rows,
 * [A; N; T] stacked below, with `extra` rows behind them that the caller fills. Everything but h f is left at zero in q.
 */
export function buildFrame(
  system: FrictionSystem,
  n: number,
  rows: readonly (readonly [ArrayLike<number> | undefined, number])[],
  extra: number,
): BuiltMlcp['problem'] {
  const jacobianRows = rows.reduce((sum, [, count]) => sum + count, 0);
  const size = n + jacobianRows + extra;
  const M = new Float64Array(size * size);
  const q = new Float64Array(size);
  const lo = new Float64Array(size);
  const hi = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < n; i++) {
    lo[i] = Number.NEGATIVE_INFINITY;
    q[i] = -system.h * system.f[i];
    for (let j = 0; j < n; j++) {
      M[i * size + j] = system.M[i * n + j];
      q[i] -= system.M[i * n + j] * system.v[j];
    }
  }
  let row = n;
  for (const [jacobian, count] of rows) {
    for (let k = 0; k < count; k++, row++) {
      for (let j = 0; j < n; j++) {
        const value = jacobian?.[k * n + j] ?? 0;
        M[row * size + j] = value;
        M[j * size + row] = -value;
      }
    }
  }
  return { n: size, M, q, lo, hi };
}

/** Bilateral rows: free multipliers, w = A v - u = 0. */
export function bindConstraints(problem: BuiltMlcp['problem'], system: FrictionSystem, at: number, m: number): void {
  for (let k = 0; k < m; k++) {
    problem.lo[at + k] = Number.NEGATIVE_INFINITY;
    problem.q[at + k] = -(system.u?.[k] ?? 0);
  }
}

export function forces(z: ArrayLike<number>, at: number, count: number, h: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => z[at + k] / h);
}
