import type { PatchBuffers } from './patch-buffers.js';

/** What happened in the last step. One object per install, updated in place. */
export interface FrictionReport {
  /** Steps solved since install. */
  steps: number;
  patches: number;
  points: number;
  /** Rows of joints, motors and springs that were solved along. */
  jointRows: number;
  substeps: number;
  /** Sweeps over all patches. */
  sweeps: number;
  /** Bodies left out of the last step because the engine gave a position, velocity or mass that is not a number. */
  badBodies: number;
  /** Contacts left out of the last step for the same reason, or because they touch such a body. */
  badContacts: number;
  /** The first problem met since install, in words, or ''. */
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
    badBodies: 0,
    badContacts: 0,
    problem: '',
  };
}

/** Remembers the first problem; later ones only count. */
export function reportProblem(report: FrictionReport, problem: string): void {
  if (report.problem === '') report.problem = problem;
}

/** Takes over what a user's law has done wrong. */
export function reportFault(report: FrictionReport, patches: PatchBuffers): void {
  if (patches.fault === '') return;
  reportProblem(report, patches.fault);
  patches.fault = '';
}
