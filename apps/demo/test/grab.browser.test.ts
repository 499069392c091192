import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { App } from '../src/app.js';
import { openScenePage, PHONE, type ShowPage, SMALL } from './scene-page.js';
import { runFrames } from './simulated-time.js';

declare const window: { stiction: App };

/** Places in the window of a body in the half of Stiction, and of empty space there. */
async function spotsOf(page: Page, body: string): Promise<{ on: [number, number]; off: [number, number] }> {
  const spots = await page.evaluate((name) => {
    const { stage } = window.stiction;
    stage?.resize();
    window.stiction.redraw();
    const { left, top, width, height } = document.querySelector('[data-side="stiction"]')?.getBoundingClientRect() ?? {
      left: 0,
      top: 0,
      width: 0,
      height: 0,
    };
    let [x, y, hits] = [0, 0, 0];
    let off: [number, number] | null = null;
    for (let u = 0.02; u < 1; u += 0.02) {
      for (let v = 0.02; v < 1; v += 0.02) {
        const at: [number, number] = [left + u * width, top + v * height];
        const found = stage?.pick(...at);
        if (found?.body === name) [x, y, hits] = [x + at[0], y + at[1], hits + 1];
        if (!found && v > 0.3 && v < 0.7) off ??= at;
      }
    }
    return hits > 0 && off ? { on: [x / hits, y / hits] as [number, number], off } : null;
  }, body);
  if (!spots) throw new Error(`'${body}' is not to be seen`);
  return spots;
}

/** Position of a body in both worlds. */
async function placesOf(page: Page, body: string): Promise<number[][]> {
  return page.evaluate((name) => {
    const { run } = window.stiction;
    if (!run) throw new Error('no run');
    const at = run.sides.stock.scene.bodies.findIndex((spec) => spec.name === name);
    return (['stock', 'stiction'] as const).map((side) => {
      const parts = run.sides[side].probe.parts?.length ?? 0;
      const poses = new Float32Array(7 * run.sides[side].scene.bodies.length + parts);
      run.poses[side].read(1, poses);
      return [...poses.subarray(7 * at, 7 * at + 3)];
    });
  }, body);
}

/** Name of the highest body. */
const topOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const bodies = window.stiction.run?.sides.stock.scene.bodies.filter(({ kind }) => kind === 'dynamic') ?? [];
    return bodies.sort((a, b) => b.position[2] - a.position[2])[0].name;
  });

const rise = (before: number[][], after: number[][]): number[] => after.map(([, , z], k) => z - before[k][2]);

async function withScene(screen: typeof SMALL, query: string, body: (shown: ShowPage) => Promise<void>): Promise<void> {
  const shown = await openScenePage(screen);
  try {
    await shown.open(query);
    await body(shown);
    await shown.expectNoComplaints();
  } finally {
    await shown.close();
  }
}

const over = (page: Page) => page.locator('#canvas').getAttribute('data-over');

test.each(['cannon', 'rapier'])('%s: the mouse lifts a body in both halves and throws it', async (engine) => {
  await withScene(SMALL, `?scene=standing&what=stack&engine=${engine}`, async ({ page }) => {
    await runFrames(page, 3);
    const name = await topOf(page);
    const { on } = await spotsOf(page, name);
    await page.mouse.move(...on);
    await runFrames(page, 1);
    expect(await over(page)).toBe('body');
    const before = await placesOf(page, name);
    await page.mouse.down();
    expect(await page.evaluate(() => window.stiction.run?.held), 'a press is not a drag').toBe(null);
    await page.mouse.move(on[0], on[1] - 30, { steps: 3 });
    expect(await over(page)).toBe('held');
    await runFrames(page, 10, 50);
    for (const height of rise(before, await placesOf(page, name))) expect(height).toBeGreaterThan(0.1);
    expect(await page.locator('[data-tile="stiction"]').getAttribute('data-state')).toBe('other');
    expect(await page.locator('[data-readout="reference-note"]').textContent()).toBe('not grabbed');
    await page.mouse.up();
    expect(await page.evaluate(() => window.stiction.run?.held)).toBe(null);
    await page.mouse.move(5, 5);
    await runFrames(page, 30, 50);
    for (const height of rise(before, await placesOf(page, name))) expect(height, 'it falls').toBeLessThan(0.1);
  });
});

test('a drag on empty space rotates the view, a click inspects, and neither moves a body', async () => {
  await withScene(SMALL, '?scene=standing&what=stack&paused', async ({ page }) => {
    const { on, off } = await spotsOf(page, await topOf(page));
    const turned = () =>
      page.evaluate(([x, y]) => JSON.stringify(window.stiction.stage?.pick(x, y)?.point.map((p) => p.toFixed(3))), on);
    const before = await turned();
    await page.mouse.click(...on);
    expect(await page.locator('#inspector').isVisible()).toBe(true);
    expect(await turned()).toBe(before);
    await page.keyboard.press('Escape'); // the contacts lie over the stage
    await page.mouse.move(...off);
    await page.mouse.down();
    await page.mouse.move(off[0] + 60, off[1], { steps: 3 });
    await page.mouse.up();
    expect(await turned()).not.toBe(before);
    expect(await page.evaluate(() => window.stiction.run?.isComparable)).toBe(true);
  });
});

test('a finger on a body drags it, two fingers belong to the camera', async () => {
  await withScene(PHONE, '?scene=standing&what=stack&engine=cannon', async ({ page }) => {
    const session: CDPSession = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await runFrames(page, 2);
    const name = await topOf(page);
    const { on } = await spotsOf(page, name);
    const before = await placesOf(page, name);
    await touch('touchStart', on);
    for (const up of [6, 12, 18, 24]) await touch('touchMove', [on[0], on[1] - up]);
    expect(await page.evaluate(() => window.stiction.run?.held?.body)).toBe(name);
    expect(await page.evaluate(() => scrollY), 'the page does not scroll along').toBe(0);
    await runFrames(page, 10, 50);
    for (const height of rise(before, await placesOf(page, name))) expect(height).toBeGreaterThan(0.05);
    await touch('touchStart', [on[0], on[1] - 24], [on[0] + 60, on[1]]);
    expect(await page.evaluate(() => window.stiction.run?.held)).toBe(null);
    await touch('touchEnd');
  });
});

test('a door with friction in its hinges stays where it is left; what the stock engine lacks is still said', async () => {
  await withScene(SMALL, '?scene=joint-friction&paused', async ({ page }) => {
    await page.evaluate(() => {
      const { run } = window.stiction;
      run?.step(300);
      run?.grab('door', [0.4, 0, 0]);
      run?.pullGrab([0.3, -0.5, 0]);
      run?.step(180);
      run?.release();
      run?.step(60);
    });
    const left = await placesOf(page, 'door');
    await page.evaluate(() => window.stiction.forward(1.5));
    const later = await placesOf(page, 'door');
    const [stock, stiction] = later.map(([x, y], k) => Math.hypot(x - left[k][0], y - left[k][1]));
    expect(stock).toBeGreaterThan(0.1);
    expect(stiction).toBeLessThan(0.001);
    expect(await page.locator('[data-tile="reference"]').getAttribute('data-state')).toBe('other');
    expect(await page.locator('[data-readout="fault"]').textContent()).toMatch(/hinges have no friction/);
  });
});
