import { describe, expect, it } from 'vitest';
import { type ContactProblem, createContactWorkspace, solveContact } from '../../src/contact/index.js';
import { seededRandom } from '../support.js';
import { worstResidual } from './check.js';
import { bodiesOf } from './families.js';
import { generate } from './generate.js';

const METHODS = ['auto', 'nsgs', 'alart-curnier', 'interior-point'] as const;

/** A block of 2 kg sliding at 3 m/s along t1 and landing at 1 m/s, mu = 0.5. */
const sliding: ContactProblem = {
  dim: 3,
  W: Float64Array.of(0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5),
  q: [-1, 3, 0],
  mu: [0.5],
};

describe('problems with a known solution', () => {
  for (const method of METHODS) {
    it(`${method}: a sliding block slows down by mu times its landing speed`, () => {
      const answer = solveContact(sliding, { method, tolerance: 1e-10 });
      expect(answer.status).toBe('solved');
      [2, -1, 0].forEach((value, k) => {
        expect(answer.r[k]).toBeCloseTo(value, 8);
      });
      [0, 2.5, 0].forEach((value, k) => {
        expect(answer.u[k]).toBeCloseTo(value, 8);
      });
    });

    it(`${method}: a slow block stops, and a separating block gets no impulse`, () => {
      const stops = solveContact({ ...sliding, q: [-1, 0.3, 0.2] }, { method, tolerance: 1e-10 });
      expect(stops.status).toBe('solved');
      [2, -0.6, -0.4].forEach((value, k) => {
        expect(stops.r[k]).toBeCloseTo(value, 8);
      });
      const leaves = solveContact({ ...sliding, q: [1, 3, 0] }, { method });
      expect(leaves).toMatchObject({ status: 'solved', method: 'start', iterations: 0 });
      expect(Array.from(leaves.r)).toEqual([0, 0, 0]);
    });
  }

  it('a planar problem gives the same impulses with fewer rows', () => {
    const answer = solveContact({ dim: 2, W: Float64Array.of(0.5, 0, 0, 0.5), q: [-1, 3], mu: [0.5] });
    expect(answer.status).toBe('solved');
    expect(answer.r[0]).toBeCloseTo(2, 10);
    expect(answer.r[1]).toBeCloseTo(-1, 10);
  });

  it('a problem without contacts is solved', () => {
    for (const dim of [2, 3] as const) {
      const answer = solveContact({ dim, W: new Float64Array(0), q: [], mu: [] });
      expect(answer).toMatchObject({ status: 'solved', residual: 0, residualScaled: 0 });
      expect(answer.r.length).toBe(0);
    }
  });
});

describe('an unsolved problem is never reported as solved', () => {
  it('a method selected by name reports its iteration limit', () => {
    const problem = generate({ dim: 3, seed: 10, bodies: 10, massRatio: 1000, mu: () => 0.5, kind: 'tower' });
    for (const method of ['nsgs', 'alart-curnier', 'interior-point'] as const) {
      const answer = solveContact(problem, { method, maxIterations: 2 });
      expect(answer.status).toBe('iteration-limit');
      expect(Math.max(answer.residual, answer.residualScaled)).toBeCloseTo(worstResidual(problem, answer.r), 10);
    }
  });

  it('matrices without a mechanical meaning, seed 4', () => {
    const random = seededRandom(4);
    for (let k = 0; k < 300; k++) {
      const n = 3 * (1 + (k % 4));
      const size = 10 ** (12 * random() - 6);
      const W = Float64Array.from({ length: n * n }, () => size * (random() - 0.5));
      const problem = {
        dim: 3 as const,
        W,
        q: W.slice(0, n).map(() => random() - 0.5),
        mu: [1, 0, 3, 0.1].slice(0, n / 3),
      };
      const answer = solveContact(problem, { maxIterations: 20 });
      const residual = worstResidual(problem, answer.r);
      if (answer.status === 'solved') expect(residual).toBeLessThanOrEqual(1.001e-8);
      else expect(residual).toBeGreaterThan(0.999e-8);
    }
  });

  it('numbers near the limits of double precision', () => {
    for (const size of [1e-300, 1e300]) {
      const problem = { ...sliding, W: (sliding.W as Float64Array).map((value) => value * size) };
      const answer = solveContact(problem);
      if (answer.status === 'solved') expect(worstResidual(problem, answer.r)).toBeLessThanOrEqual(1.001e-8);
      else expect(answer.status).toBe('inaccurate');
    }
  });
});

