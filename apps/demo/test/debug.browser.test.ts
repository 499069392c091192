import { cannonExamples } from '@stiction/scenes/cannon-examples';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closePreview, openPreview, type Preview } from './preview-page.js';

/** Small, since drawing without a graphics card takes most of the time. */
const VIEWPORT = { width: 800, height: 560 };

let opened: Preview;

beforeAll(async () => {
  opened = await openPreview();
});

afterAll(() => closePreview(opened));

/** Opens the page; `expectQuiet` fails on anything it has complained about. */
async function openPage(query: string): Promise<{ page: Page; expectQuiet: () => Promise<void> }> {
  const page = await opened.browser.newPage({ viewport: VIEWPORT });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${opened.address}debug.html${query}`);
  return {
    page,
    async expectQuiet() {
      expect(complaints.filter((text) => !text.includes('GPU stall'))).toEqual([]);
      expect(await page.getByRole('alert').isVisible()).toBe(false);
    },
  };
}

async function withPage(query: string, body: (page: Page) => Promise<void>): Promise<void> {
  const { page, expectQuiet } = await openPage(query);
  try {
    await body(page);
    await expectQuiet();
  } finally {
    await page.close();
  }
}

async function timeBefore(page: Page, latest: number): Promise<void> {
  await page.waitForFunction(
    (limit) => Number(document.querySelector('[data-readout="time"]')?.getAttribute('value')) < limit,
    latest,
    { timeout: 60_000 },
  );
}

async function timeAfter(page: Page, earliest: number): Promise<number> {
  const handle = await page.waitForFunction(
    (limit) => {
      const time = Number(document.querySelector('[data-readout="time"]')?.getAttribute('value'));
      return time >= limit ? { time } : null;
    },
    earliest,
    { timeout: 60_000 },
  );
  return ((await handle.jsonValue()) as { time: number }).time;
}

describe('examples, one after the other', () => {
  let shown: Awaited<ReturnType<typeof openPage>>;

  beforeAll(async () => {
    shown = await openPage('');
  });

  afterAll(() => shown?.page.close());

  test.each(cannonExamples.map(({ name, title }) => ({ name, title })))(
    '$name is drawn in both halves',
    async ({ name, title }) => {
      const { page, expectQuiet } = shown;
      const choice = page.getByLabel('Scene', { exact: true }).locator('select');
      await choice.selectOption(name);
      expect(await choice.locator('option:checked').textContent()).toBe(title);
      await timeBefore(page, 0.2); // else what is read is the time of the one before
      await timeAfter(page, 0.25);
      await page.getByRole('button', { name: 'Pause' }).click();
      const { orange, blue } = await countPixels(page);
      expect(orange).toBeGreaterThan(150);
      expect(blue).toBeGreaterThan(150);
      await expectQuiet();
    },
  );
});

test('pause holds, step takes one, reset starts again, the address names the scene', async () => {
  await withPage('?scene=friction', async (page) => {
    await timeAfter(page, 0.2);
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = await timeAfter(page, 0);
    await page.waitForTimeout(200);
    expect(await timeAfter(page, 0)).toBe(paused);
    await page.getByRole('button', { name: 'Step' }).click();
    expect(await timeAfter(page, paused + 0.01)).toBeCloseTo(paused + 1 / 60, 9);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('[data-readout="time"][value="0"]').waitFor({ timeout: 10_000 });
    await page.getByLabel('Scene', { exact: true }).locator('select').selectOption('stacks');
    expect(new URL(page.url()).searchParams.get('scene')).toBe('stacks');
    await timeAfter(page, 0.1);
  });
});

test('forces are drawn where they are asked for', async () => {
  await withPage('?scene=friction', async (page) => {
    await timeAfter(page, 0.5);
    await page.getByRole('button', { name: 'Pause' }).click();
    const shot = async (): Promise<Buffer> => {
      await page.waitForTimeout(150);
      return page.locator('.stage').screenshot();
    };
    const withForces = await shot();
    expect((await shot()).equals(withForces)).toBe(true);
    await page.getByLabel('forces').uncheck();
    expect((await shot()).equals(withForces)).toBe(false);
  });
});

/** Pixels of the left half with the colour of stock bodies, and of the right half with that of Stiction's. */
async function countPixels(page: Page): Promise<{ orange: number; blue: number }> {
  const picture = await page.locator('.stage').screenshot({ style: '.view h2, .badge { visibility: hidden }' });
  return page.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext(
      '2d',
    ) as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let orange = 0;
    let blue = 0;
    for (let k = 0; k < data.length; k += 4) {
      const isLeft = (k / 4) % image.width < image.width / 2;
      const redness = data[k] - data[k + 2];
      if (isLeft && redness > 25) orange++;
      if (!isLeft && redness < -25) blue++;
    }
    return { orange, blue };
  }, picture.toString('base64'));
}
