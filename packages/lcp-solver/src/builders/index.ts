export { boxMlcp } from './box.js';
export { type BristleOptions, bristleMlcp } from './bristle.js';
export { pyramidMlcp } from './pyramid.js';
export type { FrictionMlcp, FrictionStep, FrictionSystem } from './system.js';
