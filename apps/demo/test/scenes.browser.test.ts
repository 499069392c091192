import type { EngineName } from '@stiction/scenes';
import { type DemoScene, defaultsOf, demoScenes } from '@stiction/scenes/demo';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import type { App } from '../src/app.js';
import { takePicture } from './pages.js';
import {
  countColours,
  countColoursOf,
  DESKTOP_COARSE,
  finish,
  forwardTo,
  openScenePage,
  PHONE,
  readNumbers,
  type Screen,
  type ShowPage,
} from './scene-page.js';

declare const window: { stiction: App };

/** Screenshots are taken after this share of a scene. */
const MIDDLE = 0.35;
/** Most draw calls and triangles of a frame, both halves with their shadows, and the width of its only shadow map [pixels]. */
const BUDGET = { calls: 150, triangles: 300_000, shadowMaps: [2048] };
/** Minimum number of colours of a stage with a scene. */
const COLOURS = 12;

/** The scene is drawn, and the page shows the drawing. Screenshots go to test-results for inspection. */
async function expectDrawn(page: Page, name: string): Promise<void> {
  expect(await countColours(page)).toBeGreaterThan(COLOURS);
  if (full || name.startsWith(demoScenes[0].id)) {
    expect(await countColoursOf(page, await takePicture(page, `demo/${name}`))).toBeGreaterThan(COLOURS);
  }
}

async function expectFitsPhone(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectDrawn(page, `${name}-phone`);
  const { reference, time } = await readNumbers(page);
  expect(time).toBeGreaterThan(0.1);
  // The number that proves the scene is visible without scrolling.
  const proof = await page.locator('.proof').boundingBox();
  expect((proof?.y ?? 1e9) + (proof?.height ?? 0)).toBeLessThan(PHONE.height / 2);
  expect(Number.isNaN(reference)).toBe(await page.locator('[data-tile="reference"]').isHidden());
}

/** One page for a group of scenes. */
function shareShowPage(screen: Screen, query: string): () => ShowPage {
  let shown: ShowPage;
  beforeAll(async () => {
    shown = await openScenePage(screen);
    await shown.open(query);
  });
  afterAll(() => shown?.close());
  return () => shown;
}

async function expectWithinBudget(page: Page): Promise<void> {
  const drawn = await page.evaluate(() => window.stiction.stage?.drawn);
  expect(drawn?.calls).toBeGreaterThan(4);
  expect(drawn?.calls).toBeLessThanOrEqual(BUDGET.calls);
  expect(drawn?.triangles).toBeLessThanOrEqual(BUDGET.triangles);
  expect(drawn?.shadowMaps).toEqual(BUDGET.shadowMaps);
}

/** At its end the page shows that Stiction is right, and says what is wrong in the stock half, and nothing if that is right. */
async function expectProof(page: Page, demo: DemoScene, engine: EngineName): Promise<void> {
  const { stock, stiction, reference, state } = await readNumbers(page);
  expect(state.stiction, `${stiction}, reference ${reference}`).toBe(demo.proof.isOpen ? 'open' : 'good');
  const isRight =
    demo.proof.isOpen ||
    state.stock === 'good' ||
    (state.stock === 'lacks' && demo.proof.good(stock, defaultsOf(demo, engine)));
  const fault = (await page.locator('[data-readout="fault"]').textContent()) ?? '';
  expect(fault !== '', `stock ${stock}, '${fault}'`).toBe(!isRight);
  expect(fault.length).toBeLessThan(64);
}

/** The engines, that of the open scene first: changing scenes keeps it. */
async function enginesOf(page: Page): Promise<EngineName[]> {
  const current = await page.evaluate(() => window.stiction.address.engine);
  return current === 'cannon' ? ['cannon', 'rapier'] : ['rapier', 'cannon'];
}

describe('in both engines', () => {
  const shared = shareShowPage(DESKTOP_COARSE, '?forces&paused');

  test.each(demoScenes)('$id proves its number', async ({ id, load }) => {
    const { page, choose, expectNoComplaints } = shared();
    const demo = await load();
    await choose(id);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(demo.title);
    expect(await page.locator('.look').textContent()).toBe(demo.look);
    const [first, second] = await enginesOf(page);
    for (const engine of [first, second]) {
      if (engine === second) await page.evaluate((change) => window.stiction.open(change), { engine });
      expect(await page.evaluate(() => window.stiction.run?.engine)).toBe(engine);
      await forwardTo(page, MIDDLE);
      // One size per engine draws everything once; the full suite has all four.
      if (full || engine === first) {
        await expectDrawn(page, `${id}-${engine}`);
        await expectWithinBudget(page);
      }
      if (full || engine === second) {
        await page.setViewportSize(PHONE);
        await expectFitsPhone(page, `${id}-${engine}`);
        await expectWithinBudget(page);
        await page.setViewportSize(DESKTOP_COARSE);
      }
      await finish(page);
      await expectProof(page, demo, engine);
    }
    await expectNoComplaints();
  });
});

// A window of a phone's size has the phone's layout; touch is tested with one scene, or with all.
describe('phone', () => {
  const shared = shareShowPage(PHONE, '?paused');

  test.each(full ? demoScenes : demoScenes.slice(0, 1))('$id fits and runs', async ({ id }) => {
    const { page, choose, expectNoComplaints } = shared();
    await choose(id);
    await forwardTo(page, MIDDLE);
    await expectFitsPhone(page, `${id}-touch`);
    await expectNoComplaints();
  });
});
