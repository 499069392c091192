import { KERNEL_SIZE } from '../kernels/kernel.js';
import { requirePressure } from '../options.js';
import { evaluatePressure, type Pressure } from '../pressure/pressure.js';
import { createSampler } from './limit-surface.js';
import { directionAt } from './table.js';

/**
 * Ellipsoid approximation of a limit surface, [Waltersson] (22): semi-axes 1, 1, r per unit load and friction
 * coefficient, f = S v_S / |v_S| with v_S = S v, S = diag(1, 1, r). Differs from the paper: f is the friction that
 * opposes the twist (the paper's (22) lacks the minus sign of friction).
 */
export interface EllipsoidFit {
  /** Semi-axes [1, 1, m]. */
  readonly radii: readonly [number, number, number];
  /** Error of the approximation for this shape. */
  readonly report: EllipsoidReport;
}

export interface EllipsoidReport {
  /**
   * Distance between the exact and the approximate wrench for the same twist, [f₁, f₂, f₃/r], over all directions: the
   * error in the friction of a sliding body. Root mean square and maximum.
   */
  readonly wrenchRms: number;
  readonly wrenchMax: number;
  /** Twist [vx, vy, w] with the largest error. */
  readonly worstTwist: readonly [number, number, number];
  /** Largest distance between the exact surface and the ellipsoid, | |f|/1 - 1 |. */
  readonly shapeMax: number;
  /** Friction force while spinning about the pressure centre; 0 for the ellipsoid. */
  readonly spinForce: number;
}

/** Directions per quarter turn in the report. */
const DIRECTIONS = 24;

export function ellipsoidFit(pressure: Pressure): EllipsoidFit {
  requirePressure('ellipsoidFit', pressure);
  const { r, sample } = createSampler(pressure);
  const twist = new Float64Array(3);
  const f = new Float64Array(3);
  let squares = 0;
  let weights = 0;
  let wrenchMax = 0;
  let shapeMax = 0;
  let worstTwist: [number, number, number] = [0, 0, 1];
  for (let i = 0; i < 4 * DIRECTIONS; i++) {
    for (let j = 0; j <= DIRECTIONS; j++) {
      directionAt('spherical', DIRECTIONS, i, j, twist);
      sample(twist, f);
      // `twist` is a unit vector, so it equals the ellipsoid's wrench.
      const square = [0, 1, 2].reduce((sum, k) => sum + (f[k] - twist[k]) * (f[k] - twist[k]), 0);
      const shape = Math.abs(Math.sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) - 1);
      // Directions are denser near the pole; the sine of the polar angle weights them evenly.
      const weight = Math.sqrt(twist[0] * twist[0] + twist[1] * twist[1]);
      squares += weight * square;
      weights += weight;
      shapeMax = Math.max(shapeMax, shape);
      if (square > wrenchMax * wrenchMax) {
        wrenchMax = Math.sqrt(square);
        worstTwist = [twist[0], twist[1], twist[2] / r];
      }
    }
  }
  const spin = new Float64Array(KERNEL_SIZE);
  evaluatePressure(pressure, Float64Array.of(0, 0, 1), spin);
  const spinForce = Math.sqrt(spin[1] * spin[1] + spin[2] * spin[2]);
  return {
    radii: [1, 1, r],
    report: { wrenchRms: Math.sqrt(squares / weights), wrenchMax, worstTwist, shapeMax, spinForce },
  };
}

/** Wrench of the ellipsoid per unit load and friction coefficient that opposes a twist; 0 at rest. */
export function ellipsoidWrench(fit: EllipsoidFit, twist: ArrayLike<number>, out: Float64Array): Float64Array {
  const r = fit.radii[2];
  const spin = r * twist[2];
  const size = Math.sqrt(twist[0] * twist[0] + twist[1] * twist[1] + spin * spin);
  const share = size > 0 ? 1 / size : 0;
  out[0] = share * twist[0];
  out[1] = share * twist[1];
  out[2] = share * r * spin;
  return out;
}
