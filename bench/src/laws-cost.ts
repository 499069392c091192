import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CATALOGUE } from '@stiction/scenes/laws';
import { BOXES, createCostWorld } from './laws-cost-world.js';
import { writeTable } from './laws-page.js';

/**
 * Cost of a law: `npm run laws:cost -w @stiction/bench [-- --write] [law …]`. 200 boxes on a plane in the contact solver, 1/60 s in 8
 * substeps. The laws alternate round by round; a figure is the median over rounds, and a ratio the median of the ratios to coulomb
 * within a round. Bytes are measured in separate processes. --write puts the table into docs/laws/README.md.
 */
const SCENES = { sliding: 1, sticking: 0, half: 0.5 };
type Scene = keyof typeof SCENES;
const ROUNDS = 41;
const STEPS = 8;
const WARM = 60;
const PROCESSES = 3;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = Object.keys(CATALOGUE).filter((name) => words.length === 0 || name === 'coulomb' || words.includes(name));
const scenes = Object.keys(SCENES) as Scene[];
const contestants = names.flatMap((name) =>
  scenes.map((scene) => ({ name, scene, world: createCostWorld(CATALOGUE[name].make(), SCENES[scene]) })),
);
for (const { name, scene, world } of contestants) {
  for (let k = 0; k < WARM; k++) world.step();
  const expected = SCENES[scene] * BOXES;
  if (world.sliding() !== expected) throw new Error(`${name}, ${scene}: ${world.sliding()} slide, not ${expected}`);
}

const times = contestants.map(() => [] as number[]);
for (let round = 0; round < ROUNDS; round++) {
  for (let which = 0; which < contestants.length; which++) {
    const { world } = contestants[which];
    world.step();
    const start = performance.now();
    for (let k = 0; k < STEPS; k++) world.step();
    times[which].push((1e6 * (performance.now() - start)) / STEPS / BOXES);
  }
}

const timesOf = (name: string, scene: Scene) =>
  times[contestants.findIndex((one) => one.name === name && one.scene === scene)];
const lines = [
  '| law | sliding, ns | / coulomb | sticking, ns | / coulomb | half and half, ns | / coulomb | bytes per step |',
  '|---|---|---|---|---|---|---|---|',
];
for (const name of names) {
  const cells = scenes.flatMap((scene) => {
    const own = timesOf(name, scene);
    const ratios = own.map((time, round) => time / timesOf('coulomb', scene)[round]);
    return [median(own).toFixed(0), median(ratios).toFixed(2)];
  });
  lines.push(`| ${name} | ${cells.join(' | ')} | ${bytesPerStep(name)} |`);
}
const table = lines.join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('cost', table);

/**
 * In a process with a heap so large that nothing is collected. The minimum of several: inlining differs between processes, and calls
 * that are not inlined may allocate their results.
 */
function bytesPerStep(name: string): number {
  const room = ['--min-semi-space-size=128', '--max-semi-space-size=128', '--import', 'tsx'];
  const script = fileURLToPath(new URL('laws-bytes.ts', import.meta.url));
  const run = () => Number(execFileSync(process.execPath, [...room, script, name], { encoding: 'utf8' }));
  return Math.min(...Array.from({ length: PROCESSES }, run));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
