import { type CsrMatrix, isDense, type Matrix } from '../algebra/matrix.js';

/**
 * Contact with Coulomb friction. Contact c has the rows c·dim … c·dim + dim - 1: normal, tangent 1 [, tangent 2].
 *
 *   u = W r + q,   r ∈ K_μ = { |r_t| ≤ μ r_n },   ũ = u + μ|u_t| e_n ∈ K_μ*,   r · ũ = 0      (De Saxcé & Feng 1998)
 *
 * | symbol | meaning                                                        | unit        |
 * |--------|----------------------------------------------------------------|-------------|
 * | r      | impulse, r_n ≥ 0 is repulsive                                  | N s         |
 * | u      | relative velocity, u_n > 0 separates                           | m/s         |
 * | W      | Delassus matrix; may be singular and slightly unsymmetric      | 1/kg        |
 * | q      | relative velocity without contact impulses                     | m/s         |
 * | μ      | friction coefficient of each contact, ≥ 0                      | 1           |
 */
export interface ContactProblem {
  /** 2 or 3: rows per contact. */
  dim: 2 | 3;
  W: Matrix;
  q: ArrayLike<number>;
  mu: ArrayLike<number>;
}

/** Throws a RangeError if the problem is invalid. Checks everything the solver relies on. */
export function checkContactProblem(problem: ContactProblem): void {
  const { dim, W, q, mu } = problem;
  if (dim !== 2 && dim !== 3) throw new RangeError(`solveContact: dim must be 2 or 3 (got ${dim})`);
  const n = q.length;
  if (n % dim !== 0) throw new RangeError(`solveContact: q.length must be a multiple of dim = ${dim} (got ${n})`);
  if (mu.length !== n / dim) {
    throw new RangeError(`solveContact: mu must have one number per contact, ${n / dim} (got ${mu.length})`);
  }
  requireFinite(q, n, 'q');
  requireFinite(mu, n / dim, 'mu');
  for (let c = 0; c < mu.length; c++) {
    if (mu[c] < 0) throw new RangeError(`solveContact: mu[${c}] must be >= 0 (got ${mu[c]})`);
  }
  if (isDense(W)) {
    if (W.length !== n * n)
      throw new RangeError(`solveContact: a dense W must have ${n * n} numbers (got ${W.length})`);
    requireFinite(W, n * n, 'W');
  } else validateCsr(W, n);
}

function validateCsr(W: CsrMatrix, n: number): void {
  const { p, i, x } = W;
  if (p.length !== n + 1) throw new RangeError(`solveContact: W.p must have ${n + 1} numbers (got ${p.length})`);
  for (let r = 0; r <= n; r++) {
    if (!(r === 0 ? p[0] === 0 : p[r] >= p[r - 1])) {
      throw new RangeError(`solveContact: W.p must start at 0 and be non-decreasing (got ${p[r]} at row ${r})`);
    }
  }
  const count = p[n];
  if (i.length < count || x.length < count) {
    throw new RangeError(`solveContact: W.i and W.x must have ${count} numbers (got ${i.length} and ${x.length})`);
  }
  for (let at = 0; at < count; at++) {
    if (!(i[at] >= 0 && i[at] < n && Number.isInteger(i[at]))) {
      throw new RangeError(`solveContact: W.i[${at}] must be a column in 0 … ${n - 1} (got ${i[at]})`);
    }
  }
  requireFinite(x, count, 'W.x');
}

/** Throws a RangeError at the first number that is NaN or infinite. */
export function requireFinite(values: ArrayLike<number>, count: number, name: string): void {
  for (let k = 0; k < count; k++) {
    if (!Number.isFinite(values[k]))
      throw new RangeError(`solveContact: ${name}[${k}] must be finite (got ${values[k]})`);
  }
}
