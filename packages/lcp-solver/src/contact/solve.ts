import type { SolveOptions } from '../result.js';
import { findContactCertificate } from './certificate.js';
import { alartCurnier } from './methods/alart-curnier.js';
import { interiorPoint } from './methods/interior-point.js';
import { nsgs } from './methods/nsgs.js';
import { type ContactProblem, checkContactProblem, requireFinite } from './problem.js';
import { evaluateBest, evaluateCandidate } from './residual.js';
import {
  type ContactResult,
  type ContactWorkspace,
  createContactWorkspace,
  loadContactProblem,
  setImpulse,
} from './workspace.js';

export interface ContactOptions extends SolveOptions {
  /**
   * - `nsgs`: Gauss-Seidel with exact local solves; cheap and robust, but slow or stuck for singular W
   * - `alart-curnier`: proximal semi-smooth Newton; few iterations, each a sparse factorisation
   * - `interior-point`: independent of the start and of contact statuses
   * - `auto`: a few sweeps, then Newton, then interior point and Newton again
   * @default 'auto'
   */
  method?: 'auto' | 'nsgs' | 'alart-curnier' | 'interior-point';
}

/**
 * Solves a contact problem with Coulomb friction on the second-order cone. Throws only if the problem or the options
 * are invalid. The status `solved` is a proof: both residuals, for the given W and q and with rounding errors included,
 * are at or below the tolerance.
 */
export function solveContact(
  problem: ContactProblem,
  options: ContactOptions = {},
  workspace?: ContactWorkspace,
): ContactResult {
  checkContactProblem(problem);
  const { method = 'auto', tolerance = 1e-8, maxIterations, start } = options;
  const n = problem.q.length;
  if (!(tolerance > 0)) throw new RangeError(`solveContact: tolerance must be > 0 (got ${tolerance})`);
  if (maxIterations !== undefined && !(maxIterations >= 1)) {
    throw new RangeError(`solveContact: maxIterations must be >= 1 (got ${maxIterations})`);
  }
  if (method !== 'auto' && method !== 'nsgs' && method !== 'alart-curnier' && method !== 'interior-point') {
    throw new RangeError(
      `solveContact: method must be 'auto', 'nsgs', 'alart-curnier' or 'interior-point' (got '${String(method)}')`,
    );
  }
  if (start) {
    if (start.length !== n) throw new RangeError(`solveContact: start must have ${n} numbers (got ${start.length})`);
    requireFinite(start, n, 'start');
  }
  const work = workspace ?? createContactWorkspace(n, problem.dim);
  loadContactProblem(work, problem);
  work.onIteration = options.onIteration;
  if (n === 0) {
    work.residual = 0;
    work.residualScaled = 0;
  }
  // Evaluate r = 0 before the initial guess: it may be the solution, or better than the guess.
  let open = n > 0 && evaluateCandidate(work, 'start', tolerance) > tolerance;
  if (open && start) {
    setImpulse(work, start);
    open = evaluateCandidate(work, 'start', tolerance) > tolerance;
  }
  work.result.certificate = undefined;
  if (open) {
    switch (method) {
      case 'nsgs':
        nsgs(work, tolerance, maxIterations ?? 10000);
        break;
      case 'alart-curnier':
        alartCurnier(work, tolerance, maxIterations ?? 200);
        break;
      case 'interior-point':
        interiorPoint(work, tolerance, maxIterations ?? 100);
        if (isUnsolved(work, tolerance)) {
          alartCurnier(work, tolerance, maxIterations ? maxIterations - work.iterations : 50, method);
        }
        break;
      default:
        runAuto(work, tolerance, maxIterations);
    }
  }
  work.onIteration = undefined;

  const { result } = work;
  result.status = 'solved';
  if (isUnsolved(work, tolerance)) {
    evaluateBest(work);
    const limited = method !== 'auto' || (maxIterations !== undefined && work.iterations >= maxIterations);
    result.status = result.certificate ? 'infeasible' : limited ? 'iteration-limit' : 'inaccurate';
  }
  result.residual = work.residual;
  result.residualScaled = work.residualScaled;
  result.iterations = work.iterations;
  result.pivots = work.pivots;
  result.method = work.method;
  result.r = work.bestR;
  result.u = work.bestU;
  return result;
}

/**
 * Sweeps solve easy problems and find most contact statuses of the others; Newton continues from there. If Newton
 * cycles, the interior-point method provides a distant start. With large μ there may be several solutions, and the
 * methods may not converge to any: then Newton restarts, alternately after more sweeps and from random impulses in the
 * cones (with fixed seeds, so that results are reproducible). `maxIterations` replaces the limits of the individual
 * methods: each Newton run gets half of what is left, and the restarts end at the limit.
 */
function runAuto(work: ContactWorkspace, tolerance: number, maxIterations: number | undefined): void {
  const end = maxIterations ?? Number.POSITIVE_INFINITY;
  const newton = () => {
    const left = end - work.iterations;
    if (left > 0)
      alartCurnier(work, tolerance, maxIterations ? Math.max(Math.min(left, 100), Math.ceil(left / 2)) : 100);
  };
  nsgs(work, tolerance, Math.min(end, 20));
  if (isUnsolved(work, tolerance)) newton();
  if (isUnsolved(work, tolerance)) work.result.certificate = findContactCertificate(work);
  if (work.result.certificate) return;
  if (isUnsolved(work, tolerance)) {
    interiorPoint(work, tolerance, Math.min(end - work.iterations, 60));
    if (isUnsolved(work, tolerance)) newton();
  }
  const rounds = maxIterations ? Number.POSITIVE_INFINITY : work.nc <= SMALL_PROBLEM ? 20 : 3;
  for (let round = 0; round < rounds && work.iterations < end && isUnsolved(work, tolerance); round++) {
    if (round % 2 === 0) nsgs(work, tolerance, Math.min(end - work.iterations, 50));
    else randomizeImpulses(work, round);
    newton();
  }
}

/** Number of contacts up to which a factorisation is cheap. */
const SMALL_PROBLEM = 100;

/** Sets x to random impulses in the cones, with normal parts up to twice the size of the best impulses. */
function randomizeImpulses(work: ContactWorkspace, round: number): void {
  const { nc, b, x } = work;
  setImpulse(work, work.bestR);
  let size = 0;
  for (let k = 0; k < 3 * nc; k++) size = Math.max(size, Math.abs(b[k]), Math.abs(x[k]));
  let state = 1 + round;
  for (let k = 0; k < 3 * nc; k++) {
    // The upper bits of a linear congruential generator (Numerical Recipes, §7.1).
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const uniform = (state >>> 8) / 16777216;
    x[k] = k % 3 === 0 ? 2 * size * uniform : x[k - (k % 3)] * (uniform - 0.5);
  }
}

function isUnsolved(work: ContactWorkspace, tolerance: number): boolean {
  return !(Math.max(work.residual, work.residualScaled) <= tolerance);
}
