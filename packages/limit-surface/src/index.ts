export { type EcpOptions, ecp } from './ecp-law.js';
export { lugrePatch } from './lugre-patch-law.js';
export { type PatchOptions, patch } from './patch-law.js';
export { evaluatePressure, type Pressure } from './pressure.js';
export { disc, hertz, powerLaw, ring } from './shapes.js';
export { lineContact } from './shapes-line.js';
export { polygon, rectangle } from './shapes-polygon.js';
