import { type ContactOptions, solveContact } from '@stiction/lcp-solver';
import {
  benchmarkProblems,
  independentResiduals,
  worstResidual,
} from '../../packages/lcp-solver/test/contact/check.js';
import { bodiesOf, recipes } from '../../packages/lcp-solver/test/contact/families.js';
import { generate } from '../../packages/lcp-solver/test/contact/generate.js';

/**
 * Contact problems with Coulomb's cone: `tsx bench/src/lcp-contact.ts [seeds]`. First the fc2d and fc3d problems of the benchmark
 * ($STICTION_LCP_PROBLEMS, default ../shared/benchmarks/lcp) by every method, with independently computed residuals; then generated
 * ones, `seeds` (default 100) of each kind, counting those that no method solves. Exits with 1 if an answer is wrongly called solved,
 * or a benchmark problem is above 1e-6.
 */
const SEEDS = Number(process.argv[2] ?? 100);
const ROUNDS = 5;
const METHODS = ['auto', 'nsgs', 'alart-curnier', 'interior-point'] as const;
/** The check sums in a different order from the solver. */
const SLACK = 1 + 1e-3;
let failures = 0;

benchmark();
generated();
process.exitCode = failures > 0 ? 1 : 0;

function benchmark(): void {
  const problems = benchmarkProblems();
  if (problems.length === 0) {
    console.log('benchmark skipped: no data at $STICTION_LCP_PROBLEMS or ../shared/benchmarks/lcp');
    return;
  }
  console.log(
    '| problem | n | asked for | status | by | plain | scaled | iterations | factorisations | ms (least of rounds) |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  const reached = new Map<string, number[]>(METHODS.map((method) => [method, []]));
  for (const problem of problems) {
    for (const method of METHODS) {
      const options: ContactOptions = { method };
      const answer = solveContact(problem, options);
      const { plain, scaled } = independentResiduals(problem, answer.r);
      const worst = Math.max(plain, scaled);
      if (answer.status === 'solved' && !(worst <= 1e-8 * SLACK)) failures++;
      if (method === 'auto' && !(worst <= 1e-6)) failures++;
      reached.get(method)?.push(worst);
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now();
        solveContact(problem, options);
        least = Math.min(least, performance.now() - start);
      }
      const { status, iterations, pivots } = answer;
      const cells = [problem.name, problem.q.length, method, status, answer.method, plain.toExponential(1)];
      cells.push(scaled.toExponential(1), iterations, pivots, least.toFixed(2));
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
  for (const [method, residuals] of reached) {
    const within = (limit: number) => residuals.filter((value) => value <= limit * SLACK).length;
    console.log(`${method}: ${within(1e-6)} of ${residuals.length} to 1e-6, ${within(1e-8)} to 1e-8 in both residuals`);
  }
}

function generated(): void {
  console.log(`\n| generated, seeds 1 to ${SEEDS} | not solved | false solved | factorisations, mean | slowest ms |`);
  console.log('|---|---|---|---|---|');
  for (const { name, recipe } of recipes()) {
    let open = 0;
    let wrong = 0;
    let pivots = 0;
    let slowest = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const problem = generate({ ...recipe, seed, bodies: bodiesOf(seed) });
      const start = performance.now();
      const answer = solveContact(problem);
      slowest = Math.max(slowest, performance.now() - start);
      pivots += answer.pivots;
      if (answer.status !== 'solved') open++;
      else if (!(worstResidual(problem, answer.r) <= 1e-8 * SLACK)) wrong++;
    }
    failures += wrong;
    console.log(`| ${name} | ${open} | ${wrong} | ${(pivots / SEEDS).toFixed(1)} | ${slowest.toFixed(0)} |`);
  }
}
