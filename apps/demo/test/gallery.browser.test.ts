import { demoScenes } from '@stiction/scenes/demo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../src/app.js';
import { openScenePage, type ShowPage, settled, TINY } from './scene-page.js';

declare const window: { stiction: App };

let shown: ShowPage;
beforeAll(async () => {
  shown = await openScenePage(TINY);
  await shown.open('?scene=slope&paused');
});
afterAll(() => shown?.close());

const gallery = () => shown.page.getByRole('dialog', { name: 'All scenes' });

test('the gallery lists every scene with a picture, opens one, and finds scenes by words', async () => {
  const { page } = shown;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('button', { name: 'All scenes' }).click();
  await gallery().waitFor();
  await settled(page);
  const cards = gallery()
    .getByRole('link')
    .filter({ has: page.locator('img') });
  expect(await cards.count()).toBe(demoScenes.length + 1);
  expect(await cards.locator('strong').allTextContents()).toEqual(
    expect.arrayContaining(demoScenes.map((s) => s.title)),
  );
  expect(await gallery().locator('[aria-current]').textContent()).toContain('Honest slope');
  const missing = await page.evaluate(async () => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('#gallery img')];
    const lazy = pictures.every(({ loading }) => loading === 'lazy');
    const found = pictures.map(async ({ src }) => ((await fetch(src)).ok ? '' : src));
    return { lazy, missing: (await Promise.all(found)).filter(Boolean) };
  });
  expect(missing, 'run npm run demo:thumbnails').toEqual({ lazy: true, missing: [] });
  expect(
    requests.some((url) => url.includes('gallery')),
    'loaded on demand',
  ).toBe(true);

  const search = gallery().getByRole('searchbox');
  await search.fill('stick-slip');
  expect(await cards.locator('visible=true').count()).toBe(1);
  expect(await gallery().getByRole('status').textContent()).toBe('1 scene');
  await search.fill('no such thing');
  expect(await gallery().getByRole('status').textContent()).toBe('No scene matches');
  await search.fill('vehicles drift');
  await search.press('Enter');
  await settled(page);
  expect(await gallery().isVisible()).toBe(false);
  expect(await page.evaluate(() => window.stiction.run?.demo.id)).toBe('drift-car');
});

test('a card is a link, and the install lines can be copied', async () => {
  const { page } = shown;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#canvas').focus();
  await page.keyboard.press('g');
  await gallery().waitFor();
  const card = gallery().getByRole('link', { name: 'Bowed block' });
  expect(await card.getAttribute('href')).toBe('?scene=bowed-block&engine=cannon');
  await gallery().getByRole('button', { name: 'Copy the install line for Rapier' }).click();
  await settled(page);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('npm install @stiction/rapier-adapter @stiction/friction-core @dimforge/rapier3d-compat');
  await gallery().getByRole('button', { name: 'Close' }).click();
  expect(await gallery().isVisible()).toBe(false);
  await shown.expectNoComplaints();
});
