import type { MlcpProblem } from '@stiction/lcp-solver';
import { seededRandom } from '../../packages/lcp-solver/test/support.js';

/** M = G Gᵀ / n + 0.1 I, about half of the unknowns at their bound. */
export function randomProblem(n: number): MlcpProblem & { M: Float64Array; q: Float64Array } {
  const random = seededRandom(n);
  const G = Float64Array.from({ length: n * n }, () => 2 * random() - 1);
  const M = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? 0.1 : 0;
      for (let k = 0; k < n; k++) sum += (G[i * n + k] * G[j * n + k]) / n;
      M[i * n + j] = sum;
      M[j * n + i] = sum;
    }
  }
  const active = Array.from({ length: n }, () => random() < 0.5);
  const q = Float64Array.from({ length: n }, (_, i) => (active[i] ? 0 : random()));
  for (let j = 0; j < n; j++) {
    const z = active[j] ? random() : 0;
    for (let i = 0; i < n; i++) q[i] -= M[i * n + j] * z;
  }
  return { n, M, q };
}
