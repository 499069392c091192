import type { Browser, Page } from 'playwright-core';
import { findChromium } from '../../../scripts/ensure-chromium.mjs';
import { closePreview, openPreview } from '../test/preview-page.js';
import { waitForRun } from '../test/show-page.js';

export interface Demo {
  browser: Browser;
  /** A page with the demo on it, paused. */
  openPage(query: string, size: { width: number; height: number }, dark?: boolean): Promise<Page>;
}

/** Runs a task with the built demo in a browser. */
export async function withDemo(task: (demo: Demo) => Promise<void>): Promise<void> {
  process.env.CHROME_PATH ??= findChromium() ?? '';
  const opened = await openPreview();
  const { browser, address } = opened;
  try {
    await task({
      browser,
      async openPage(query, viewport, dark = false) {
        const page = await browser.newPage({ viewport, colorScheme: dark ? 'dark' : 'light' });
        await page.addInitScript('globalThis.__name = (value) => value'); // tsx wants it in what is evaluated there
        await page.goto(`${address}${query}`);
        await waitForRun(page);
        return page;
      },
    });
  } finally {
    await closePreview(opened);
  }
}
