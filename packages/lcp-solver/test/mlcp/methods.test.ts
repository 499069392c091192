import { afterEach, describe, expect, test } from 'vitest';
import { createMlcpWorkspace, type MlcpMethod, type MlcpProblem, solveMlcp } from '../../src/index.js';
import { seededRandom } from '../support.js';
import { independentResidual } from './check.js';
import { families } from './families.js';
import { contactProblem, stackOf } from './scenes.js';

const seed = 20270107;
const methods = ['auto', 'pgs', 'apgd', 'dantzig', 'block-pivot', 'lemke', 'newton'] as const;

function problemOf(name: string, at = 0): MlcpProblem {
  const random = seededRandom(seed + at);
  return families[name](random);
}

describe(`methods by name (seed ${seed})`, () => {
  test.each(methods)('%s solves a positive definite problem and reports its name and iterations', (method) => {
    for (let k = 0; k < 20; k++) {
      const problem = problemOf('positive definite', k) as MlcpProblem & { q: Float64Array };
      const answer = solveMlcp(problem, { method, maxIterations: 20_000 });
      expect(answer.status).toBe('solved');
      expect(answer.method).toBe(method === 'auto' ? 'block-pivot' : method);
      if (problem.q.some((value) => value < 0)) expect(answer.iterations + answer.pivots).toBeGreaterThan(0);
      expect(independentResidual(problem, answer.z)).toBeLessThanOrEqual(1e-8 * (1 + 1e-3));
      const w = answer.z.map((_, i) =>
        answer.z.reduce((sum, z, j) => sum + (problem.M as Float64Array)[i * problem.n + j] * z, problem.q[i]),
      );
      for (let i = 0; i < problem.n; i++) expect(answer.w[i]).toBeCloseTo(w[i], 10);
    }
  });

  test.each(['block-pivot', 'newton', 'lemke'] as const)('%s solves a problem with an unsymmetric matrix', (method) => {
    for (let k = 0; k < 20; k++) {
      const problem = problemOf('semi-definite plus skew', k);
      const answer = solveMlcp(problem, { method });
      if (method !== 'block-pivot') expect(answer.status).toBe('solved');
      expect(answer.status === 'solved').toBe(Math.max(answer.residual, answer.residualScaled) <= 1e-8);
    }
  });

  test('dantzig does not report unsymmetric problems as solved', () => {
    const answer = solveMlcp({ n: 2, M: new Float64Array([1, 2, -2, 1]), q: [-1, -1] }, { method: 'dantzig' });
    expect(answer.status).toBe('inaccurate');
    expect(answer.residual).toBeGreaterThan(0.1);
  });

  test('an asymmetry of 1e-5 is not ignored', () => {
    const random = seededRandom(seed);
    for (let k = 0; k < 50; k++) {
      const problem = families['positive definite'](random);
      const M = (problem.M as Float64Array).map((value) => value * (1 + 1e-5 * (random() - 0.5)));
      const answer = solveMlcp({ ...problem, M }, { tolerance: 1e-12 });
      expect(answer.status).toBe('solved');
      expect(independentResidual({ ...problem, M }, answer.z)).toBeLessThanOrEqual(1e-11);
    }
  });

  test('CSR input, unordered and with duplicates, gives the same bits as dense input', () => {
    for (let k = 0; k < 20; k++) {
      const problem = problemOf('boxed', k);
      const { n } = problem;
      const M = problem.M as Float64Array;
      const p = [0];
      const i: number[] = [];
      const x: number[] = [];
      for (let r = 0; r < n; r++) {
        for (let c = n - 1; c >= 0; c--) {
          i.push(c, c);
          x.push(M[r * n + c] / 2, M[r * n + c] / 2);
        }
        p.push(i.length);
      }
      expect(solveMlcp({ ...problem, M: { p, i, x } }).z).toEqual(solveMlcp(problem).z);
    }
  });

  test('solutions are independent of units: rows and columns scaled by powers of ten up to 1e6', () => {
    const random = seededRandom(seed + 5);
    for (let k = 0; k < 100; k++) {
      const problem = families[k % 2 ? 'positive semi-definite' : 'mixed free'](random);
      const { n } = problem;
      const scale = Float64Array.from({ length: n }, () => 10 ** (6 * random() - 3));
      const M = (problem.M as Float64Array).map((value, at) => value * scale[Math.floor(at / n)] * scale[at % n]);
      const q = Float64Array.from(problem.q, (value, i) => value * scale[i]);
      expect(solveMlcp({ ...problem, M, q }).status).toBe('solved');
    }
  });

  test('onIteration is called for every iteration of an iterative method', () => {
    const heard: number[] = [];
    const onIteration = (iteration: number, residual: number) => heard.push(iteration, residual);
    const answer = solveMlcp(problemOf('positive definite'), { method: 'pgs', onIteration, tolerance: 1e-6 });
    expect(heard.length).toBe(2 * answer.iterations);
    expect(heard.at(-1)).toBe(answer.residualScaled);
    heard.length = 0;
    solveMlcp(problemOf('positive definite'), { method: 'newton', onIteration });
    expect(heard.length).toBeGreaterThan(4);
  });
});

