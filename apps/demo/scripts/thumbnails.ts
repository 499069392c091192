import { mkdirSync, writeFileSync } from 'node:fs';
import { demoScenes } from '@stiction/scenes/demo';
import type { Page } from 'playwright-core';
import type { App } from '../src/app.js';
import { withDemo } from './open-demo.js';
import { toWebp } from './to-webp.js';

/** Makes the pictures of the gallery: `npm run demo:thumbnails [-- scene ...]`, again whenever the look of the stage changes. */

declare const window: { stiction: App };

const FOLDER = new URL('../public/thumbnails/', import.meta.url);
const STAGE = { width: 640, height: 360 };
const PICTURE = { width: 400, height: 225, quality: 0.72 };

/** When a scene shows what it is about [s]. */
const MOMENTS: Readonly<Record<string, number>> = {
  tablecloth: 0.75,
  standing: 2,
  slope: 2,
  'half-on-ice': 0.7,
};
const MOMENT = 1.5;

/** Only the stage, as large as the picture; the laboratory has plots in its place. */
const STYLE = `
  .stage, .lab { position: fixed !important; z-index: 9; inset: 0 auto auto 0; width: ${STAGE.width}px; height: ${STAGE.height}px !important; border: 0 !important; border-radius: 0 !important }
  .stage > :not(canvas, .half), .half > *, .circles { display: none !important }
  .lab { background: var(--page); overflow: hidden }
`;

async function take(page: Page, scene: string): Promise<Buffer> {
  await page.evaluate(
    async ([id, moment]) => {
      await window.stiction.open({ scene: id, view: 'stiction', paused: true });
      await window.stiction.settled;
      window.stiction.stage?.resize();
      await window.stiction.forward(moment);
      await new Promise((resolve) => setTimeout(resolve, 300));
      window.stiction.redraw();
      await new Promise(requestAnimationFrame);
    },
    [scene, MOMENTS[scene] ?? MOMENT] as const,
  );
  return toWebp(page, await page.screenshot({ clip: { x: 0, y: 0, ...STAGE } }), PICTURE);
}

const chosen = process.argv.slice(2);
const ids = [...demoScenes.map(({ id }) => id), 'laboratory'].filter(
  (id) => chosen.length === 0 || chosen.includes(id),
);
mkdirSync(FOLDER, { recursive: true });
await withDemo(async ({ openPage }) => {
  const page = await openPage('?paused&view=stiction', { width: 1100, height: 700 });
  await page.addStyleTag({ content: STYLE });
  let sum = 0;
  for (const id of ids) {
    const picture = await take(page, id);
    writeFileSync(new URL(`${id}.webp`, FOLDER), picture);
    sum += picture.length;
  }
  console.log(`${ids.length} pictures, ${(sum / 1000).toFixed(0)} kB`);
});
