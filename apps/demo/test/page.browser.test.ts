import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoScenes } from '@stiction/scenes/demo';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { App } from '../src/app.js';
import {
  demoAddress,
  finish,
  openScenePage,
  readNumbers,
  type ShowPage,
  type ShowPageOptions,
  SMALL,
  settled,
  TINY,
} from './scene-page.js';
import { runFrames, type TestClock } from './simulated-time.js';

declare const window: { stiction: App; testClock: TestClock };

/** Opens a page, and fails on any error or warning. */
async function withPage(
  query: string,
  body: (page: Page, shown: ShowPage) => Promise<void>,
  options: ShowPageOptions = {},
): Promise<void> {
  const shown = await openScenePage(options.realTime ? TINY : SMALL, options);
  try {
    await shown.open(query);
    await body(shown.page, shown);
    await shown.expectNoComplaints();
  } finally {
    await shown.close();
  }
}

const timeOf = async (page: Page): Promise<number> => (await readNumbers(page)).time;

describe('the address', () => {
  const QUERY = '?scene=slope&engine=rapier&view=stiction&law=stribeck&rate=120&effort=2&mu=0.5&angle=30&forces&paused';

  test('contains all choices', async () => {
    await withPage(QUERY, async (page) => {
      expect(page.url()).toBe(`${demoAddress()}${QUERY}`);
      expect(await page.getByLabel('Friction coefficient μ').inputValue()).toBe('0.5');
      expect(await page.getByLabel('Slope', { exact: true }).inputValue()).toBe('30');
      expect(await page.getByLabel('Law', { exact: true }).inputValue()).toBe('stribeck');
      expect(await page.getByLabel('Rapier').isChecked()).toBe(true);
      expect(await page.getByLabel('Stiction', { exact: true }).isChecked()).toBe(true);
      expect(await page.getByLabel('Forces').isChecked()).toBe(true);
      expect(await page.locator('#dt').inputValue()).toBe('120');
      expect(await page.locator('#effort').inputValue()).toBe('2');
      expect(await page.locator('[data-side="stock"]').isVisible()).toBe(false);
    });
  });

  test('reproduces manual settings to the last digit', async () => {
    let address = '';
    let numbers: unknown;
    await withPage('?scene=slope&paused', async (page, shown) => {
      await shown.choose('disc-twins');
      await page.getByLabel('Friction coefficient μ').press('ArrowRight');
      await page.getByLabel('Initial v/(Rω), far disc').press('End');
      await page.getByText('Step and solver').click();
      await page.locator('#dt').selectOption('240');
      await page.getByLabel('Law', { exact: true }).selectOption('coulomb');
      await settled(page);
      await finish(page);
      address = page.url();
      numbers = await readNumbers(page);
    });
    expect(address).toContain('scene=disc-twins&engine=cannon&law=coulomb&rate=240&mu=0.11&spinner=2');
    await withPage(new URL(address).search, async (page) => {
      await finish(page);
      expect(await readNumbers(page)).toEqual(numbers);
    });
  });

  test('ignores invalid values and clamps values out of range', async () => {
    await withPage('?scene=slope&engine=ode&mu=7&angle=steep&law=none&rate=7&view=all', async (page) => {
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Honest slope');
      expect(await page.getByLabel('Friction coefficient μ').inputValue()).toBe('1.2');
      expect(await page.getByLabel('Slope', { exact: true }).inputValue()).toBe('25');
      expect(await page.getByLabel('cannon-es').isChecked()).toBe(true);
    });
  });
});

