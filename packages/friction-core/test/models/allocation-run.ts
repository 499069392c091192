// Run by allocation.test.ts in one process per model, with enough room for young objects that nothing is collected.
import { compoundModel } from '../../src/models/compound.js';
import { fixedStepModel } from '../../src/models/fixed-step.js';
import { karnoppModel } from '../../src/models/karnopp.js';
import { quinnModel } from '../../src/models/quinn.js';
import { viscoElasticModel } from '../../src/models/visco-elastic.js';

const dimension = 2;
const curve = (speed: number) => 1 + 0.5 * Math.exp(-speed * speed) + 0.1 * speed;
const makers: Record<string, () => { step(input: Float64Array, dt: number): Float64Array }> = {
  karnopp: () => karnoppModel({ mass: 1, friction: 1, epsilon: 0.01, dimension }),
  quinn: () => quinnModel({ mass: 1, friction: 1, epsilon: 0.01, dimension }),
  fixedStep: () => fixedStepModel({ mass: 1, friction: 1, dimension }),
  fixedStepCurve: () => fixedStepModel({ mass: 1, friction: curve, dimension }),
  viscoElastic: () => viscoElasticModel({ stiffness: 100, viscosity: 1, mass: 0.1, friction: 1, dimension }),
  compound: () => compoundModel({ elements: [1, 2, 3].map((friction) => ({ stiffness: 100, friction })), dimension }),
};

const model = makers[process.argv[2]]();
const input = new Float64Array(2);
const STEPS = 50_000;
function run(): void {
  for (let k = 0; k < STEPS; k++) {
    input[0] = 3 * Math.sin(0.01 * k);
    input[1] = 3 * Math.cos(0.013 * k);
    model.step(input, 0.001);
  }
}
// The minimum of some rounds: in the others the model may still be interpreted.
let bytesPerStep = Number.POSITIVE_INFINITY;
for (let round = 0; round < 6; round++) {
  const before = process.memoryUsage().heapUsed;
  run();
  bytesPerStep = Math.min(bytesPerStep, (process.memoryUsage().heapUsed - before) / STEPS);
}
console.log(JSON.stringify({ bytesPerStep }));
