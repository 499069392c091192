import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { shows } from '@stiction/scenes/show';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { App } from '../src/app.js';
import type { TextureWebglPage } from '../test/texture-webgl-page.js';
import { type Demo, withDemo } from './open-demo.js';

/**
 * What a step and a picture of every scene cost: `npm run demo:cost [-- --write]`, which puts the table into docs/demo.md. Steps are
 * those of the page, in the browser, mean over the scene; a picture is what the page's thread does for one, without the graphics card.
 */

declare const window: { stiction: App };
/** In the tab with the textures, where texture-webgl-page.ts has put it. */
declare const page: TextureWebglPage;

const PAGE = new URL('../../../docs/demo.md', import.meta.url);
const LIMIT = 4;

interface Cost {
  bodies: number;
  stock: number;
  stiction: number;
  picture: number;
}

/** Milliseconds. Clocks of browsers are coarse, so that many steps are timed at once. */
async function measure(page: Page, scene: string, engine: 'cannon' | 'rapier'): Promise<Cost> {
  await page.evaluate((change) => window.stiction.open(change), { scene, engine });
  return page.evaluate(async () => {
    const { stiction } = window;
    const { run } = stiction;
    if (!run) throw new Error('no run');
    const most = Math.min(1500, Math.round(run.plays.stiction.scene.duration / run.dt));
    const time = (task: () => void): number => {
      const start = performance.now();
      task();
      return performance.now() - start;
    };
    const warm = Math.round(0.1 * most);
    for (let k = 0; k < warm; k++) run.step();
    const sums = { stock: 0, stiction: 0 };
    let steps = 0;
    // In turns of some milliseconds, so that both sides meet the same machine.
    const TURN = 20;
    while (steps + warm < most) {
      for (const side of ['stock', 'stiction'] as const) {
        sums[side] += time(() => {
          for (let k = 0; k < TURN; k++) run.plays[side].step();
        });
      }
      steps += TURN;
      if (steps % 200 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    const PICTURES = 20;
    const graphics = stiction.stage?.canvas.getContext('webgl2');
    const pictures: number[] = [];
    for (let k = 0; k < PICTURES; k++) {
      pictures.push(time(() => stiction.redraw(true)));
      // Waits for the graphics card, which would be waited for in the next picture otherwise.
      graphics?.readPixels(0, 0, 1, 1, graphics.RGBA, graphics.UNSIGNED_BYTE, new Uint8Array(4));
    }
    return {
      bodies: run.plays.stiction.scene.bodies.length,
      stock: sums.stock / steps,
      stiction: sums.stiction / steps,
      // The median: the first ones may find the right number of pixels.
      picture: pictures.sort((a, b) => a - b)[PICTURES / 2],
    };
  });
}

/** Milliseconds until the first paint of the demo, beside that of an empty page, in a context without a cache. */
async function measureFirstPaint({ browser, address }: Demo): Promise<void> {
  const firstPaint = async (url: string): Promise<number> => {
    const page = await browser.newPage();
    await page.goto(url);
    const handle = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    const time = Number(await handle.jsonValue());
    await page.close();
    return time;
  };
  const empty = await firstPaint('data:text/html,<p>as fast as this machine can now</p>');
  const demo = await firstPaint(address);
  console.log(`first paint after ${demo.toFixed(0)} ms, of an empty page after ${empty.toFixed(0)} ms`);
}

/** Friction of textures on the graphics card, beside the exact sum: 16 contacts of two surfaces, 32 x 32 pixels each. */
async function measureTextures({ browser }: Demo): Promise<void> {
  const TURNS = 60;
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../test/texture-webgl-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  const tab = await browser.newPage();
  await tab.addScriptTag({ content: outputFiles[0].text });
  const times = await tab.evaluate((turns) => page.time('box edges over ground, Gaussian', turns), TURNS);
  const told = Object.entries(times).map(([what, ms]) => `${what} ${ms.toFixed(2)} ms`);
  console.log(`textures, median of ${TURNS}: ${told.join(', ')}`);
  await tab.close();
}

const rows: string[] = [
  '| | scene | bodies | cannon-es | with Stiction | Rapier | with Stiction | picture |',
  '|---|---|---|---|---|---|---|---|',
];
let slowest = 0;
await withDemo(async (demo) => {
  await measureFirstPaint(demo);
  await measureTextures(demo);
  const page = await demo.openPage('?paused&forces', { width: 1280, height: 800 });
  const text = (ms: number): string => (ms < 0.1 ? ms.toFixed(3) : ms.toFixed(2));
  for (const [k, { id, title }] of shows.entries()) {
    const cannon = await measure(page, id, 'cannon');
    const rapier = await measure(page, id, 'rapier');
    slowest = Math.max(slowest, cannon.stiction, rapier.stiction);
    const numbers = [cannon.stock, cannon.stiction, rapier.stock, rapier.stiction, cannon.picture].map(text);
    rows.push(`| ${k + 1} | ${title} | ${cannon.bodies} | ${numbers.join(' | ')} |`);
    console.log(rows.at(-1));
  }
});
console.log(`slowest step: ${slowest.toFixed(2)} ms on ${cpus()[0].model}`);
if (process.argv.includes('--write')) {
  const marks = /(<!-- demo:cost -->\n)[\s\S]*?(<!-- \/demo:cost -->)/;
  const text = readFileSync(PAGE, 'utf8');
  if (!marks.test(text)) throw new Error('docs/demo.md has no place for the table');
  writeFileSync(PAGE, text.replace(marks, `$1\n${rows.join('\n')}\n\n$2`));
}
if (slowest > LIMIT) {
  console.error(`a step takes more than ${LIMIT} ms`);
  process.exitCode = 1;
}
