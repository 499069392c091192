import { requireNumber, requirePositive } from '../options.js';
import { measure } from './input.js';
import { accelerate, createPointModel, type PointModel, type PointModelOptions, requirePoint } from './point-model.js';

export interface QuinnOptions extends PointModelOptions {
  /** Friction force F, N, ≥ 0: this model has Coulomb friction only. */
  friction: number;
  /** Half width ε of the ramp, m/s, > 0. T F / M is the best choice. */
  epsilon: number;
}

/**
 * Quinn's model, [Kikuuwe] (7) with (10): a steep ramp, shifted so that it balances h at rest.
 *
 *     f = -F v̄ / ε          if |v̄| ≤ ε                v̄ = v + ε h / F      if |h| ≤ F
 *     f = -sgn(v̄) F         otherwise                 v̄ = v + sgn(h) ε      otherwise
 *     v := v + T (h + f) / M
 *
 *   v   velocity before the step     m/s
 *   h   all other forces             N
 *   f   friction force               N
 *   F   Coulomb friction             N
 *   ε   half width of the ramp       m/s
 *   T   time step, `dt`              s
 *   M   mass                         kg
 *
 * For comparison. With ε = T F / M it equals `fixedStepModel` as long as |h| ≤ F. For larger h it can accelerate the object as the
 * velocity crosses zero; with ε < T F / (2 M) rest is unstable and the force chatters.
 *
 * Differs from the paper: nothing. In 2-D and 3-D sgn(a) = a / |a|.
 */
export function quinnModel(options: QuinnOptions): PointModel {
  const owner = 'quinnModel';
  const { mass, dimension } = requirePoint(owner, options, ['friction', 'epsilon']);
  const F = requireNumber(owner, 'friction', options.friction, 0, 'N');
  const epsilon = requirePositive(owner, 'epsilon', options.epsilon, 'm/s');
  const shifted = new Float64Array(dimension);
  const sizes = new Float64Array(2);

  return createPointModel(owner, dimension, (h, dt, velocity, force) => {
    // Multiplied and divided in the order of (7): if rest is unstable, round-off decides the path.
    measure(h, sizes, 0);
    const pull = sizes[0];
    for (let i = 0; i < dimension; i++) {
      shifted[i] = velocity[i] + (pull <= F ? (F > 0 ? (epsilon * h[i]) / F : 0) : epsilon * (h[i] / pull));
    }
    measure(shifted, sizes, 1);
    const size = sizes[1];
    for (let i = 0; i < dimension; i++) {
      force[i] = size <= epsilon ? (-F * shifted[i]) / epsilon : -F * (shifted[i] / size);
    }
    accelerate(h, dt, mass, velocity, force);
  });
}
