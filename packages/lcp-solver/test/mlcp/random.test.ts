import { describe, expect, test } from 'vitest';
import { createMlcpWorkspace, type MlcpMethod, type MlcpProblem, solveMlcp } from '../../src/index.js';
import { atMost, seededRandom, trials } from '../support.js';
import { checkCertificate, independentResidual, roundingOf } from './check.js';
import { families } from './families.js';

// bench/src/lcp-random.ts runs the same families with hundreds of thousands of problems.
const seed = 20270105;
const COUNT = trials(100, 1000);
const TOLERANCE = 1e-8;
const SYMMETRIC = Object.keys(families).slice(0, 7);
const LEMKE = Object.keys(families).slice(7);

function solveAll(name: string, method: MlcpMethod, tolerance = TOLERANCE): void {
  const random = seededRandom(seed);
  const workspace = createMlcpWorkspace(20);
  for (let k = 0; k < COUNT; k++) {
    const problem = families[name](random);
    const answer = solveMlcp(problem, { method, tolerance }, workspace);
    const residual = independentResidual(problem, answer.z);
    expect(answer.status, `problem ${k}, residual ${residual}`).toBe('solved');
    atMost(residual, tolerance * (1 + 1e-3));
    atMost(Math.max(answer.residual, answer.residualScaled), tolerance);
  }
}

describe(`solvable random problems (seed ${seed})`, () => {
  test.each(Object.keys(families))('auto: %s', (name) => solveAll(name, 'auto'));
  test.each(LEMKE)('lemke: %s', (name) => solveAll(name, 'lemke'));
  test.each(SYMMETRIC)('dantzig: %s', (name) => solveAll(name, 'dantzig'));
  test.each(SYMMETRIC)('newton: %s', (name) => solveAll(name, 'newton'));

  test('a solved status is correct for every method, iteration limit and tolerance', () => {
    const random = seededRandom(seed + 1);
    const methods = ['pgs', 'apgd', 'dantzig', 'block-pivot', 'lemke', 'newton'] as const;
    const counts: Record<string, number> = {};
    for (let k = 0; k < trials(600, 5000); k++) {
      const names = Object.keys(families);
      const problem = families[names[k % names.length]](random);
      const method = methods[Math.floor(random() * methods.length)];
      const tolerance = 10 ** (-12 * random());
      const maxIterations = 1 + Math.floor(random() * 30);
      const answer = solveMlcp(problem, { method, tolerance, maxIterations });
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      const residual = independentResidual(problem, answer.z);
      const reported = Math.max(answer.residual, answer.residualScaled);
      atMost(Math.abs(residual - reported), roundingOf(problem, answer.z) + 1e-6 * reported);
      expect(answer.status === 'solved').toBe(reported <= tolerance);
      expect(answer.status).not.toBe('infeasible');
    }
    for (const status of ['solved', 'iteration-limit', 'inaccurate']) expect(counts[status]).toBeGreaterThan(10);
  });
});

describe(`unsolvable problems (seed ${seed})`, () => {
  /** M = G Gᵀ (+ skew) with M y = 0 and y > 0, and q with qᵀy < 0: for z ≥ 0, yᵀw = qᵀy. */
  function infeasible(random: () => number, skew: boolean): MlcpProblem {
    const n = 3 + Math.floor(random() * 10);
    const y = Array.from({ length: n }, () => 0.2 + random());
    const size = y.reduce((sum, value) => sum + value * value, 0);
    const orthogonal = () => {
      const g = y.map(() => 2 * random() - 1);
      const share = g.reduce((sum, value, i) => sum + value * y[i], 0) / size;
      return g.map((value, i) => value - share * y[i]);
    };
    const rank = 1 + Math.floor(random() * (n - 2));
    const M = new Float64Array(n * n);
    for (let k = 0; k < rank; k++) {
      const g = orthogonal();
      const h = orthogonal();
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) M[i * n + j] += g[i] * g[j] + (skew ? g[i] * h[j] - h[i] * g[j] : 0);
      }
    }
    const q = y.map(() => 2 * random() - 1);
    const share = (q.reduce((sum, value, i) => sum + value * y[i], 0) + 0.05 + random()) / size;
    return { n, M, q: q.map((value, i) => value - share * y[i]) };
  }

  test.each([false, true])('are infeasible with a valid certificate (skew part: %s)', (skew) => {
    const random = seededRandom(seed + 2);
    for (let k = 0; k < COUNT; k++) {
      const problem = infeasible(random, skew);
      const answer = solveMlcp(problem);
      expect(answer.status, `problem ${k}`).toBe('infeasible');
      const { value, violation } = checkCertificate(problem, answer.certificate!.y);
      expect(value).toBeLessThan(-1e-3);
      expect(violation).toBeLessThan(1e-9);
    }
  });

  test('with bounds: a free row that cannot be 0, an upper bound that does not help', () => {
    const M = new Float64Array([0, 0, 0, 1]);
    const free = { n: 2, M, q: [1, 1], lo: [-Infinity, 0], hi: [Infinity, Infinity] };
    for (const problem of [free, { n: 2, M, q: [1, 1], lo: [-Infinity, 0], hi: [4, Infinity] }]) {
      const answer = solveMlcp(problem);
      expect(answer.status).toBe('infeasible');
      const { value, violation } = checkCertificate(problem, answer.certificate!.y);
      expect(value).toBeLessThan(0);
      expect(violation).toBe(0);
    }
    // With two finite bounds a solution always exists: any w is allowed.
    expect(solveMlcp({ n: 2, M, q: [1, 1], lo: [-3, 0], hi: [4, Infinity] })).toMatchObject({ status: 'solved' });
  });

  test('the certificate of a solve is cleared by the next', () => {
    const workspace = createMlcpWorkspace(1);
    expect(solveMlcp({ n: 1, M: new Float64Array(1), q: [-1] }, {}, workspace).status).toBe('infeasible');
    const { status, certificate } = solveMlcp({ n: 1, M: new Float64Array([1]), q: [-1] }, {}, workspace);
    expect(status).toBe('solved');
    expect(certificate).toBeUndefined();
  });

  test('a feasible problem without a solution is inaccurate, not infeasible', () => {
    // w₁ = z₂ - 1 ≥ 0 requires z₂ ≥ 1, but w₂ = 1 requires z₂ = 0.
    const problem = { n: 2, M: new Float64Array([0, 1, 0, 0]), q: [-1, 1] };
    const answer = solveMlcp(problem);
    expect(answer.status).toBe('inaccurate');
    expect(answer.certificate).toBeUndefined();
    expect(independentResidual(problem, answer.z)).toBeCloseTo(Math.max(answer.residual, answer.residualScaled), 12);
  });
});
