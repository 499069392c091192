// Takes the picture of @stiction/three from examples/three-helper: docs/images/three/helper.png. Build the packages first.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium } from './browser/chromium.mjs';
import { serve } from './browser/serve.mjs';
import { root } from './workspace.mjs';

const folder = join(root, 'docs/images/three');
mkdirSync(folder, { recursive: true });
const browser = await openChromium();
const server = await serve('.');
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 560 }, colorScheme: 'light' });
  await page.goto(`${server.address}examples/three-helper/`);
  await page.waitForFunction('Number(document.body.dataset.marks) >= 12'); // while boxes slide
  await page.screenshot({ path: join(folder, 'helper.png') });
} finally {
  await browser.close();
  await server.close();
}
