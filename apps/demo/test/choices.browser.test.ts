import { demoScenes } from '@stiction/scenes/demo';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../src/app.js';
import { finish, openScenePage, readNumbers, type ShowPage, settled } from './scene-page.js';
import { runFrames } from './simulated-time.js';

declare const window: { stiction: App };

/** What the user has chosen stays, and what the page says belongs to it. */

const LAPTOP = { width: 1280, height: 720 };
let shown: ShowPage;
let page: Page;
beforeAll(async () => {
  shown = await openScenePage(LAPTOP);
  page = shown.page;
});
afterAll(() => shown?.close());

const law = () => page.getByLabel('Law', { exact: true });
const isPaused = () => page.evaluate(() => window.stiction.paused);
const timeOf = async () => (await readNumbers(page)).time;

describe('the reference', () => {
  const stateOf = (tile: string) => page.locator(`[data-tile="${tile}"]`).getAttribute('data-state');

  test('is that of the chosen law, or nothing is compared with it', async () => {
    await shown.open('?scene=slope&paused');
    await page.evaluate(() => window.stiction.forward(2));
    expect(await stateOf('stiction')).toBe('good');
    await law().selectOption('stribeck');
    expect([await stateOf('stock'), await stateOf('stiction'), await stateOf('reference')]).toEqual(
      Array(3).fill('other'),
    );
    expect(await page.locator('[data-readout="stiction-error"]').textContent()).toBe('');
    expect(await page.locator('[data-readout="reference-note"]').textContent()).toBe('of another law');
    expect(await page.locator('[data-readout="theory-key"]').isVisible()).toBe(false);
    // The rest of this run has seen the other law.
    await law().selectOption('coulomb');
    expect(await stateOf('stiction')).toBe('other');
    await page.keyboard.press('r');
    await settled(page);
    await page.evaluate(() => window.stiction.forward(2));
    expect(await stateOf('stiction')).toBe('good');
    expect(await page.locator('[data-readout="theory-key"]').isVisible()).toBe(true);
  });

  test('stays where another law approximates the first', async () => {
    await shown.choose('disc-twins');
    await law().selectOption('coulomb');
    await finish(page);
    expect(await stateOf('stiction')).toBe('bad');
    expect(await stateOf('reference')).toBe('');
  });
});

describe('forces', () => {
  const legend = () => page.locator('#forces-legend');
  const forceOf = async () => Number(/up to ([\d.]+) N/.exec((await legend().textContent()) ?? '')?.[1]);

  test('have a legend with their scale, the same on both sides', async () => {
    await shown.open('?scene=slope&paused');
    expect(await legend().isVisible()).toBe(false);
    await page.evaluate(() => {
      window.stiction.forward(0.4);
      window.stiction.look({ forces: true });
      window.stiction.redraw();
    });
    expect(await legend().isVisible()).toBe(true);
    expect(await forceOf(), 'm g of the box of 1 kg').toBeCloseTo(9.8, 1);
    const stock = await page.evaluate(() =>
      window.stiction.run?.sides.stock.patches.read().map((patch) => patch.normalForce),
    );
    expect(stock, 'of the stock engine').toHaveLength(1);
    expect(stock?.[0]).toBeCloseTo(9.8, 1);
    await page.evaluate(() => {
      window.stiction.look({ forces: false });
      window.stiction.redraw();
    });
    expect(await legend().isVisible()).toBe(false);
  });
});

describe('the code', () => {
  const codeShown = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Code' }).click();
    await page.getByRole('dialog').waitFor();
    const code = (await page.locator('#code code').textContent()) ?? '';
    await page.keyboard.press('Escape');
    return code;
  };

  test('has the numbers that are chosen, and says what it lacks', async () => {
    await shown.open('?scene=slope&paused&mu=0.55&angle=31');
    const changed = await codeShown();
    expect(changed).toContain('const slope = (31 * Math.PI) / 180;');
    expect(changed).toContain('coulomb({ mu: 0.55 })');
    expect(changed).toMatch(/^\/\/ Results in comments are those of the initial values\nimport/);
    await law().selectOption('stribeck');
    expect(await codeShown()).toMatch(/^\/\/ Unlike on the page: law \(Stribeck: μ drops to half with speed\)\n/);
    await shown.open('?scene=vehicle-track&paused&speed=7');
    expect(await codeShown()).toMatch(/^\/\/ Unlike on the page: Speed at the line \(7\)\n/);
  });
});