describe('controls', () => {
  test('every control has a name and is reachable by keyboard', async () => {
    await withPage('?scene=slope&paused', async (page) => {
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, input, select, summary, [tabindex="0"]')]
          .filter((element) => {
            const labels =
              element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
            const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent;
            return !name?.trim();
          })
          .map(({ outerHTML }) => outerHTML),
      );
      expect(nameless).toEqual([]);
      const reached: string[] = [];
      for (let k = 0; k < 24; k++) {
        await page.keyboard.press('Tab');
        reached.push(
          await page.evaluate(() => {
            const element = document.activeElement;
            return element?.getAttribute('aria-label') ?? element?.closest('label')?.textContent ?? element?.id ?? '';
          }),
        );
      }
      for (const id of [
        'Scene',
        'Next scene',
        'cannon-es',
        'Single step',
        'Start again',
        'Forces',
        'value-mu',
        'value-angle',
      ]) {
        expect(reached.map((name) => name.trim())).toContain(id);
      }
    });
  });

  test('pause, single step and restart work with buttons and keys', async () => {
    await withPage('?scene=slope', async (page) => {
      await runFrames(page, 3);
      await page.getByRole('button', { name: 'Pause' }).click();
      const paused = await timeOf(page);
      expect(Math.abs(paused - 0.3)).toBeLessThan(0.02);
      await runFrames(page, 3);
      expect(await timeOf(page)).toBe(paused);
      await page.getByRole('button', { name: 'Single step' }).click();
      expect(await timeOf(page)).toBeCloseTo(paused + 1 / 60, 9);
      await page.locator('#canvas').focus();
      await page.keyboard.press('.');
      expect(await timeOf(page)).toBeCloseTo(paused + 2 / 60, 9);
      await page.keyboard.press('Space');
      await runFrames(page, 2);
      expect(await timeOf(page)).toBeGreaterThan(paused + 0.2);
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Start again' }).click();
      await settled(page);
      expect(await timeOf(page)).toBe(0);
    });
  });

  test('a scene plays in browser frames', async () => {
    await withPage(
      '',
      async (page) => {
        await page.waitForFunction(() => {
          if ((window.stiction.run?.time ?? 0) < 0.1) return false;
          window.stiction.setPaused(true);
          return true;
        });
        expect(await timeOf(page)).toBe(await page.evaluate(() => window.stiction.run?.time));
      },
      { realTime: true },
    );
  });

  test('a law can be swapped during a run', async () => {
    await withPage('?scene=slope&angle=30&paused', async (page) => {
      const speedUp = async (): Promise<number> => {
        const before = await page.evaluate(() => window.stiction.run?.sides.stiction.probe.curve ?? 0);
        await page.evaluate(() => window.stiction.forward(0.5));
        return (await page.evaluate(() => window.stiction.run?.sides.stiction.probe.curve ?? 0)) - before;
      };
      await page.evaluate(() => window.stiction.forward(1));
      const coulomb = await speedUp();
      const time = await timeOf(page);
      await page.getByLabel('Law', { exact: true }).selectOption('stribeck');
      expect(await timeOf(page)).toBe(time);
      const stribeck = await speedUp();
      // μ 0.3, then half of it: g (sin - μ cos) 0.5 s.
      const cos = Math.cos(Math.PI / 6);
      expect(coulomb).toBeCloseTo(9.81 * (0.5 - 0.3 * cos) * 0.5, 2);
      expect(stribeck).toBeCloseTo(9.81 * (0.5 - 0.15 * cos) * 0.5, 2);
      expect(new URL(page.url()).searchParams.get('law')).toBe('stribeck');
    });
  });

  test.each([
    { speed: '1', passed: 1 },
    { speed: '0.0625', passed: 1 / 16 },
  ])('at speed $speed one second advances the scene by $passed s', async ({ speed, passed }) => {
    await withPage('?scene=slope', async (page) => {
      await page.getByLabel('Speed', { exact: true }).selectOption(speed);
      await runFrames(page, 10);
      await page.getByRole('button', { name: 'Pause' }).click();
      expect(Math.abs((await timeOf(page)) - passed)).toBeLessThan(1.5 / 60);
    });
  });

  test('keys can be held, heights painted, and sound turned on', async () => {
    await withPage('?scene=drift-car&paused', async (page, shown) => {
      const throttle = () => page.evaluate(() => window.stiction.run?.values.throttle);
      await page.locator('#canvas').focus();
      await page.keyboard.down('ArrowUp');
      expect(await throttle()).toBe(true);
      expect(await page.getByRole('button', { name: 'Throttle' }).getAttribute('aria-pressed')).toBe('true');
      await page.keyboard.up('ArrowUp');
      expect(await throttle()).toBe(false);

      await shown.choose('worm');
      const cells = page.getByRole('gridcell');
      await cells.first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('0');
      expect(await cells.nth(1).getAttribute('aria-label')).toBe('row 1, column 2: 0');
      const painted = await page.evaluate(async () => {
        await window.stiction.settled; // the scene starts again with the new heights
        return Object.values(window.stiction.run?.values ?? {}).find((v) => typeof v === 'string');
      });
      expect(String(painted)[1]).toBe('0');
      expect(page.url()).toContain(String(painted));

      await shown.choose('bowed-block');
      await page.getByLabel('Sound', { exact: true }).check();
      await page.evaluate(() => window.stiction.setPaused(false));
      await runFrames(page, 5);
      expect(await page.locator('#sound').isChecked()).toBe(true);
    });
  });

  test('switches between light and dark', async () => {
    await withPage('?scene=slope&paused', async (page) => {
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await background();
      await page.getByRole('button', { name: 'Light or dark' }).click();
      expect(await background()).not.toBe(light);
      await page.reload();
      await settled(page);
      expect(await background()).not.toBe(light);
    });
  });

  test('next and previous wrap around', async () => {
    const [first, second] = demoScenes;
    await withPage(`?scene=${first.id}&paused`, async (page) => {
      const title = () => page.getByRole('heading', { level: 1 }).textContent();
      await page.getByRole('button', { name: 'Previous scene' }).click();
      await page.getByRole('heading', { level: 1, name: 'Laboratory' }).waitFor();
      await page.getByRole('button', { name: 'Next scene' }).click();
      await page.getByRole('heading', { level: 1, name: first.title }).waitFor();
      await page.getByRole('button', { name: 'Next scene' }).click();
      await settled(page);
      expect(await page.evaluate(() => window.stiction.run?.demo.id)).toBe(second.id);
      expect(await title()).toBe(second.title);
    });
  });
});

