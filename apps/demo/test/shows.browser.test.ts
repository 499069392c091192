import { shows } from '@stiction/scenes/show';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closePreview, openPreview, type Preview } from './preview-page.js';
import {
  countColours,
  DESKTOP,
  finish,
  forwardTo,
  openShowPage,
  PHONE,
  readNumbers,
  type ShowPage,
  takePicture,
} from './show-page.js';

let opened: Preview;

beforeAll(async () => {
  opened = await openPreview();
});

afterAll(() => closePreview(opened));

/** Pictures are taken after this share of a scene. */
const MIDDLE = 0.35;
/** A stage with a scene on it has at least so many colours. */
const COLOURS = 12;

describe.each(['cannon', 'rapier'])('%s', (engine) => {
  let desktop: ShowPage;

  beforeAll(async () => {
    desktop = await openShowPage(opened.browser, opened.address, DESKTOP);
    await desktop.open(`?engine=${engine}&forces&paused`);
  });

  afterAll(() => desktop?.page.close());

  test.each(shows)('$id proves its number', async ({ id, load }) => {
    const { page } = desktop;
    const show = await load();
    await desktop.choose(id);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(show.title);
    expect(await page.locator('.look').textContent()).toBe(show.look);
    await forwardTo(page, MIDDLE);
    const picture = await takePicture(page, `${id}-${engine}`);
    expect(await countColours(page, picture)).toBeGreaterThan(COLOURS);
    await finish(page);
    const { stiction, truth, state } = await readNumbers(page);
    await takePicture(page, `${id}-${engine}-end`);
    expect(state.stiction, `${stiction}, truth ${truth}`).toBe('good');
    await desktop.expectNoComplaints();
  });
});

describe('phone', () => {
  let phone: ShowPage;

  beforeAll(async () => {
    phone = await openShowPage(opened.browser, opened.address, PHONE);
    await phone.open('?paused');
  });

  afterAll(() => phone?.page.close());

  test.each(shows)('$id fits and runs', async ({ id }) => {
    const { page } = phone;
    await phone.choose(id);
    await forwardTo(page, MIDDLE);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const picture = await takePicture(page, `${id}-phone`);
    expect(await countColours(page, picture)).toBeGreaterThan(COLOURS);
    const { truth, time } = await readNumbers(page);
    expect(time).toBeGreaterThan(0.1);
    // The number that proves it is seen without scrolling.
    const proof = await page.locator('.proof').boundingBox();
    expect((proof?.y ?? 1e9) + (proof?.height ?? 0)).toBeLessThan(PHONE.height / 2);
    expect(Number.isNaN(truth)).toBe(await page.locator('[data-tile="truth"]').isHidden());
    await phone.expectNoComplaints();
  });
});
