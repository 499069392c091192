import { shows } from '@stiction/scenes/show';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import { takePicture } from './pages.js';
import {
  countColours,
  countColoursOf,
  DESKTOP,
  finish,
  forwardTo,
  openShowPage,
  PHONE,
  readNumbers,
  type Screen,
  type ShowPage,
} from './show-page.js';

/** Pictures are taken after this share of a scene. */
const MIDDLE = 0.35;
/** A stage with a scene on it has at least so many colours. */
const COLOURS = 12;

/** The scene is drawn, and the page shows what is drawn. Pictures go to test-results, where one looks at them. */
async function expectDrawn(page: Page, name: string): Promise<void> {
  expect(await countColours(page)).toBeGreaterThan(COLOURS);
  if (full || name.startsWith(shows[0].id)) {
    expect(await countColoursOf(page, await takePicture(page, `demo/${name}`))).toBeGreaterThan(COLOURS);
  }
}

async function expectFitsPhone(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectDrawn(page, `${name}-phone`);
  const { truth, time } = await readNumbers(page);
  expect(time).toBeGreaterThan(0.1);
  // The number that proves it is seen without scrolling.
  const proof = await page.locator('.proof').boundingBox();
  expect((proof?.y ?? 1e9) + (proof?.height ?? 0)).toBeLessThan(PHONE.height / 2);
  expect(Number.isNaN(truth)).toBe(await page.locator('[data-tile="truth"]').isHidden());
}

/** One page for a group of scenes. */
function shareShowPage(screen: Screen, query: string): () => ShowPage {
  let shown: ShowPage;
  beforeAll(async () => {
    shown = await openShowPage(screen);
    await shown.open(query);
  });
  afterAll(() => shown?.close());
  return () => shown;
}

// Outside the full suite each scene is opened in one engine; `internal/scenes` tests its numbers in both.
describe.each([
  { engine: 'cannon', chosen: shows.filter((_, k) => full || k % 2 === 0) },
  { engine: 'rapier', chosen: shows.filter((_, k) => full || k % 2 === 1) },
])('$engine', ({ engine, chosen }) => {
  const shared = shareShowPage(DESKTOP, `?engine=${engine}&forces&paused`);

  test.each(chosen)('$id proves its number', async ({ id, load }) => {
    const { page, choose, expectNoComplaints } = shared();
    const show = await load();
    await choose(id);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(show.title);
    expect(await page.locator('.look').textContent()).toBe(show.look);
    await forwardTo(page, MIDDLE);
    for (const screen of [DESKTOP, PHONE]) {
      await page.setViewportSize(screen);
      if (screen === PHONE) await expectFitsPhone(page, `${id}-${engine}`);
      else await expectDrawn(page, `${id}-${engine}`);
    }
    await finish(page);
    const { stiction, truth, state } = await readNumbers(page);
    expect(state.stiction, `${stiction}, truth ${truth}`).toBe('good');
    await expectNoComplaints();
  });
});

// A window of a phone's size is a phone's layout; that of a touch screen is tried with one scene, or with all.
describe('phone', () => {
  const shared = shareShowPage(PHONE, '?paused');

  test.each(full ? shows : shows.slice(0, 1))('$id fits and runs', async ({ id }) => {
    const { page, choose, expectNoComplaints } = shared();
    await choose(id);
    await forwardTo(page, MIDDLE);
    await expectFitsPhone(page, `${id}-touch`);
    await expectNoComplaints();
  });
});
