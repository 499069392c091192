import { type MlcpMethod, type MlcpProblem, solveMlcp } from '@stiction/lcp-solver';
import { contactProblem, stackOf, wallOf } from '../../packages/lcp-solver/test/mlcp-scenes.js';
import { type Panel, writePlot, xPixel } from './log-plot.js';

/**
 * Residual against iterations per method, as a table and as docs/images/lcp-convergence.svg: `tsx bench/src/lcp-
 * convergence.ts`.
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
      // The best so far, as an answer would have it; one point per pixel is enough.
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
