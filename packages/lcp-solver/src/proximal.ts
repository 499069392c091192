import { certify } from './certificate.js';
import { multiplyAddDense } from './matrix.js';
import { assess, clipToBounds, type MlcpWorkspace } from './workspace.js';

/**
 * The proximal-point loop (R. T. Rockafellar, Monotone operators and the proximal point algorithm, 1976) that lets a
 * method for positive definite matrices solve singular monotone problems: from x solve
 *
 *   (A + eps I) y + b - eps x   complementary to the bounds of y,   then x = y,
 *
 * until the residual of the true problem is met.
 *
 * The error left after a round is eps (y - x), so one round nearly suffices where eps is small against the eigenvalues
 * that matter, and the rounds are refinement steps for a factor that has not changed. A small eps makes the loop fast,
 * a large one the factor well conditioned: the eps of EPSILONS are tried in order, each from the best x so far.
 *
 * Bounds of rows with a findex are frozen within a round and follow x between rounds.
 */

const EPSILONS = [1e-10, 0, 1e-7, 1e-12, 1e-4];
/** A round that does not shrink the residual by this factor counts as stalled; this many in a row end the loop. */
const STALL = 0.5;
const PATIENCE = 2;
/** Where bounds follow z the loop is a fixed-point iteration as well, which may take its time. */
const PATIENCE_FRICTION = 12;

/** A method for A + eps I as blockPivot: from work.state, center and r to work.x and state. */
export type StrictMethod = (work: MlcpWorkspace, eps: number, maxIterations: number) => boolean;

/**
 * From work.x to a better one, with the first `attempts` of the eps. True where the tolerance is met; may find a
 * certificate.
 */
export function proximal(
  work: MlcpWorkspace,
  method: StrictMethod,
  maxIterations: number,
  attempts = EPSILONS.length,
): boolean {
  const { n, x, v, r, center, d } = work;
  const patience = work.hasFindex ? PATIENCE_FRICTION : PATIENCE;
  for (let attempt = 0; attempt < attempts; attempt++) {
    let least = Infinity;
    let stalls = 0;
    clipToBounds(work, x);
    setStates(work);
    while (stalls < patience && work.answer.iterations < work.limit) {
      // v = A x + b, by setStates or by assess.
      for (let i = 0; i < n; i++) {
        center[i] = x[i];
        r[i] = v[i];
      }
      if (!method(work, EPSILONS[attempt], maxIterations)) break;
      const worst = assess(work);
      if (worst <= work.tolerance) return true;
      if (worst < STALL * least) stalls = 0;
      else stalls++;
      least = Math.min(worst, least);
    }
    if (stalls === patience) {
      // Where there is no solution the steps tend to a constant one, which proves it.
      for (let i = 0; i < n; i++) x[i] = d[i];
      work.answer.certificate = certify(work);
    }
    restart(work);
    if (work.answer.certificate) return false;
  }
  return false;
}

/** x of the best answer so far, or 0. */
export function restart(work: MlcpWorkspace): void {
  const { n, x, s, answer } = work;
  for (let i = 0; i < n; i++) x[i] = work.best < Infinity ? answer.z[i] / s[i] : 0;
  clipToBounds(work, x);
}

/**
 * The side of each unknown by the sign of x - v against the bounds. On the edge it starts out free: contacts that carry others are such
 * ties at rest, and would take a round each to be found one above the other.
 */
function setStates(work: MlcpWorkspace): void {
  const { n, A, b, x, v, low, high, state } = work;
  multiplyAddDense(A, n, x, b, v);
  for (let i = 0; i < n; i++) {
    const target = x[i] - v[i];
    state[i] = target < low[i] ? -1 : target > high[i] ? 1 : 0;
    if (low[i] === high[i]) state[i] = -1;
  }
}
