import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { demoScenes } from '@stiction/scenes/demo';
import type { Browser, Page } from 'playwright-core';
import type { App } from '../src/app.js';
import { withDemo } from './open-demo.js';

/**
 * Pictures of every scene, and a contact sheet of their stages:
 *
 *     npm run sheet -w @stiction/demo -- --out after [--dist folder] [--scenes slope,worm] [--engines cannon] [--sizes phone] [--dark]
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
  },
});
const folder = new URL(`../../../test-results/${options.out}/`, import.meta.url);

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
  for (const scene of scenes) {
    for (const engine of options.engines.split(',')) shots.push(...(await shoot(page, scene, engine)));
  }
  if (shots.length > 0) await layOut(browser, shots);
}, options.dist);
