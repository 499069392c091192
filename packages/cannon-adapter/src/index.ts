export { type CannonFriction, type CannonFrictionOptions, installFriction } from './install.js';
