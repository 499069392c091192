import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snippets } from '../../scripts/snippets.mjs';
import { openBrowser, ROOT, withPage } from './browser.js';

const inPage = snippets().filter((snippet) => snippet.inPage);
const server = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:," />'),
);
let browser: Browser;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  server.close();
});

test.each(inPage)('$document:$line runs in a page', async ({ code, output }) => {
  const built = await build({
    stdin: { contents: code, loader: 'ts', resolveDir: ROOT },
    bundle: true,
    format: 'esm',
    write: false,
    tsconfigRaw: {}, // the built packages, not their sources
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await withPage(browser, address, '', {}, async (page) => {
    const printed: string[] = [];
    page.on('console', (message) => printed.push(message.text()));
    await page.addScriptTag({ type: 'module', content: built.outputFiles[0].text });
    await page.waitForTimeout(500); // two frames, and more
    if (output !== undefined) expect(printed.join('\n')).toBe(output.trim());
  });
});
