export { type InstallOptions, installFriction, type RapierFriction } from './install.js';
