export { FAULTS, type Fault, judge, LIMITS, type Verdict } from './judge.js';
export { createPour, type Pour } from './pour.js';
export { FAMILIES, type Family, type RandomScene, randomScene } from './random-scenes.js';
