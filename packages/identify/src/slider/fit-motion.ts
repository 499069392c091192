import { addRow, covarianceOf, createTriangle, solveTriangle } from '../fit/triangle.js';
import type { Samples } from './linearize.js';
import { type Motion, STATE } from './motion.js';
import { createWhitener, type FilterRecord, type NoiseModel, type Run, smoothRun, whitenRun } from './whiten.js';

/**
 * Gauss-Newton with a line search over the parameters and the initial state of every run: single shooting without
 * forces, multiple shooting with a node at every sample with them.
 */
export interface MotionFit {
  /** Covariance of the logarithms of the free parameters for the given noise. */
  readonly covariance: Float64Array;
  /** Sum of squares of the innovations in units of the noise. */
  readonly cost: number;
  /** Number of measured values less that of fitted ones. */
  readonly degrees: number;
  readonly iterations: number;
  readonly converged: boolean;
}

const MAX_ITERATIONS = 60;
/** Standard deviation of ln θ about its start: keeps what the data do not determine in place, and is otherwise nothing. */
const PRIOR = 4;
/** Done once the next change would be this small beside the standard errors, and would lower the cost no more. */
const DONE = 0.02;
/** A change that does not lower the cost is accepted as rounding up to this many standard errors. */
const STALLED = 0.5;
/** Largest change of ln θ in an iteration. */
const LARGEST = 0.7;

interface Direction {
  readonly cost: number;
  /** Predicted sum of squares. */
  readonly least: number;
  /** Change of ln θ. */
  readonly change: Float64Array;
  /** Change of the nominal states of each run. */
  readonly states: readonly Float64Array[];
  readonly covariance: Float64Array;
}

/** Changes `motion.parameters` and the states of the runs. */
export function fitMotion(
  motion: Motion,
  free: readonly number[],
  isIsotropic: boolean,
  samples: Samples,
  runs: readonly Run[],
  noise: NoiseModel,
): MotionFit {
  const p = motion.parameters;
  const lifted = motion.hasForces;
  const whitener = createWhitener(motion, free, isIsotropic, samples, noise);
  const start = free.map((index) => Math.log(p[index]));
  const direct = () => findDirection(whitener, runs, lifted, start);
  const values = runs.reduce((sum, run) => sum + 3 * (run.last - run.first + 1), 0);
  const degrees = values - STATE * runs.length - free.length;

  let now = direct();
  let converged = false;
  let iterations = 0;
  while (iterations < MAX_ITERATIONS) {
    const largest = now.change.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const errors = now.change.map((value, j) => Math.abs(value) / Math.sqrt(now.covariance[j * (free.length + 1)]));
    const inErrors = Math.max(...errors);
    converged = largest < 1e-11 || (inErrors < DONE && now.cost - now.least < DONE);
    if (converged) break;
    iterations++;
    const next = search(largest);
    if (next === undefined) {
      // The cost has kinks where the body starts and stops; what is left there is small beside the errors.
      converged = inErrors < STALLED;
      break;
    }
    now = next;
  }
  return { covariance: now.covariance, cost: now.cost, degrees, iterations, converged };

  /** Goes along the direction as far as the cost falls; undefined and back where it was if it falls nowhere. */
  function search(largest: number): Direction | undefined {
    const kept = { parameters: p.slice(), states: runs.map((run) => run.states.slice()) };
    let part = Math.min(1, LARGEST / largest);
    for (let n = 0; n < 12; n++, part *= 0.4) {
      free.forEach((index, j) => {
        p[index] = kept.parameters[index] * Math.exp(part * now.change[j]);
      });
      runs.forEach((run, r) => {
        const s = run.states;
        for (let i = 0; i < s.length; i++) s[i] = kept.states[r][i] + part * now.states[r][i];
      });
      const next = direct();
      if (next.cost <= now.cost) return next;
    }
    p.set(kept.parameters);
    runs.forEach((run, r) => {
      run.states.set(kept.states[r]);
    });
    return undefined;
  }
}

function findDirection(
  whitener: ReturnType<typeof createWhitener>,
  runs: readonly Run[],
  lifted: boolean,
  start: readonly number[],
): Direction {
  const { free, integrator } = whitener.linearizer;
  const count = free.length;
  const width = STATE + count + 1;
  const total = createTriangle(count);
  let cost = 0;
  free.forEach((index, j) => {
    const row = new Float64Array(count + 1);
    row[j] = 1 / PRIOR;
    row[count] = (start[j] - Math.log(integrator.motion.parameters[index])) / PRIOR;
    cost += row[count] ** 2;
    addRow(total, row);
  });
  const whitened = runs.map((run) => {
    const samples = run.last - run.first + 1;
    const record: FilterRecord | undefined = lifted
      ? {
          P: new Float64Array(36 * samples),
          A: new Float64Array(36 * samples),
          X: new Float64Array(STATE * width * samples),
        }
      : undefined;
    const { triangle, cost: own } = whitenRun(whitener, run, lifted, record);
    cost += own;
    // The rows below the initial state concern the parameters alone.
    for (let i = STATE; i < width; i++) {
      addRow(total, triangle.r.slice(width * i + STATE, width * (i + 1)));
    }
    return { triangle, record };
  });
  const change = new Float64Array(count);
  solveTriangle(total, change);
  const states = whitened.map(({ triangle, record }, r) => {
    const x = new Float64Array(STATE + count);
    x.set(change, STATE);
    solveTriangle(triangle, x, 0, STATE);
    if (record) return smoothRun(whitener, runs[r], record, x);
    const first = new Float64Array(runs[r].states.length);
    first.set(x.subarray(0, STATE));
    return first;
  });
  return { cost, least: total.r[(count + 1) ** 2 - 1] ** 2, change, states, covariance: covarianceOf(total) };
}
