export { installFriction, type RapierFriction, type RapierFrictionOptions } from './install/install.js';
