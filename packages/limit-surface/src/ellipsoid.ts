import { KERNEL_SIZE } from './kernel.js';
import { samplerOf } from './limit-surface.js';
import { evaluatePressure, type Pressure } from './pressure.js';
import { directionAt } from './table.js';

/**
 * The ellipsoid that is often put in the place of a limit surface, [Waltersson] (22): semi-axes 1, 1, r per load and friction
 * coefficient, f = S v_S / |v_S| with v_S = S v, S = diag(1, 1, r).
 * Differs from the paper: f is the friction that opposes the twist (the paper's (22) lacks the minus sign of friction).
 */
export interface EllipsoidFit {
  /** Semi-axes [1, 1, m]. */
  readonly radii: readonly [number, number, number];
  /** How wrong it is for this shape. */
  readonly report: EllipsoidReport;
}

export interface EllipsoidReport {
  /**
   * Distance between the two wrenches for the same twist, [f₁, f₂, f₃/r], over all directions: what a sliding body feels.
   * Root mean square and largest.
   */
  readonly wrenchRms: number;
  readonly wrenchMax: number;
  /** The twist [vx, vy, w] of the largest. */
  readonly worstTwist: readonly [number, number, number];
  /** By how much the true surface leaves the ellipsoid, | |f|/1 - 1 |, as pictures of the two compare them; largest. */
  readonly shapeMax: number;
  /** Friction force while spinning about the pressure centre, which the ellipsoid has as 0. */
  readonly spinForce: number;
}

/** Directions in a quarter turn that the report goes over. */
const DIRECTIONS = 24;

export function ellipsoidFit(pressure: Pressure): EllipsoidFit {
  if (!Array.isArray(pressure?.parts)) {
    throw new TypeError(
      `ellipsoidFit: pressure must be a pressure, e.g. disc({ radius: 0.1 }) (got ${String(pressure)})`,
    );
  }
  const { r, sample } = samplerOf(pressure);
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
      // `twist` is a unit vector, so it is the ellipsoid's wrench too.
      const square = [0, 1, 2].reduce((sum, k) => sum + (f[k] - twist[k]) * (f[k] - twist[k]), 0);
      const shape = Math.abs(Math.sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) - 1);
      // Directions crowd at the pole: by the sine of the polar angle they count alike.
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

/** The ellipsoid's wrench per load and friction coefficient against a twist; 0 at rest. */
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
