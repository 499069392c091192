import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type MlcpMethod, type MlcpProblem, solveMlcp } from '@stiction/lcp-solver';
import { contactProblem, stackOf, wallOf } from '../../packages/lcp-solver/test/mlcp-scenes.js';

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
const FLOOR = 1e-16;

const WIDTH = 440;
const HEIGHT = 300;
const LEFT = 60;
const TOP = 40;
const DECADES = { x: 3, y: 16 };
const x = (iteration: number) => LEFT + (Math.log10(Math.max(iteration, 1)) / DECADES.x) * WIDTH;
const y = (residual: number) => TOP + (-Math.log10(Math.min(Math.max(residual, FLOOR), 1)) / DECADES.y) * HEIGHT;

const parts: string[] = [];
console.log('| problem | method | iterations | scaled residual at 1, 3, 10, 30, 100, 300, 1000 iterations |');
console.log('|---|---|---|---|');
PROBLEMS.forEach(([scene, problem], which) => {
  const name = `${scene}, n = ${problem.n}`;
  const shift = which * (WIDTH + LEFT + 30);
  parts.push(`<g transform="translate(${shift} 0)">`, ...axes(name));
  METHODS.forEach(({ method, colour }, line) => {
    const points: [number, number][] = [];
    const onIteration = (iteration: number, residual: number) => {
      // The best so far, as an answer would have it; one point per pixel is enough.
      const last = points.at(-1);
      const best = Math.min(residual, last?.[1] ?? Infinity);
      if (!last || x(iteration) - x(last[0]) >= 1 || residual <= 1e-9) points.push([Math.max(iteration, 1), best]);
    };
    const answer = solveMlcp(problem, { method, onIteration, tolerance: 1e-9, maxIterations: ITERATIONS });
    const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const marks =
      points.length < 60
        ? points.map((p) => `<circle cx="${x(p[0]).toFixed(1)}" cy="${y(p[1]).toFixed(1)}" r="2.5"/>`)
        : [];
    parts.push(`<g fill="${colour}"><polyline points="${path}" fill="none" stroke="${colour}"/>${marks.join('')}`);
    parts.push(`<text x="${LEFT + WIDTH - 90}" y="${TOP + HEIGHT - 60 + 16 * line}">${method}</text></g>`);
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
  });
  parts.push('</g>');
});

const width = PROBLEMS.length * (WIDTH + LEFT + 30);
const svg = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT + TOP + 50}" font-family="sans-serif" font-size="12">`,
  '<title>Best scaled residual against iterations, per method</title>',
  '<rect width="100%" height="100%" fill="#fff"/>',
  ...parts,
  '</svg>',
];
const folder = resolve(import.meta.dirname, '../../docs/images');
mkdirSync(folder, { recursive: true });
writeFileSync(resolve(folder, 'lcp-convergence.svg'), `${svg.join('\n')}\n`);

function axes(name: string): string[] {
  const lines = [`<text x="${LEFT}" y="20" font-weight="bold">${name}</text>`];
  for (let decade = 0; decade <= DECADES.y; decade += 4) {
    const at = y(10 ** -decade);
    lines.push(`<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${at}" y2="${at}" stroke="#ddd"/>`);
    lines.push(`<text x="${LEFT - 8}" y="${at + 4}" text-anchor="end">1e-${decade}</text>`);
  }
  for (let decade = 0; decade <= DECADES.x; decade++) {
    const at = x(10 ** decade);
    lines.push(`<line x1="${at}" x2="${at}" y1="${TOP}" y2="${TOP + HEIGHT}" stroke="#ddd"/>`);
    lines.push(`<text x="${at}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${10 ** decade}</text>`);
  }
  lines.push(`<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 38}" text-anchor="middle">iterations</text>`);
  return lines;
}
