export { type FrictionWorkerOptions, type FrictionWorkerPlugin, frictionWorker } from './plugin.js';
export { replaceWorker } from './replace-worker.js';
