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
  tablecloth: 0.72,
  standing: 2,
  slope: 2,
  'half-on-ice': 0.6,
  'painted-hill': 2.6,
  curling: 12.5,
  'disc-twins': 1.1,
  billiard: 2.4,
  turntable: 2.7,
  'four-materials': 1,
  'textured-stacks': 0.95,
  'embossed-logo': 0.62,
  worm: 2.6,
  'chain-on-rod': 0.4,
  'vehicle-track': 3.4,
  'drift-car': 2.2,
  gripper: 4.4,
  conveyor: 3,
  'curved-belt': 6.5,
  impacts: 0.6,
  pucks: 1.2,
  'top-down-car': 9,
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
