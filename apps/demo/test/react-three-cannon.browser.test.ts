import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { buildPage } from './example-page.js';
import { openPage, ROOT } from './pages.js';
import { drawFrame, runUntil } from './simulated-time.js';

const G = 9.81;
const SPEED = 3;
const MUS = { ice: 0.1, wood: 0.3, rubber: 0.8 };
const root = join(ROOT, 'examples', 'react-three-cannon');
const configFile = join(root, 'vite.config.js');

/** Starts the page at an address, and returns how far its boxes have slid when all are at rest. */
async function measure(address: string): Promise<{ text: string; complaints: string[] }> {
  const { page, complaints, close } = await openPage(
    { viewport: { width: 800, height: 600 } },
    { simulated: true, fresh: true },
  );
  try {
    await page.goto(address);
    const text = await runUntil(
      page,
      () => {
        const { dataset } = document.body;
        // The worker needs longer than a frame on a busy machine: frames without news say nothing.
        if (dataset.seen === dataset.reports) return '';
        dataset.seen = dataset.reports;
        const now = document.querySelector('output')?.textContent ?? '';
        dataset.same = String(now === dataset.text && /slid [1-9]/.test(now) ? Number(dataset.same) + 1 : 0);
        dataset.text = now;
        return Number(dataset.same) > 10 ? now : '';
      },
      60,
      1000 / 60,
    );
    await drawFrame(page);
    return { text, complaints };
  } finally {
    await close();
  }
}

/** Serves the example as `vite dev` does, with a cold cache. */
async function serveDev(): Promise<[address: string, close: () => Promise<void>]> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'stiction-vite-'));
  const server = await createServer({ root, configFile, cacheDir, logLevel: 'error', server: { port: 0, hmr: false } });
  await server.listen();
  return [
    server.resolvedUrls?.local[0] ?? '',
    async () => {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  ];
}

test.each([
  ['vite build', () => buildPage(root, 'react-three-cannon', configFile)],
  ['vite dev', serveDev],
])('examples/react-three-cannon, %s: boxes stop after v²/(2 μ g) by the laws of the worker', async (_, start) => {
  const [address, stop] = await start();
  try {
    const { text, complaints } = await measure(address);
    expect(complaints).toEqual([]);
    for (const [material, mu] of Object.entries(MUS)) {
      const slid = Number(new RegExp(`${material} slid ([\\d.]+)`).exec(text)?.[1]);
      expect(Math.abs(slid / (SPEED ** 2 / (2 * mu * G)) - 1), text).toBeLessThan(0.01);
    }
  } finally {
    await stop();
  }
});
