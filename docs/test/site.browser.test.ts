import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addresses, ROOT, SAFETY_NET, takePicture as savePicture, withPage } from '../../apps/demo/test/pages.js';
import { full } from '../../scripts/testing/full.js';

/** The demo on the first page then stands still: playing keeps the software renderer busy. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce' };
const DESKTOP: BrowserContextOptions = { ...STILL, viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { ...STILL, viewport: { width: 390, height: 844 }, hasTouch: true };
const DARK: BrowserContextOptions = { ...DESKTOP, colorScheme: 'dark' };

/** Opens a page of the built site, waits until Vue has mounted, and fails on any error or warning of the page. */
const open = (path: string, look: BrowserContextOptions, body: (page: Page) => Promise<void>): Promise<void> =>
  withPage(
    addresses().site + path,
    look,
    async (page) => {
      await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
      await body(page);
    },
    { fresh: false },
  );

/** Pictures to look at; no test asserts anything about them. */
const takePicture = async (page: Page, name: string): Promise<void> => {
  if (full) await savePicture(page, `docs/${name}`);
};

const widthsOf = (page: Page): Promise<{ page: number; window: number }> =>
  page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }));

/** Sum of red, green and blue of the page's background. */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [])
      .slice(0, 3)
      .reduce((sum, part) => sum + Number(part), 0),
  );

describe('home', () => {
  test('runs the demo, and has an install command and a quick start per engine', async () => {
    await open('', DESKTOP, async (page) => {
      expect(await page.locator('h1').textContent()).toContain('Stiction');
      expect(await page.locator('.VPFeature').count()).toBe(6);
      const demo = page.frameLocator('.demo-frame iframe');
      await demo.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Rapier', { exact: true }).first().click();
      expect(await page.locator('.vp-code-group .active').first().textContent()).toContain('@stiction/rapier-adapter');
      await takePicture(page, 'home');
      await page.locator('.vp-doc').getByRole('link', { name: 'cannon-es' }).click();
      await page.waitForURL('**/quick-start/cannon-es.html');
      await page.getByRole('heading', { level: 1, name: 'cannon-es' }).waitFor();
      await takePicture(page, 'quick-start');
    });
  });
});

test('the site works in any folder: pages, pictures, search and the demo', async () => {
  const folder = 'test-results/a/moved site';
  await rm(join(ROOT, folder), { recursive: true, force: true });
  await cp(join(ROOT, 'docs/.vitepress/dist'), join(ROOT, folder), { recursive: true });
  await withPage(
    `${addresses().files}${encodeURI(folder)}/laws/lugre.html`,
    DESKTOP,
    async (page) => {
      await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
      const top = new URL('..', page.url()).href;
      // From one depth to another and back: links that stay in the page must not change their meaning.
      await page.locator('.VPSidebar').getByRole('link', { name: 'Solvers', exact: true }).click();
      await page.waitForURL(`${top}lcp-solver.html`);
      await page.getByRole('heading', { level: 1, name: 'lcp-solver' }).waitFor();
      const picture = page.locator('.vp-doc img').first();
      await picture.scrollIntoViewIfNeeded();
      await page.waitForFunction(
        (image) => (image as HTMLImageElement).naturalWidth > 100,
        await picture.elementHandle(),
      );
      await page.locator('.VPSidebar').getByRole('link', { name: 'stribeck', exact: true }).click();
      await page.waitForURL(`${top}laws/stribeck.html`);
      await page.locator('#local-search').click();
      await page.locator('#localsearch-input').fill('conveyor');
      await page.locator('.VPLocalSearchBox .results .result').first().click();
      await page.waitForURL((address) => address.href.startsWith(top) && !address.pathname.endsWith('stribeck.html'));
      await page.locator('.VPNavBarMenu').getByRole('link', { name: 'Demo' }).click();
      await page.waitForURL(`${top}live/**`);
    },
    { fresh: true },
  );
  await rm(join(ROOT, folder), { recursive: true, force: true });
});

