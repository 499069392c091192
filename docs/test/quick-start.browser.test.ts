import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { expect, test } from 'vitest';
import { addressOf, openBrowser, ROOT, takePicture, withPage } from './browser.js';

/** The blocks of a page that begin with the name of a file, and the output that it states. */
async function readQuickStart(name: string): Promise<{ files: [string, string][]; output: string }> {
  const text = await readFile(`${ROOT}docs/quick-start/${name}.md`, 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)([^\n]*)\n(.*?)\n```$/gms)];
  const files = blocks.flatMap(([, , , code]): [string, string][] => {
    const [, file] = /^(?:\/\/|<!--) ([\w.-]+\.\w+)/.exec(code) ?? [];
    return file ? [[file, code.replace(/^<!--.*-->\n/, '')]] : [];
  });
  const output = blocks.find(([, language, info]) => language === 'text' && info.trim() === 'output')?.[3];
  return { files, output: output ?? '' };
}

test.each([
  { name: 'worker', files: ['index.html', 'physics.ts', 'main.ts'], shown: 'pre' },
  { name: 'react', files: ['index.html', 'main.jsx'], shown: 'output' },
])(
  'quick start, $name: the files of the page, built by Vite, say what the page says',
  async ({ name, files, shown }) => {
    const quickStart = await readQuickStart(name);
    expect(quickStart.files.map(([file]) => file)).toEqual(files);
    // Where its imports are found: those of React are the example's.
    const parent =
      name === 'react' ? `${ROOT}examples/react-three-rapier/node_modules/.cache` : `${ROOT}node_modules/.cache`;
    await mkdir(parent, { recursive: true });
    const root = await mkdtemp(join(parent, `quick-start-${name}-`));
    const browser = await openBrowser();
    try {
      for (const [file, code] of quickStart.files) await writeFile(join(root, file), code);
      const shared = { configFile: false, logLevel: 'error', root, worker: { format: 'es' } } as const;
      await build({ ...shared, build: { target: 'es2022', chunkSizeWarningLimit: 9000 } });
      const server = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0, open: false } });
      await withPage(browser, addressOf(server), '', { viewport: { width: 800, height: 600 } }, async (page) => {
        await page.waitForFunction((selector) => document.querySelector(selector)?.textContent, shown, {
          timeout: 60_000,
        });
        expect(await page.textContent(shown)).toBe(quickStart.output);
        await takePicture(page, `quick-start-${name}`);
      });
      await server.close();
    } finally {
      await browser.close();
      await rm(root, { recursive: true });
    }
  },
);
