import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { openPage, ROOT } from '../../apps/demo/test/pages.js';
import { painted } from '../../apps/demo/test/simulated-time.js';
import { snippets } from '../../scripts/snippets.mjs';

const inPage = snippets().filter((snippet) => snippet.inPage);

test.each(inPage)('$document:$line runs in a page', async ({ code, output }) => {
  const built = await build({
    stdin: { contents: `${code}\nObject.assign(globalThis, { isAtEnd: true });`, loader: 'ts', resolveDir: ROOT },
    bundle: true,
    format: 'esm',
    write: false,
    tsconfigRaw: {}, // resolve to the built packages, not their sources
  });
  const { page, complaints, close } = await openPage();
  try {
    await page.evaluate(() => {
      for (const kind of ['error', 'unhandledrejection']) {
        addEventListener(kind, () => Object.assign(globalThis, { isAtEnd: true }));
      }
    });
    const printed: string[] = [];
    page.on('console', (message) => printed.push(message.text()));
    await page.addScriptTag({ type: 'module', content: built.outputFiles[0].text });
    await page.waitForFunction('globalThis.isAtEnd');
    // Wait for the frames that it has requested.
    await painted(page);
    if (output !== undefined) expect(printed.join('\n')).toBe(output.trim());
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});
