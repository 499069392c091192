import { requireKnownOptions, requireNumber, requirePositive } from '../options.js';
import { type FrictionCurve, type ModelInput, readInput, requireDimension, requireFriction } from './input.js';
import { createSlider, requireSolution, type SlipSolution } from './slider.js';

/** One visco-elastic element. At least one of stiffness, viscosity and mass must be positive. */
export interface ViscoElasticElement {
  /** Stiffness K before slip, N/m, ≥ 0. */
  stiffness: number;
  /** Viscosity B before slip, N s/m, ≥ 0 (0 by default). */
  viscosity?: number;
  /** Mass M of the sliding object, kg, ≥ 0 (0 by default). */
  mass?: number;
  friction: FrictionCurve;
  /** 'exact' (the default) solves (28b), 'approximate' uses (18) with C for M. */
  solution?: SlipSolution;
}

export interface ViscoElasticOptions extends ViscoElasticElement {
  /** 1 (the default), 2 or 3. */
  dimension?: 1 | 2 | 3;
}

/** Motion in, force out, as for a haptic device. */
export interface ContinuousModel {
  readonly dimension: number;
  /** Force f_k on the hand or device that moves the end-point, N. */
  readonly force: Float64Array;
  /** Moves the end-point for `dt` s (> 0) with `velocity`, m/s. Returns `force`: the same array every time. */
  step(velocity: ModelInput, dt: number): Float64Array;
  /** Moves the end-point to `position`, m, in `dt` s. Returns `force`. */
  stepTo(position: ModelInput, dt: number): Float64Array;
  /** Relaxes the model and moves its end-point to `position`, m (0 by default). */
  reset(position?: ModelInput): void;
}

export interface ViscoElasticModel extends ContinuousModel {
  /** Deflection z_k = x_k - w_k of the visco-elastic element, m. */
  readonly deflection: Float64Array;
  /** Velocity (w_k - w_{k-1}) / T of the sliding object, m/s: exactly 0 while it sticks. */
  readonly slip: Float64Array;
  /** Friction force g_k of the surface on the object, N. It equals f_k up to round-off if M = 0. */
  readonly frictionForce: Float64Array;
}

/**
 * The linear continuous model of [Kikuuwe], (29) with (28): a spring and a damper pull an object with friction.
 *
 *     C    = M + T B + T² K                                                             (26)
 *     ū    = v_k + (T K z_{k-1} - M (v_k - ẇ_{k-1})) / C                                (29a)
 *     g_k  = -C ū / T                        if |ū| ≤ T |φ(±0)| / C                      (28a)
 *     g_k  = g  with  g = φ(ū + T g / C)     otherwise                                  (28b)
 *     ẇ_k  = ū + T g_k / C,   z_k = z_{k-1} + T (v_k - ẇ_k)                             (29c)
 *     f_k  = -K z_k - B (v_k - ẇ_k)                                                     (29d)
 *
 *   x, v   position and velocity of the end-point        m, m/s
 *   w, ẇ   position and velocity of the object           m, m/s
 *   z      deflection x - w                              m
 *   f      force on what moves the end-point             N
 *   g      friction force on the object                  N
 *   φ      friction law, see FrictionCurve               N
 *   K, B   stiffness and viscosity before slip           N/m, N s/m
 *   M      mass of the object, may be 0                  kg
 *   T      time step, `dt`                               s
 *
 * Passive for every T, also a varying one, every curve and dimension, M ≥ 0, B ≥ 0. With E = ½ K |z|² + ½ M |ẇ|² the
 * work done on the end-point is, by (20) and (29),
 *
 *     -T f_k · v_k = E_k - E_{k-1} + ½ K |Δz|² + ½ M |Δẇ|² + T B |v_k - ẇ_k|² - T g_k · ẇ_k,   g_k · ẇ_k ≤ 0
 *
 * M = 0, B = 0 and constant friction make the perfect elasto-plastic element.
 *
 * Differs from the paper: it stores ẇ_{k-1} instead of v_{k-1} and Δz_{k-1}, which is the same for a constant T and also correct for
 * a varying one. 'approximate' is capped as in `fixedStepModel`.
 */
export function viscoElasticModel(options: ViscoElasticOptions): ViscoElasticModel {
  const owner = 'viscoElasticModel';
  requireKnownOptions(owner, options, [...ELEMENT_OPTIONS, 'dimension']);
  const { dimension, ...element } = options;
  return createElement(owner, element, requireDimension(owner, dimension));
}

const ELEMENT_OPTIONS = ['stiffness', 'viscosity', 'mass', 'friction', 'solution'];

/** Creates an element; `compoundModel` names its elements in messages and has one dimension for all. */
export function createElement(owner: string, options: ViscoElasticElement, dimension: number): ViscoElasticModel {
  requireKnownOptions(owner, options, ELEMENT_OPTIONS);
  const K = requireNumber(owner, 'stiffness', options.stiffness, 0, 'N/m');
  const B = requireNumber(owner, 'viscosity', options.viscosity ?? 0, 0, 'N s/m');
  const M = requireNumber(owner, 'mass', options.mass ?? 0, 0, 'kg');
  if (K + B + M === 0) throw new RangeError(`${owner}: one of stiffness, viscosity and mass must be > 0 (got 0, 0, 0)`);
  const slide = createSlider(requireFriction(owner, options.friction), requireSolution(owner, options.solution));
  const force = new Float64Array(dimension);
  const deflection = new Float64Array(dimension);
  const slip = new Float64Array(dimension);
  const frictionForce = new Float64Array(dimension);
  const end = new Float64Array(dimension);
  const from = new Float64Array(dimension);
  const v = new Float64Array(dimension);
  const free = new Float64Array(dimension);
  const compliance = new Float64Array(1);

  function advance(dt: number): Float64Array {
    const elementMass = dt * B + dt * dt * K;
    const C = M + elementMass;
    compliance[0] = dt / C;
    for (let i = 0; i < dimension; i++) free[i] = (elementMass * v[i] + dt * K * deflection[i] + M * slip[i]) / C;
    slide(free, compliance, frictionForce, slip);
    for (let i = 0; i < dimension; i++) {
      const stretching = v[i] - slip[i];
      deflection[i] += dt * stretching;
      force[i] = -K * deflection[i] - B * stretching;
    }
    return force;
  }

  return {
    dimension,
    force,
    deflection,
    slip,
    frictionForce,
    step(velocity, dt) {
      requirePositive(owner, 'dt', dt, 's');
      readInput(owner, 'velocity', velocity, v);
      for (let i = 0; i < dimension; i++) end[i] += dt * v[i];
      return advance(dt);
    },
    stepTo(position, dt) {
      requirePositive(owner, 'dt', dt, 's');
      from.set(end);
      readInput(owner, 'position', position, end);
      for (let i = 0; i < dimension; i++) v[i] = (end[i] - from[i]) / dt;
      return advance(dt);
    },
    reset(position) {
      for (const state of [force, deflection, slip, frictionForce]) state.fill(0);
      if (position === undefined) end.fill(0);
      else readInput(owner, 'position', position, end);
    },
  };
}
