import type { SolveOptions } from './answer.js';
import { apgd } from './apgd.js';
import { blockPivot } from './block-pivot.js';
import { certify } from './certificate.js';
import { dantzig } from './dantzig.js';
import { findCertificate } from './feasibility.js';
import { lemke } from './lemke.js';
import { newton } from './newton.js';
import { pgs } from './pgs.js';
import { checkLength, checkProblem, fail, type MlcpAnswer, type MlcpProblem } from './problem.js';
import { proximal, restart } from './proximal.js';
import { loadProblem } from './scaling.js';
import { assess, assessBest, clipToBounds, createMlcpWorkspace, type MlcpWorkspace } from './workspace.js';

export type MlcpMethod = 'auto' | 'pgs' | 'apgd' | 'dantzig' | 'block-pivot' | 'lemke' | 'newton';

export interface MlcpOptions extends SolveOptions {
  /** A method by name, or the choice by structure with fallbacks. @default 'auto' */
  method?: MlcpMethod;
}

/** Most iterations, per method: sweeps, steps, or rounds per regularisation; Lemke and Dantzig pivots per unknown. */
const LIMITS = { pgs: 2000, apgd: 2000, dantzig: 50, 'block-pivot': 50, lemke: 50, newton: 100 };
/** Covering vectors that Lemke's method tries. */
const COVERS = 3;
/** Above this many unknowns the automatic choice leaves out the search for a certificate, O(n³) of twice the size. */
const CERTIFICATE_SIZE = 500;

/**
 * Solves a mixed linear complementarity problem with bounds. Never throws for a problem that is well formed, and never
 * calls a vector solved that is not: `solved` means that both residuals are at or below the tolerance, rounding errors
 * included.
 *
 * With a workspace nothing is allocated (but for certificates and where it has to grow), and the answer is the
 * workspace's own, overwritten by the next solve.
 */
export function solveMlcp(problem: MlcpProblem, options: MlcpOptions = NONE, workspace?: MlcpWorkspace): MlcpAnswer {
  checkProblem(problem);
  const { n } = problem;
  const tolerance = options.tolerance ?? 1e-8;
  const method = options.method ?? 'auto';
  if (!(tolerance > 0)) fail('tolerance', '> 0', tolerance);
  const { start, maxIterations } = options;
  if (maxIterations !== undefined && !(maxIterations >= 1)) fail('maxIterations', '>= 1', maxIterations);
  if (method !== 'auto' && !LIMITS[method]) fail('method', `auto,${Object.keys(LIMITS)}`, method);
  if (start) checkLength('start', start, n);

  const work = workspace ?? createMlcpWorkspace(n);
  if (work.capacity < n) Object.assign(work, createMlcpWorkspace(n));
  const { answer } = work;
  if (answer.z.length !== n) {
    answer.z = new Float64Array(n);
    answer.w = new Float64Array(n);
  }
  answer.status = 'solved';
  answer.residual = 0;
  answer.residualScaled = 0;
  answer.iterations = 0;
  answer.pivots = 0;
  answer.method = method;
  answer.certificate = undefined;
  if (n === 0) return answer;

  loadProblem(work, problem);
  work.best = Infinity;
  for (let i = 0; i < n; i++) {
    const value = start ? start[i] / work.s[i] : 0;
    work.x[i] = value - value === 0 ? value : 0;
  }
  clipToBounds(work, work.x);
  work.tolerance = tolerance;
  work.monitor = options.onIteration;
  work.limit = maxIterations ?? Infinity;
  if (method === 'auto') runAll(work, maxIterations);
  else run(work, method, maxIterations);
  if (work.best === Infinity) {
    // No method got as far as a vector: the start, and how bad it is.
    restart(work);
    assess(work);
  }
  if (work.best <= tolerance) {
    answer.certificate = undefined;
    return answer;
  }
  assessBest(work);
  const limit = maxIterations ?? (method === 'auto' ? Infinity : LIMITS[method]);
  answer.status = answer.certificate ? 'infeasible' : answer.iterations < limit ? 'inaccurate' : 'iteration-limit';
  return answer;
}

/**
 * The methods that suit the problem, one after the other, and at last the question whether it has a solution at all.
 */
function runAll(work: MlcpWorkspace, maxIterations: number | undefined): void {
  const order = work.hasFindex ? FRICTION : work.symmetric ? SYMMETRIC : GENERAL;
  for (let k = 0; k < order.length; k++) {
    // One method must not use up what the next ones need.
    const share = (work.limit - work.answer.iterations) / (order.length - k);
    const most = maxIterations && Math.ceil(Math.max(share, Math.min(LIMITS[order[k]], maxIterations)));
    if (run(work, order[k], most, QUICK) || work.answer.certificate) return;
    restart(work);
  }
  if (work.n <= CERTIFICATE_SIZE) work.answer.certificate = findCertificate(work);
}

/** Regularisations that pivoting methods try before the automatic choice goes on to the next method. */
const QUICK = 2;

const NONE: MlcpOptions = {};
const SYMMETRIC = ['block-pivot', 'newton', 'dantzig', 'lemke'] as const;
const GENERAL = ['block-pivot', 'lemke', 'newton'] as const;
const FRICTION = ['block-pivot', 'newton', 'lemke'] as const;

/** One method from work.x on. True where the answer is solved. */
function run(
  work: MlcpWorkspace,
  method: Exclude<MlcpMethod, 'auto'>,
  maxIterations: number | undefined,
  attempts?: number,
): boolean {
  const limit = maxIterations ?? LIMITS[method];
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
  for (let attempt = 0; attempt < COVERS; attempt++) {
    if (lemke(work, attempt, maxPivots) === 'ray') {
      work.answer.certificate = certify(work);
      if (work.answer.certificate) return false;
      // Rounding piles up over the pivots: if need be, solve once more for the sides that Lemke's method found.
    } else if (assess(work) <= work.tolerance || proximal(work, blockPivot, LIMITS['block-pivot'])) return true;
  }
  return false;
}