test('without scripts, as from a disk, a page has its style, its pictures and its links', async () => {
  const html = await readFile(join(ROOT, 'docs/.vitepress/dist/laws/lugre.html'), 'utf8');
  const targets = [...html.matchAll(/<(?:a|img|link|script)\s[^>]*?\b(?:href|src)="([^"#?]*)/g)].map(([, to]) => to);
  const relative = targets.filter((to) => to && !/^(https?|data):/.test(to));
  expect(relative.length).toBeGreaterThan(50);
  for (const to of new Set(relative)) {
    expect(to, 'relative').toMatch(/^\.\.?\//);
    const file = join(ROOT, 'docs/.vitepress/dist/laws', decodeURI(to));
    expect(existsSync(to.endsWith('/') ? join(file, 'index.html') : file), to).toBe(true);
  }
});

test('language models get a list of the pages, and all of them as text', async () => {
  const [list, all] = await Promise.all(
    ['llms.txt', 'llms-full.txt'].map((name) => readFile(join(ROOT, 'docs/.vitepress/dist', name), 'utf8')),
  );
  const pages = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\)(: .+)?$/gm)];
  expect(pages.length).toBeGreaterThan(80);
  for (const [, file] of pages) expect(existsSync(join(ROOT, 'docs/.vitepress/dist', file)), file).toBe(true);
  expect(pages.filter(([, , about]) => about).length).toBeGreaterThan(0.9 * pages.length);
  expect(list).not.toContain('```');
  for (const heading of ['# `stribeck`', '# Quick start: Rapier', '# Tuning and debugging'])
    expect(all).toContain(heading);
});

test('the playground of a law follows its sliders', async () => {
  await open('laws/stribeck.html', DESKTOP, async (page) => {
    const playground = page.locator('.playground');
    await playground.scrollIntoViewIfNeeded();
    const canvas = playground.locator('canvas').first();
    const picture = (): Promise<string> => canvas.evaluate((one: HTMLCanvasElement) => one.toDataURL());
    const before = await picture();
    await playground.getByLabel('μS, at rest').fill('1');
    await expect.poll(picture).not.toBe(before);
    expect(await playground.locator('output').first().textContent()).toBe('1');
    await takePicture(page, 'playground');
  });
});

test('the page of a law shows equations and its picture', async () => {
  await open('laws/lugre.html', DESKTOP, async (page) => {
    const equations = page.locator('.vp-doc .math .katex-html');
    expect(await equations.count()).toBeGreaterThan(1);
    const size = await equations.first().boundingBox();
    expect(size?.height).toBeGreaterThan(20);
    // Drawn with a font of the page.
    const fonts = await page.evaluate(async () => {
      const loaded = await document.fonts.ready;
      return [...loaded].filter(({ family, status }) => family.includes('KaTeX') && status === 'loaded').length;
    });
    expect(fonts).toBeGreaterThan(0);
    expect(await page.locator('.vp-doc').textContent()).not.toContain('$');
    const picture = page.locator('.vp-doc img').first();
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      (image) => (image as HTMLImageElement).naturalWidth > 100,
      await picture.elementHandle(),
    );
    await page.evaluate(() => scrollTo(0, 0));
    await takePicture(page, 'law');
  });
});

