import { advance, createIntegrator, type Integrator, type Motion, STATE } from './motion.js';

/** A slider's samples: three numbers each. */
export interface Samples {
  readonly t: Float64Array;
  /** x, y, angle. */
  readonly pose: Float64Array;
  /** Applied f_x, f_y, torque; zeros if there are none. */
  readonly force: Float64Array;
}

/** One step of the linearised motion: s' = end + A δs + B δ ln θ + G δf. */
interface StepDerivatives {
  readonly end: Float64Array;
  /** 6 x 6, row-major. */
  readonly A: Float64Array;
  /** 6 x free parameters. */
  readonly B: Float64Array;
  /** 6 x 3. */
  readonly G: Float64Array;
}

export interface Linearizer {
  readonly integrator: Integrator;
  readonly free: readonly number[];
  readonly isIsotropic: boolean;
  readonly step: StepDerivatives;
  readonly moved: Float64Array;
  readonly f0: Float64Array;
  readonly f1: Float64Array;
}

export function createLinearizer(motion: Motion, free: readonly number[], isIsotropic: boolean): Linearizer {
  return {
    integrator: createIntegrator(motion),
    free,
    isIsotropic,
    step: {
      end: new Float64Array(STATE),
      A: new Float64Array(STATE * STATE),
      B: new Float64Array(STATE * free.length),
      G: new Float64Array(STATE * 3),
    },
    moved: new Float64Array(STATE),
    f0: new Float64Array(3),
    f1: new Float64Array(3),
  };
}

/** Relative size of the differences. */
const DIFFERENCE = 1e-6;

/** Advances `state` from sample k to k + 1 into `step.end`. With `derivatives`, also writes A, B and G by forward differences. */
export function linearizeStep(
  it: Linearizer,
  samples: Samples,
  k: number,
  state: Float64Array,
  derivatives: boolean,
): void {
  const { integrator, step, free, f0, f1 } = it;
  const { motion } = integrator;
  const dt = samples.t[k + 1] - samples.t[k];
  for (let i = 0; i < 3; i++) {
    f0[i] = samples.force[3 * k + i];
    f1[i] = samples.force[3 * k + 3 + i];
  }
  step.end.set(state);
  advance(integrator, step.end, f0, f1, dt, false);
  if (!derivatives) return;
  const p = motion.parameters;
  const speed = Math.hypot(state[3], state[4], p[1] * state[5]);
  const dv = DIFFERENCE * Math.max(speed, 1e-6);
  step.A.fill(0);
  for (let i = 0; i < 3; i++) step.A[STATE * i + i] = 1;
  // Without forces and for equal axes the angle does not matter.
  if (!it.isIsotropic) differ(it, state, dt, step.A, STATE, 2, 2, DIFFERENCE);
  for (let j = 3; j < STATE; j++) differ(it, state, dt, step.A, STATE, j, j, j === 5 ? dv / p[1] : dv);
  free.forEach((index, j) => {
    const kept = p[index];
    p[index] = kept * (1 + DIFFERENCE);
    differ(it, state, dt, step.B, free.length, j, -1, Math.log1p(DIFFERENCE));
    p[index] = kept;
  });
  if (!motion.hasForces) return;
  const df = DIFFERENCE * p[0] * p[4] * motion.gravity;
  for (let j = 0; j < 3; j++) {
    const change = j === 2 ? df * p[1] : df;
    f0[j] += change;
    f1[j] += change;
    differ(it, state, dt, step.G, 3, j, -1, change);
    f0[j] -= change;
    f1[j] -= change;
  }
}

/** Writes column `column`: the change of the end by `change` of component `index` of the state (-1: something else changed). */
function differ(
  it: Linearizer,
  state: Float64Array,
  dt: number,
  out: Float64Array,
  width: number,
  column: number,
  index: number,
  change: number,
): void {
  const { integrator, moved, step } = it;
  moved.set(state);
  if (index >= 0) moved[index] += change;
  advance(integrator, moved, it.f0, it.f1, dt, true);
  for (let i = 0; i < STATE; i++) out[width * i + column] = (moved[i] - step.end[i]) / change;
}
