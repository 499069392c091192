import { requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { requireFinite } from '../options.js';
import { type FitProblem, fitSlider, UNDETERMINED } from './identify-fit.js';
import { createStepModel, measureStep, type StepModel } from './identify-step.js';

export interface SliderTrajectory {
  /** Mass, kg, > 0. */
  m: number;
  /** Moment of inertia about the vertical through the CM, kg m², > 0. */
  Iz: number;
  /** Height of the CM, m, >= 0. */
  qz: number;
  /** m/s², >= 0. @default 9.81 */
  g?: number;
  /** Time between two samples, s, > 0. */
  h: number;
  /** Measured v_x, v_y [m/s] and w_z [rad/s], three numbers per sample. */
  velocities: ArrayLike<number>;
  /** Impulse applied between two samples as in `planarSlider`, six numbers per step, N s and N m s. @default none */
  applied?: ArrayLike<number>;
  /**
   * Standard deviations of the noise of v_x and v_y [m/s], w_z [rad/s], p_x and p_y [N s] and of each moment impulse [N
   * m s], or numbers proportional to them.
   * @default the root mean square of each
   */
  noise?: SliderNoise;
  /**
   * A step counts as sliding if |(v, w_z)| after it, v and w_z each divided by its root mean square, exceeds this
   * value, > 0. Choose several times the noise, otherwise rest is mistaken for sliding.
   * @default 0.1
   */
  minSlip?: number;
}

export interface SliderNoise {
  velocity: number;
  spin: number;
  /** @default 0 */
  impulse?: number;
  /** @default 0 */
  moment?: number;
}

export interface SliderIdentification {
  /** μ e_t, 1. */
  muEt: number;
  /** e_o / e_t, 1. */
  eoOverEt: number;
  /** e_r / e_t, m. */
  erOverEt: number;
  /** Standard errors, in the same units. */
  standardErrors: { muEt: number; eoOverEt: number; erOverEt: number };
  /** Covariance of [muEt, eoOverEt, erOverEt], 3 × 3, row-major. */
  covariance: Float64Array;
  /**
   * Estimated noise in units of `noise`: 1 if `noise` was right. Without `noise`, 0.01 means 1 % of the root mean
   * square.
   */
  noiseLevel: number;
  /** Number of sliding steps used. */
  steps: number;
}

/**
 * Identifies the friction ellipsoid of a slider from its measured motion. [Xie] (43)-(45) give it from one step,
 *
 *     (μ e_t)² = p_t (p_t v_t + p_o v_o + p_r v_r) / (p_n² v_t)                                (43)
 *     (e_o/e_t)² = p_o v_t / (p_t v_o),   (e_r/e_t)² = p_r v_t / (p_t v_r)                     (44)
 *
 * with friction p and slip v from (45), see identify-step.ts. But (45) uses differences of velocities, so its noise is
 * large, and it appears in numerators and denominators: averages over the steps are biased. Therefore the true
 * velocities and impulses are estimated together with θ = (μ e_t, e_o/e_t, e_r/e_t) (errors in variables, Britt &
 * Luecke 1973): of all motions that satisfy (43)-(45) in every sliding step, the one closest to the measurement,
 *
 *     minimize  Σ (x̂ - x)² / var(x)   over x̂ and θ,   with  G_u = v̂_{u+1} - v'(v̂_u, p̂_u; θ) = 0
 *
 * where v' is `planarSlider`, that is (43)-(45) solved for the velocity after the step. Gauss-Newton steps:
 *
 *     r = G(x̂) + B (x - x̂),   S = B var(x) Bᵀ,   δ ln θ = -(Aᵀ S⁻¹ A)⁻¹ Aᵀ S⁻¹ r
 *     x̂ = x - var(x) Bᵀ S⁻¹ (r + A δ ln θ)
 *     cov(ln θ) = s² (Aᵀ S⁻¹ A)⁻¹,   s² = Σ (x̂ - x)² / var(x) / (3 · steps - 3)
 *
 *   x      measurement: velocities v, applied impulses p            m/s, rad/s, N s, N m s
 *   A, B   derivatives of G with respect to ln θ and x
 *   S      block tridiagonal: couples consecutive steps only
 *   s      noise level                                              1
 *
 * Mass, inertia, height, h and p_z are assumed exact, the noise independent. Throws if the motion does not determine
 * all parameters.
 *
 * Differs from the paper: (43) has (μ e_t)² on its left side; (45) includes the torque of the friction force that (24)
 * drops, see `planarSlider`. The estimator is not in the paper, which leaves it for later.
 */
export function identifySlider(trajectory: SliderTrajectory): SliderIdentification {
  const problem = readTrajectory(trajectory);
  const { parameters, covariance: relative, square } = fitSlider(problem, startParameters(problem));
  const steps = problem.used.length;
  const variance = square / (3 * steps - 3);
  const covariance = relative.map((c, k) => c * variance * parameters[Math.floor(k / 3)] * parameters[k % 3]);
  const [muEt, eoOverEt, erOverEt] = parameters;
  return {
    muEt,
    eoOverEt,
    erOverEt,
    standardErrors: {
      muEt: Math.sqrt(covariance[0]),
      eoOverEt: Math.sqrt(covariance[4]),
      erOverEt: Math.sqrt(covariance[8]),
    },
    covariance,
    noiseLevel: Math.sqrt(variance),
    steps,
  };
}

const OWNER = 'identifySlider';

function readTrajectory(options: SliderTrajectory): FitProblem {
  requireKnownOptions(OWNER, options, ['m', 'Iz', 'qz', 'g', 'h', 'velocities', 'applied', 'noise', 'minSlip']);
  const m = requirePositive(OWNER, 'm', options.m, 'kg');
  const Iz = requirePositive(OWNER, 'Iz', options.Iz, 'kg m²');
  const qz = requireNumber(OWNER, 'qz', options.qz, 0, 'm');
  const g = requireNumber(OWNER, 'g', options.g ?? 9.81, 0, 'm/s²');
  const h = requirePositive(OWNER, 'h', options.h, 's');
  const minSlip = requirePositive(OWNER, 'minSlip', options.minSlip ?? 0.1);
  const velocities = readColumn('velocities', options.velocities, 3);
  const steps = velocities.length / 3 - 1;
  const applied =
    options.applied === undefined ? new Float64Array(6 * steps) : readColumn('applied', options.applied, 6);
  if (applied.length !== 6 * steps) {
    throw new RangeError(
      `${OWNER}: applied must have six numbers for each of the ${steps} steps (got ${applied.length} numbers)`,
    );
  }
  const weight = m * g * h;
  for (let u = 0; u < steps; u++) {
    if (!(applied[6 * u + 2] < weight)) {
      throw new RangeError(
        `${OWNER}: applied[${6 * u + 2}], p_z, must be < m g h = ${weight} N s (got ${applied[6 * u + 2]})`,
      );
    }
  }
  const speed = meanSquare(velocities, 3, [0, 1]);
  const spin = meanSquare(velocities, 3, [2]);
  if (!(speed > 0 && spin > 0)) throw new RangeError(UNDETERMINED);
  const used: number[] = [];
  for (let u = 0; u < steps; u++) {
    const [vx, vy, w] = velocities.subarray(3 * u + 3, 3 * u + 6);
    if ((vx * vx + vy * vy) / speed + (w * w) / spin > minSlip * minSlip) used.push(u);
  }
  if (used.length < 2) {
    throw new RangeError(`${OWNER}: velocities must have two or more sliding steps (got ${used.length})`);
  }
  const body = { m, Iz, qz, g, h };
  return { body, velocities, applied, used, variance: readVariance(options.noise, velocities, applied) };
}

function readColumn(option: string, values: ArrayLike<number>, width: number): Float64Array {
  if (!(values?.length >= width) || values.length % width !== 0) {
    throw new RangeError(`${OWNER}: ${option} must be ${width} numbers per row (got ${values?.length} numbers)`);
  }
  return Float64Array.from({ length: values.length }, (_, k) => requireFinite(OWNER, `${option}[${k}]`, values[k]));
}

/** Variance of v_x, v_y, w_z before and after a step and of its applied impulse. */
function readVariance(noise: SliderNoise | undefined, velocities: Float64Array, applied: Float64Array): Float64Array {
  if (noise === undefined) {
    const v = meanSquare(velocities, 3, [0, 1]) / 2;
    const w = meanSquare(velocities, 3, [2]);
    const p = meanSquare(applied, 6, [0, 1]) / 2;
    return Float64Array.from([v, v, w, v, v, w, p, p, 0, ...[3, 4, 5].map((e) => meanSquare(applied, 6, [e]))]);
  }
  const owner = `${OWNER}: noise`;
  requireKnownOptions(owner, noise, ['velocity', 'spin', 'impulse', 'moment']);
  const v = requirePositive(owner, 'velocity', noise.velocity, 'm/s') ** 2;
  const w = requirePositive(owner, 'spin', noise.spin, 'rad/s') ** 2;
  const p = requireNumber(owner, 'impulse', noise.impulse ?? 0, 0, 'N s') ** 2;
  const t = requireNumber(owner, 'moment', noise.moment ?? 0, 0, 'N m s') ** 2;
  return Float64Array.of(v, v, w, v, v, w, p, p, 0, t, t, t);
}

/** Mean over the rows of the sum of squares in the given columns. */
function meanSquare(values: Float64Array, width: number, columns: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += width) for (const c of columns) sum += values[at + c] ** 2;
  return sum === 0 ? 0 : (sum * width) / values.length;
}