describe(`repeatability and memory (seed ${seed})`, () => {
  const problems = [
    ...Object.keys(families).map((name) => problemOf(name)),
    contactProblem(stackOf(6, 100), 'box'),
    contactProblem(stackOf(6, 100), 'findex'),
  ];

  test.each(methods)('%s gives the same bits in every run, with a new or a reused workspace', (method) => {
    const workspace = createMlcpWorkspace(64);
    for (const problem of problems) {
      const options = { method, maxIterations: 300 };
      const fresh = solveMlcp(problem, options);
      for (let run = 0; run < 2; run++) {
        const { z, w, residual, iterations, pivots, status } = solveMlcp(problem, options, workspace);
        expect({ z, w, residual, iterations, pivots, status }).toEqual({
          z: fresh.z,
          w: fresh.w,
          residual: fresh.residual,
          iterations: fresh.iterations,
          pivots: fresh.pivots,
          status: fresh.status,
        });
      }
    }
  });

  test('without a workspace every result is new; with one, it is reused and grows as needed', () => {
    const problem = problemOf('positive definite');
    expect(solveMlcp(problem).z).not.toBe(solveMlcp(problem).z);
    const workspace = createMlcpWorkspace(1);
    const first = solveMlcp(problem, {}, workspace);
    expect(first.z.length).toBe(problem.n);
    expect(workspace.capacity).toBe(problem.n);
    const second = solveMlcp(problem, {}, workspace);
    expect(second).toBe(first);
    expect(second.z).toBe(first.z);
    const small = solveMlcp({ n: 1, M: new Float64Array([2]), q: [-1] }, {}, workspace);
    expect(small.z.length).toBe(1);
    expect(small.z[0]).toBeCloseTo(0.5, 9);
  });

  const typedArrays = { Float64Array, Int32Array, Int8Array };
  afterEach(() => Object.assign(globalThis, typedArrays));

  test.each(methods)('%s creates no typed array with a workspace', (method: MlcpMethod) => {
    const problem = contactProblem(stackOf(12, 10), 'box');
    const workspace = createMlcpWorkspace(problem.n);
    const options = { method, maxIterations: 100 };
    for (let k = 0; k < 40; k++) solveMlcp(problem, options, workspace);

    let made = 0;
    for (const [name, original] of Object.entries(typedArrays)) {
      const counting = new Proxy(original, {
        construct(target, parameters) {
          made++;
          return Reflect.construct(target, parameters);
        },
      });
      Object.assign(globalThis, { [name]: counting });
    }
    solveMlcp(problem, options, workspace);
    expect(made).toBe(0);
    new Float64Array(1);
    expect(made).toBe(1);
    Object.assign(globalThis, typedArrays);
  });
});
