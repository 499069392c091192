import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../../../scripts/browser/chromium.mjs';
import { serve } from '../../../scripts/browser/serve.mjs';
import type { App } from '../src/app.js';

declare const window: { stiction: App };

export interface Demo {
  browser: Browser;
  address: string;
  /** A page with the demo at an address. */
  openPage(query: string, size: { width: number; height: number }, dark?: boolean, scale?: number): Promise<Page>;
}

/** Runs a task with the built demo in a browser. */
export async function withDemo(task: (demo: Demo) => Promise<void>, dist = 'apps/demo/dist'): Promise<void> {
  const [browser, { address, close }] = await Promise.all([openChromium(), serve(dist)]);
  try {
    await task({
      browser,
      address,
      async openPage(query, viewport, dark = false, scale = 1) {
        const page = await browser.newPage({
          viewport,
          deviceScaleFactor: scale,
          colorScheme: dark ? 'dark' : 'light',
        });
        await page.addInitScript('globalThis.__name = (value) => value'); // tsx needs it in evaluated code
        await page.goto(`${address}${query}`);
        await page.evaluate(() => window.stiction.settled);
        return page;
      },
    });
  } finally {
    await browser.close();
    await close();
  }
}
