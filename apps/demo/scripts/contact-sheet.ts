import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { demoScenes } from '@stiction/scenes/demo';
import type { Browser, Page } from 'playwright-core';
import type { App } from '../src/app.js';
import { withDemo } from './open-demo.js';
import { toWebp } from './to-webp.js';

/**
 * Pictures of every scene, and a contact sheet of their stages:
 *
 *     npm run sheet -w @stiction/demo -- --out after [--dist folder] [--scenes slope,worm] [--engines cannon] [--sizes phone] [--dark]
 *
 * With `--before`, the name of an earlier run, it also makes docs/images/demo-before-after.webp. That of docs/demo.md compares with the
 * page built at 43eb87e:
 *
 *     npm run sheet -w @stiction/demo -- --out before --dist ../at-43eb87e/apps/demo/dist --engines cannon --sizes desktop
 *     npm run sheet -w @stiction/demo -- --out after --before before --engines cannon
 *
 * and, with the size of a phone, docs/images/demo-phone.webp.
 */

declare const window: { stiction: App };

const SIZES = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: 'sheet' },
    dist: { type: 'string', default: 'apps/demo/dist' },
    scenes: { type: 'string', default: demoScenes.map(({ id }) => id).join() },
    engines: { type: 'string', default: 'cannon,rapier' },
    sizes: { type: 'string', default: Object.keys(SIZES).join() },
    query: { type: 'string', default: '' },
    /** Pixels per CSS pixel. */
    scale: { type: 'string', default: '1' },
    dark: { type: 'boolean', default: false },
    /** An earlier run to compare with. */
    before: { type: 'string', default: '' },
  },
});
const folderOf = (run: string): URL => new URL(`../../../test-results/${run}/`, import.meta.url);
const folder = folderOf(options.out);
const COMPARISON = new URL('../../../docs/images/demo-before-after.webp', import.meta.url);
const PHONES = new URL('../../../docs/images/demo-phone.webp', import.meta.url);
/** Of the pictures of phones: columns, and width of one [px]. */
const PHONE_COLUMNS = 10;
const PHONE_WIDTH = 150;
/** Of the comparison: columns, and width of a picture [px]. */
const COLUMNS = 2;
const WIDTH = 300;

/** Where a scene shows most, as a share of its duration. */
const MOMENTS: Readonly<Record<string, number>> = {
  tablecloth: 0.14,
  'half-on-ice': 0.2,
  standing: 0.6,
  impacts: 0.11,
  'disc-twins': 0.15,
  'ski-edge': 0.14,
  'vehicle-track': 0.06,
  gripper: 0.5,
  billiard: 0.2,
  'embossed-logo': 0.6,
  tops: 0.75,
  worm: 0.6,
  'curved-belt': 0.55,
  'top-down-car': 0.11,
  curling: 0.7,
};
const MIDDLE = 0.35;

interface Shot {
  scene: string;
  engine: string;
  stage: string;
}

