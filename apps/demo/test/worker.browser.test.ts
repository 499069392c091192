import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { expect, test } from 'vitest';

test('examples/cannon-worker runs in a Worker of the browser', async () => {
  const root = fileURLToPath(new URL('../../../examples/cannon-worker', import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), 'stiction-worker-'));
  const shared = { root, configFile: false, logLevel: 'error', worker: { format: 'es' } } as const;
  await build({ ...shared, resolve: { tsconfigPaths: true }, build: { outDir, target: 'es2022' } });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0, open: false } });
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`);
    await page.waitForFunction("document.body.textContent.includes('slid')", undefined, { timeout: 20_000 });
    const boxes: { mu: number; slid: number; sliding: boolean }[] = JSON.parse(
      (await page.textContent('body')) ?? '[]',
    );
    expect(complaints).toEqual([]);
    expect(boxes.map(({ sliding }) => sliding)).toEqual([true, true, false]);
    expect(boxes[0].slid).toBeGreaterThan(4);
    expect(boxes[2].slid).toBeLessThan(2e-3);
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true });
  }
});
