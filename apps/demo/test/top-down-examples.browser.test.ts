import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import { type Look, useExample } from './example-page.js';
import { takePicture } from './pages.js';
import { runFrames, runUntil } from './simulated-time.js';

const DESKTOP: Look = { width: 1280, height: 800, colorScheme: 'light' };
const PHONE: Look = { width: 390, height: 780, colorScheme: 'dark' };
/** Three steps of the page [ms]. */
const FRAME = 50;
const open = useExample('top-down');

async function withExample(name: string, look: Look, use: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, close } = await open(look, `${name}.html`);
  try {
    await runUntil(page, () => document.querySelector('output')?.dataset.x ?? null, 60, FRAME);
    await use(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    if (full) await takePicture(page, `examples/top-down-${name}-${look.width}`);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
}

/** The numbers that the page shows to tests. */
const read = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const { dataset } = document.querySelector('output') as HTMLOutputElement;
    return Object.fromEntries(Object.entries(dataset).map(([key, value]) => [key, Number(value)]));
  });
const told = (page: Page): Promise<string | null> => page.locator('output').textContent();

async function hold(page: Page, keys: readonly string[], seconds: number): Promise<void> {
  for (const key of keys) await page.keyboard.down(key);
  await runFrames(page, (1000 * seconds) / FRAME, FRAME);
  for (const key of keys) await page.keyboard.up(key);
}

/** Moves the pointer to a place on the canvas, as fractions of its size. */
async function pointTo(page: Page, x: number, y: number): Promise<void> {
  const box = await page.locator('canvas').boundingBox();
  if (box) await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
}

test('examples/top-down/games: a mallet hits the puck, and without air the puck stops', () =>
  withExample('games', DESKTOP, async (page) => {
    const start = await read(page);
    expect(start.speed).toBe(0);
    await hold(page, ['ArrowRight'], 1);
    // It hit the puck, which slides nearly freely.
    const hit = await runUntil(
      page,
      () => Number(document.querySelector('output')?.dataset.speed) > 0.5 || null,
      4,
      FRAME,
    );
    expect(hit).toBe(true);
    await page.keyboard.press('Space');
    expect(
      await runUntil(page, () => document.querySelector('output')?.textContent?.includes('air off'), 1, FRAME),
    ).toBe(true);
    await pointTo(page, 0.05, 0.5);
    await runFrames(page, 120, FRAME);
    expect((await read(page)).speed).toBe(0);
  }));

test('examples/top-down/games: a stone goes v²/(2 mu g), and farther if someone sweeps', () =>
  withExample('games', PHONE, async (page) => {
    await page.locator('#curling').click();
    await runFrames(page, 2, FRAME);
    expect(await told(page)).toBe('stone 1 of 6, aim 2.00 m/s');
    const reach = async (seconds: number): Promise<number> => {
      await page.keyboard.down('Space');
      await runFrames(page, (1000 * seconds) / FRAME, FRAME);
      await page.keyboard.up('Space');
      let far = 0;
      for (let k = 0; k < 60 && !(await told(page))?.startsWith('stone'); k++) {
        far = Math.max(far, (await read(page)).x);
        await runFrames(page, 10, FRAME);
      }
      return far;
    };
    const plain = await reach(FRAME / 1000);
    expect(Math.abs(plain - 1 - 4 / (2 * 0.02 * 9.81))).toBeLessThan(0.2);
    expect(await told(page)).toMatch(/^stone 2 of 6, aim 2.00 m\/s, best [\d.]+ m$/);
    // Up, so that it passes the first one.
    await hold(page, ['ArrowUp'], 0.5);
    expect(await reach(4)).toBeGreaterThan(plain + 0.5);
  }));

test.each([DESKTOP, PHONE])('examples/top-down/car: drives, drifts, leaves marks and stops ($width px)', (look) =>
  withExample('car', look, async (page) => {
    const start = await read(page);
    await runFrames(page, 40, FRAME);
    const parked = await read(page);
    expect(Math.hypot(parked.x - start.x, parked.y - start.y)).toBeLessThan(1e-6);
    await hold(page, ['KeyW'], 2);
    const driven = await read(page);
    // 7.6 kN on 1.2 t.
    expect(driven.speed).toBeGreaterThan(12);
    expect(driven.speed).toBeLessThan(12.8);
    expect(driven.x - start.x).toBeGreaterThan(11);
    expect(await told(page)).toMatch(/km\/h on asphalt$/);
    await hold(page, ['KeyA', 'Space'], 1);
    const drifted = await read(page);
    expect(drifted.marks).toBeGreaterThan(20);
    expect(drifted.angle).toBeGreaterThan(0.5);
    await hold(page, ['Space'], 6);
    expect(Math.abs((await read(page)).speed)).toBeLessThan(1);
    await page.locator('[data-key=KeyR]').dispatchEvent('pointerdown');
    await runFrames(page, 2, FRAME);
    expect((await read(page)).x).toBeCloseTo(start.x, 3);
  }),
);

test('examples/top-down/robot: pushes a box, which stays where it is left, and drives onto the belt', () =>
  withExample('robot', PHONE, async (page) => {
    const start = await read(page);
    await page.locator('[data-key=ArrowUp]').dispatchEvent('pointerdown');
    await runFrames(page, 26, FRAME);
    await page.locator('[data-key=ArrowUp]').dispatchEvent('pointerup');
    await runFrames(page, 20, FRAME);
    const pushed = await read(page);
    expect(pushed.x - start.x).toBeGreaterThan(0.9);
    expect(pushed.boxX).toBeGreaterThan(start.boxX + 0.2);
    await runFrames(page, 60, FRAME);
    const left = await read(page);
    expect(Math.hypot(left.boxX - pushed.boxX, left.boxY - pushed.boxY)).toBeLessThan(1e-3);
    await hold(page, ['ArrowUp'], 1.2);
    await runFrames(page, 20, FRAME);
    expect((await read(page)).boxY).toBeGreaterThan(left.boxY + 0.1);
  }));
