// node examples/cannon-worker/main-node.mjs, after `npm run build`.
import { Worker } from 'node:worker_threads';
import { runSession } from './session.mjs';

const worker = new Worker(new URL('./node-worker.mjs', import.meta.url));
const boxes = await runSession(
  (message, transfer) => worker.postMessage(message, transfer),
  (listener) => worker.on('message', listener),
);
console.table(boxes);
await worker.terminate();
