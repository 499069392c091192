// For `new Worker(new URL('./node-worker.mjs', import.meta.url))` of node:worker_threads.
import { parentPort } from 'node:worker_threads';
import { createPhysics } from './physics.mjs';

const receive = createPhysics((message, transfer) => parentPort?.postMessage(message, transfer));
parentPort?.on('message', receive);
