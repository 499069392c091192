import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { App } from '../src/app.js';
import {
  finish,
  openScenePage,
  PHONE,
  readNumbers,
  type Screen,
  type ShowPageOptions,
  SMALL,
  settled,
} from './scene-page.js';
import { runFrames } from './simulated-time.js';

declare const window: { stiction: App };

/** Opens a page with a simulated failure. */
async function withTrouble(
  query: string,
  viewport: Screen,
  prepare: (page: Page) => Promise<unknown>,
  body: (page: Page) => Promise<void>,
  options: ShowPageOptions = {},
): Promise<void> {
  const { page, open, close } = await openScenePage(viewport, options);
  try {
    await prepare(page);
    await open(query);
    await body(page);
  } finally {
    await close();
  }
}

describe('failures', () => {
  test('without WebGL the page reports it and the numbers still run', async () => {
    const withoutWebGL = (page: Page) =>
      page.addInitScript(() => {
        const original = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...[kind]: [string]) {
          return kind.startsWith('webgl') ? null : original.call(this, kind);
        } as typeof original;
      });
    const check = async (page: Page) => {
      await page.getByRole('alert').filter({ hasText: 'no 3D' }).waitFor();
      await finish(page);
      expect((await readNumbers(page)).state.stiction).toBe('good');
    };
    await withTrouble('?scene=slope&paused', PHONE, withoutWebGL, check, { fresh: true });
  });

  test('an engine that fails to load is reported, and cannon-es replaces it', async () => {
    const reject = (page: Page) =>
      page.route(/rapier/i, (route) =>
        route.request().resourceType() === 'script' ? route.abort() : route.continue(),
      );
    await withTrouble('?engine=rapier&paused', SMALL, reject, async (page) => {
      await page.getByRole('alert').filter({ hasText: 'Rapier could not be loaded' }).waitFor();
      expect(await page.getByLabel('cannon-es').isChecked()).toBe(true);
      await finish(page);
      expect((await readNumbers(page)).state.stiction).toBe('good');
      // Also together with another scene, which has other values.
      await page.evaluate(() => window.stiction.open({ scene: 'slope', engine: 'rapier' }));
      await settled(page);
      expect(await page.evaluate(() => window.stiction.run?.values)).toEqual({ mu: 0.3, angle: 25, rest: 1 });
    });
  });

  test('a scene that fails to load is reported, and others still work', async () => {
    const reject = (page: Page) => page.route(/disc-twins/, (route) => route.abort());
    await withTrouble('?scene=slope&paused', SMALL, reject, async (page) => {
      await page.getByLabel('Scene', { exact: true }).selectOption('disc-twins');
      await page.getByRole('alert').filter({ hasText: 'could not' }).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByLabel('Scene', { exact: true }).selectOption('slope');
      await settled(page);
      await finish(page);
      expect((await readNumbers(page)).state.stiction).toBe('good');
    });
  });

  test('with prefers-reduced-motion the page shows the end of the scene, at rest', async () => {
    const asItIs = async () => {};
    const check = async (page: Page) => {
      const { time, state } = await readNumbers(page);
      expect(time).toBeGreaterThan(1);
      expect(state.stiction).toBe('good');
      await runFrames(page, 50); // 5 s: without the preference the scene starts again after 3 s
      await settled(page);
      expect((await readNumbers(page)).time).toBe(time);
    };
    await withTrouble('', SMALL, asItIs, check, { reducedMotion: 'reduce' });
  });

  test('a finished scene restarts after three seconds', async () => {
    await withTrouble(
      '',
      SMALL,
      async () => {},
      async (page) => {
        await finish(page);
        const { time } = await readNumbers(page);
        await runFrames(page, 29);
        await settled(page);
        expect((await readNumbers(page)).time).toBe(time);
        await runFrames(page, 4);
        await settled(page);
        expect((await readNumbers(page)).time).toBeLessThan(0.5);
      },
    );
  });
});
