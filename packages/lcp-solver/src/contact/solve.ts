import type { SolveOptions } from '../answer.js';
import { alartCurnier } from './alart-curnier.js';
import { findContactCertificate } from './certificate.js';
import { interiorPoint } from './interior-point.js';
import { nsgs } from './nsgs.js';
import { type ContactProblem, finite, validateContact } from './problem.js';
import { evaluate, evaluateBest } from './residual.js';
import { type ContactAnswer, type ContactWorkspace, createContactWorkspace, load, setImpulse } from './system.js';

export interface ContactOptions extends SolveOptions {
  /**
   * - `nsgs`: Gauss-Seidel with exact local solves, cheap and never wild; slow or stuck on singular W
   * - `alart-curnier`: proximal semi-smooth Newton, few steps, each a sparse factorisation
   * - `interior-point`: from a cold start, whatever the statuses
   * - `auto`: a few sweeps, then Newton from there, then interior point and Newton again
   * @default 'auto'
   */
  method?: 'auto' | 'nsgs' | 'alart-curnier' | 'interior-point';
}

/**
 * Solves a contact problem with Coulomb friction on the true cone. `solved` means that both residuals, of the W and q
 * that were given and with rounding errors included, are at or below the tolerance. Throws for invalid input only.
 */
export function solveContact(
  problem: ContactProblem,
  options: ContactOptions = {},
  workspace?: ContactWorkspace,
): ContactAnswer {
  validateContact(problem);
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
    finite(start, n, 'start');
  }
  const ws = workspace ?? createContactWorkspace(n, problem.dim);
  load(ws, problem);
  ws.onIteration = options.onIteration;
  if (n === 0) {
    ws.residual = 0;
    ws.residualScaled = 0;
  }
  // r = 0 first, whatever the start: it may be the answer, and the start may be worse.
  let open = n > 0 && evaluate(ws, 'start', tolerance) > tolerance;
  if (open && start) {
    setImpulse(ws, start);
    open = evaluate(ws, 'start', tolerance) > tolerance;
  }
  ws.answer.certificate = undefined;
  if (open) {
    switch (method) {
      case 'nsgs':
        nsgs(ws, tolerance, maxIterations ?? 10000);
        break;
      case 'alart-curnier':
        alartCurnier(ws, tolerance, maxIterations ?? 200);
        break;
      case 'interior-point':
        interiorPoint(ws, tolerance, maxIterations ?? 100);
        if (isOpen(ws, tolerance)) {
          alartCurnier(ws, tolerance, maxIterations ? maxIterations - ws.iterations : 50, method);
        }
        break;
      default:
        fallThrough(ws, tolerance, maxIterations);
    }
  }
  ws.onIteration = undefined;

  const { answer } = ws;
  answer.status = 'solved';
  if (isOpen(ws, tolerance)) {
    evaluateBest(ws);
    const limited = method !== 'auto' || (maxIterations !== undefined && ws.iterations >= maxIterations);
    answer.status = answer.certificate ? 'infeasible' : limited ? 'iteration-limit' : 'inaccurate';
  }
  answer.residual = ws.residual;
  answer.residualScaled = ws.residualScaled;
  answer.iterations = ws.iterations;
  answer.pivots = ws.pivots;
  answer.method = ws.method;
  answer.r = ws.bestR;
  answer.u = ws.bestU;
  return answer;
}

/**
 * Sweeps settle the easy problems and the statuses of most contacts of the others; Newton takes it from there. Where it
 * cycles, the interior point gives a start from far away. With large μ there may be several solutions and none that
 * everything leads to: then Newton starts again, in turn after more sweeps and from impulses scattered over the cones,
 * the same ones every time. A limit on all iterations replaces those of the parts: each Newton run gets half of what is
 * left, and the restarts end with the limit.
 */
function fallThrough(ws: ContactWorkspace, tolerance: number, maxIterations: number | undefined): void {
  const end = maxIterations ?? Number.POSITIVE_INFINITY;
  const newton = () => {
    const left = end - ws.iterations;
    if (left > 0) alartCurnier(ws, tolerance, maxIterations ? Math.max(Math.min(left, 100), Math.ceil(left / 2)) : 100);
  };
  nsgs(ws, tolerance, Math.min(end, 20));
  if (isOpen(ws, tolerance)) newton();
  if (isOpen(ws, tolerance)) ws.answer.certificate = findContactCertificate(ws);
  if (ws.answer.certificate) return;
  if (isOpen(ws, tolerance)) {
    interiorPoint(ws, tolerance, Math.min(end - ws.iterations, 60));
    if (isOpen(ws, tolerance)) newton();
  }
  const rounds = maxIterations ? Number.POSITIVE_INFINITY : ws.nc <= SMALL ? 20 : 3;
  for (let round = 0; round < rounds && ws.iterations < end && isOpen(ws, tolerance); round++) {
    if (round % 2 === 0) nsgs(ws, tolerance, Math.min(end - ws.iterations, 50));
    else scatter(ws, round);
    newton();
  }
}

/** Contacts up to which a factorisation costs next to nothing. */
const SMALL = 100;

/** x = impulses between 0 and twice the size of the best ones, in directions all over the cones. */
function scatter(ws: ContactWorkspace, round: number): void {
  const { nc, b, x } = ws;
  setImpulse(ws, ws.bestR);
  let size = 0;
  for (let k = 0; k < 3 * nc; k++) size = Math.max(size, Math.abs(b[k]), Math.abs(x[k]));
  let state = 1 + round;
  for (let k = 0; k < 3 * nc; k++) {
    // A linear congruential generator (Numerical Recipes, §7.1), of which the upper bits are used.
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const uniform = (state >>> 8) / 16777216;
    x[k] = k % 3 === 0 ? 2 * size * uniform : x[k - (k % 3)] * (uniform - 0.5);
  }
}

function isOpen(ws: ContactWorkspace, tolerance: number): boolean {
  return !(Math.max(ws.residual, ws.residualScaled) <= tolerance);
}