/**
 * Initial parameters: (43) and (44) as p_i = -c_i p_n v_i / s, s = |(v_t, β v_o, γ v_r)|, by least squares for c = (α,
 * α β², α γ²), with averages over a few steps, because velocity differences over longer times are less noisy. Iterates
 * because s depends on β and γ.
 */
function startParameters(problem: FitProblem): Float64Array {
  const { body, used } = problem;
  const model = createStepModel(body);
  const { friction: p, slip: v } = model;
  const parameters = Float64Array.of(1, 1, Math.sqrt(body.Iz / body.m));
  const length = [8, 4, 2].find((n) => findRuns(used, n).length >= 3) ?? 1;
  for (let iteration = 0; iteration < 20; iteration++) {
    const top = [0, 0, 0];
    const bottom = [0, 0, 0];
    for (const u of findRuns(used, length)) {
      loadMean(model, problem, u, length);
      const pn = measureStep(model);
      const s = Math.sqrt(v[0] ** 2 + (parameters[1] * v[1]) ** 2 + (parameters[2] * v[2]) ** 2);
      for (let i = 0; i < 3; i++) {
        top[i] -= (p[i] * pn * v[i]) / s;
        bottom[i] += ((pn * v[i]) / s) ** 2;
      }
    }
    // Keep a parameter that is lost in the noise.
    const c = top.map((value, i) => (value > 0 ? value / bottom[i] : parameters[0] * (i > 0 ? parameters[i] ** 2 : 1)));
    parameters[0] = c[0];
    parameters[1] = Math.sqrt(c[1] / c[0]);
    parameters[2] = Math.sqrt(c[2] / c[0]);
  }
  return parameters;
}

/** First steps of all runs of `length` consecutive sliding steps. */
function findRuns(used: readonly number[], length: number): number[] {
  return used.filter((u, k) => used[k + length - 1] === u + length - 1);
}

/** Loads the averages over a run as the data of one step. */
function loadMean({ data }: StepModel, { velocities, applied }: FitProblem, u: number, length: number): void {
  data.fill(0);
  for (let n = u; n < u + length; n++) {
    for (let e = 0; e < 3; e++) data[3 + e] += velocities[3 * n + 3 + e] / length;
    for (let e = 0; e < 6; e++) data[6 + e] += applied[6 * n + e] / length;
  }
  for (let e = 0; e < 3; e++)
    data[e] = data[3 + e] - (velocities[3 * (u + length) + e] - velocities[3 * u + e]) / length;
}
