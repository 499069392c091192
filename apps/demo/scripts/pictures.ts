import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { App } from '../src/app.js';
import { animateWebp, type Frame } from './animated-webp.js';
import { withDemo } from './open-demo.js';
import { toWebp } from './to-webp.js';

/** Makes the images of the READMEs and of docs/demo.md: `npm run demo:pictures [-- stills]`. */

declare const window: { stiction: App };

const IMAGES = new URL('../../../docs/images/', import.meta.url);
const SCREEN = { width: 1280, height: 720 };
const FILM = { width: 800, height: 450, quality: 0.4 };
const RATE = 10;

const STILLS = [
  { file: 'demo-page.webp', query: '?scene=slope&engine=cannon&forces&paused', at: 2 },
  { file: 'demo-vehicles.webp', query: '?scene=vehicle-track&engine=cannon&paused', at: 2.6 },
];

/** Start and end time in the scene, playback speed, and duration of the last frame [s]. */
const CUTS = [
  { query: '?scene=tablecloth&engine=cannon', from: 0.35, to: 1.5, speed: 0.5, hold: 1.5 },
  { query: '?scene=standing&engine=cannon', from: 0.1, to: 3.1, speed: 1.5, hold: 1.5 },
  { query: '?scene=painted-hill&engine=cannon', from: 0.2, to: 5, speed: 2, hold: 1.5 },
];

async function forwardTo(page: Page, time: number): Promise<void> {
  await page.evaluate((seconds) => window.stiction.forward(seconds - (window.stiction.run?.time ?? 0)), time);
}

/** The page as a scaled WebP image. */
async function shoot(page: Page): Promise<Uint8Array> {
  // The page is paused only between the frames.
  await page.evaluate(() => {
    (document.querySelector('.toolbar') as HTMLElement).dataset.state = 'playing';
    (document.querySelector('[data-readout="pause"]') as HTMLElement).textContent = 'Pause';
  });
  return toWebp(page, await page.screenshot(), FILM);
}

await withDemo(async ({ openPage }) => {
  for (const { file, query, at } of STILLS) {
    const still = await openPage(query, SCREEN);
    await forwardTo(still, at);
    await still.waitForTimeout(500); // skid marks are drawn by code that loads late
    await still.evaluate(() => window.stiction.redraw());
    await still.waitForTimeout(200); // until the browser shows it
    const picture = await toWebp(still, await still.screenshot(), { ...SCREEN, quality: 0.85 });
    writeFileSync(new URL(file, IMAGES), picture);
    await still.close();
  }
  if (process.argv.includes('stills')) return;

  const frames: Frame[] = [];
  for (const { query, from, to, speed, hold } of CUTS) {
    const page = await openPage(`${query}&paused`, SCREEN);
    for (let time = from; time <= to + 1e-9; time += speed / RATE) {
      await forwardTo(page, time);
      const isLast = time + speed / RATE > to + 1e-9;
      frames.push({ picture: await shoot(page), duration: 1000 * (isLast ? hold : 1 / RATE) });
    }
    await page.close();
  }
  const film = animateWebp(frames, FILM.width, FILM.height);
  writeFileSync(new URL('demo.webp', IMAGES), film);
  console.log(`demo.webp: ${frames.length} pictures, ${(film.length / 1e6).toFixed(2)} MB`);
});
