import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closePreview, openPreview, type Preview } from './preview-page.js';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

let opened: Preview;

beforeAll(async () => {
  opened = await openPreview();
});

afterAll(() => closePreview(opened));

interface Numbers {
  time: number;
  speed: { stock: number; stiction: number; theory: number };
  state: { stock: string; stiction: string; theory: string };
}

/** Opens the page, runs `body`, and fails on anything the page has complained about. */
async function withPage(
  query: string,
  viewport: typeof DESKTOP,
  body: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await opened.browser.newPage({ viewport });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  try {
    await prepare?.(page);
    await page.goto(`${opened.address}${query}`);
    await body(page);
    if (prepare) return; // trouble was asked for
    expect(complaints).toEqual([]);
    expect(await page.getByRole('alert').isVisible()).toBe(false);
  } finally {
    await page.close();
  }
}

/** All numbers of one moment, the first that the page shows at or after `time` seconds of simulation. */
async function numbersAt(page: Page, time: number): Promise<Numbers> {
  const handle = await page.waitForFunction(
    (earliest) => {
      const find = (name: string) => document.querySelector(`[data-readout="${name}"]`);
      const value = (name: string) => Number(find(name)?.getAttribute('value') ?? Number.NaN);
      const text = (name: string) => find(name)?.textContent ?? '';
      if (!(value('time') >= earliest)) return null;
      return {
        time: value('time'),
        speed: { stock: value('stock-speed'), stiction: value('stiction-speed'), theory: value('theory-speed') },
        state: { stock: text('stock-state'), stiction: text('stiction-state'), theory: text('theory-state') },
      };
    },
    time,
    { timeout: 60_000 },
  );
  return (await handle.jsonValue()) as Numbers;
}

const relativeError = (value: number, truth: number): number => Math.abs(value - truth) / truth;

describe.each([
  { engine: 'cannon', tolerance: 0.01 },
  { engine: 'rapier', tolerance: 0.02 },
])('$engine', ({ engine, tolerance }) => {
  test.each([
    { screen: 'desktop', viewport: DESKTOP },
    { screen: 'phone', viewport: PHONE },
  ])('slides as theory says above the friction angle ($screen)', async ({ viewport }) => {
    await withPage(`?engine=${engine}&mu=0.3&angle=25`, viewport, async (page) => {
      const { time, speed, state } = await numbersAt(page, 2);
      expect(await page.locator(`[name="engine"][value="${engine}"]`).isChecked()).toBe(true);
      const radians = (25 * Math.PI) / 180;
      const exact = 9.81 * (Math.sin(radians) - 0.3 * Math.cos(radians)) * time;
      expect(relativeError(speed.theory, exact)).toBeLessThan(1e-9);
      expect(relativeError(speed.stiction, exact)).toBeLessThan(tolerance);
      expect(state).toMatchObject({ stiction: 'slides', theory: 'slides' });
      if (engine === 'cannon') {
        // Stock cannon-es clings to the slope: at least half of the speed is missing.
        expect(speed.stock).toBeLessThan(0.5 * exact);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      const { orange, blue, grey } = await countPixels(page);
      expect(orange).toBeGreaterThan(200);
      expect(blue).toBeGreaterThan(200);
      expect(grey).toBeGreaterThan(10_000);
    });
  });

  test('sticks below the friction angle', async () => {
    await withPage(`?engine=${engine}&mu=0.4&angle=20`, DESKTOP, async (page) => {
      const { speed, state } = await numbersAt(page, 2);
      expect(speed.theory).toBe(0);
      expect(speed.stiction).toBeLessThan(1e-3);
      expect(state).toMatchObject({ stiction: 'sticks', theory: 'sticks' });
    });
  });
});

test('the controls are labelled, reached by keyboard, and restart the experiment', async () => {
  await withPage('', DESKTOP, async (page) => {
    const reached: string[] = [];
    for (let k = 0; k < 5; k++) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => document.activeElement?.closest('label, .slider, button')?.textContent ?? ''),
      );
    }
    expect(reached.map((text) => text.trim().split('\n')[0])).toEqual([
      'cannon-es',
      'Friction coefficient μ',
      'Slope angle',
      'Reset',
      'Pause',
    ]);

    expect((await numbersAt(page, 1)).state).toMatchObject({ stiction: 'slides', theory: 'slides' });
    await page.getByLabel('Friction coefficient μ').press('End');
    expect(new URL(page.url()).searchParams.get('mu')).toBe('1.2');
    expect(Number(await page.locator('[data-readout="time"]').getAttribute('value'))).toBeLessThan(1);
    const stuck = await numbersAt(page, 1);
    expect(stuck.state).toMatchObject({ stiction: 'sticks', theory: 'sticks' });
    expect(stuck.speed.stiction).toBeLessThan(1e-3);

    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    const paused = await numbersAt(page, 1);
    await page.waitForTimeout(300);
    expect((await numbersAt(page, 1)).time).toBe(paused.time);
    await page.getByRole('button', { name: 'Play' }).press('Enter');
    await numbersAt(page, paused.time + 0.1);
  });
});

