import { buildCommonRows, checkSystem, type FrictionMlcp, type FrictionSystem, readStep } from './system.js';

/**
 * Box friction: each of the two tangent directions of D sticks or slides independently, within ± μ times the normal force
 * of the previous step (Lacoursière 2003; the comparison in [Peiret]). The limit is a square, so force and slip are not
 * aligned.
 */
export function boxMlcp(system: FrictionSystem, options: { lambdaN: ArrayLike<number> }): FrictionMlcp {
  const sizes = checkSystem('boxMlcp', system);
  const { n, m, r } = sizes;
  const { h, mu } = system;
  const problem = buildCommonRows(system, sizes, system.D, 2 * r, 0);
  const first = n + m + r;
  for (let k = 0; k < 2 * r; k++) {
    const bound = h * mu[k >> 1] * options.lambdaN[k >> 1];
    problem.lo[first + k] = -bound;
    problem.hi[first + k] = bound;
  }
  return { problem, read: (z) => readStep(z, sizes, h) };
}