describe('a pause', () => {
  test('survives a change of a slider, the engine and the step', async () => {
    await shown.open('?scene=slope');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByLabel('Slope', { exact: true }).press('ArrowRight');
    await settled(page);
    await runFrames(page, 3);
    expect([await isPaused(), await timeOf()]).toEqual([true, 0]);
    await page.getByLabel('Rapier').press('Space');
    await settled(page);
    await runFrames(page, 3);
    expect([await isPaused(), await timeOf()]).toEqual([true, 0]);
    // What the user has chosen stays, the rest is what Rapier opens with.
    expect(await page.getByLabel('Slope', { exact: true }).inputValue()).toBe('25.5');
    expect(await page.getByLabel('Friction at rest').inputValue()).toBe('1.8');
    expect(page.url()).not.toContain('rest=');
    await page.evaluate(() => window.stiction.forward(2));
    expect(await page.locator('[data-readout="fault"]').textContent()).toBe('should stick: friction is higher at rest');
    await page.getByLabel('Friction at rest').fill('1');
    await settled(page);
    expect(page.url()).toContain('rest=1');
    await page.evaluate(() => window.stiction.forward(2));
    expect(await page.locator('.chip-stock').textContent()).toBe('stock Rapier: right here');
    await page.evaluate(() => window.stiction.open({ rate: 120 }));
    await runFrames(page, 3);
    expect([await isPaused(), await timeOf()]).toEqual([true, 0]);
  });

  test('ends with another scene', async () => {
    expect(await isPaused(), 'from the test before').toBe(true);
    await shown.choose('disc-twins');
    expect(await isPaused()).toBe(false);
  });
});

describe('keys', () => {
  test('work after a click on a button, a slider and a toggle', async () => {
    await shown.open('?scene=slope&paused');
    await page.getByRole('button', { name: 'Single step' }).click();
    await page.keyboard.press('Space');
    expect(await isPaused()).toBe(false);
    await page.getByLabel('Slope', { exact: true }).click();
    await settled(page);
    await page.keyboard.press('Space');
    expect(await isPaused()).toBe(true);
    await page.getByLabel('Forces').click({ force: true });
    const before = await timeOf();
    await page.keyboard.press('.');
    expect(await timeOf()).toBeGreaterThan(before);
  });

  test('leave a control that has the focus to the keyboard', async () => {
    const before = await timeOf();
    await page.getByRole('button', { name: 'Single step' }).focus();
    await page.keyboard.press('Space');
    expect(await isPaused(), 'space presses the button').toBe(true);
    expect(await timeOf()).toBeGreaterThan(before);
    await law().focus();
    await page.keyboard.press('r');
    expect(await timeOf(), 'a letter selects an option').toBeGreaterThan(0);
  });

  test('are listed with those of the scene', async () => {
    await shown.choose('drift-car');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keys' });
    expect(await list.isVisible()).toBe(true);
    const rows = await list.locator('tr:visible').allTextContents();
    expect(rows).toEqual(expect.arrayContaining(['↑ WThrottle', 'spacePause or play', '?These keys']));
    expect(rows.join(), 'the arrows drive').not.toContain('Rotate the view');
    await page.keyboard.press('Escape');
    expect(await list.isVisible()).toBe(false);
  });
});

test('a slider has the reference computed in a worker, with the same numbers', async () => {
  await shown.open('?scene=billiard&paused');
  await page.getByLabel('Speed', { exact: true }).first().press('ArrowRight');
  await settled(page);
  expect(page.workers().some((worker) => worker.url().includes('solver'))).toBe(true);
  const { known, values } = await page.evaluate(() => {
    const { run } = window.stiction;
    return { known: run?.demo.solution?.has(run.values), values: run?.values ?? {} };
  });
  expect(known).toBe(true);
  const demo = await demoScenes.find(({ id }) => id === 'billiard')?.load();
  expect((await readNumbers(page)).reference).toBeCloseTo(demo?.proof.reference(values) ?? Number.NaN, 9);
});

