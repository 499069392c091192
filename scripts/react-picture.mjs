// Takes the pictures of @stiction/react-three-rapier and @stiction/react-three-cannon from their examples. Build the packages first.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { openChromium } from './browser/chromium.mjs';
import { serve } from './browser/serve.mjs';
import { root } from './workspace.mjs';

/** Example, picture, and the text that the page shows when it is time. */
const PICTURES = /** @type {const} */ ([
  ['react-three-rapier', 'slope.png', 'slid [2-9]'],
  ['react-three-cannon', 'cannon.png', 'ice slid 4.5[789]'],
]);

const folder = join(root, 'docs/images/react');
mkdirSync(folder, { recursive: true });
const browser = await openChromium();
for (const [name, picture, when] of PICTURES) {
  const outDir = mkdtempSync(join(tmpdir(), 'stiction-picture-'));
  process.chdir(join(root, 'examples', name)); // Vite looks for the configuration here
  await build({ logLevel: 'error', base: './', build: { outDir, target: 'es2022', emptyOutDir: true } });
  const server = await serve(outDir);
  const page = await browser.newPage({ viewport: { width: 1000, height: 460 }, colorScheme: 'light' });
  await page.goto(server.address);
  await page.waitForFunction(`/${when}/.test(document.querySelector('output')?.textContent ?? '')`);
  await page.screenshot({ path: join(folder, picture) });
  console.log(await page.textContent('output'));
  await server.close();
  rmSync(outDir, { recursive: true });
}
await browser.close();
