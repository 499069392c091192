import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

interface Result {
  mu: number;
  slid: number;
  sliding: boolean;
}

type RunSession = (
  post: (message: object, transfer: ArrayBuffer[]) => void,
  listen: (listener: (message: unknown) => void) => void,
) => Promise<Result[]>;

const folder = fileURLToPath(new URL('../../../../../examples/cannon-worker/', import.meta.url));

/** The worker as one file, from the packages' sources. */
async function bundle(entry: string, platform: 'node' | 'neutral'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [folder + entry],
    bundle: true,
    write: false,
    format: 'cjs',
    platform,
    mainFields: ['module', 'main'],
    define: { __DEV__: 'false' },
  });
  return outputFiles[0].text;
}

/** Runs the session with a worker, and terminates the worker. */
async function simulate(code: string): Promise<Result[]> {
  const { runSession }: { runSession: RunSession } = await import(`${folder}session.mjs`);
  const worker = new Worker(code, { eval: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('error', reject);
      runSession(
        (message, transfer) => worker.postMessage(message, transfer),
        (listener) => worker.on('message', listener),
      ).then(resolve, reject);
    });
  } finally {
    await worker.terminate();
  }
}

/** Expects s = g (sin - μ cos) t²/2 from the first step to 2 s. The boxes start unsettled, which changes it a little. */
function expectSlides(boxes: Result[]): void {
  const slope = Math.atan(0.5);
  expect(boxes.map(({ mu }) => mu)).toEqual([0.2, 0.4, 0.6]);
  expect(boxes.map(({ sliding }) => sliding)).toEqual([true, true, false]);
  for (const { mu, slid } of boxes) {
    const rate = Math.max(0, 9.81 * (Math.sin(slope) - mu * Math.cos(slope)));
    const [first, last] = [1 / 60, 2].map((time) => (rate * time * time) / 2);
    expect(Math.abs(slid - (last - first))).toBeLessThan(0.05 * last + 2e-3);
  }
}

describe('in a worker', () => {
  test('of node:worker_threads, boxes slide as expected', async () => {
    expectSlides(await simulate(await bundle('node-worker.mjs', 'node')));
  });

  test('with only the globals of a browser worker, boxes slide as expected', async () => {
    // Only the globals of a browser worker: code that needs a window or Node fails.
    const scope = `
      const { parentPort } = require('node:worker_threads');
      const self = { performance, console, postMessage: (m, t) => parentPort.postMessage(m, t), onmessage: null };
      parentPort.on('message', (data) => self.onmessage({ data }));
      (function (globalThis, window, document, process, require, global) {
    `;
    const code = await bundle('browser-worker.mjs', 'neutral');
    expectSlides(await simulate(`${scope}\n${code}\n}).call(self, self);`));
  });
});
