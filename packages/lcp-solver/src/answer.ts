/** What every solver of this package answers with. */

/**
 * - `solved`: both residuals are at or below the tolerance
 * - `inaccurate`: the best vector found, with its residuals, when no method got further
 * - `infeasible`: there is no solution, and `certificate` proves it (it has been checked)
 * - `iteration-limit`: a method that was asked for by name ran out of iterations
 */
export type Status = 'solved' | 'inaccurate' | 'infeasible' | 'iteration-limit';

export interface SolveOptions {
  /** Name of the method, or 'auto': picked by size and structure, falling through to the next on failure. @default 'auto' */
  method?: string;
  /** Both residuals have to be at or below this, > 0. @default 1e-8 */
  tolerance?: number;
  /** Most iterations of an iterative method, >= 1. @default depends on the method */
  maxIterations?: number;
  /** A vector to start from, as long as the problem: warm start. Not written to. */
  start?: ArrayLike<number>;
  /** Called with the scaled residual once per iteration, for plots. */
  onIteration?: (iteration: number, residualScaled: number) => void;
}

/** Figures that all answers have. */
export interface AnswerBase {
  status: Status;
  /** Plain residual: unit-dependent. */
  residual: number;
  /** Scaled residual: see residual.ts. */
  residualScaled: number;
  iterations: number;
  /** Pivots of a pivoting method, factorisations of a Newton method. */
  pivots: number;
  /** The method that gave the answer. */
  method: string;
}
