import { createMlcpWorkspace, factorCholesky, type MlcpProblem, paddedSize, solveMlcp } from '@stiction/lcp-solver';
import { contactProblem, wallOf } from '../../packages/lcp-solver/test/mlcp/scenes.js';
import { seededRandom } from '../../packages/lcp-solver/test/support.js';
import { randomProblem } from './lcp-problem.js';
import { writePlot } from './log-plot.js';

/**
 * Cost of a solve relative to a Cholesky factorisation of the same size by this package's kernel, in the same run:
 * `tsx bench/src/lcp-cost.ts`, which also draws docs/images/lcp-scaling.svg. Figures are medians over rounds in which the contestants
 * alternate.
 */
const SIZES = [10, 20, 50, 100, 200, 300, 500, 1000];
const ROUNDS = 15;
const TARGET_MS = 8;

/** Milliseconds by size. */
const scaling: Record<'factor' | 'cold' | 'warm', [number, number][]> = { factor: [], cold: [], warm: [] };

console.log(
  '| problem | n | Cholesky, ms | plain loop / kernel | cold / Cholesky | warm / Cholesky | iterations cold, warm |',
);
console.log('|---|---|---|---|---|---|---|');
for (const n of SIZES) {
  const problem = randomProblem(n);
  const random = seededRandom(7);
  // The next time step: slightly different velocities.
  const q = Float64Array.from(problem.q, (value) => value * (1 + 0.01 * (random() - 0.5)));
  const [factor, cold, warm] = report('random PD, half active', problem, { ...problem, q });
  scaling.factor.push([n, factor]);
  scaling.cold.push([n, cold]);
  scaling.warm.push([n, warm]);
}
writePlot('lcp-scaling', 'Time of a solve against its size', [
  {
    title: 'solveMlcp, random PD, half of the bounds active: ms',
    xLabel: 'unknowns',
    x: [1, 3],
    y: [-4, 2],
    series: [
      { name: 'one Cholesky factorisation', colour: '#888', points: scaling.factor },
      { name: 'cold', colour: '#27c', points: scaling.cold },
      { name: 'warm', colour: '#284', points: scaling.warm },
    ],
  },
]);
for (const [rows, columns] of [
  [4, 4],
  [7, 7],
]) {
  const wall = wallOf(rows, columns, 1);
  const problem = contactProblem(wall, 'box');
  for (const brick of wall) if (brick.push) brick.push *= 1.01;
  report(`wall ${rows} x ${columns}, box friction`, problem, contactProblem(wall, 'box'));
}

/** Prints a table row; returns the milliseconds of a factorisation, a cold solve and a warm one. */
function report(name: string, problem: MlcpProblem, next: MlcpProblem): [number, number, number] {
  const { n } = problem;
  const ld = paddedSize(n);
  const A = new Float64Array(ld * ld);
  const M = problem.M as Float64Array;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) A[i * ld + j] = M[i * n + j];
    A[i * ld + i] += 1e-6 * M[i * n + i];
  }
  const L = new Float64Array(ld * ld);
  const inverse = new Float64Array(ld);
  const cholesky = () => {
    L.set(A);
    if (!factorCholesky(L, n, ld, inverse, 0)) throw new Error(`${name}: not positive definite`);
  };
  const plain = () => {
    L.set(A);
    plainCholesky(L, n, ld);
  };
  const workspace = createMlcpWorkspace(n);
  const cold = () => solveMlcp(problem, {}, workspace);
  const first = cold();
  if (first.status !== 'solved') throw new Error(`${name}: ${first.status}`);
  const options = { start: first.z.slice() };
  const coldIterations = first.iterations;
  const warm = () => solveMlcp(next, options, workspace);
  const warmIterations = warm().iterations;

  const contestants = [cholesky, plain, cold, warm];
  const repeats = contestants.map((run) => {
    for (let k = 0; k < 3; k++) run();
    const start = performance.now();
    run();
    return Math.max(1, Math.round(TARGET_MS / Math.max(performance.now() - start, 1e-4)));
  });
  const times = contestants.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++) {
    contestants.forEach((run, which) => {
      const start = performance.now();
      for (let k = 0; k < repeats[which]; k++) run();
      times[which].push((performance.now() - start) / repeats[which]);
    });
  }
  const ratio = (a: number, b: number) => median(times[a].map((value, round) => value / times[b][round])).toFixed(2);
  console.log(
    `| ${name} | ${n} | ${median(times[0]).toPrecision(3)} | ${ratio(1, 0)} | ${ratio(2, 0)} | ${ratio(3, 0)} | ${coldIterations}, ${warmIterations} |`,
  );
  return [median(times[0]), median(times[2]), median(times[3])];
}

/** The textbook triple loop. */
function plainCholesky(L: Float64Array, n: number, ld: number): void {
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = L[i * ld + j];
      for (let k = 0; k < j; k++) sum -= L[i * ld + k] * L[j * ld + k];
      L[i * ld + j] = i === j ? Math.sqrt(sum) : sum / L[j * ld + j];
    }
  }
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
