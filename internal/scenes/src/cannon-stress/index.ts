export { startExample } from '../cannon-examples/start.js';
export { FAULTS, type Fault, judge, LIMITS, type Started, type Verdict } from './judge.js';
export { createPour, type Pour, type Stepper } from './pour.js';
export { FAMILIES, type Family, type RandomScene, randomScene } from './random-scenes.js';
