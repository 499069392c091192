// Starts one Chromium and the servers for all browser tests. Vitest calls it once (`globalSetup`).
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { cpuBelow } from '../cpu.mjs';
import { root } from '../workspace.mjs';
import { chromiumOptions } from './chromium.mjs';
import { serve } from './serve.mjs';

const RESULTS = join(root, 'test-results');

/** @param {import('vitest/node').TestProject} project */
export default async function setup(project) {
  const [browser, files, site] = await Promise.all([
    chromium.launchServer(chromiumOptions()),
    serve('.'),
    serve('docs/.vitepress/dist'),
  ]);
  project.provide('browserTests', {
    endpoint: browser.wsEndpoint(),
    pid: browser.process().pid ?? 0,
    files: files.address,
    site: site.address,
  });
  return async () => {
    await mkdir(RESULTS, { recursive: true });
    await writeFile(join(RESULTS, 'browser-cpu.txt'), String(cpuBelow(browser.process().pid ?? 0)));
    await browser.close();
    await Promise.all([files.close(), site.close()]);
  };
}
