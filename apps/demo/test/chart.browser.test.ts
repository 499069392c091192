import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../src/app.js';
import { forwardTo, openScenePage, type ShowPage, SMALL } from './scene-page.js';

declare const window: { stiction: App };

let shown: ShowPage;
beforeAll(async () => {
  shown = await openScenePage(SMALL);
  await shown.open('?scene=slope&paused&angle=30');
  await forwardTo(shown.page, 0.5);
});
afterAll(() => shown?.close());

const note = () => shown.page.locator('[data-readout="curve-note"]').textContent();

/** Places in the plot, as shares of its width and height. */
async function spot(x: number, y: number): Promise<[number, number]> {
  const box = await shown.page.locator('#chart .u-over').boundingBox();
  if (!box) throw new Error('no plot');
  return [box.x + x * box.width, box.y + y * box.height];
}

test('the pointer shows the values of both worlds and of the reference', async () => {
  const { page } = shown;
  expect(await note()).toMatch(/^Error now: stock −100 %, Stiction/);
  await page.mouse.move(...(await spot(1 / 3, 0.5))); // 1.5 of 4.5 s
  const found = /^At ([\d.]+) s: stock ([\d.]+), Stiction ([\d.]+), reference ([\d.]+) m\/s$/.exec(
    (await note()) ?? '',
  );
  const [time, stock, stiction, reference] = (found ?? []).slice(1).map(Number);
  expect(time).toBeCloseTo(1.5, 1);
  expect(stock).toBeLessThan(0.01);
  // g (sin 30° - 0.3 cos 30°), from 0.5 s on.
  expect(reference).toBeCloseTo(9.81 * (0.5 - 0.3 * Math.cos(Math.PI / 6)) * (time - 0.5), 1);
  expect(stiction).toBeCloseTo(reference, 1);
  await page.mouse.move(5, 5);
  expect(await note()).toMatch(/^Error now/);
});

test('a drag zooms into a part of the run, and a button shows all of it again', async () => {
  const { page } = shown;
  const all = page.getByRole('button', { name: 'Whole run' });
  const timeAt = async (x: number): Promise<number> => {
    await page.mouse.move(...(await spot(x, 0.5)));
    return Number(/^At ([\d.]+) s/.exec((await note()) ?? '')?.[1]);
  };
  expect(await all.isVisible()).toBe(false);
  await page.mouse.move(...(await spot(0.2, 0.5)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(0.4, 0.5)), { steps: 3 });
  await page.mouse.up();
  expect(await timeAt(0.01)).toBeCloseTo(0.9, 1);
  expect(await timeAt(0.99)).toBeCloseTo(1.8, 1);
  await all.click();
  expect(await all.isVisible()).toBe(false);
  expect(await timeAt(0.99)).toBeGreaterThan(2);
});

test('the chart keeps the whole of a run that is longer than its first range', async () => {
  const { page, choose } = shown;
  await choose('standing');
  const points = await page.evaluate(() => {
    const { run } = window.stiction;
    if (!run) throw new Error('no run');
    const { history, dt } = run;
    const end = 3 * history.span;
    for (let step = 1; step * dt < end; step++) history.add(step, step * dt, -step * dt);
    const { times, stock, stiction, latest } = history;
    return { end, times, stock: stock.slice(1, latest), stiction: stiction.slice(1, latest), latest };
  });
  expect(points.times[0]).toBe(0);
  expect(points.times[points.latest]).toBeCloseTo(points.end, 0);
  expect(points.times.length).toBeLessThan(900);
  expect(points.stock).toEqual(points.times.slice(1, points.latest));
  expect(points.stiction).toEqual(points.times.slice(1, points.latest).map((time) => -time));
  await shown.expectNoComplaints();
});

test('times of a step and of a frame are shown on demand', async () => {
  const { page } = shown;
  const times = page.getByRole('table').filter({ hasText: 'per frame' });
  expect(await times.isVisible()).toBe(false);
  await page.getByText('Time of a step and of a frame').click();
  await page.evaluate(() => window.stiction.forward(0.1));
  expect(await times.isVisible()).toBe(true);
  const cells = await times.locator('td').allTextContents();
  expect(cells.filter((text) => /^\d+\.\d+$/.test(text))).toHaveLength(6);
});
