// Builds a project with Vite and opens it in Chromium: programs run in the page and in a module worker.

import { join } from 'node:path';
import { build } from 'vite';
import { serve } from '../browser/serve.mjs';

/** @typedef {{ text: string, failed: boolean }} Result */

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

/** Results of the bundle in the page and in its worker. @type {(browser: import('playwright-core').Browser, folder: string) => Promise<{ page: Result[], worker: Result[] }>} */
export const runInBrowser = (browser, folder) => readResults(browser, join(folder, 'dist'), '');

/** Results of the page without a bundler. @type {(browser: import('playwright-core').Browser, folder: string) => Promise<{ page: Result[] }>} */
export const runPlain = (browser, folder) => readResults(browser, folder, 'plain.html');

/** @type {<T>(browser: import('playwright-core').Browser, folder: string, file: string) => Promise<T>} */
async function readResults(browser, folder, file) {
  const server = await serve(folder);
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await page.goto(server.address + file);
    try {
      await page.waitForFunction('globalThis.results', undefined, { timeout: 600_000 });
    } catch (error) {
      throw new Error([String(error), ...complaints].join('\n'));
    }
    return await page.evaluate('globalThis.results');
  } finally {
    await page.close();
    await server.close();
  }
}
