import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { FLAGS } from './preview-page.js';

/** An example, built and opened in a browser; `complaints` are errors that nobody has caught. */
export interface ExamplePage {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export async function openExample(name: string): Promise<ExamplePage> {
  const root = fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), `stiction-${name}-`));
  const shared = { root, configFile: false, logLevel: 'error', worker: { format: 'es' } } as const;
  const built = { outDir, target: 'es2022', chunkSizeWarningLimit: 9000 };
  await build({ ...shared, resolve: { tsconfigPaths: true }, build: built });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0, open: false } });
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '', args: FLAGS });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`);
  return {
    page,
    complaints,
    async close() {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
