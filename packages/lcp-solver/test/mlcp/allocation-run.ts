import { createMlcpWorkspace, type MlcpMethod, solveMlcp } from '../../src/index.js';
import { contactProblem, stackOf } from './scenes.js';

/** Prints the heap bytes allocated per solve with a workspace, by method. Runs in a separate process with --expose-gc. */
const METHODS: readonly MlcpMethod[] = ['auto', 'pgs', 'apgd', 'dantzig', 'block-pivot', 'lemke', 'newton'];
const SOLVES = 20;

const problem = contactProblem(stackOf(12, 10), 'box');
const bytes = METHODS.map((method) => {
  const workspace = createMlcpWorkspace(problem.n);
  const options = { method, maxIterations: 100 };
  let least = Number.POSITIVE_INFINITY;
  // The first rounds run interpreted code, which boxes numbers.
  for (let round = 0; round < 8; round++) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < SOLVES; k++) solveMlcp(problem, options, workspace);
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / SOLVES);
  }
  return [method, least] as const;
});
console.log(JSON.stringify({ n: problem.n, bytes: Object.fromEntries(bytes) }));
