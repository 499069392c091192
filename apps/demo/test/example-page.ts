import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { FLAGS } from './preview-page.js';

/** An example in a browser; `complaints` are errors and warnings, of the page and of its console. */
export interface ExamplePage {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

const DESKTOP: Look = { width: 1280, height: 800, colorScheme: 'light' };

/** What software rendering says about itself, and what @react-three/fiber and Rapier 0.19 say about their own code. */
const HARMLESS =
  /GPU stall|GroupMarkerNotSet|Automatic fallback to software WebGL|THREE.Clock: This module|using deprecated parameters/;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const QUIET = { configFile: false, logLevel: 'error' } as const;
const ANY_PORT = { host: '127.0.0.1', port: 0, open: false } as const;

/** Built by Vite, from the built packages. */
export async function openExample(name: string, look = DESKTOP): Promise<ExamplePage> {
  const shared = { ...QUIET, root: join(ROOT, 'examples', name), worker: { format: 'es' } } as const;
  const outDir = await mkdtemp(join(tmpdir(), `stiction-${name}-`));
  await build({ ...shared, build: { outDir, target: 'es2022', chunkSizeWarningLimit: 9000 } });
  const server = await preview({ ...shared, build: { outDir }, preview: ANY_PORT });
  return openPage(server, '', look, () => rm(outDir, { recursive: true }));
}

/** As it is: the files of the repository and nothing else, as any server of files has them. */
export async function openPlainExample(name: string, look = DESKTOP): Promise<ExamplePage> {
  const server = await preview({ ...QUIET, root: ROOT, build: { outDir: '.' }, appType: 'mpa', preview: ANY_PORT });
  return openPage(server, `examples/${name}/`, look, async () => {});
}

async function openPage(
  server: PreviewServer,
  path: string,
  { colorScheme, ...viewport }: Look,
  cleanUp: () => Promise<void>,
): Promise<ExamplePage> {
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '', args: FLAGS });
  const page = await browser.newPage({ viewport, colorScheme });
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !HARMLESS.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/${path}`);
  return {
    page,
    complaints,
    async close() {
      await browser.close();
      await server.close();
      await cleanUp();
    },
  };
}

/** A picture of the page, kept in test-results, where one looks at it. */
export async function takeExamplePicture(page: Page, name: string): Promise<void> {
  const folder = join(ROOT, 'test-results', 'examples');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
