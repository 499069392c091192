import { createMlcpWorkspace, type MlcpMethod, solveMlcp } from '@stiction/lcp-solver';
import { independentResidual } from '../../packages/lcp-solver/test/mlcp/check.js';
import { families } from '../../packages/lcp-solver/test/mlcp/families.js';
import { runFamily as runSingular, singularFamilies } from '../../packages/lcp-solver/test/singular/run.js';
import { seededRandom } from '../../packages/lcp-solver/test/support.js';

/**
 * Random problems that all have a solution: `tsx bench/src/lcp-random.ts [count] [seed] [family]`. Counts, per family, answers above 1e-8
 * by an independent check, false `solved` and false `infeasible`. Then singular problems of small integers, for which integer
 * arithmetic decides whether they have a solution. Exits with 1 if an answer is wrong.
 */
const COUNT = Number(process.argv[2] ?? 100_000);
const SEED = Number(process.argv[3] ?? 1);
const ONLY = process.argv[4] ?? '';
const TOLERANCE = 1e-8;
const LEMKE = ['P, not symmetric', 'semi-definite plus skew', 'copositive-plus'];

let failures = 0;
console.log('| family | method | problems | above 1e-8 | false solved | false infeasible | worst | by method |');
console.log('|---|---|---|---|---|---|---|---|');
for (const name of Object.keys(families)) {
  if (!name.includes(ONLY)) continue;
  runFamily(name, 'auto');
  if (LEMKE.includes(name)) runFamily(name, 'lemke');
}
console.log('\n| singular family | solvable | solved | not solvable | infeasible | false solved | false infeasible |');
console.log('|---|---|---|---|---|---|---|');
for (const name of singularFamilies) {
  if (!name.includes(ONLY)) continue;
  const { solvable, solved, unsolvable, infeasible, ...wrong } = runSingular(name, COUNT, SEED);
  const counts = [wrong.falseSolved.length, wrong.falseInfeasible.length];
  failures += counts[0] + counts[1];
  console.log(`| ${[name, solvable, solved, unsolvable, infeasible, ...counts].join(' | ')} |`);
}
process.exitCode = failures > 0 ? 1 : 0;

function runFamily(name: string, method: MlcpMethod): void {
  const random = seededRandom(SEED);
  const workspace = createMlcpWorkspace(20);
  const methods = new Map<string, number>();
  let above = 0;
  let falseSolved = 0;
  let falseInfeasible = 0;
  let worst = 0;
  for (let k = 0; k < COUNT; k++) {
    const problem = families[name](random);
    const answer = solveMlcp(problem, { method, tolerance: TOLERANCE }, workspace);
    const residual = independentResidual(problem, answer.z);
    if (answer.status === 'infeasible') falseInfeasible++;
    // The check sums in a different order from the solver, so the last digits differ.
    const wrong = !(residual <= TOLERANCE * (1 + 1e-3));
    if (wrong) above++;
    if (answer.status === 'solved' && wrong) falseSolved++;
    if (residual > worst) worst = residual;
    if (wrong || answer.status !== 'solved') console.error(`${name}: problem ${k}, ${answer.status}, ${residual}`);
    methods.set(answer.method, (methods.get(answer.method) ?? 0) + 1);
  }
  failures += above + falseSolved + falseInfeasible;
  const shares = [...methods].map(([key, count]) => `${key} ${count}`).join(', ');
  console.log(
    `| ${name} | ${method} | ${COUNT} | ${above} | ${falseSolved} | ${falseInfeasible} | ${worst.toExponential(1)} | ${shares} |`,
  );
}
