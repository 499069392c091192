import type { SceneWorld } from '@stiction/scenes';
import { stack } from '@stiction/scenes';
import { contestants } from './builds.js';

/** Whole step with the adapter over the stock step, both worlds from one settled state, stepped in turn. */
const SIZES = [
  { towers: 1, count: 10 },
  { towers: 20, count: 10 },
  { towers: 100, count: 10 },
];
const SETTLE_STEPS = 120;
const ROUNDS = 7;
const STEPS = 20;
const DT = 1 / 60;

export async function runCost(): Promise<string> {
  const lines = [
    '| scene | engine | step / stock step (median of rounds) | quartiles | patches |',
    '|---|---|---|---|---|',
  ];
  for (const { label, stiction, build } of await contestants()) {
    if (!stiction) continue;
    for (const size of SIZES) {
      const world = build(stack(size));
      for (let k = 0; k < SETTLE_STEPS; k++) world.step(DT);
      const stock = world.cloneStock();
      const ratios: number[] = [];
      time(world);
      time(stock);
      for (let round = 0; round < ROUNDS; round++) ratios.push(time(world) / time(stock));
      ratios.sort((a, b) => a - b);
      const patches = world.friction?.report.patches ?? 0;
      const quartiles = `${ratios[1].toFixed(2)}..${ratios[ROUNDS - 2].toFixed(2)}`;
      const median = ratios[Math.floor(ROUNDS / 2)].toFixed(2);
      lines.push(`| ${size.towers} x ${size.count} cubes | ${label} | ${median} | ${quartiles} | ${patches} |`);
      world.dispose();
      stock.dispose();
    }
  }
  return lines.join('\n');
}

function time(world: SceneWorld): number {
  const start = performance.now();
  for (let k = 0; k < STEPS; k++) world.step(DT);
  return performance.now() - start;
}
