export type { Body2DOf, Rapier2DBody, Rapier2DVector, Rapier2DWorld } from './flavours.js';
export { installFloor } from './install.js';
