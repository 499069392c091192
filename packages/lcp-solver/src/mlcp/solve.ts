import type { SolveOptions } from '../result.js';
import { certify } from './certificate.js';
import { findCertificate } from './feasibility.js';
import { apgd } from './methods/apgd.js';
import { blockPivot } from './methods/block-pivot.js';
import { dantzig } from './methods/dantzig.js';
import { lemke } from './methods/lemke.js';
import { newton } from './methods/newton.js';
import { pgs } from './methods/pgs.js';
import { proximal, resetToBest } from './methods/proximal.js';
import { checkLength, checkProblem, type MlcpProblem, type MlcpResult, throwInvalid } from './problem.js';
import { loadProblem } from './scaling.js';
import {
  clampToBounds,
  createMlcpWorkspace,
  evaluateBest,
  evaluateCandidate,
  type MlcpWorkspace,
} from './workspace.js';

export type MlcpMethod = 'auto' | 'pgs' | 'apgd' | 'dantzig' | 'block-pivot' | 'lemke' | 'newton';

export interface MlcpOptions extends SolveOptions {
  /** Name of a method, or 'auto': chosen by the structure of the problem, with fallbacks. @default 'auto' */
  method?: MlcpMethod;
}

/** Default iteration limits: sweeps, steps, or iterations per regularisation; for Lemke and Dantzig pivots per unknown. */
const MAX_ITERATIONS = { pgs: 2000, apgd: 2000, dantzig: 50, 'block-pivot': 50, lemke: 50, newton: 100 };
/** Number of covering vectors that Lemke's method tries. */
const COVERING_VECTORS = 3;
/** Above this many unknowns 'auto' skips the search for a certificate: O(n³) at twice the size. */
const MAX_CERTIFICATE_SIZE = 500;

/**
 * Solves a mixed linear complementarity problem with bounds. Throws only if the problem or the options are invalid.
 * The status `solved` is a proof: both residuals are at or below the tolerance, rounding errors included.
 *
 * With a workspace, a solve allocates only certificates and what the workspace needs to grow. The result then belongs
 * to the workspace, and its next solve overwrites it.
 */
export function solveMlcp(
  problem: MlcpProblem,
  options: MlcpOptions = NO_OPTIONS,
  workspace?: MlcpWorkspace,
): MlcpResult {
  checkProblem(problem);
  const { n } = problem;
  const tolerance = options.tolerance ?? 1e-8;
  const method = options.method ?? 'auto';
  if (!(tolerance > 0)) throwInvalid('tolerance', '> 0', tolerance);
  const { start, maxIterations } = options;
  if (maxIterations !== undefined && !(maxIterations >= 1)) throwInvalid('maxIterations', '>= 1', maxIterations);
  if (method !== 'auto' && !MAX_ITERATIONS[method])
    throwInvalid('method', `auto,${Object.keys(MAX_ITERATIONS)}`, method);
  if (start) checkLength('start', start, n);

  const work = workspace ?? createMlcpWorkspace(n);
  if (work.capacity < n) Object.assign(work, createMlcpWorkspace(n));
  const { result } = work;
  if (result.z.length !== n) {
    result.z = new Float64Array(n);
    result.w = new Float64Array(n);
  }
  result.status = 'solved';
  result.residual = 0;
  result.residualScaled = 0;
  result.iterations = 0;
  result.pivots = 0;
  result.method = method;
  result.certificate = undefined;
  if (n === 0) return result;

  loadProblem(work, problem);
  work.bestResidual = Infinity;
  for (let i = 0; i < n; i++) {
    const value = start ? start[i] / work.s[i] : 0;
    work.x[i] = value - value === 0 ? value : 0;
  }
  clampToBounds(work, work.x);
  work.tolerance = tolerance;
  work.onIteration = options.onIteration;
  work.iterationLimit = maxIterations ?? Infinity;
  if (method === 'auto') runAuto(work, maxIterations);
  else runMethod(work, method, maxIterations);
  if (work.bestResidual === Infinity) {
    // No method produced a vector: evaluate the initial guess.
    resetToBest(work);
    evaluateCandidate(work);
  }
  if (work.bestResidual <= tolerance) {
    result.certificate = undefined;
    return result;
  }
  evaluateBest(work);
  const limit = maxIterations ?? (method === 'auto' ? Infinity : MAX_ITERATIONS[method]);
  result.status = result.certificate ? 'infeasible' : result.iterations < limit ? 'inaccurate' : 'iteration-limit';
  return result;
}

/** Tries the methods that suit the problem in order; if all fail, searches for a proof that it has no solution. */
function runAuto(work: MlcpWorkspace, maxIterations: number | undefined): void {
  const order = work.hasFindex ? FRICTION : work.symmetric ? SYMMETRIC : GENERAL;
  for (let k = 0; k < order.length; k++) {
    // Leave iterations for the methods that follow.
    const share = (work.iterationLimit - work.result.iterations) / (order.length - k);
    const most = maxIterations && Math.ceil(Math.max(share, Math.min(MAX_ITERATIONS[order[k]], maxIterations)));
    if (runMethod(work, order[k], most, AUTO_ATTEMPTS) || work.result.certificate) return;
    resetToBest(work);
  }
  if (work.n <= MAX_CERTIFICATE_SIZE) work.result.certificate = findCertificate(work);
}

/** Regularisations that a pivoting method tries before 'auto' moves to the next method. */
const AUTO_ATTEMPTS = 2;

const NO_OPTIONS: MlcpOptions = {};
const SYMMETRIC = ['block-pivot', 'newton', 'dantzig', 'lemke'] as const;
const GENERAL = ['block-pivot', 'lemke', 'newton'] as const;
const FRICTION = ['block-pivot', 'newton', 'lemke'] as const;

/** Runs one method from work.x. True if the problem is solved. */
function runMethod(
  work: MlcpWorkspace,
  method: Exclude<MlcpMethod, 'auto'>,
  maxIterations: number | undefined,
  attempts?: number,
): boolean {
  const limit = maxIterations ?? MAX_ITERATIONS[method];
  const pivots = maxIterations ?? limit * work.n;
  work.method = method;
  switch (method) {
    case 'pgs':
      return pgs(work, limit);
    case 'apgd':
      return apgd(work, limit);
    case 'newton':
      return newton(work, limit);
    case 'dantzig':
      return proximal(work, dantzig, pivots, attempts);
    case 'block-pivot':
      return proximal(work, blockPivot, limit, attempts);
    default:
      return runLemke(work, pivots);
  }
}

function runLemke(work: MlcpWorkspace, maxPivots: number): boolean {
  for (let attempt = 0; attempt < COVERING_VECTORS; attempt++) {
    if (lemke(work, attempt, maxPivots) === 'ray') {
      work.result.certificate = certify(work);
      if (work.result.certificate) return false;
      // Rounding accumulates over the pivots: if necessary, solve again from the active set that Lemke's method found.
    } else if (evaluateCandidate(work) <= work.tolerance || proximal(work, blockPivot, MAX_ITERATIONS['block-pivot']))
      return true;
  }
  return false;
}
