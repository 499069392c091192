import { runSession } from './session.mjs';

const worker = new Worker(new URL('./browser-worker.mjs', import.meta.url), { type: 'module' });
const boxes = await runSession(
  (message, transfer) => worker.postMessage(message, transfer),
  (listener) => {
    worker.onmessage = (event) => listener(event.data);
  },
);
worker.terminate();
document.body.textContent = JSON.stringify(boxes);
