import { type FrictionReport, reportProblem } from './report.js';

/** Counts a body that is left out of the step; `body` is the number by which the user knows it. */
export function reportNonFiniteBody(report: FrictionReport, body: number): void {
  report.nonFiniteBodies++;
  reportProblem(report, `body ${body} has a non-finite position, velocity, force or mass and is ignored`);
}
