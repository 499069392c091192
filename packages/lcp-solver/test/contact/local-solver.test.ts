import { describe, expect, it } from 'vitest';
import { solveLocal } from '../../src/contact/methods/local-solver.js';
import { atMost, seededRandom, trials } from '../support.js';
import { worstResidual } from './check.js';

const SEED = 11;

/** Solves one contact with the cone |x_t| ≤ x_n and checks the result like any other problem. */
function residual(A: number[], c: number[]): number {
  const planar = c.length === 2;
  const block = planar ? [A[0], A[1], 0, A[2], A[3], 0, 0, 0, 1] : A;
  const x = new Float64Array(3);
  solveLocal(Float64Array.from(block), 0, Float64Array.of(c[0], c[1], c[2] ?? 0), planar, x, 0);
  const problem = { dim: planar ? (2 as const) : (3 as const), W: Float64Array.from(A), q: c, mu: [1] };
  return worstResidual(problem, x.subarray(0, c.length));
}

/** G Gᵀ with G of the given rank and scaled rows, plus an unsymmetric part. */
function randomBlock(random: () => number, size: number, rank: number, skew: number): number[] {
  const G = Array.from({ length: size }, () => {
    const stretch = 10 ** (2 * random() - 1);
    return Array.from({ length: rank }, () => stretch * (random() - 0.5));
  });
  return Array.from({ length: size * size }, (_, e) => {
    const [i, j] = [Math.floor(e / size), e % size];
    const even = G[i].reduce((sum, value, k) => sum + value * G[j][k], 0);
    return even * (1 + (i > j ? skew * (random() - 0.5) : 0));
  });
}

describe(`one contact, seed ${SEED}`, () => {
  for (const size of [2, 3]) {
    for (const skew of [0, 1e-3]) {
      it(`is solved exactly in ${size}-D${skew ? ' with a slightly unsymmetric W' : ''}`, () => {
        const random = seededRandom(SEED);
        const statuses = new Set<string>();
        let worst = 0;
        for (let k = 0; k < trials(2000, 5000); k++) {
          const A = randomBlock(random, size, size + 1, skew);
          const c = Array.from({ length: size }, () => 10 ** (2 * random() - 1) * (random() - 0.5));
          worst = Math.max(worst, residual(A, c));
          statuses.add(statusOf(A, c));
        }
        expect(worst).toBeLessThan(1e-11);
        expect([...statuses].sort()).toEqual(['open', 'slip', 'stick']);
      });
    }
  }

  it('is solved with a singular block', () => {
    const random = seededRandom(SEED);
    for (let k = 0; k < trials(1000, 2000); k++) {
      const A = randomBlock(random, 3, 2, 0);
      // q in the range of the block, so that a solution exists.
      const v = [random() - 0.5, random() - 0.5, random() - 0.5];
      const c = [0, 1, 2].map((i) => A[3 * i] * v[0] + A[3 * i + 1] * v[1] + A[3 * i + 2] * v[2]);
      atMost(residual(A, c), 1e-7, `problem ${k}`);
    }
  });
});

function statusOf(A: number[], c: number[]): string {
  const size = c.length;
  if (c[0] >= 0) return 'open';
  const x = new Float64Array(3);
  const block = size === 2 ? [A[0], A[1], 0, A[2], A[3], 0, 0, 0, 1] : A;
  solveLocal(Float64Array.from(block), 0, Float64Array.of(c[0], c[1], c[2] ?? 0), size === 2, x, 0);
  return Math.hypot(x[1], x[2]) < x[0] * (1 - 1e-12) ? 'stick' : 'slip';
}
