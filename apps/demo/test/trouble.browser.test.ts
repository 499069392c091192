import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../src/app.js';
import { closePreview, openPreview, type Preview } from './preview-page.js';
import { finish, openShowPage, PHONE, readNumbers, type Screen, SMALL, waitForRun } from './show-page.js';

declare const window: { stiction: App };

let opened: Preview;

beforeAll(async () => {
  opened = await openPreview();
});

afterAll(() => closePreview(opened));

/** Opens a page on which trouble is asked for. */
async function withTrouble(
  query: string,
  viewport: Screen,
  prepare: (page: Page) => Promise<unknown>,
  body: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = await openShowPage(opened.browser, opened.address, viewport);
  try {
    await prepare(page);
    await page.goto(`${opened.address}${query}`);
    await body(page);
  } finally {
    await page.close();
  }
}

describe('trouble', () => {
  test('without WebGL the page says so and the numbers still run', async () => {
    const withoutWebGL = (page: Page) =>
      page.addInitScript(() => {
        const original = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...[kind]: [string]) {
          return kind.startsWith('webgl') ? null : original.call(this, kind);
        } as typeof original;
      });
    await withTrouble('?paused', PHONE, withoutWebGL, async (page) => {
      await page.getByRole('alert').filter({ hasText: 'no 3D' }).waitFor();
      await page.waitForFunction(() => window.stiction.run && window.stiction.chart);
      await finish(page);
      expect((await readNumbers(page)).state.stiction).toBe('good');
    });
  });

  test('an engine that does not load is reported, and cannon-es takes over', async () => {
    const reject = (page: Page) =>
      page.route(/rapier/i, (route) =>
        route.request().resourceType() === 'script' ? route.abort() : route.continue(),
      );
    await withTrouble('?engine=rapier&paused', SMALL, reject, async (page) => {
      await page.getByRole('alert').filter({ hasText: 'Rapier could not be loaded' }).waitFor();
      await waitForRun(page);
      expect(await page.getByLabel('cannon-es').isChecked()).toBe(true);
      await finish(page);
      expect((await readNumbers(page)).state.stiction).toBe('good');
    });
  });

  test('a scene that does not load is reported, and others go on', async () => {
    const reject = (page: Page) => page.route(/disc-twins/, (route) => route.abort());
    await withTrouble('?paused', SMALL, reject, async (page) => {
      await waitForRun(page);
      await page.getByLabel('Scene', { exact: true }).selectOption('disc-twins');
      await page.getByRole('alert').filter({ hasText: 'could not' }).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByLabel('Scene', { exact: true }).selectOption('slope');
      await waitForRun(page);
      await finish(page);
      expect((await readNumbers(page)).state.stiction).toBe('good');
    });
  });

  test('who wants less motion sees the end of the scene, at rest', async () => {
    const { page } = await openShowPage(opened.browser, opened.address, SMALL);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(opened.address);
    await page.waitForFunction(() => window.stiction?.run?.done, undefined, { timeout: 30_000 });
    const time = (await readNumbers(page)).time;
    await page.waitForTimeout(4000);
    expect((await readNumbers(page)).time).toBe(time);
    expect((await readNumbers(page)).state.stiction).toBe('good');
    await page.close();
  });
});
