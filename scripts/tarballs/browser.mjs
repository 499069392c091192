// A production bundle of a project, made by vite and opened in Chromium: programs in the page and in a module worker.
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { findChromium } from '../ensure-chromium.mjs';

/** @typedef {{ text: string, failed: boolean }} Result */

const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export async function openChromium() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: run scripts/ensure-chromium.mjs, or set CHROME_PATH');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** @type {(folder: string) => Promise<void>} */
export async function bundle(folder) {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { target: 'es2022', modulePreload: false, chunkSizeWarningLimit: 5000 },
    worker: { format: 'es' },
  });
}

/** What the bundle says in the page and in its worker. @type {(browser: import('playwright-core').Browser, folder: string) => Promise<{ page: Result[], worker: Result[] }>} */
export async function runInBrowser(browser, folder) {
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0, open: false },
  });
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    const address = server.httpServer.address();
    if (typeof address !== 'object' || !address) throw new Error('the preview has no address');
    await page.goto(`http://127.0.0.1:${address.port}/`);
    try {
      await page.waitForFunction('globalThis.results', undefined, { timeout: 60_000 });
    } catch (error) {
      throw new Error([String(error), ...complaints].join('\n'));
    }
    return await page.evaluate('globalThis.results');
  } finally {
    await page.close();
    await server.close();
  }
}
