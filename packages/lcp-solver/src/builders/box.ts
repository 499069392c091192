import {
  buildCommonRows,
  checkSystem,
  type FrictionMlcp,
  type FrictionSystem,
  readScaled,
  setBilateralRows,
} from './system.js';

/**
 * Box friction: each of the two tangent directions of D sticks or slides independently, within ± μ times the normal force
 * of the previous step (Lacoursière 2003; the comparison in [Peiret]). The limit is a square, so force and slip are not
 * aligned.
 */
export function boxMlcp(system: FrictionSystem, options: { lambdaN: ArrayLike<number> }): FrictionMlcp {
  const { n, m, r } = checkSystem('boxMlcp', system);
  const { h, mu } = system;
  const problem = buildCommonRows(
    system,
    n,
    [
      [system.A, m],
      [system.N, r],
      [system.D, 2 * r],
    ],
    0,
  );
  setBilateralRows(problem, system, n, m);
  const first = n + m + r;
  for (let k = 0; k < 2 * r; k++) {
    const bound = h * mu[k >> 1] * options.lambdaN[k >> 1];
    problem.lo[first + k] = -bound;
    problem.hi[first + k] = bound;
  }
  return {
    problem,
    read: (z) => ({
      v: readScaled(z, 0, n, 1),
      lambda: readScaled(z, n, m, h),
      lambdaN: readScaled(z, n + m, r, h),
      lambdaT: readScaled(z, first, 2 * r, h),
    }),
  };
}
