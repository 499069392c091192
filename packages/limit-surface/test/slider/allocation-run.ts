// Run by allocation.test.ts in a separate process, with a young generation so large that nothing is collected.
import { createEcpSlider, ecpState } from '../../src/slider/ecp-slider.js';

const slider = createEcpSlider({ mass: 0.5, inertia: 2e-4, height: 0.08, mu: 0.31, er: 0.01, gravity: 9.8 });
const state = ecpState({ vx: 0.7, vy: 0.9, spin: 10 });
const applied = new Float64Array(6);
const tips = process.argv[2] === 'tipped' ? 1e-2 : 0;
const STEPS = 50_000;
let sliding = 0;

function run(): void {
  for (let k = 0; k < STEPS; k++) {
    applied[0] = 2 * Math.sin(0.01 * k);
    applied[1] = 2 * Math.cos(0.013 * k);
    applied[3] = tips * Math.cos(0.02 * k);
    applied[5] = 1e-2 * Math.sin(0.003 * k);
    slider.step(state, applied, 0.01);
    if (state.slipSpeed > 0) sliding++;
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