describe('around the stage', () => {
  test('a click shows the contact forces of a body', async () => {
    await withPage('?scene=slope&paused&view=stiction', async (page) => {
      await page.evaluate(() => window.stiction.forward(1.5));
      const { x, y } = await findBlue(page);
      await page.mouse.click(x, y);
      await runFrames(page, 5);
      const inspector = page.locator('#inspector');
      await inspector.getByText('slides').waitFor();
      const text = (await inspector.textContent()) ?? '';
      expect(text).toContain('on ground');
      expect(text).toContain('coulomb: ground on body');
      // m g cos 25° and 0.3 of it.
      expect(text).toContain('8.89 N, 4 points');
      expect(text).toContain('2.67 N');
      await page.getByRole('button', { name: 'Close' }).click();
      expect(await inspector.isVisible()).toBe(false);
    });
  });

  test('shows the code for both engines and copies it', async () => {
    await withPage('?scene=slope&paused', async (page, shown) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      for (const engine of ['cannon', 'rapier'] as const) {
        for (const { id } of demoScenes.slice(0, 2)) {
          await page.evaluate((change) => window.stiction.open(change), { scene: id, engine });
          const demo = await (demoScenes.find((entry) => entry.id === id) as (typeof demoScenes)[0]).load();
          const path = `../../../internal/scenes/src/demo/snippets/${demo.snippet}.${engine}.ts`;
          const marked = await readFile(new URL(path, import.meta.url), 'utf8');
          const source = marked.replaceAll(/ \/\* \w+ \*\//g, '').trimEnd();
          expect(source).toContain('installFriction');
          await page.getByRole('button', { name: 'Code' }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
          await page.getByRole('button', { name: 'Copied' }).waitFor();
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(source);
          await page.keyboard.press('Escape');
          expect(await page.getByRole('dialog').isVisible()).toBe(false);
        }
      }
      await shown.expectNoComplaints();
    });
  });

  test('records a video', async () => {
    await withPage(
      '?scene=slope&paused',
      async (page) => {
        const record = page.getByRole('button', { name: 'Record a video' });
        const coming = page.waitForEvent('download');
        await record.click();
        await page.evaluate(() => window.stiction.setPaused(false));
        // At least ten frames: one advances by at most 0.1 s.
        await page.waitForFunction(() => (window.stiction.run?.time ?? 0) > 1);
        // A slow machine has reached the maximum length.
        if ((await record.getAttribute('aria-pressed')) === 'true') await record.click();
        const download = await coming;
        expect(download.suggestedFilename()).toBe('stiction-slope.webm');
        const folder = await mkdtemp(join(tmpdir(), 'stiction-film-'));
        const path = join(folder, 'film.webm');
        await download.saveAs(path);
        const film = await readFile(path);
        await rm(folder, { recursive: true });
        expect(film.length).toBeGreaterThan(5000);
        expect(film.subarray(0, 4).toString('hex')).toBe('1a45dfa3'); // EBML
      },
      { realTime: true },
    );
  });

  test('forces are drawn when enabled', async () => {
    await withPage('?scene=slope&paused', async (page) => {
      await page.evaluate(() => window.stiction.forward(1));
      // The drawing itself: a screenshot shows what the browser has put on the screen so far.
      const drawing = (): Promise<string> =>
        page.evaluate(() => window.testClock.draw(() => window.stiction.redraw()).data.join());
      const without = await drawing();
      expect(await drawing()).toBe(without);
      await page.getByText('Forces').click();
      expect(await drawing()).not.toBe(without);
    });
  });
});

/** Draws. Returns the centre of the pixels with the colour of Stiction's bodies, on the page: the canvas may have another resolution. */
async function findBlue(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    const { data, width, height } = window.testClock.draw(() => window.stiction.redraw());
    let [count, x, y] = [0, 0, 0];
    for (let k = 0; k < data.length / 4; k++) {
      if (data[4 * k + 2] - data[4 * k] < 90) continue;
      count++;
      x += k % width;
      y += Math.floor(k / width);
    }
    const stage = (document.querySelector('#canvas') as HTMLElement).getBoundingClientRect();
    return {
      x: stage.x + (x / count / width) * stage.width,
      y: stage.y + (y / count / height) * stage.height,
    };
  });
}

