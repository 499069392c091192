import { requireNumber } from '../options.js';
import { type FrictionCurve, measure, requireFriction } from './input.js';
import { accelerate, createPointModel, type PointModel, type PointModelOptions, requirePoint } from './point-model.js';

export interface KarnoppOptions extends PointModelOptions {
  friction: FrictionCurve;
  /** Speed ε below which the object counts as at rest, m/s, ≥ 0. */
  epsilon: number;
}

/**
 * Karnopp's model, [Kikuuwe] (5) with (10): a band of velocities around zero counts as rest.
 *
 *     f = -h                   if |v| ≤ ε and |h| ≤ |φ(±0)|
 *     f = -sgn(h) |φ(±0)|      if |v| ≤ ε and |h| > |φ(±0)|
 *     f = φ(v)                 otherwise
 *     v := v + T (h + f) / M
 *
 *   v   velocity before the step            m/s
 *   h   all other forces                    N
 *   f   friction force                      N
 *   φ   friction law, see FrictionCurve     N
 *   ε   half width of the band              m/s
 *   T   time step, `dt`                     s
 *   M   mass                                kg
 *
 * For comparison; `fixedStepModel` needs no ε. Within the band the object keeps creeping at the speed at which it entered, a band
 * narrower than T φ / M is stepped over and the force chatters, and friction within it can add energy.
 *
 * Differs from the paper: nothing. In 2-D and 3-D sgn(a) = a / |a|.
 */
export function karnoppModel(options: KarnoppOptions): PointModel {
  const owner = 'karnoppModel';
  const { mass, dimension } = requirePoint(owner, options, ['friction', 'epsilon']);
  const friction = requireFriction(owner, options.friction);
  const epsilon = requireNumber(owner, 'epsilon', options.epsilon, 0, 'm/s');
  const sizes = new Float64Array(2);

  return createPointModel(owner, dimension, (h, dt, velocity, force) => {
    measure(velocity, sizes, 0);
    measure(h, sizes, 1);
    const speed = sizes[0];
    const resting = speed <= epsilon;
    const limit = typeof friction === 'number' ? friction : friction(resting ? 0 : speed);
    const against = resting ? h : velocity;
    const size = resting ? sizes[1] : speed;
    const held = resting && size <= limit;
    for (let i = 0; i < dimension; i++) force[i] = held ? -h[i] : -limit * (against[i] / size);
    accelerate(h, dt, mass, velocity, force);
  });
}