test('Rapier is loaded only when it is chosen', async () => {
  await withPage('', DESKTOP, async (page) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await numbersAt(page, 0.5);
    expect(scripts).toEqual([]);
    await page.getByLabel('cannon-es').press('ArrowRight');
    await page.getByRole('heading', { name: 'stock Rapier' }).waitFor();
    expect(new URL(page.url()).searchParams.get('engine')).toBe('rapier');
    await page.locator('#stage-message').waitFor({ state: 'hidden' });
    expect(scripts.some((url) => url.includes('rapier'))).toBe(true);
    expect((await numbersAt(page, 0.5)).state.stiction).toBe('slides');
  });
});

test('a finished run says what happened', async () => {
  await withPage('?mu=0.1&angle=45', DESKTOP, async (page) => {
    const verdict = page.locator('[data-readout="verdict"]');
    await verdict.filter({ hasText: 'With Stiction the box slides as it must' }).waitFor({ timeout: 60_000 });
    expect(await verdict.textContent()).toContain('Stock cannon-es sticks where it must slide');
  });
});

test('parameters out of range are clamped, and nonsense is ignored', async () => {
  await withPage('?engine=bullet&mu=7&angle=steep', DESKTOP, async (page) => {
    expect(await page.getByLabel('Friction coefficient μ').inputValue()).toBe('1.2');
    expect(await page.getByLabel('Slope angle').inputValue()).toBe('25');
    expect(await page.getByLabel('cannon-es').isChecked()).toBe(true);
  });
});

test('without WebGL the page says so and the numbers still run', async () => {
  const withoutWebGL = (page: Page) =>
    page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...[kind]: [string]) {
        return kind.startsWith('webgl') ? null : original.call(this, kind);
      } as typeof original;
    });
  const body = async (page: Page) => {
    expect(await page.getByRole('alert').textContent()).toContain('no 3D');
    expect((await numbersAt(page, 1)).state.stiction).toBe('slides');
  };
  await withPage('', PHONE, body, withoutWebGL);
});

test('an engine that does not load is reported, and cannon-es takes over', async () => {
  const body = async (page: Page) => {
    await page.getByRole('alert').filter({ hasText: 'Rapier could not be started' }).waitFor();
    expect((await numbersAt(page, 1)).state.stiction).toBe('slides');
    expect(await page.getByLabel('cannon-es').isChecked()).toBe(true);
  };
  await withPage('?engine=rapier', DESKTOP, body, (page) => page.route(/rapier/i, rejectScripts));
});

const rejectScripts: Parameters<Page['route']>[1] = (route) =>
  route.request().resourceType() === 'script' ? route.abort() : route.continue();

test('the picture of the page', async () => {
  const folder = process.env.STICTION_UPDATE_IMAGES ? '../../../docs/images/' : '../../../test-results/';
  const path = fileURLToPath(new URL(`${folder}demo-tilting-plane.png`, import.meta.url));
  await mkdir(fileURLToPath(new URL(folder, import.meta.url)), { recursive: true });
  await withPage('', DESKTOP, async (page) => {
    await numbersAt(page, 1.6);
    await page.screenshot({ path });
  });
});

/** How many pixels of the stage have the colours of the stock box, of Stiction's and of the two ramps. */
async function countPixels(page: Page): Promise<{ orange: number; blue: number; grey: number }> {
  await page.getByRole('button', { name: 'Pause' }).click();
  const style = '.view h2, .badge, .angle-label { visibility: hidden }';
  const picture = await page.locator('.stage').screenshot({ style });
  return page.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext(
      '2d',
    ) as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let orange = 0;
    let blue = 0;
    let grey = 0;
    for (let k = 0; k < data.length; k += 4) {
      const redness = data[k] - data[k + 2];
      if (redness > 90) orange++;
      if (redness < -90) blue++;
      if (Math.abs(redness) < 8 && data[k] > 130 && data[k] < 225) grey++;
    }
    return { orange, blue, grey };
  }, picture.toString('base64'));
}
