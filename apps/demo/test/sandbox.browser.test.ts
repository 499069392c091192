import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { App } from '../src/app.js';
import { openScenePage, SMALL, settled } from './scene-page.js';

declare const window: { stiction: App };

const designOf = (page: Page): Promise<string> =>
  page.evaluate(() => String(window.stiction.run?.values.build ?? 'no run'));

/** All poses in both worlds after a second. */
async function motionOf(page: Page): Promise<number[]> {
  await page.evaluate(() => window.stiction.forward(1));
  return page.evaluate(() => {
    const { run } = window.stiction;
    const poses = new Float32Array(7 * (run?.sides.stock.scene.bodies.length ?? 0));
    return (['stock', 'stiction'] as const).flatMap((side) => {
      run?.poses[side].read(1, poses);
      return [...poses];
    });
  });
}

/** A place in the half of Stiction where a body is seen. */
async function spotOf(page: Page, body: string): Promise<[number, number]> {
  return page.evaluate((name) => {
    window.stiction.stage?.resize();
    window.stiction.redraw();
    const half = document.querySelector('[data-side="stiction"]')?.getBoundingClientRect() ?? new DOMRect();
    for (let u = 0.02; u < 1; u += 0.02) {
      for (let v = 0.02; v < 1; v += 0.02) {
        const at: [number, number] = [half.left + u * half.width, half.top + v * half.height];
        if (window.stiction.stage?.pick(...at)?.body === name) return at;
      }
    }
    throw new Error(`'${name}' is not to be seen`);
  }, body);
}

test('a sandbox is built, undone and shared: its link gives the same motion, and a broken link says what is wrong', async () => {
  const shown = await openScenePage(SMALL);
  const { page } = shown;
  try {
    await shown.open('?scene=sandbox&paused');
    const first = await designOf(page);
    const add = page.getByRole('group', { name: 'Add a shape' });
    await add.getByRole('button', { name: 'Cylinder' }).click();
    await page.getByRole('button', { name: 'Paint: ice' }).click();
    await page.getByLabel('Law', { exact: true }).selectOption('Resists rolling');
    await settled(page);
    const painted = await designOf(page);
    expect(painted).toContain('c3');
    expect(painted).toMatch(/\.3r/);
    expect(await page.locator('.sandbox-head strong').textContent()).toBe('Cylinder of ice');

    // The new shape is the twelfth; it moves along the floor.
    const [x, y] = await spotOf(page, 'shape 12');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30, { steps: 3 });
    await page.mouse.up();
    await settled(page);
    const moved = await designOf(page);
    expect(moved).not.toBe(painted);
    expect(moved.length).toBe(painted.length);

    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await designOf(page)).toBe(painted);
    await page.getByRole('button', { name: 'Redo' }).click();
    await settled(page);
    expect(await designOf(page)).toBe(moved);

    const motion = await motionOf(page);
    const link = new URL(page.url()).search;
    await shown.open(link);
    expect(await designOf(page)).toBe(moved);
    expect(await motionOf(page)).toEqual(motion);

    await page.getByRole('button', { name: 'Clear' }).click();
    await settled(page);
    expect(await page.evaluate(() => window.stiction.run?.sides.stock.scene.bodies.length)).toBe(1);
    await shown.expectNoComplaints();

    await shown.open('?scene=sandbox&paused&build=10.zz');
    expect(await page.getByRole('alert').textContent()).toContain('shape must be one of b o c p r t');
    expect(await designOf(page)).toBe(first);
    expect(shown.complaints.length).toBe(1);
  } finally {
    await shown.close();
  }
});
