// Run by laws-cost.ts in a separate process: bytes allocated by a step of 20 sliding and sticking boxes.
import { CATALOGUE } from '@stiction/scenes/laws';
import { createCostWorld } from './laws-cost-world.js';

const STEPS = 1000;
const law = CATALOGUE[process.argv[2]].make();
const worlds = [1, 0].map((share) => createCostWorld(law, share, 20));
const bytes = worlds.map((world) => {
  for (let k = 0; k < 2 * STEPS; k++) world.step();
  const before = process.memoryUsage().heapUsed;
  for (let k = 0; k < STEPS; k++) world.step();
  return (process.memoryUsage().heapUsed - before) / STEPS;
});
console.log(Math.max(...bytes).toFixed(0));
