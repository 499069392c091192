import { createMlcpWorkspace, factorCholesky, paddedSize, solveContact, solveMlcp } from '@stiction/lcp-solver';
import { bodiesOf, recipes } from '../../../packages/lcp-solver/test/contact/families.js';
import { generate } from '../../../packages/lcp-solver/test/contact/generate.js';
import { contactProblem, wallOf } from '../../../packages/lcp-solver/test/mlcp/scenes.js';
import { randomProblem } from '../lcp-problem.js';
import type { Case } from '../timing.js';

/** Mixed LCPs cold and warm, the factorisation under them, and contact problems with Coulomb's cone. */
export function solverCases(): Case[] {
  const cases: Case[] = [];
  for (const n of [20, 100, 300]) {
    const problem = randomProblem(n);
    const workspace = createMlcpWorkspace(n);
    const start = solveMlcp(problem, {}, workspace).z.slice();
    const next = { ...problem, q: Float64Array.from(problem.q, (value, k) => value * (1 + 0.005 * Math.sin(k))) };
    const ld = paddedSize(n);
    const [L, A, inverse] = [new Float64Array(ld * ld), new Float64Array(ld * ld), new Float64Array(ld)];
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) A[i * ld + j] = problem.M[i * n + j];
    cases.push(
      {
        name: `Cholesky, n ${n}`,
        run() {
          L.set(A);
          if (!factorCholesky(L, n, ld, inverse, 0)) throw new Error('not positive definite');
        },
      },
      { name: `random PD cold, n ${n}`, run: () => void solveMlcp(problem, {}, workspace) },
      { name: `random PD warm, n ${n}`, run: () => void solveMlcp(next, { start }, workspace) },
    );
  }
  const wall = contactProblem(wallOf(4, 4, 1), 'box');
  const workspace = createMlcpWorkspace(wall.n);
  cases.push({ name: `wall 4 x 4, box friction, n ${wall.n}`, run: () => void solveMlcp(wall, {}, workspace) });
  for (const { name, recipe } of recipes().slice(0, 4)) {
    const problem = generate({ ...recipe, seed: 3, bodies: bodiesOf(3) });
    cases.push({ name: `cone: ${name}, n ${problem.q.length}`, run: () => void solveContact(problem) });
  }
  return cases;
}
