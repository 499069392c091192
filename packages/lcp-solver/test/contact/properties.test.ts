import { describe, expect, it } from 'vitest';
import { solveContact } from '../../src/contact/index.js';
import { seededRandom } from '../support.js';
import { worstResidual } from './check.js';
import { bodiesOf, recipes } from './families.js';
import { type Generated, generate } from './generate.js';

const SEED = 21;
/** Tolerance for values of the problem's size at a residual of 1e-8. */
const CLOSE = 1e-6;

describe(`every result satisfies Coulomb's law, seed ${SEED}`, () => {
  for (const { name, recipe } of recipes()) {
    it(name, () => {
      const problem = generate({ ...recipe, seed: SEED, bodies: bodiesOf(SEED) });
      const { status, r, u } = solveContact(problem, { tolerance: 1e-9 });
      expect(status).toBe('solved');
      const { dim, mu, q } = problem;
      const size = Math.max(...q.map(Math.abs));
      const push = Math.max(...r.map(Math.abs), 1);
      for (let c = 0; c < mu.length; c++) {
        const at = c * dim;
        const tangent = (v: Float64Array) => Array.from(v.subarray(at + 1, at + dim));
        const grip = Math.hypot(...tangent(r));
        const slip = Math.hypot(...tangent(u));
        expect(r[at]).toBeGreaterThanOrEqual(-CLOSE * push);
        expect(grip).toBeLessThanOrEqual(mu[c] * r[at] + CLOSE * push);
        expect(u[at]).toBeGreaterThanOrEqual(-CLOSE * size);
        expect(Math.abs(r[at] * u[at])).toBeLessThanOrEqual(CLOSE * push * size);
        // Maximum dissipation: 0 for stick, mu r_n |u_t| for slip.
        const power = tangent(r).reduce((sum, value, k) => sum + value * tangent(u)[k], 0);
        expect(power).toBeLessThanOrEqual(CLOSE * push * size);
        expect(Math.abs(power + mu[c] * r[at] * slip)).toBeLessThanOrEqual((1 + mu[c]) * CLOSE * push * size);
      }
    });
  }
});

/** W plus a multiple of the identity and little friction, so that the solution is unique. */
function unique(dim: 2 | 3): Generated {
  const problem = generate({ dim, seed: SEED, bodies: 6, massRatio: 10, mu: () => 0.2, kind: 'pile' });
  const n = problem.q.length;
  for (let k = 0; k < n; k++) problem.W[k * n + k] += 0.5;
  return problem;
}

describe(`the result is invariant, seed ${SEED}`, () => {
  it('rotating the tangents rotates the impulse', () => {
    const problem = unique(3);
    const { q, mu } = problem;
    const n = q.length;
    const random = seededRandom(SEED);
    // T consists of blocks [1, 0, 0; 0, c, -s; 0, s, c], one angle per contact.
    const angles = Array.from(mu, () => 6 * random());
    const rotate = (v: Float64Array, sign: number) => {
      const out = Float64Array.from(v);
      angles.forEach((angle, c) => {
        const [cos, sin] = [Math.cos(angle), sign * Math.sin(angle)];
        out[3 * c + 1] = cos * v[3 * c + 1] - sin * v[3 * c + 2];
        out[3 * c + 2] = sin * v[3 * c + 1] + cos * v[3 * c + 2];
      });
      return out;
    };
    const W = new Float64Array(n * n);
    for (let j = 0; j < n; j++) {
      const unit = new Float64Array(n);
      unit[j] = 1;
      const back = rotate(unit, -1);
      const image = new Float64Array(n);
      for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) image[i] += problem.W[i * n + k] * back[k];
      rotate(image, 1).forEach((value, i) => {
        W[i * n + j] = value;
      });
    }
    const straight = solveContact(problem);
    const rotated = solveContact({ ...problem, W, q: rotate(q, 1) });
    expect([straight.status, rotated.status]).toEqual(['solved', 'solved']);
    const expected = rotate(straight.r, 1);
    expect(Math.max(...expected.map(Math.abs))).toBeGreaterThan(0.1);
    for (let k = 0; k < n; k++) expect(Math.abs(rotated.r[k] - expected[k])).toBeLessThan(CLOSE);
  });

  for (const dim of [2, 3] as const) {
    for (const [mass, speed] of [
      [1e-3, 1],
      [1e3, 1],
      [1, 1e-3],
      [1e4, 1e3],
    ]) {
      it(`${dim}-D: masses times ${mass} and speeds times ${speed} scale the impulse by both`, () => {
        const problem = unique(dim);
        const base = solveContact(problem, { tolerance: 1e-10 });
        const other = solveContact({
          ...problem,
          W: problem.W.map((value) => value / mass),
          q: problem.q.map((value) => value * speed),
        });
        expect([base.status, other.status]).toEqual(['solved', 'solved']);
        for (let k = 0; k < base.r.length; k++) {
          expect(Math.abs(other.r[k] / (mass * speed) - base.r[k])).toBeLessThan(CLOSE);
        }
      });
    }
  }

  it('reordering the contacts reorders the impulses', () => {
    const problem = unique(3);
    const n = problem.q.length;
    const flip = (k: number) => n - 3 - 3 * Math.floor(k / 3) + (k % 3);
    const W = problem.W.map((_, e) => problem.W[flip(Math.floor(e / n)) * n + flip(e % n)]);
    const base = solveContact(problem);
    const other = solveContact({ ...problem, W, q: problem.q.map((_, k) => problem.q[flip(k)]) });
    expect(other.status).toBe('solved');
    for (let k = 0; k < n; k++) expect(Math.abs(other.r[flip(k)] - base.r[k])).toBeLessThan(CLOSE);
  });
});

describe(`warm starts, seed ${SEED}`, () => {
  const problem = generate({ dim: 3, seed: SEED, bodies: 10, massRatio: 1000, mu: () => 0.5, kind: 'tower' });

  it('a start at the solution needs no iterations', () => {
    const first = solveContact(problem);
    const again = solveContact(problem, { start: first.r });
    expect(again).toMatchObject({ status: 'solved', method: 'start', iterations: 0 });
    expect(Array.from(again.r)).toEqual(Array.from(first.r));
  });

  it('the solution of the previous step saves factorisations', () => {
    const before = solveContact(problem);
    // Slightly different velocities, as in the next time step: q changes within the range of W.
    const n = problem.q.length;
    const q = problem.q.map(
      (value, i) => value + 1e-3 * problem.W.subarray(i * n, i * n + n).reduce((a, b) => a + b, 0),
    );
    const next = { ...problem, q };
    const cold = solveContact(next);
    const warm = solveContact(next, { start: before.r });
    expect(worstResidual(next, warm.r)).toBeLessThanOrEqual(1.001e-8);
    expect(warm.pivots).toBeLessThan(cold.pivots);
  });

  it('a poor start is solved as well', () => {
    const start = problem.q.map((_, k) => 1e6 * Math.sin(k));
    expect(solveContact(problem, { start }).status).toBe('solved');
  });
});
