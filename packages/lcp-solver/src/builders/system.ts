import type { MlcpProblem } from '../mlcp/problem.js';

/**
 * Multibody system at the start of a time step, in the notation of [Peiret] (1)-(7): M v̇ = f + Aᵀλ + Nᵀλ_N + Dᵀλ_T.
 * Matrices are dense and row-major. λ are forces; the unknowns of the MLCP are the impulses h λ.
 */
export interface FrictionSystem {
  /** Generalised velocities, n. */
  v: ArrayLike<number>;
  /** Mass matrix, n x n. */
  M: ArrayLike<number>;
  /** Applied minus Coriolis and centrifugal forces, n. */
  f: ArrayLike<number>;
  /** Time step [s]. */
  h: number;
  /** Jacobian of the bilateral constraints A v = u, m x n. */
  A?: ArrayLike<number>;
  /** Target velocities of the constraints, m. @default 0 */
  u?: ArrayLike<number>;
  /** Normal directions of the r contacts, r x n. */
  N: ArrayLike<number>;
  /** Two tangent directions per contact, 2r x n. */
  D: ArrayLike<number>;
  /** Coefficient of friction per contact. */
  mu: ArrayLike<number>;
}

/** Result of a time step. */
export interface FrictionStep {
  /** Generalised velocities at the end of the step. */
  v: Float64Array;
  /** Constraint forces. */
  lambda: Float64Array;
  /** Normal forces [N]. */
  lambdaN: Float64Array;
  /** Friction forces in the basis of D [N]. */
  lambdaT: Float64Array;
}

/** A time step as a mixed LCP. */
export interface FrictionMlcp {
  problem: MlcpProblem & { M: Float64Array; q: Float64Array; lo: Float64Array; hi: Float64Array };
  /** Converts a solution z of the problem to velocities and forces. */
  read(z: ArrayLike<number>): FrictionStep;
}

/** n velocities, m constraints, r contacts. */
interface SystemSize {
  n: number;
  m: number;
  r: number;
}

/** Validates a system and returns its sizes. */
export function checkSystem(owner: string, system: FrictionSystem): SystemSize {
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
 * Rows common to all formulations: M v - Jᵀ p = M v₀ + h f for the free velocities, then J v for the constraint rows
 * J = [A; N; T] with the bilateral rows A v - u = 0, then `extra` rows for the caller to fill.
 */
export function buildCommonRows(
  system: FrictionSystem,
  { n, m, r }: SystemSize,
  tangents: ArrayLike<number>,
  tangentRows: number,
  extra: number,
): FrictionMlcp['problem'] {
  const rows = [
    [system.A, m],
    [system.N, r],
    [tangents, tangentRows],
  ] as const;
  const size = n + m + r + tangentRows + extra;
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
  for (let k = 0; k < m; k++) {
    lo[n + k] = Number.NEGATIVE_INFINITY;
    q[n + k] = -(system.u?.[k] ?? 0);
  }
  return { n: size, M, q, lo, hi };
}

/** The step of a solution z, with friction forces as they stand in it: two per contact behind the normal forces. */
export function readStep(z: ArrayLike<number>, { n, m, r }: SystemSize, h: number): FrictionStep {
  return {
    v: readScaled(z, 0, n, 1),
    lambda: readScaled(z, n, m, h),
    lambdaN: readScaled(z, n + m, r, h),
    lambdaT: readScaled(z, n + m + r, 2 * r, h),
  };
}

/** z[at … at + count - 1] / h. */
function readScaled(z: ArrayLike<number>, at: number, count: number, h: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => z[at + k] / h);
}
