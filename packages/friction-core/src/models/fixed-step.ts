import { type FrictionCurve, requireFriction } from './input.js';
import { createPointModel, type PointModel, type PointModelOptions, requirePoint } from './point-model.js';
import { createSlider, requireSolution, type SlipSolution } from './slider.js';

export interface FixedStepOptions extends PointModelOptions {
  friction: FrictionCurve;
  /** 'exact' (the default) solves (16b); 'approximate' uses (18), which is cheaper, for smooth curves and short steps. */
  solution?: SlipSolution;
}

/**
 * The discontinuous model of [Kikuuwe], (14) for constant friction and (17) for any curve: friction stops the object within the step
 * if it can, and otherwise is that of the velocity at the end of the step.
 *
 *     v̄   = v_{k-1} + T h_k / M
 *     f_k = -M v̄ / T                                  if |v̄| ≤ T |φ(±0)| / M          (16a)
 *     f_k = f  with  f = φ(v̄ + T f / M)               otherwise                       (16b)
 *     f_k ≈ φ(v̄ - sgn(v̄) T |φ(±0)| / M)               the same, approximately         (18)
 *     v_k = v̄ + T f_k / M
 *
 *   v   velocity                            m/s
 *   h   all other forces                    N
 *   f   friction force                      N
 *   φ   friction law, see FrictionCurve     N
 *   T   time step, `dt`                     s
 *   M   mass                                kg
 *
 * Stops in finite time and stays at rest, without a threshold. For every T, load, curve and dimension f_k · v_k ≤ 0 and |v_k| ≤ |v̄|:
 * friction never adds energy. If (16b) has several solutions (T too long for a falling curve), the fastest is taken, see
 * slip-speed.ts.
 *
 * Differs from the paper: nothing with 'exact'. With 'approximate' the force is capped at M |v̄| / T: (18) alone reverses the velocity,
 * and can add energy, if the curve rises more steeply than M / T.
 */
export function fixedStepModel(options: FixedStepOptions): PointModel {
  const owner = 'fixedStepModel';
  const { mass, dimension } = requirePoint(owner, options, ['friction', 'solution']);
  const slide = createSlider(requireFriction(owner, options.friction), requireSolution(owner, options.solution));
  const free = new Float64Array(dimension);
  const compliance = new Float64Array(1);

  return createPointModel(owner, dimension, (h, dt, velocity, force) => {
    compliance[0] = dt / mass;
    for (let i = 0; i < dimension; i++) free[i] = velocity[i] + (dt * h[i]) / mass;
    slide(free, compliance, force, velocity);
  });
}
