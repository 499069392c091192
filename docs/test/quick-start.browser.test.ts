import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildPage } from '../../apps/demo/test/example-page.js';
import { ROOT, withPage } from '../../apps/demo/test/pages.js';
import { runUntil } from '../../apps/demo/test/simulated-time.js';

/** Blocks of a page that begin with a file name, and the output it states. */
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

const NUMBER = /\d+\.\d+/g;

/**
 * The same text, with numbers within this relative tolerance. In React the colliders of meshes are created before the first step or some
 * steps later, depending on the machine, which changes the distance by up to 0.6 %.
 */
function expectSame(text: string, stated: string, share: number): void {
  expect(text.replaceAll(NUMBER, '#')).toBe(stated.replaceAll(NUMBER, '#'));
  const numbers = (of: string): number[] => (of.match(NUMBER) ?? []).map(Number);
  const expected = numbers(stated);
  expect(expected.length).toBeGreaterThan(0);
  for (const [k, number] of numbers(text).entries()) {
    expect(Math.abs(number - expected[k]), `${text}; stated: ${stated}`).toBeLessThanOrEqual(share * expected[k]);
  }
}

test.each([
  { name: 'worker', files: ['index.html', 'physics.ts', 'main.ts'], shown: 'pre' },
  { name: 'react', files: ['index.html', 'main.jsx'], shown: 'output' },
])('quick start, $name: its files, built by Vite, print the stated output', async ({ name, files, shown }) => {
  const quickStart = await readQuickStart(name);
  expect(quickStart.files.map(([file]) => file)).toEqual(files);
  const parent = `${ROOT}node_modules/.cache`;
  await mkdir(parent, { recursive: true });
  const root = await mkdtemp(join(parent, `quick-start-${name}-`));
  const isReact = name === 'react';
  try {
    for (const [file, code] of quickStart.files) await writeFile(join(root, file), code);
    const [address, remove] = await buildPage(root, `quick-start-${name}`);
    const check = async (page: Page): Promise<void> => {
      const say = () => document.querySelector('output, pre')?.textContent ?? '';
      if (isReact)
        await runUntil(page, say, 10, 1000 / 60); // step by step: React mounts in between
      else await page.waitForFunction(say);
      expectSame((await page.textContent(shown)) ?? '', quickStart.output, isReact ? 0.01 : 0);
    };
    await withPage(address, { viewport: { width: 800, height: 600 } }, check, { simulated: isReact });
    await remove();
  } finally {
    await rm(root, { recursive: true });
  }
});