describe('invalid input', () => {
  const cases: [string, Partial<ContactProblem>, RegExp][] = [
    ['dim', { dim: 4 as 3 }, /dim must be 2 or 3 \(got 4\)/],
    ['length of q', { q: [1, 2] }, /multiple of dim = 3 \(got 2\)/],
    ['length of mu', { mu: [1, 2] }, /one number per contact, 1 \(got 2\)/],
    ['negative mu', { mu: [-0.1] }, /mu\[0\] must be >= 0 \(got -0.1\)/],
    ['NaN in mu', { mu: [Number.NaN] }, /mu\[0\] must be finite/],
    ['NaN in q', { q: [0, Number.NaN, 0] }, /q\[1\] must be finite \(got NaN\)/],
    ['size of W', { W: new Float64Array(8) }, /dense W must have 9 numbers \(got 8\)/],
    ['infinity in W', { W: new Float64Array(9).fill(Infinity) }, /W\[0\] must be finite/],
    ['row starts', { W: { p: [0, 1, 2], i: [0, 1], x: [1, 1] } }, /W.p must have 4 numbers \(got 3\)/],
    ['falling row starts', { W: { p: [0, 2, 1, 2], i: [0, 1], x: [1, 1] } }, /start at 0 and be non-decreasing/],
    ['missing values', { W: { p: [0, 1, 2, 3], i: [0, 1, 2], x: [1, 1] } }, /must have 3 numbers \(got 3 and 2\)/],
    ['column', { W: { p: [0, 1, 2, 3], i: [0, 1, 3], x: [1, 1, 1] } }, /W.i\[2\] must be a column in 0 … 2 \(got 3\)/],
    ['NaN in W.x', { W: { p: [0, 1, 2, 3], i: [0, 1, 2], x: [1, 1, Number.NaN] } }, /W.x\[2\] must be finite/],
  ];
  for (const [name, change, message] of cases) {
    it(name, () => expect(() => solveContact({ ...sliding, ...change })).toThrow(message));
  }

  it('invalid options throw', () => {
    expect(() => solveContact(sliding, { tolerance: 0 })).toThrow(/tolerance must be > 0 \(got 0\)/);
    expect(() => solveContact(sliding, { maxIterations: 0 })).toThrow(/maxIterations must be >= 1 \(got 0\)/);
    expect(() => solveContact(sliding, { start: [1] })).toThrow(/start must have 3 numbers \(got 1\)/);
    expect(() => solveContact(sliding, { start: [1, Number.NaN, 0] })).toThrow(/start\[1\] must be finite/);
    expect(() => solveContact(sliding, { method: 'lemke' as 'auto' })).toThrow(/method must be .* \(got 'lemke'\)/);
    expect(() => createContactWorkspace(4, 3)).toThrow(/multiple of dim = 3/);
    expect(() => createContactWorkspace(4, 5 as 3)).toThrow(/dim must be 2 or 3/);
  });
});

describe('workspace', () => {
  const problems = [3, 9, 1, 12, 5].map((seed) =>
    generate({ dim: seed % 2 ? 3 : 2, seed, bodies: bodiesOf(seed), massRatio: 100, mu: () => 0.5, kind: 'tower' }),
  );

  it('a reused workspace gives the same bits as new ones, for problems of any size', () => {
    const workspace = createContactWorkspace(3, 3);
    for (const problem of [...problems, ...problems]) {
      for (const method of METHODS) {
        const fresh = solveContact(problem, { method, maxIterations: 200 });
        const reused = solveContact(problem, { method, maxIterations: 200 }, workspace);
        expect(reused).toEqual(fresh);
      }
    }
  });

  it('repeated solves create no buffers and return the same result object', () => {
    const problem = problems[1];
    const workspace = createContactWorkspace(problem.q.length, problem.dim);
    for (const method of METHODS) {
      const options = { method, maxIterations: 200 };
      const first = solveContact(problem, options, workspace);
      // The two buffers of r are swapped on every improvement; two solves use both.
      const buffers = new Set([first.r, solveContact(problem, options, workspace).r]);
      const made = countBuffers(() => {
        for (let k = 0; k < 5; k++) {
          const again = solveContact(problem, options, workspace);
          expect(again).toBe(first);
          buffers.add(again.r);
        }
      });
      expect(made).toBe(0);
      expect(buffers.size).toBeLessThanOrEqual(2);
    }
    expect(countBuffers(() => solveContact(problem))).toBeGreaterThan(0);
  });

  it('onIteration is called during the solve', () => {
    const seen: number[] = [];
    const answer = solveContact(problems[1], {
      method: 'alart-curnier',
      onIteration: (iteration, residualScaled) => {
        expect(residualScaled).toBeGreaterThanOrEqual(0);
        seen.push(iteration);
      },
    });
    expect(seen.length).toBeGreaterThan(2);
    expect(seen[seen.length - 1]).toBe(answer.iterations);
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  });
});

/** Number of typed arrays created while `run` executes. */
function countBuffers(run: () => void): number {
  const { Float64Array: floats, Int32Array: ints } = globalThis;
  let count = 0;
  const counting = <T extends object>(original: T): T =>
    new Proxy(original, {
      construct(target, args, newTarget) {
        count++;
        return Reflect.construct(target as unknown as new (...a: unknown[]) => object, args, newTarget);
      },
    });
  globalThis.Float64Array = counting(floats);
  globalThis.Int32Array = counting(ints);
  try {
    run();
  } finally {
    globalThis.Float64Array = floats;
    globalThis.Int32Array = ints;
  }
  return count;
}
