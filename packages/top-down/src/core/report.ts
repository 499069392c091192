/** Statistics of the last step. One object per floor, updated in place. */
export interface FloorReport {
  /** Steps since install. */
  steps: number;
  /** Bodies that took part in the last step: dynamic and awake. */
  bodies: number;
  /** Patches that were solved: one per body, more for bodies on several materials and for tyres. */
  patches: number;
  /** Sweeps over the patches of the body that needed most. */
  sweeps: number;
  /** Largest residual of a block step, as a fraction of the largest friction of its patch. */
  residual: number;
  /** Bodies left out because their position, velocity, mass or force is NaN or infinite. */
  nonFiniteBodies: number;
  /** First problem since install, in words, or ''. */
  problem: string;
}

/** Stores the first problem; later ones are only counted. */
export function reportFloorProblem(report: FloorReport, problem: string): void {
  if (report.problem === '') report.problem = problem;
}
