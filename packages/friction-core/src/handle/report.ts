import type { PatchBuffers } from '../patches/patch-buffers.js';

/** Statistics of the last step. One object per install, updated in place. */
export interface FrictionReport {
  /** Steps solved since install. */
  steps: number;
  patches: number;
  points: number;
  /** Solved rows of joints, motors and springs. */
  jointRows: number;
  substeps: number;
  /** Sweeps over all patches. */
  sweeps: number;
  /** Bodies left out of the last step because their position, velocity or mass is NaN or infinite. */
  nonFiniteBodies: number;
  /** Contacts left out of the last step for the same reason, or because they touch such a body. */
  nonFiniteContacts: number;
  /** First problem since install, in words, or ''. */
  problem: string;
}

export function createReport(): FrictionReport {
  return {
    steps: 0,
    patches: 0,
    points: 0,
    jointRows: 0,
    substeps: 0,
    sweeps: 0,
    nonFiniteBodies: 0,
    nonFiniteContacts: 0,
    problem: '',
  };
}

/** Stores the first problem; later ones are only counted. */
export function reportProblem(report: FrictionReport, problem: string): void {
  if (report.problem === '') report.problem = problem;
}

/** Moves the error of a user's law into the report. */
export function reportLawError(report: FrictionReport, patches: PatchBuffers): void {
  if (patches.lawError === '') return;
  reportProblem(report, patches.lawError);
  patches.lawError = '';
}
