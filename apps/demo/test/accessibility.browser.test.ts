import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import type { App } from '../src/app.js';
import { DESKTOP, openScenePage, PHONE, type ShowPage, settled } from './scene-page.js';
import { painted, runFrames } from './simulated-time.js';

declare const window: { stiction: App; axe: { run(options: RunOptions): Promise<AxeResults> } };

/** Names, labels, contrast, focus, landmarks and headings of everything that the page can show, by axe-core. */

/** WCAG 2.2 A and AA, and what screen readers need beside it. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let shown: ShowPage;
let axe: string;
beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  shown = await openScenePage(DESKTOP);
});
afterAll(() => shown?.close());

/** What is wrong, one line per element. */
async function problemsOf(page: Page): Promise<string[]> {
  await painted(page);
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(
    (values) => window.axe.run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload: false }),
    RULES,
  );
  expect(passes.length, 'rules that found something to check').toBeGreaterThan(15);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, any, all }) => `${id} ${target.join(' ')}: ${[...any, ...all].map((c) => c.message).join('; ')}`,
    ),
  );
}

/** A place where a body is seen. */
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

/** A state of the page, and how to get there from any other. */
const STATES: Record<string, (page: Page) => Promise<void>> = {
  'a scene': async (page) => {
    await page.evaluate(() => window.stiction.open({ scene: 'vehicle-track', forces: true }));
    await page.evaluate(() => window.stiction.forward(0.5));
  },
  'the contacts of a body': async (page) => {
    await page.evaluate(() => window.stiction.open({ scene: 'slope' }));
    await page.evaluate(() => window.stiction.forward(0.5));
    await page.mouse.click(...(await spotOf(page, 'body')));
    await runFrames(page, 2);
    await page.locator('#inspector').getByText('coulomb').waitFor();
  },
  'a sandbox': async (page) => {
    await page.evaluate(() => window.stiction.open({ scene: 'sandbox' }));
    await settled(page);
    await page.getByRole('group', { name: 'Add a shape' }).getByRole('button', { name: 'Cylinder' }).click();
  },
  'the laboratory': (page) => page.evaluate(() => window.stiction.open({ scene: 'laboratory' })),
  'the gallery': async (page) => {
    await page.getByRole('button', { name: 'All scenes' }).click();
    await page.getByRole('dialog', { name: 'All scenes' }).waitFor();
  },
  'the code': async (page) => {
    await page.evaluate(() => window.stiction.open({ scene: 'slope' }));
    await page.getByRole('button', { name: 'Code' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'the keys': async (page) => {
    if (await page.getByRole('button', { name: 'Keys' }).isHidden()) return; // on a phone
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  },
};

const LOOKS = [
  { name: 'desktop, light', screen: DESKTOP, colorScheme: 'light' },
  { name: 'phone, dark', screen: PHONE, colorScheme: 'dark' },
  { name: 'desktop, dark', screen: DESKTOP, colorScheme: 'dark' },
  { name: 'phone, light', screen: PHONE, colorScheme: 'light' },
] as const;

test.each(full ? LOOKS : LOOKS.slice(0, 2))('$name: axe finds no problem', async ({ screen, colorScheme }) => {
  const { page } = shown;
  await page.setViewportSize(screen);
  await page.emulateMedia({ colorScheme });
  await shown.open('?scene=slope&paused');
  const problems: Record<string, string[]> = {};
  for (const [state, enter] of Object.entries(STATES)) {
    await enter(page);
    await settled(page);
    const found = await problemsOf(page);
    if (found.length > 0) problems[state] = found;
    await page.keyboard.press('Escape');
  }
  expect(problems).toEqual({});
});

test('the keyboard reaches every control of a scene, and its focus is visible', async () => {
  const { page } = shown;
  await page.setViewportSize(DESKTOP);
  await shown.open('?scene=slope&paused');
  const count = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex="0"]')].filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'),
      ).length,
  );
  expect(count).toBeGreaterThan(20);
  const invisible: string[] = [];
  const reached = new Set<string>();
  for (let k = 0; k < count; k++) {
    await page.keyboard.press('Tab');
    const { name, isMarked } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      // The mark of a hidden checkbox or radio button is that of its label.
      const marked = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])];
      const isMarked = marked.some((each) =>
        [each, ...each.children].some((part) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
          return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
        }),
      );
      return { name: element.outerHTML.slice(0, 120), isMarked };
    });
    reached.add(name);
    if (!isMarked) invisible.push(name);
  }
  expect(invisible).toEqual([]);
  // The buttons of a radio group are one stop.
  expect(reached.size).toBeGreaterThan(0.8 * count);
});
