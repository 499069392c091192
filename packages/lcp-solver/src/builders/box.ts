import { type BuiltMlcp, bindConstraints, buildFrame, type FrictionSystem, forces, measure } from './system.js';

/**
 * Box friction: each of the two tangent directions of D sticks or slides for itself, within ± μ times the normal force of the
 * step before (Lacoursière 2003; the comparison of [Peiret]). The friction square has corners, so force and slip are not
 * aligned.
 */
export function boxMlcp(system: FrictionSystem, options: { lambdaN: ArrayLike<number> }): BuiltMlcp {
  const { n, m, r } = measure('boxMlcp', system);
  const { h, mu } = system;
  const problem = buildFrame(
    system,
    n,
    [
      [system.A, m],
      [system.N, r],
      [system.D, 2 * r],
    ],
    0,
  );
  bindConstraints(problem, system, n, m);
  const first = n + m + r;
  for (let k = 0; k < 2 * r; k++) {
    const bound = h * mu[k >> 1] * options.lambdaN[k >> 1];
    problem.lo[first + k] = -bound;
    problem.hi[first + k] = bound;
  }
  return {
    problem,
    read: (z) => ({
      v: forces(z, 0, n, 1),
      lambda: forces(z, n, m, h),
      lambdaN: forces(z, n + m, r, h),
      lambdaT: forces(z, first, 2 * r, h),
    }),
  };
}
