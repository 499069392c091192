// The page: runs every program here, then again in a worker.
import { programs } from './bundle.mjs';
import { runAll } from './run-all.mjs';

const page = await runAll(programs);
const worker = await new Promise((resolve) => {
  const thread = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
  thread.onmessage = ({ data }) => resolve(data);
  thread.onerror = ({ message }) => resolve([{ text: `worker: ${message}`, failed: true }]);
});
Object.assign(globalThis, { results: { page, worker } });
