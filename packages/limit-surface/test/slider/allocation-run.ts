// Run by allocation.test.ts in a separate process, with a young generation so large that nothing is collected.
import { ecpState, planarSlider } from '../../src/slider/slider.js';

const slider = planarSlider({ m: 0.5, Iz: 2e-4, qz: 0.08, mu: 0.31, er: 0.01, g: 9.8 });
const state = ecpState({ vx: 0.7, vy: 0.9, wz: 10 });
const applied = new Float64Array(6);
const tips = process.argv[2] === 'tipped' ? 1e-4 : 0;
const STEPS = 50_000;
let sliding = 0;

function run(): void {
  for (let k = 0; k < STEPS; k++) {
    applied[0] = 0.02 * Math.sin(0.01 * k);
    applied[1] = 0.02 * Math.cos(0.013 * k);
    applied[3] = tips * Math.cos(0.02 * k);
    applied[5] = 1e-4 * Math.sin(0.003 * k);
    slider.step(state, applied, 0.01);
    if (state.sigma > 0) sliding++;
  }
}

// Minimum over several rounds: in earlier ones the step may still be interpreted.
let bytesPerStep = Number.POSITIVE_INFINITY;
for (let round = 0; round < 6; round++) {
  const before = process.memoryUsage().heapUsed;
  run();
  bytesPerStep = Math.min(bytesPerStep, (process.memoryUsage().heapUsed - before) / STEPS);
}
console.log(JSON.stringify({ bytesPerStep, sliding: sliding / (6 * STEPS) }));
