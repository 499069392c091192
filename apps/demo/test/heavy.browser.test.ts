import { loadEngine } from '@stiction/scenes';
import { defaultsOf, demoScenes, startSceneRun } from '@stiction/scenes/demo';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { App } from '../src/app.js';
import { openScenePage, settled, TINY } from './scene-page.js';
import { runFrames } from './simulated-time.js';

declare const window: { stiction: App };

/** The smallest pyramid whose worlds run in a worker: 204 boxes. */
const VALUES = { what: 'pyramid', layers: 8 };
const QUERY = '?scene=standing&what=pyramid&layers=8&paused';

/** Position of a body with Stiction. */
const placeOf = (page: Page, body: string): Promise<number[]> =>
  page.evaluate((name) => {
    const { run } = window.stiction;
    if (!run) throw new Error('no run');
    const { bodies } = run.sides.stiction.scene;
    const poses = new Float32Array(7 * bodies.length);
    run.poses.stiction.read(1, poses);
    const at = 7 * bodies.findIndex((spec) => spec.name === name);
    return [...poses.subarray(at, at + 3)];
  }, body);

test('a heavy scene runs in a worker: the same motion as without one, frames meanwhile, forces, hand and restart', async () => {
  const shown = await openScenePage(TINY);
  const { page } = shown;
  try {
    await shown.open(QUERY);
    await page.evaluate(() => window.stiction.forward(10 / 60));
    const demo = await demoScenes.find(({ id }) => id === 'standing')?.load();
    if (!demo) throw new Error('no scene');
    const own = startSceneRun(demo, await loadEngine('cannon'), { ...defaultsOf(demo), ...VALUES }, { stiction: true });
    while (own.steps < 10) own.step();
    const top = own.world.names.at(-1) as string;
    const found = await placeOf(page, top);
    for (const [e, x] of own.world.position(top).entries()) expect(found[e]).toBeCloseTo(x, 5);
    const shownCurve = await page.evaluate(() => window.stiction.run?.sides.stiction.probe.curve);
    expect(shownCurve).toBeCloseTo(own.probe.curve, 5);
    const history = await page.evaluate(() => window.stiction.run?.history.stiction.filter((x) => x !== null).length);
    expect(history).toBeGreaterThan(3);
    own.dispose();

    // The page draws while the worker steps.
    const frames = await page.evaluate(async () => {
      let count = 0;
      const frame = (): void => {
        count++;
        (window as unknown as { testClock: { frameOfBrowser: typeof requestAnimationFrame } }).testClock.frameOfBrowser(
          frame,
        );
      };
      frame();
      await window.stiction.forward(20 / 60);
      return count;
    });
    expect(frames).toBeGreaterThan(1);

    // Contacts come with a report of their own while nothing moves.
    await page.getByText('Forces', { exact: true }).click();
    await page.waitForFunction(
      () => (window.stiction.run?.sides.stiction.patches.read().length ?? 0) > 200,
      undefined,
      { polling: 20 },
    );

    const before = await placeOf(page, top);
    await page.evaluate(async (body) => {
      const { run } = window.stiction;
      run?.grab(body, [0, 0, 0]);
      run?.pullGrab([0, 0, 1]);
      await window.stiction.forward(20 / 60);
    }, top);
    expect((await placeOf(page, top))[2] - before[2]).toBeGreaterThan(0.3);
    expect(await page.evaluate(() => window.stiction.run?.otherwise)).toBe('not grabbed');
    await page.evaluate(() => window.stiction.run?.release());

    await page.evaluate(() => window.stiction.restart());
    await settled(page);
    expect(await page.evaluate(() => window.stiction.run?.steps)).toBe(0);
    await page.evaluate(() => window.stiction.setPaused(false));
    // However slow the worker is.
    while (!(await page.evaluate(() => (window.stiction.run?.steps ?? 0) > 3))) await runFrames(page, 2, 20);
    await shown.expectNoComplaints();

    // Without its worker the scene runs on the page.
    await page.route(/worker-/, (route) => route.abort());
    await shown.open(QUERY);
    await page.evaluate(() => window.stiction.forward(1 / 60));
    expect(await page.evaluate(() => typeof window.stiction.run?.sides.stiction.step)).toBe('function');
    expect(await page.evaluate(() => window.stiction.run?.steps)).toBe(1);
  } finally {
    await shown.close();
  }
});
