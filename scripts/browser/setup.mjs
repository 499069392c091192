// Before all browser tests: one Chromium and the servers that every test file uses. Vitest calls it once (`globalSetup`).
import { chromium } from 'playwright-core';
import { chromiumOptions } from './chromium.mjs';
import { serve } from './serve.mjs';

/** @param {import('vitest/node').TestProject} project */
export default async function setup(project) {
  const [browser, files, site] = await Promise.all([
    chromium.launchServer(chromiumOptions()),
    serve('.'),
    serve('docs/.vitepress/dist'),
  ]);
  project.provide('browserTests', { endpoint: browser.wsEndpoint(), files: files.address, site: site.address });
  return async () => {
    await browser.close();
    await Promise.all([files.close(), site.close()]);
  };
}
