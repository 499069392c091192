import { requireKnownOptions, requirePositive } from '../options.js';
import { type ModelInput, readInput, requireDimension } from './input.js';

export interface PointModelOptions {
  /** Mass M of the object, kg, > 0. */
  mass: number;
  /** 1 (the default), 2 or 3. */
  dimension?: 1 | 2 | 3;
}

/** An object of mass M that slides on a fixed surface, M v̇ = h + f: [Kikuuwe] (1). */
export interface PointModel {
  readonly dimension: number;
  /** Velocity v_k of the object after the step, m/s. May be written between steps. */
  readonly velocity: Float64Array;
  /** Friction force f_k of the step on the object, N. */
  readonly force: Float64Array;
  /**
   * Advances the velocity by `dt` s (> 0) under friction and `external`, the sum h_k of all other forces, N.
   * Returns `force`: the same array every time.
   */
  step(external: ModelInput, dt: number): Float64Array;
  /** Sets the velocity, m/s (0 by default), and clears the force. */
  reset(velocity?: ModelInput): void;
}

/** Sets `force`, and `velocity` at the end of the step. */
type Advance = (external: Float64Array, dt: number, velocity: Float64Array, force: Float64Array) => void;

/** Checks the options that all point models have; `own` are the names of the others. */
export function requirePoint(
  owner: string,
  options: PointModelOptions,
  own: readonly string[],
): { mass: number; dimension: number } {
  requireKnownOptions(owner, options, ['mass', ...own, 'dimension']);
  const mass = requirePositive(owner, 'mass', options.mass, 'kg');
  return { mass, dimension: requireDimension(owner, options.dimension) };
}

export function createPointModel(owner: string, dimension: number, advance: Advance): PointModel {
  const velocity = new Float64Array(dimension);
  const force = new Float64Array(dimension);
  const h = new Float64Array(dimension);
  return {
    dimension,
    velocity,
    force,
    step(external, dt) {
      requirePositive(owner, 'dt', dt, 's');
      readInput(owner, 'external', external, h);
      advance(h, dt, velocity, force);
      return force;
    },
    reset(start) {
      force.fill(0);
      if (start === undefined) velocity.fill(0);
      else readInput(owner, 'velocity', start, velocity);
    },
  };
}

/** The velocity of (10): v := v + T (h + f) / M. */
export function accelerate(
  h: Float64Array,
  dt: number,
  mass: number,
  velocity: Float64Array,
  force: Float64Array,
): void {
  for (let i = 0; i < force.length; i++) velocity[i] += (dt * (h[i] + force[i])) / mass;
}
