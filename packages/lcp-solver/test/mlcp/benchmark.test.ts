import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CsrMatrix, type MlcpProblem, solveMlcp } from '../../src/index.js';
import { seededRandom } from '../support.js';
import { checkCertificate, independentResidual } from './check.js';
import { families } from './families.js';

// Problems of Siconos and FCLIB (Apache-2.0), not part of this repository.
const folder = join(
  process.env.STICTION_LCP_PROBLEMS ?? resolve(import.meta.dirname, '../../../../shared/benchmarks/lcp'),
  'problems',
);
const TOLERANCE = 1e-9;
const WITHOUT_SOLUTION = 'lcp_Pang_isolated_sol_perturbed';

interface Stored {
  name: string;
  kind: string;
  n: number;
  W: CsrMatrix;
  q: number[];
  free?: number[];
}

function toProblem({ n, W, q, free }: Stored): MlcpProblem {
  return { n, M: W, q, lo: Float64Array.from({ length: n }, (_, i) => (free?.[i] ? Number.NEGATIVE_INFINITY : 0)) };
}

const stored: Stored[] = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => /lcp/.test(file))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  : [];

if (stored.length > 0) {
  describe('LCP and MLCP problems of Siconos', () => {
    test('all problems are present', () => {
      expect(stored.length).toBe(21);
      expect(stored.every(({ kind }) => kind === 'lcp' || kind === 'mlcp')).toBe(true);
    });

    test.each(stored.filter(({ name }) => name !== WITHOUT_SOLUTION))('$name: both residuals at most 1e-9', (data) => {
      const problem = toProblem(data);
      const answer = solveMlcp(problem, { tolerance: TOLERANCE });
      expect(answer.status).toBe('solved');
      expect(independentResidual(problem, answer.z)).toBeLessThanOrEqual(TOLERANCE);
    });

    test.each(stored.filter(({ name }) => name !== WITHOUT_SOLUTION))('$name: solved by Lemke alone', (data) => {
      const problem = toProblem(data);
      const answer = solveMlcp(problem, { tolerance: TOLERANCE, method: 'lemke' });
      expect(answer.status).toBe('solved');
      expect(independentResidual(problem, answer.z)).toBeLessThanOrEqual(TOLERANCE);
    });

    test(`${WITHOUT_SOLUTION}: infeasible with an exact certificate`, () => {
      const problem = toProblem(stored.find(({ name }) => name === WITHOUT_SOLUTION)!);
      const { status, certificate } = solveMlcp(problem);
      expect(status).toBe('infeasible');
      const { value, violation } = checkCertificate(problem, certificate!.y);
      expect(value).toBeLessThan(0);
      expect(violation).toBe(0);
      expect(certificate!.minNorm).toBe(Number.POSITIVE_INFINITY);
    });
  });
} else {
  const seed = 20270106;
  console.warn(
    `lcp-solver: left out the 21 LCP and MLCP problems of Siconos (no ${folder}, set STICTION_LCP_PROBLEMS)`,
  );
  describe(`generated problems instead of the Siconos problems (${folder} not found, seed ${seed})`, () => {
    test.each(Object.keys(families))('%s: both residuals at most 1e-9', (name) => {
      const random = seededRandom(seed);
      for (let k = 0; k < 50; k++) {
        const problem = families[name](random);
        const answer = solveMlcp(problem, { tolerance: TOLERANCE });
        expect(answer.status).toBe('solved');
        expect(independentResidual(problem, answer.z)).toBeLessThanOrEqual(TOLERANCE * (1 + 1e-3));
      }
    });
  });
}
