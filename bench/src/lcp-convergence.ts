import { type MlcpMethod, type MlcpProblem, solveMlcp } from '@stiction/lcp-solver';
import {
  alternatingStackOf,
  type Box,
  contactProblem,
  stackOf,
  wallOf,
} from '../../packages/lcp-solver/test/mlcp/scenes.js';
import { type Panel, writePlot, xPixel } from './log-plot.js';

/**
 * Two tables for docs/lcp-solver.md: residual over iterations per method (also drawn as docs/images/lcp-convergence.svg), and the steps of
 * Newton's method on families of stacks and walls. `tsx bench/src/lcp-convergence.ts`.
 */
const PROBLEMS: [string, MlcpProblem][] = [
  ['stack of 20 boxes, masses 1 to 1000', contactProblem(stackOf(20, 1000), 'box')],
  ['wall of 6 x 6 bricks, masses 1 and 1000', contactProblem(wallOf(6, 6, 1000), 'box')],
];
const METHODS: { method: MlcpMethod; colour: string }[] = [
  { method: 'pgs', colour: '#b33' },
  { method: 'apgd', colour: '#d80' },
  { method: 'newton', colour: '#27c' },
  { method: 'block-pivot', colour: '#284' },
];
const ITERATIONS = 1000;
const X: [number, number] = [0, 3];

const panels: Panel[] = [];
console.log('| problem | method | iterations | scaled residual at 1, 3, 10, 30, 100, 300, 1000 iterations |');
console.log('|---|---|---|---|');
for (const [scene, problem] of PROBLEMS) {
  const name = `${scene}, n = ${problem.n}`;
  const series: Panel['series'] = [];
  for (const { method, colour } of METHODS) {
    const points: [number, number][] = [];
    const onIteration = (iteration: number, residual: number) => {
      // The best so far, as in an answer; one point per pixel suffices.
      const last = points.at(-1);
      const best = Math.min(residual, last?.[1] ?? Infinity);
      if (!last || xPixel({ x: X }, Math.max(iteration, 1)) - xPixel({ x: X }, last[0]) >= 1 || residual <= 1e-9)
        points.push([Math.max(iteration, 1), best]);
    };
    const answer = solveMlcp(problem, { method, onIteration, tolerance: 1e-9, maxIterations: ITERATIONS });
    series.push({ name: method, colour, points });
    const at = [1, 3, 10, 30, 100, 300, 1000].map((limit) => {
      if (answer.iterations < limit) return '';
      return (
        points
          .filter(([iteration]) => iteration <= limit)
          .at(-1)?.[1]
          .toExponential(0) ?? ''
      );
    });
    console.log(`| ${name} | ${method} | ${answer.iterations} | ${at.filter(Boolean).join(', ')} |`);
  }
  panels.push({ title: name, xLabel: 'iterations', x: X, y: [-16, 0], yStep: 4, series });
}
writePlot('lcp-convergence', 'Best scaled residual against iterations, per method', panels);

/** Heights of the stacks, and rows and columns of the walls. */
const HEIGHTS = Array.from({ length: 36 }, (_, k) => 5 + k);
const WALLS = [3, 4, 5, 6, 7, 8, 10].flatMap((rows) => [4, 5, 6, 7, 8, 10, 12].map((columns) => [rows, columns]));
const FAMILIES: [string, Box[][]][] = [
  ['stacks of 5 to 40, masses growing upwards', HEIGHTS.map((height) => stackOf(height, 1000))],
  ['stacks of 5 to 40, alternating, light below', HEIGHTS.map((height) => alternatingStackOf(height, 1000, true))],
  ['stacks of 5 to 40, alternating, heavy below', HEIGHTS.map((height) => alternatingStackOf(height, 1000, false))],
  ['walls of 3 x 4 to 10 x 12', WALLS.map(([rows, columns]) => wallOf(rows, columns, 1000))],
];

console.log(
  '\n| masses 1:1000, `newton` to 1e-9 | friction | problems | n up to | solved | steps of these, median | most |',
);
console.log('|---|---|---|---|---|---|---|');
for (const [name, scenes] of FAMILIES) {
  for (const friction of ['box', 'findex'] as const) {
    const problems = scenes.map((boxes) => contactProblem(boxes, friction));
    const answers = problems.map((problem) => solveMlcp(problem, { method: 'newton', tolerance: 1e-9 }));
    const solved = answers.filter(({ status }) => status === 'solved');
    const steps = solved.map(({ iterations }) => iterations).sort((a, b) => a - b);
    const cells = [name, friction, problems.length, Math.max(...problems.map(({ n }) => n)), solved.length];
    console.log(`| ${[...cells, steps[steps.length >> 1], steps.at(-1)].join(' | ')} |`);
  }
}
