import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { ecp } from '@stiction/limit-surface';
import { type Estimate, givenEstimate, lostEstimate, positiveEstimate } from '../estimate.js';
import { correlationFactor } from '../fit/residuals.js';
import { student95 } from '../fit/student.js';
import type { MotionFit } from './fit-motion.js';
import type { SliderIdentification, SliderResiduals } from './identify-slider.js';
import { GYRATION, MASS, MU, RADIUS, RATIO, STATE } from './motion.js';
import type { SliderInput } from './read-data.js';
import type { NoiseModel, Run } from './whiten.js';

/** Misfit above which the model is doubted: with a hundred samples chance gives 1.1. */
const MISFIT = 1.5;

/** Name of each parameter, and what to record if the data do not determine it. */
const ADVICE: readonly (readonly [name: string, advice: string])[] = [
  ['mu', 'record a motion whose centre of mass slides'],
  ['torsionRadius', 'record a motion that slides and spins at the same time'],
  ['anisotropy', 'record slides along both axes of the body'],
  ['gyrationRadius', 'record a motion that spins, or give it'],
  ['mass', 'record larger forces, or give it'],
];

export function reportFit(
  { samples, motion, free, isIsotropic }: SliderInput,
  runs: readonly Run[],
  noise: NoiseModel,
  fit: MotionFit,
  misfit: number,
): SliderIdentification {
  const p = motion.parameters;
  const degrees = Math.max(fit.degrees, 1);
  const excess = Math.sqrt(fit.cost / degrees);
  const residuals = residualsOf(samples.pose, runs);
  // Noise that was too small, or residuals that are no noise, make the errors larger than the curvature says.
  const columns = [residuals.x, residuals.y, residuals.angle];
  const correlated = motion.hasForces ? 1 : Math.max(...columns.map((column) => correlationFactor(column)));
  const scale = Math.max(1, excess * correlated);
  const quantile = student95(degrees);
  const messages: string[] = [];

  function estimate(index: number, unit: string): Estimate {
    const j = free.indexOf(index);
    if (j < 0) return givenEstimate(p[index], unit);
    const error = Math.sqrt(fit.covariance[j * (free.length + 1)]) * scale;
    const found = positiveEstimate(Math.log(p[index]), error, quantile, unit);
    const [name, advice] = ADVICE[index];
    if (found.status === 'unidentifiable') messages.push(`${name} is not determined: ${advice}`);
    return found;
  }

  const mu = estimate(MU, '1');
  const torsionRadius = estimate(RADIUS, 'm');
  const anisotropy = estimate(RATIO, '1');
  const gyrationRadius = estimate(GYRATION, 'm');
  const mass = motion.hasForces || p[MASS] !== 1 ? estimate(MASS, 'kg') : lostEstimate('kg');
  if (!fit.converged) {
    messages.push(`no convergence in ${fit.iterations} iterations: the motion does not follow the model`);
  }
  if (misfit > MISFIT) {
    messages.push(
      `the residuals are ${misfit.toPrecision(2)} times the noise: the noise is larger, or the motion does not follow the model`,
    );
  }
  if (correlated > MISFIT && scale > MISFIT) {
    messages.push(
      `neighbouring residuals are correlated: the motion does not quite follow the model, and the intervals are ${correlated.toPrecision(2)} times as wide`,
    );
  }
  return {
    mu,
    torsionRadius,
    anisotropy,
    gyrationRadius,
    mass,
    law: lawOf(mu, torsionRadius, anisotropy, isIsotropic),
    noise: { position: noise.pose[0], angle: noise.pose[2], force: noise.force[0], torque: noise.force[2] },
    misfit,
    residuals,
    iterations: fit.iterations,
    messages,
  };
}

function lawOf(mu: Estimate, radius: Estimate, ratio: Estimate, isIsotropic: boolean): FrictionLaw | undefined {
  if (mu.status === 'unidentifiable') return undefined;
  if (radius.status === 'unidentifiable') return isIsotropic ? coulomb({ mu: mu.value }) : undefined;
  if (isIsotropic) return ecp({ mu: mu.value, er: radius.value });
  if (ratio.status === 'unidentifiable') return undefined;
  return ecp({ mu: mu.value, er: radius.value, eo: ratio.value, frame: 'b' });
}

function residualsOf(pose: Float64Array, runs: readonly Run[]): SliderResiduals {
  const count = runs.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const out = {
    index: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    angle: new Float64Array(count),
  };
  let n = 0;
  for (const { first, last, states } of runs) {
    for (let k = first; k <= last; k++, n++) {
      const at = STATE * (k - first);
      out.index[n] = k;
      out.x[n] = pose[3 * k] - states[at];
      out.y[n] = pose[3 * k + 1] - states[at + 1];
      out.angle[n] = pose[3 * k + 2] - states[at + 2];
    }
  }
  return out;
}
