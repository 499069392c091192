import { buildCommonRows, checkSystem, type FrictionMlcp, type FrictionSystem, readStep } from './system.js';

/**
 * Regularised friction model of [Peiret] as a mixed LCP with bounds, (30)-(31).
 *
 *     static   |v_T| ≤ v_th:  λ_T⁺ = λ_T - h k_T v_T⁺                                    (9)-(15), (26)
 *     kinetic  |v_T| > v_th:  λ_T1⁺ = -μ λ_N - h k_T v_T1⁺,  λ_T2⁺ = -b_μ v_T2⁺            (16)-(20), (27)
 *     both     -μ λ_N ≤ λ_T⁺ ≤ μ λ_N  per component,  b_μ = μ λ_N / v_T1
 *
 *   k_T   bristle stiffness                                  N/m, Infinity allowed (29)
 *   v_th  slip speed below which the static model is used    m/s
 *   λ_N, λ_T   normal and friction force of the previous step   N
 *
 * The tangent basis of each contact is rotated so that its first direction lies along the previous friction force
 * (static) or the slip (kinetic); the result is rotated back to the basis of D.
 *
 * The equations are those of the paper. Without a previous force the static basis is that of D, and a kinetic contact
 * without normal force has no friction (the paper's b_μ would be 0/v).
 */
export interface BristleOptions {
  /** Bristle stiffness k_T, > 0 N/m; Infinity allowed. */
  stiffness: number;
  /** Slip speed v_th below which the static model is used, >= 0 m/s. */
  vThreshold: number;
  /** Normal forces of the previous step, r [N]. */
  lambdaN: ArrayLike<number>;
  /** Friction forces of the previous step in the basis of D, 2r [N]. */
  lambdaT: ArrayLike<number>;
}

export function bristleMlcp(system: FrictionSystem, options: BristleOptions): FrictionMlcp {
  const sizes = checkSystem('bristleMlcp', system);
  const { n, m, r } = sizes;
  const { h, D, mu, v } = system;
  const { stiffness, vThreshold, lambdaN, lambdaT } = options;
  if (!(stiffness > 0)) throw new RangeError(`bristleMlcp: stiffness must be > 0 N/m (got ${stiffness})`);
  if (!(vThreshold >= 0)) throw new RangeError(`bristleMlcp: vThreshold must be >= 0 m/s (got ${vThreshold})`);

  // Per contact: cosine and sine of the rotation, compliances C̃ and previous forces λ̃ of the two directions.
  const rotation = new Float64Array(2 * r);
  const compliance = new Float64Array(2 * r);
  const previousForce = new Float64Array(2 * r);
  const rotatedD = new Float64Array(2 * r * n);
  for (let i = 0; i < r; i++) {
    let slip1 = 0;
    let slip2 = 0;
    for (let j = 0; j < n; j++) {
      slip1 += D[2 * i * n + j] * v[j];
      slip2 += D[(2 * i + 1) * n + j] * v[j];
    }
    const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
    const kinetic = speed > vThreshold;
    const along = kinetic ? [slip1, slip2] : [-lambdaT[2 * i], -lambdaT[2 * i + 1]];
    const length = Math.sqrt(along[0] * along[0] + along[1] * along[1]);
    const cos = length > 0 ? along[0] / length : 1;
    const sin = length > 0 ? along[1] / length : 0;
    rotation[2 * i] = cos;
    rotation[2 * i + 1] = sin;
    for (let j = 0; j < n; j++) {
      const d1 = D[2 * i * n + j];
      const d2 = D[(2 * i + 1) * n + j];
      rotatedD[2 * i * n + j] = cos * d1 + sin * d2;
      rotatedD[(2 * i + 1) * n + j] = cos * d2 - sin * d1;
    }
    const bound = mu[i] * lambdaN[i];
    compliance[2 * i] = 1 / (stiffness * h * h);
    compliance[2 * i + 1] = compliance[2 * i];
    if (kinetic) {
      previousForce[2 * i] = -bound;
      compliance[2 * i + 1] = bound > 0 ? speed / (bound * h) : compliance[2 * i];
    } else {
      previousForce[2 * i] = cos * lambdaT[2 * i] + sin * lambdaT[2 * i + 1];
      previousForce[2 * i + 1] = cos * lambdaT[2 * i + 1] - sin * lambdaT[2 * i];
    }
  }

  const problem = buildCommonRows(system, sizes, rotatedD, 2 * r, 0);
  const first = n + m + r;
  for (let k = 0; k < 2 * r; k++) {
    const row = first + k;
    const bound = h * mu[k >> 1] * lambdaN[k >> 1];
    problem.M[row * problem.n + row] = compliance[k];
    problem.q[row] = -compliance[k] * h * previousForce[k];
    problem.lo[row] = -bound;
    problem.hi[row] = bound;
  }

  return {
    problem,
    read(z) {
      const step = readStep(z, sizes, h);
      for (let k = 0; k < 2 * r; k += 2) {
        const [cos, sin] = rotation.subarray(k);
        const [along, across] = step.lambdaT.subarray(k);
        step.lambdaT[k] = cos * along - sin * across;
        step.lambdaT[k + 1] = sin * along + cos * across;
      }
      return step;
    },
  };
}