test('search leads to the page that answers', async () => {
  await open('notation.html', DESKTOP, async (page) => {
    await page.locator('#local-search').click();
    const first = page.locator('.VPLocalSearchBox .results .result').first();
    for (const [words, address] of [
      ['LuGre', /\/laws\/lugre\.html/],
      ['setPair', /\/api\/[\w-]+\/\w+\.html#setpair$/],
      ['installFriction', /\/api\/[\w-]+\/installFriction\.html/],
      ['ice', /\/choosing-a-law\.html/],
      ['creep', /\/tuning\.html/],
      ['drift', /\/(choosing-a-law|tuning)\.html/],
      ['importmap', /\/quick-start\/cdn\.html/],
      ['conveyor', /\/(choosing-a-law|laws\/surface-velocity|quick-start\/rapier)\.html/],
      ['slide on slope', /\/(tuning|quick-start\/[\w-]+|migrating-cannon)\.html/],
    ] as const) {
      await page.locator('#localsearch-input').fill(words);
      // The list follows a moment after the words.
      await expect.poll(() => first.getAttribute('href'), { timeout: SAFETY_NET }).toMatch(address);
      await takePicture(page, `search-${words.replaceAll(' ', '-')}`);
    }
    await first.click();
    await page.waitForURL(/\/(tuning|quick-start\/[\w-]+|migrating-cannon)\.html/);
  });
});

test('the sidebar has all groups and links to the pages and the API', async () => {
  await open('laws/coulomb.html', DESKTOP, async (page) => {
    const sidebar = page.locator('.VPSidebar');
    const groups = await sidebar.locator('.group .level-0 > .item h2').allInnerTexts();
    expect(groups).toEqual(
      expect.arrayContaining([
        'Start',
        'Laws',
        'Sets',
        'Surfaces',
        'Engines',
        'Understand',
        'Evidence',
        'Extend',
        'API',
      ]),
    );
    await sidebar.getByRole('link', { name: 'stribeck', exact: true }).click();
    await page.waitForURL('**/laws/stribeck.html');
    await page.getByRole('heading', { level: 1, name: 'stribeck' }).waitFor();
    await sidebar.getByRole('link', { name: 'cannon-adapter', exact: true }).click();
    await page.waitForURL('**/api/cannon-adapter.html');
    await page.locator('.vp-doc').getByRole('link', { name: 'installFriction()' }).click();
    await page.waitForURL('**/api/cannon-adapter/installFriction.html');
    // The signature has types, and the methods of the handle are headings.
    await page.locator('.vp-doc', { hasText: 'options: CannonFrictionOptions' }).waitFor();
    await page.locator('#setpair').waitFor();
    await takePicture(page, 'api');
  });
});

describe('a phone', () => {
  test.each([
    '',
    'engines-today.html',
    'quick-start/cannon-es.html',
    'choosing-a-law.html',
    'laws/index.html',
    'laws/lugre.html',
    'accuracy.html',
    'packages/rapier-adapter.html',
    'api/friction-core.html',
    'api/cannon-adapter/installFriction.html',
  ])('/%s fits the width of the screen', async (path) => {
    await open(path, PHONE, async (page) => {
      const { page: width, window } = await widthsOf(page);
      expect(width).toBeLessThanOrEqual(window);
      await takePicture(page, `phone-${path.replaceAll(/\W/g, '-') || 'home'}`);
    });
  });

  test('the menu opens', async () => {
    await open('laws/lugre.html', PHONE, async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('.VPSidebar').getByRole('link', { name: 'coulomb', exact: true }).click();
      await page.waitForURL('**/laws/coulomb.html');
    });
  });
});

describe('dark', () => {
  test('follows the system', async () => {
    await open('laws/coulomb.html', DARK, async (page) => {
      expect(await brightness(page)).toBeLessThan(150);
      await takePicture(page, 'dark-law');
    });
    if (full) await open('', DARK, (page) => takePicture(page, 'dark-home'));
  });

  test('the switch persists on the next page', async () => {
    await open('laws/coulomb.html', DESKTOP, async (page) => {
      expect(await brightness(page)).toBeGreaterThan(600);
      await page.locator('.VPNavBarAppearance .VPSwitchAppearance').click();
      expect(await brightness(page)).toBeLessThan(150);
      await page.goto(`${addresses().site}notation.html`);
      expect(await brightness(page)).toBeLessThan(150);
    });
  });
});
