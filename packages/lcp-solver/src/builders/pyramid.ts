import { buildCommonRows, checkSystem, type FrictionMlcp, type FrictionSystem, readStep } from './system.js';

/**
 * Friction pyramid with k evenly spaced directions per contact, the first along D's first (Anitescu & Potra 1997):
 *
 *     0 ≤ β_j ⟂ d_j·v_T + γ ≥ 0,    0 ≤ γ ⟂ μ λ_N - Σ β_j ≥ 0
 *
 * β_j is the impulse along d_j, γ the slip speed in the norm of the pyramid. The limit uses the normal force of the
 * current step.
 */
export function pyramidMlcp(system: FrictionSystem, options: { directions: number }): FrictionMlcp {
  const sizes = checkSystem('pyramidMlcp', system);
  const { n, m, r } = sizes;
  const { directions: k } = options;
  if (!Number.isInteger(k) || k < 3) throw new RangeError(`pyramidMlcp: directions must be an integer >= 3 (got ${k})`);
  const { h, mu, D } = system;
  const cos = Float64Array.from({ length: k }, (_, j) => Math.cos((2 * Math.PI * j) / k));
  const sin = Float64Array.from({ length: k }, (_, j) => Math.sin((2 * Math.PI * j) / k));
  const fan = new Float64Array(r * k * n);
  for (let i = 0; i < r; i++) {
    for (let j = 0; j < k; j++) {
      for (let e = 0; e < n; e++) {
        fan[(i * k + j) * n + e] = cos[j] * D[2 * i * n + e] + sin[j] * D[(2 * i + 1) * n + e];
      }
    }
  }
  const problem = buildCommonRows(system, sizes, fan, r * k, r);
  const { M, n: size } = problem;
  const normals = n + m;
  const first = normals + r;
  for (let i = 0; i < r; i++) {
    const gamma = first + r * k + i;
    M[gamma * size + normals + i] = mu[i];
    for (let j = 0; j < k; j++) {
      const beta = first + i * k + j;
      M[beta * size + gamma] = 1;
      M[gamma * size + beta] = -1;
    }
  }
  return {
    problem,
    read(z) {
      const lambdaT = new Float64Array(2 * r);
      for (let i = 0; i < r; i++) {
        for (let j = 0; j < k; j++) {
          lambdaT[2 * i] += (cos[j] * z[first + i * k + j]) / h;
          lambdaT[2 * i + 1] += (sin[j] * z[first + i * k + j]) / h;
        }
      }
      return { ...readStep(z, sizes, h), lambdaT };
    },
  };
}
