import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { demoScenes } from '@stiction/scenes/demo';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { App } from '../src/app.js';
import type { TextureWebglPage } from '../test/texture-webgl-page.js';
import { type Demo, withDemo } from './open-demo.js';

/**
 * Cost of a step and of a frame for every scene: `npm run demo:cost [-- --write]`, which writes the table into docs/demo.md. Steps run
 * on the page in the browser, mean over the scene; a frame is the time of the page's thread, without the GPU.
 */

declare const window: { stiction: App };
/** Set by texture-webgl-page.ts in the tab with the textures. */
declare const page: TextureWebglPage;

const PAGE = new URL('../../../docs/demo.md', import.meta.url);
const LIMIT = 4;

interface Cost {
  bodies: number;
  stock: number;
  stiction: number;
  picture: number;
}

/** Milliseconds. Browser clocks are coarse, so many steps are timed together. */
async function measure(page: Page, scene: string, engine: 'cannon' | 'rapier'): Promise<Cost> {
  await page.evaluate((change) => window.stiction.open(change), { scene, engine });
  return page.evaluate(async () => {
    const { stiction } = window;
    const { run } = stiction;
    if (!run) throw new Error('no run');
    const most = Math.min(1500, Math.round(run.sides.stiction.scene.duration / run.dt));
    const time = (task: () => void): number => {
      const start = performance.now();
      task();
      return performance.now() - start;
    };
    const warm = Math.round(0.1 * most);
    for (let k = 0; k < warm; k++) run.step();
    const sums = { stock: 0, stiction: 0 };
    let steps = 0;
    // Alternate every few milliseconds, so that both sides see the same machine load.
    const TURN = 20;
    while (steps + warm < most) {
      for (const side of ['stock', 'stiction'] as const) {
        sums[side] += time(() => {
          for (let k = 0; k < TURN; k++) run.sides[side].step?.();
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
      // Wait for the GPU here, not in the next frame.
      graphics?.readPixels(0, 0, 1, 1, graphics.RGBA, graphics.UNSIGNED_BYTE, new Uint8Array(4));
    }
    return {
      bodies: run.sides.stiction.scene.bodies.length,
      stock: sums.stock / steps,
      stiction: sums.stiction / steps,
      // The median: the first frames may still adapt the resolution.
      picture: pictures.sort((a, b) => a - b)[PICTURES / 2],
    };
  });
}

/** Milliseconds until the first paint of the demo and of an empty page, in a context without a cache. */
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

/** Texture friction on the GPU beside the exact sum: 16 contacts of two surfaces, 32 x 32 pixels each. */
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
  const lines = Object.entries(times).map(([what, ms]) => `${what} ${ms.toFixed(2)} ms`);
  console.log(`textures, median of ${TURNS}: ${lines.join(', ')}`);
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
  for (const [k, { id, title }] of demoScenes.entries()) {
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
  if (!marks.test(text)) throw new Error('docs/demo.md has no marks for the table');
  writeFileSync(PAGE, text.replace(marks, `$1\n${rows.join('\n')}\n\n$2`));
}
if (slowest > LIMIT) {
  console.error(`a step takes more than ${LIMIT} ms`);
  process.exitCode = 1;
}
