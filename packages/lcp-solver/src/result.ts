/** Options and results common to all solvers of this package. */

/**
 * - `solved`: both residuals are at or below the tolerance
 * - `inaccurate`: all methods failed; the result holds the best vector found and its residuals
 * - `infeasible`: the problem has no solution, and `certificate` (already checked) proves it
 * - `iteration-limit`: `maxIterations`, or the default limit of a method selected by name, was reached
 */
export type SolveStatus = 'solved' | 'inaccurate' | 'infeasible' | 'iteration-limit';

export interface SolveOptions {
  /** Name of a method, or 'auto': chosen by size and structure, with fallbacks. @default 'auto' */
  method?: string;
  /** Upper bound on both residuals of a solved problem, > 0. @default 1e-8 */
  tolerance?: number;
  /** Maximum number of iterations, >= 1. @default depends on the method */
  maxIterations?: number;
  /** Initial guess (warm start), one number per unknown. Not modified. */
  start?: ArrayLike<number>;
  /** Called once per iteration with the scaled residual, e.g. for convergence plots. */
  onIteration?: (iteration: number, residualScaled: number) => void;
}

/** Fields of every result. */
export interface ResultBase {
  status: SolveStatus;
  /** Unscaled residual; depends on the units. */
  residual: number;
  /** Scaled residual, see mlcp/residual.ts and contact/residual.ts. */
  residualScaled: number;
  iterations: number;
  /** Pivots of a pivoting method, factorisations of a Newton method. */
  pivots: number;
  /** Method that found the returned vector. */
  method: string;
}