test('the back button returns to the scene before, with its values', async () => {
  await shown.open('?scene=slope&paused');
  await page.getByLabel('Slope', { exact: true }).press('ArrowRight');
  await settled(page);
  await shown.choose('disc-twins');
  await shown.choose('curling');
  await page.goBack();
  await settled(page);
  expect(await page.evaluate(() => window.stiction.run?.demo.id)).toBe('disc-twins');
  await page.goBack();
  await settled(page);
  expect(await page.evaluate(() => window.stiction.run?.values.angle)).toBe(25.5);
  expect(await page.getByLabel('Slope', { exact: true }).inputValue()).toBe('25.5');
  await page.goForward();
  await settled(page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Spinning disc twins');
});

test.each(['vehicle-track', 'textured-stacks'])('%s shows all its figures', async (scene) => {
  await shown.choose(scene);
  await page.evaluate(() => window.stiction.forward(0.2));
  const [row, card, controls] = await Promise.all(
    ['#facts tr:last-child', '.chart-card', '.controls'].map((selector) => page.locator(selector).last().boundingBox()),
  );
  expect((row?.y ?? 1e9) + (row?.height ?? 0)).toBeLessThanOrEqual((card?.y ?? 0) + (card?.height ?? 0));
  expect((card?.y ?? 1e9) + (card?.height ?? 0)).toBeLessThanOrEqual(controls?.y ?? 0);
  expect((controls?.y ?? 1e9) + (controls?.height ?? 0)).toBeLessThanOrEqual(LAPTOP.height);
});

test('each label of the chart is exact', async () => {
  // The labels are drawn on a canvas.
  const labels = await page.evaluate(async () => {
    const found: string[] = [];
    const original = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      found.push(text);
      original.call(this, text, ...rest);
    };
    const chart = window.stiction.chart;
    const seen: string[][] = [];
    for (const top of [0.13, 0.09, 0.37, 1.3, 26, 0.0013]) {
      found.length = 0;
      const column = [0, top];
      chart?.draw(
        {
          span: 1,
          latest: 1,
          times: [0, 1],
          theory: column,
          stock: column,
          stiction: column,
          add() {},
          renewTheory() {},
        },
        true,
      );
      await new Promise((resolve) => setTimeout(resolve));
      seen.push([...found]);
    }
    CanvasRenderingContext2D.prototype.fillText = original;
    return seen;
  });
  for (const texts of labels) {
    expect(texts.length).toBeGreaterThan(5);
    // Time first, then the values, each evenly spaced.
    const numbers = texts.map((text) => Number(text.replaceAll('−', '-')));
    const start = numbers.lastIndexOf(0);
    const values = numbers.slice(start);
    for (let k = 2; k < values.length; k++) {
      expect(values[k] - values[k - 1], texts.join(' ')).toBeCloseTo(values[1] - values[0], 9);
    }
  }
});

test('a car: keys take its wheel, it leaves marks, and each of its wheels has a friction circle', async () => {
  await shown.choose('vehicle-track');
  await page.evaluate(() => window.stiction.forward(2));
  await page.locator('.circles').nth(1).waitFor({ state: 'attached' }); // loaded with the first scene that has some
  expect(await page.evaluate(() => window.stiction.stage?.isStale), 'marks that have been loaded need drawing').toBe(
    true,
  );
  const marks = () => page.evaluate(() => window.stiction.run?.sides.stiction.probe.marks?.length ?? 0);
  expect(await marks()).toBeGreaterThan(50);
  await page.keyboard.press('r');
  await settled(page);
  await page.evaluate(() => window.stiction.setPaused(false));
  await page.keyboard.down('ArrowUp');
  await runFrames(page, 6);
  await page.keyboard.up('ArrowUp');
  const speed = await page.evaluate(() => window.stiction.run?.sides.stiction.probe.curve ?? 0);
  expect(speed).toBeGreaterThan(10.5);
  await page.keyboard.down('Space');
  await runFrames(page, 3);
  await page.keyboard.up('Space');
  expect(await isPaused(), 'space is the handbrake').toBe(false);
  expect(await marks()).toBeGreaterThan(4);
  await shown.choose('slope');
  expect(await page.locator('.circles').count(), 'of a scene without cars').toBe(0);
  await shown.expectNoComplaints();
});