async function shoot(page: Page, scene: string, engine: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  const at = MOMENTS[scene] ?? MIDDLE;
  const change = { scene, engine } as Parameters<App['open']>[0];
  await page.evaluate((change) => window.stiction.open(change), change);
  await page.evaluate(async (share) => {
    const { stiction } = window;
    await stiction.settled;
    await stiction.forward(share * (stiction.run?.sides.stiction.scene.duration ?? 0));
  }, at);
  for (const size of options.sizes.split(',') as (keyof typeof SIZES)[]) {
    await page.setViewportSize(SIZES[size]);
    await page.evaluate((change) => window.stiction.look(change), { view: 'split' } as const);
    // A fresh view for this size of the stage.
    await page.evaluate(async () => {
      const { stiction } = window;
      stiction.stage?.resize();
      if (stiction.run) stiction.stage?.open(stiction.run, false);
      await new Promise((resolve) => setTimeout(resolve, 200)); // rings and skid marks are drawn by code that loads late
      stiction.redraw();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    writeFileSync(new URL(`${scene}-${engine}-${size}.png`, folder), await page.screenshot());
    if (size !== 'desktop') continue;
    const stage = await page.locator('#stage').screenshot({ type: 'jpeg', quality: 85 });
    writeFileSync(new URL(`${scene}-${engine}-stage.jpg`, folder), stage);
    shots.push({ scene, engine, stage: stage.toString('base64') });
  }
  console.log(scene, engine);
  return shots;
}

/** All stages on one page. */
async function layOut(browser: Browser, shots: readonly Shot[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1240, height: 400 } });
  const figures = shots.map(
    ({ scene, engine, stage }) =>
      `<figure><img src="data:image/jpeg;base64,${stage}"><figcaption>${scene}, ${engine}</figcaption></figure>`,
  );
  await page.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:repeat(4,1fr);gap:8px;font:12px system-ui}
    figure{margin:0}img{width:100%;display:block;border-radius:6px}</style>${figures.join('')}`,
  );
  const picture = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 72 });
  writeFileSync(new URL('sheet.jpg', folder), picture);
  await page.close();
}

/** Pictures of this run and of earlier ones into the same folder, in the order of the scenes. */
function taken(kind: 'stage.jpg' | 'phone.png'): { title: string; name: string; data: string }[] {
  return demoScenes.flatMap(({ id, title }) =>
    options.engines.split(',').flatMap((engine) => {
      const name = `${id}-${engine}-${kind}`;
      const file = new URL(name, folder);
      return existsSync(file) ? [{ title, name, data: readFileSync(file, 'base64') }] : [];
    }),
  );
}

/** Stages before and after, side by side, with the titles of the scenes. */
async function compare(browser: Browser): Promise<void> {
  const width = COLUMNS * (2 * WIDTH + 12) + 12;
  const page = await browser.newPage({ viewport: { width, height: 400 } });
  const image = (data: string): string => `<img src="data:image/jpeg;base64,${data}">`;
  const figures = taken('stage.jpg').map(({ title, name, data }) => {
    const earlier = new URL(name, folderOf(options.before));
    const before = existsSync(earlier) ? image(readFileSync(earlier, 'base64')) : '<b>not there yet</b>';
    return `<figure><figcaption>${title}</figcaption>${before}${image(data)}</figure>`;
  });
  await page.setContent(
    `<style>body{margin:12px;display:grid;grid-template-columns:repeat(${COLUMNS},1fr);gap:10px 12px;font:600 13px system-ui;color:#18202b;background:#fff}
    figure{margin:0;display:grid;grid-template-columns:1fr 1fr;gap:2px}figcaption{grid-column:1/3}
    img,b{width:100%;aspect-ratio:1.7;object-fit:cover;display:block}b{display:grid;place-items:center;background:#eef0f4;color:#5b6472;font-weight:400}</style>${figures.join('')}`,
  );
  await save(page, COMPARISON);
}

/** The page on a phone, one picture per scene. */
async function layOutPhones(browser: Browser): Promise<void> {
  const width = PHONE_COLUMNS * (PHONE_WIDTH + 6) + 6;
  const page = await browser.newPage({ viewport: { width, height: 400 } });
  const images = taken('phone.png').map(({ data }) => `<img src="data:image/png;base64,${data}">`);
  await page.setContent(
    `<style>body{margin:6px;display:grid;grid-template-columns:repeat(${PHONE_COLUMNS},1fr);gap:6px;background:#8b93a1}
    img{width:100%;display:block;border-radius:8px}</style>${images.join('')}`,
  );
  await save(page, PHONES);
}

/** Saves a whole page as a picture. */
async function save(page: Page, file: URL): Promise<void> {
  const picture = await page.screenshot({ fullPage: true });
  const [width, height] = await page.evaluate(() => [innerWidth, document.documentElement.scrollHeight] as const);
  const webp = await toWebp(page, picture, { width, height, quality: 0.62 });
  writeFileSync(file, webp);
  console.log(`${file.pathname.split('/').pop()}: ${width} x ${height}, ${(webp.length / 1000).toFixed(0)} kB`);
  await page.close();
}

mkdirSync(folder, { recursive: true });
await withDemo(async ({ browser, openPage }) => {
  const shots: Shot[] = [];
  const scenes = options.scenes.split(',');
  const page = await openPage(
    `?scene=${scenes[0]}&paused${options.query}`,
    SIZES.desktop,
    options.dark,
    Number(options.scale),
  );
  page.on('pageerror', (error) => console.warn(String(error)));
  // An earlier page may lack some.
  const known = await page
    .locator('#scene option')
    .evaluateAll((list) => list.map((each) => (each as HTMLOptionElement).value));
  for (const scene of scenes.filter((id) => known.includes(id))) {
    for (const engine of options.engines.split(',')) shots.push(...(await shoot(page, scene, engine)));
  }
  if (shots.length > 0) await layOut(browser, shots);
  if (options.before) await compare(browser);
  if (options.before && options.sizes.includes('phone')) await layOutPhones(browser);
}, options.dist);