describe('laboratory', () => {
  test('every law agrees with its formula, and its address restores it', async () => {
    const { page, open, close, expectNoComplaints } = await openScenePage(SMALL);
    await open('?scene=laboratory');
    const law = page.getByLabel('Law', { exact: true });
    await law.waitFor();
    const laws = await law
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
    expect(laws.length).toBeGreaterThan(12);
    for (const id of laws) {
      await law.selectOption(id);
      await runFrames(page, 1);
      expect(page.url()).toContain(`law=${id}`);
      const { state, stiction, reference } = await readNumbers(page);
      expect(state.stiction, `${id}: ${stiction}, formula ${reference}`).toBe('good');
      expect(reference).toBeGreaterThan(0.1);
    }
    await page.getByRole('button', { name: 'Code' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('simulate(law');
    await page.keyboard.press('Escape');
    await page.getByLabel('μ', { exact: true }).press('End');
    const address = page.url();
    expect(address).toContain('scene=laboratory&engine=cannon&law=ecp&mu=1.2');
    await page.goto(address);
    await settled(page);
    expect(await page.getByLabel('μ', { exact: true }).inputValue()).toBe('1.2');
    await expectNoComplaints();
    await close();
  });
});

describe('loading', () => {
  test('Rapier and other scenes load only when selected', async () => {
    await withPage('?scene=slope&paused', async (page) => {
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(request.url()));
      await runFrames(page, 3);
      await settled(page);
      expect(scripts).toEqual([]);
      await page.getByLabel('cannon-es').press('ArrowRight');
      await settled(page);
      expect(await page.evaluate(() => window.stiction.run?.engine)).toBe('rapier');
      expect(scripts.some((url) => url.includes('rapier'))).toBe(true);
      expect(scripts.some((url) => url.includes('disc-twins'))).toBe(false);
    });
  });
});
