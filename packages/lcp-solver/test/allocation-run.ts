import { createMlcpWorkspace, type MlcpMethod, solveMlcp } from '../src/index.js';
import { contactProblem, stackOf } from './mlcp-scenes.js';

/** Bytes that one solve with a workspace leaves on the heap, by method. Run with --expose-gc, in a process of its own. */
const METHODS: readonly MlcpMethod[] = ['auto', 'pgs', 'apgd', 'dantzig', 'block-pivot', 'lemke', 'newton'];
const SOLVES = 20;

const problem = contactProblem(stackOf(12, 10), 'box');
const bytes = METHODS.map((method) => {
  const workspace = createMlcpWorkspace(problem.n);
  const options = { method, maxIterations: 100 };
  let least = Number.POSITIVE_INFINITY;
  // The first rounds are those of code that is not compiled yet, and boxes numbers.
  for (let round = 0; round < 8; round++) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < SOLVES; k++) solveMlcp(problem, options, workspace);
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / SOLVES);
  }
  return [method, least] as const;
});
console.log(JSON.stringify({ n: problem.n, bytes: Object.fromEntries(bytes) }));
