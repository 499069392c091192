import { describe, expect, test } from 'vitest';
import { type ContactProblem, type MlcpProblem, solveContact, solveMlcp } from '../../src/index.js';
import { checkContactCertificate } from '../contact/check.js';
import { checkCertificate } from '../mlcp/check.js';

/**
 * Unsolvable problems that used to be reported as `solved`: for huge vectors, r - P(r - u) rounds to 0 and M z + q
 * cancels.
 */
const zeros = new Float64Array(16);
const outer = (v: number[]) => Float64Array.from(v.flatMap((a) => v.map((b) => a * b)));

const infeasible: [string, ContactProblem][] = [
  ['nothing can move', { dim: 2, W: zeros, q: [-1, 0, -2, 0], mu: [0.5, 0.5] }],
  ['one of two contacts cannot move', { dim: 2, W: zeros, q: [-3, 0, 1, -1], mu: [2, 0.5] }],
  [
    'tangents that move, a normal that does not',
    { dim: 2, W: Float64Array.of(0, 0, 0, 0, 0, 1, -1, 0, 0, -1, 1, 0, 0, 0, 0, 0), q: [-3, 2, -2, 0], mu: [2, 0] },
  ],
];

describe('contact problems without a feasible point are infeasible, with a certificate', () => {
  test.each(infeasible)('%s', (_, problem) => {
    const answer = solveContact(problem);
    expect(answer.status).toBe('infeasible');
    const { value, violation } = checkContactCertificate(problem, answer.certificate!.y);
    expect(value).toBeLessThan(0);
    expect(violation).toBe(0);
    expect(answer.certificate!.minNorm).toBe(Number.POSITIVE_INFINITY);
    // The residuals belong to the returned vector.
    expect(answer.residualScaled).toBeGreaterThan(0.3);
  });

  test('the next solve in the same workspace has no certificate', () => {
    const answer = solveContact({ dim: 2, W: Float64Array.of(1, 0, 0, 1), q: [-1, 0], mu: [0.5] });
    expect(answer).toMatchObject({ status: 'solved', certificate: undefined });
  });
});

// One contact with W = v vᵀ. A solution would have to slip along û = u_t/|u_t| with v_n - μ v_t û > 0.
const withoutSlip: [string, ContactProblem][] = [
  ['v_n - μ v_t û = 0: residuals as small as one likes, far out', [[1, 1, -1], [-3, -3, -3], 1]],
  ['the same with μ = 2', [[2, 1, -1], [-2, -1, -1], 2]],
  ['v_n - μ v_t û < 0', [[1, 2, -2], [-3, -3, -3], 1]],
].map(([name, [v, q, mu]]) => [
  name as string,
  { dim: 3, W: outer(v as number[]), q: q as number[], mu: [mu as number] },
]);

describe('contact problems with feasible points but no solution are inaccurate', () => {
  test.each(withoutSlip)('%s', (_, problem) => {
    for (const tolerance of [1e-8, 1e-10]) {
      const answer = solveContact(problem, { tolerance });
      expect(answer.status).toBe('inaccurate');
      expect(Math.max(answer.residual, answer.residualScaled)).toBeGreaterThan(tolerance);
    }
  });
});

const lcps: [string, MlcpProblem][] = [
  ['infeasible', { n: 3, M: Float64Array.of(0, 0, -2, -2, 2, -2, 2, -2, 0), q: [-1, 0, -3] }],
  ['infeasible', { n: 3, M: Float64Array.of(-2, 2, -1, 1, -1, -2, -3, 3, 1), q: [3, -2, -3] }],
  ['infeasible', { n: 3, M: Float64Array.of(0, 0, -1, 2, -2, 1, -2, 2, -2), q: [0, 0, -3] }],
  ['inaccurate', { n: 3, M: Float64Array.of(1, -2, -2, 0, 2, -2, 1, -4, 0), q: [1, -2, -1] }],
];

describe('unsolvable LCPs whose M z + q cancels to 0 are not reported as solved', () => {
  test.each(lcps)('%s', (status, problem) => {
    const answer = solveMlcp(problem);
    expect(answer.status).toBe(status);
    if (!answer.certificate) return;
    const { value, violation } = checkCertificate(problem, answer.certificate.y);
    expect(value).toBeLessThan(0);
    expect(violation).toBeLessThan(1e-12);
  });
});
