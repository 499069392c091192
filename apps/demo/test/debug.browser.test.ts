import { cannonExamples } from '@stiction/scenes/cannon-examples';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import { type OpenPage, openPage } from './pages.js';
import { demoAddress } from './scene-page.js';
import { runFrames, type TestClock } from './simulated-time.js';

declare const window: { testClock: TestClock };

/** Small, because software rendering takes most of the time. */
const VIEWPORT = { width: 800, height: 560 };

/** Opens the page; `expectQuiet` fails on any error or warning. */
async function openDebugPage(query: string): Promise<OpenPage & { expectQuiet: () => Promise<void> }> {
  const opened = await openPage({ viewport: VIEWPORT }, { simulated: true });
  const { page, complaints } = opened;
  await page.goto(`${demoAddress()}debug.html${query}`);
  return {
    ...opened,
    async expectQuiet() {
      expect(complaints).toEqual([]);
      expect(await page.getByRole('alert').isVisible()).toBe(false);
    },
  };
}

async function withDebugPage(query: string, body: (page: Page) => Promise<void>): Promise<void> {
  const { page, expectQuiet, close } = await openDebugPage(query);
  try {
    await body(page);
    await expectQuiet();
  } finally {
    await close();
  }
}

/** Simulated seconds that the page shows. */
const timeOf = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-readout="time"]').getAttribute('value'));

/** A tenth of a second is six steps; one may be left for the next frame. */
const STEP = 1 / 60;

describe('examples', () => {
  let shown: Awaited<ReturnType<typeof openDebugPage>>;

  beforeAll(async () => {
    shown = await openDebugPage('');
  });

  afterAll(() => shown?.close());

  // One of each kind: contacts, hulls, height field, joints, particles, rays.
  const kinds = ['stacks', 'convex', 'heightfield', 'chain', 'cloth', 'raycast-vehicle'];
  const chosen = cannonExamples.filter(({ name }) => full || kinds.includes(name));

  test.each(chosen.map(({ name, title }) => ({ name, title })))(
    '$name is drawn in both halves',
    async ({ name, title }) => {
      const { page, expectQuiet } = shown;
      const choice = page.getByLabel('Scene', { exact: true }).locator('select');
      await choice.selectOption(name);
      expect(await choice.locator('option:checked').textContent()).toBe(title);
      await runFrames(page, 3);
      expect(Math.abs((await timeOf(page)) - 0.3)).toBeLessThan(1.5 * STEP);
      const { orange, blue } = await countPixels(page);
      expect(orange).toBeGreaterThan(150);
      expect(blue).toBeGreaterThan(150);
      await expectQuiet();
    },
  );
});

test('pause, step and reset work, and the address names the scene', async () => {
  await withDebugPage('?scene=friction', async (page) => {
    await runFrames(page, 3);
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = await timeOf(page);
    expect(paused).toBeGreaterThan(0.25);
    await runFrames(page, 3);
    expect(await timeOf(page)).toBe(paused);
    await page.getByRole('button', { name: 'Step' }).click();
    await runFrames(page, 1);
    expect(await timeOf(page)).toBeCloseTo(paused + STEP, 9);
    await page.getByRole('button', { name: 'Reset' }).click();
    await runFrames(page, 1);
    expect(await timeOf(page)).toBe(0);
    await page.getByLabel('Scene', { exact: true }).locator('select').selectOption('stacks');
    expect(new URL(page.url()).searchParams.get('scene')).toBe('stacks');
    await runFrames(page, 2);
    expect(await timeOf(page)).toBeGreaterThan(0.1);
  });
});

test('forces are drawn when enabled', async () => {
  await withDebugPage('?scene=friction', async (page) => {
    await runFrames(page, 6);
    await page.getByRole('button', { name: 'Pause' }).click();
    const drawing = (): Promise<string> => page.evaluate(() => window.testClock.draw().data.join());
    const withForces = await drawing();
    expect(await drawing()).toBe(withForces);
    await page.getByLabel('forces').uncheck();
    expect(await drawing()).not.toBe(withForces);
  });
});

/** Draws, and counts pixels with the colour of stock bodies in the left half, and with that of Stiction's in the right half. */
async function countPixels(page: Page): Promise<{ orange: number; blue: number }> {
  return page.evaluate(() => {
    const { data, width } = window.testClock.draw();
    let orange = 0;
    let blue = 0;
    for (let k = 0; k < data.length; k += 4) {
      const isLeft = (k / 4) % width < width / 2;
      const redness = data[k] - data[k + 2];
      if (isLeft && redness > 25) orange++;
      if (!isLeft && redness < -25) blue++;
    }
    return { orange, blue };
  });
}

test('the page has margins, and its stage fills the window', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page, close } = await openPage({ viewport }, { simulated: true });
    await page.goto(`${demoAddress()}debug.html`);
    await runFrames(page, 2);
    const [title, stage, badge, chip, footer] = await Promise.all(
      ['h1', '.stage', '[data-badge="stock"]', '[data-view="stock"] h2', 'footer'].map((selector) =>
        page.locator(selector).boundingBox(),
      ),
    );
    expect(title?.x).toBeGreaterThanOrEqual(10);
    expect((stage?.x ?? 0) + (stage?.width ?? 1e9)).toBeLessThanOrEqual(viewport.width - 10);
    expect(stage?.height).toBeGreaterThan(400);
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeGreaterThan(viewport.height - 30);
    // The number of contacts stands apart from the name of the half.
    const apart =
      (badge?.y ?? 0) - (chip?.y ?? 0) > (chip?.height ?? 1e9) ||
      (badge?.x ?? 0) > (chip?.x ?? 0) + (chip?.width ?? 1e9);
    expect(apart).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await close();
  }
});
