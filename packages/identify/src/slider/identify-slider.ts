import type { FrictionLaw } from '@stiction/friction-core';
import type { Estimate } from '../estimate.js';
import { fitMotion, type MotionFit } from './fit-motion.js';
import { measureNoise, residualNoise } from './noise.js';
import { OWNER, readData, type SliderInput } from './read-data.js';
import { reportFit } from './report-fit.js';
import { findRuns, findStarts, type LocalMotion, measureLocally } from './start.js';
import type { NoiseModel, Run } from './whiten.js';

export interface SliderData {
  /** Times, s, rising. They need not be equally spaced. */
  t: ArrayLike<number>;
  /** Position of the centre of mass, m. */
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  /** rad. Jumps by 2π are removed. */
  angle: ArrayLike<number>;
  /** Applied force in the world's axes, N. @default none: the body slides freely */
  fx?: ArrayLike<number>;
  fy?: ArrayLike<number>;
  /** Applied torque about the centre of mass, N m. @default 0 */
  torque?: ArrayLike<number>;
  /** Standard deviations of the measurements. @default estimated from the data */
  noise?: SliderNoise;
  /** kg, > 0. @default fitted if there are forces; without them it does not matter */
  mass?: number;
  /** Radius of gyration about the vertical, √(I_z/m), m, > 0. @default fitted */
  gyrationRadius?: number;
  /** m/s², > 0. @default 9.81 */
  gravity?: number;
  /** Height of the centre of mass above the floor, m, >= 0. @default 0: braking does not shift the load */
  height?: number;
  /** Height at which the force acts, m, >= 0. @default `height` */
  pushHeight?: number;
  /** Also fits the ratio of friction along the body's y to that along its x. @default false */
  anisotropic?: boolean;
  /** Ignores samples with a slower centre of mass, m/s, >= 0. @default 0: only those whose motion is lost in the noise */
  minSpeed?: number;
}

export interface SliderNoise {
  /** Of x and y, m. */
  position?: number;
  /** Of the angle, rad. */
  angle?: number;
  /** Of fx and fy, N. */
  force?: number;
  /** Of the torque, N m. */
  torque?: number;
}

export interface SliderIdentification {
  /** Coefficient of friction (along the body's x). With an unknown g only mu times g is known: it assumes `gravity`. */
  mu: Estimate;
  /** Torque of pure spinning divided by friction of pure sliding, e_r / e_t, m. */
  torsionRadius: Estimate;
  /** Friction along the body's y divided by that along its x, e_o / e_t. */
  anisotropy: Estimate;
  gyrationRadius: Estimate;
  mass: Estimate;
  /** The friction for an engine: `ecp`, or `coulomb` if the torsion radius is unknown; undefined if mu is unknown. */
  law: FrictionLaw | undefined;
  /** Standard deviations used, given or estimated. */
  noise: Required<SliderNoise>;
  /** Root mean square of the residuals in units of the noise: about 1 if model and noise are right. */
  misfit: number;
  /** Per sample of sliding: index, measured less fitted pose. */
  residuals: SliderResiduals;
  iterations: number;
  /** What could not be found, and why; doubts about the fit. */
  messages: string[];
}

export interface SliderResiduals {
  /** Indices into `t`. */
  index: Int32Array;
  x: Float64Array;
  y: Float64Array;
  angle: Float64Array;
}

/**
 * Friction of a body that slides on a floor, from its recorded poses: a push that is let go, or a push with measured forces. Fits the
 * motion of the slider with an equivalent contact point (see motion.ts) to all poses at once, with the initial states of every run of
 * sliding as further unknowns:
 *
 *     minimize  Σ |z_k - pose(s_k)|² / σ²   over θ, s_0 and the noise of the forces,   s' = f(s, F, θ)
 *
 * by Gauss-Newton (single shooting without forces; multiple shooting on a Kalman filter with noisy forces, see whiten.ts). Velocities
 * and accelerations are never taken from differences, so the errors do not grow with the sampling rate. Standard errors come from the
 * curvature at the minimum and the noise, which is estimated from the residuals unless given; they grow if the residuals do not look
 * like noise. Equal pressure centre and centre of mass are assumed.
 *
 * [Xie] (43)-(45) give the parameters of one step; here all steps are fitted together, in continuous time.
 */
export function identifySlider(data: SliderData): SliderIdentification {
  const input = readData(data);
  const { samples, motion, free, isIsotropic, given } = input;
  const local = measureLocally(samples);
  let noise = measureNoise(samples, given, motion.hasForces);
  const runs = findRuns(local, noise, input.minSpeed);
  if (runs.length === 0) {
    throw new RangeError(
      `${OWNER}: x, y and angle must contain 4 or more consecutive samples that slide faster than the noise (got none in ${samples.t.length} samples)`,
    );
  }
  let fit = fitFromStarts(input, local, runs, noise);
  const misfit = Math.sqrt(fit.cost / Math.max(fit.degrees, 1));
  // The noise of a free slide shows in its residuals, better than in differences of a short series.
  const estimatesPose = given.position === undefined || given.angle === undefined;
  for (let n = 0; n < 3 && estimatesPose && !motion.hasForces; n++) {
    noise = residualNoise(samples, runs, given, fit.degrees);
    const before = fit.iterations;
    fit = fitMotion(motion, free, isIsotropic, samples, runs, noise);
    fit = { ...fit, iterations: before + fit.iterations };
  }
  return reportFit(input, runs, noise, fit, misfit);
}

/** A fit as good as the noise allows is not improved by another start. */
const GOOD = 2;

/** Fits from one start after the other until a fit is good, and leaves the best one in the parameters and the runs. */
function fitFromStarts(
  { samples, motion, free, isIsotropic }: SliderInput,
  local: LocalMotion,
  runs: readonly Run[],
  noise: NoiseModel,
): MotionFit {
  const states = runs.map((run) => run.states.slice());
  const fitFrom = (start: Float64Array) => {
    motion.parameters.set(start);
    for (const [r, run] of runs.entries()) run.states.set(states[r]);
    const fit = fitMotion(motion, free, isIsotropic, samples, runs, noise);
    return { fit, parameters: motion.parameters.slice(), states: runs.map((run) => run.states.slice()) };
  };
  const isGood = ({ fit }: { fit: MotionFit }) => fit.converged && fit.cost < GOOD * Math.max(fit.degrees, 1);
  const [first, ...others] = findStarts(motion, free, samples, local, runs);
  let best = fitFrom(first);
  for (let n = 0; n < others.length && !isGood(best); n++) {
    const next = fitFrom(others[n]);
    if (next.fit.cost < best.fit.cost) best = next;
  }
  motion.parameters.set(best.parameters);
  for (const [r, run] of runs.entries()) run.states.set(best.states[r]);
  return best.fit;
}
