// Takes the picture of @stiction/react-three-rapier from its example: docs/images/react/slope.png. Build the packages first.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { openChromium } from './browser/chromium.mjs';
import { serve } from './browser/serve.mjs';
import { root } from './workspace.mjs';

const folder = join(root, 'docs/images/react');
mkdirSync(folder, { recursive: true });
const outDir = mkdtempSync(join(tmpdir(), 'stiction-picture-'));
const example = join(root, 'examples/react-three-rapier');
await build({ root: example, configFile: false, logLevel: 'error', base: './', build: { outDir, target: 'es2022' } });
const browser = await openChromium();
const server = await serve(outDir);
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 460 }, colorScheme: 'light' });
  await page.goto(server.address);
  await page.waitForFunction("/slid [2-9]/.test(document.querySelector('output')?.textContent ?? '')"); // while boxes slide
  await page.screenshot({ path: join(folder, 'slope.png') });
} finally {
  await browser.close();
  await server.close();
  rmSync(outDir, { recursive: true });
}
