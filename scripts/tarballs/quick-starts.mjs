// The programs of the quick starts that the reader saves as a file for Node: plain JavaScript, run from the tarballs, with the stated output.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { run } from './pack.mjs';

const pages = join(root, 'docs/quick-start');
/** "Save this as `file.mjs`", the block, and what it prints. */
const SAVED = /[Ss]ave this as `([\w-]+\.mjs)`.*?\n```ts[^\n]*\n(.*?)^```\n+```text output\n(.*?)^```$/ms;

/** @type {(project: string) => Promise<import('./browser.mjs').Result[]>} */
export async function runQuickStarts(project) {
  const results = [];
  for (const page of readdirSync(pages)) {
    const text = readFileSync(join(pages, page), 'utf8');
    const [, file, code, stated] = SAVED.exec(text) ?? [];
    if (!file || code === undefined) continue;
    const folder = join(project, page.replace('.md', ''));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), code);
    const printed = await run(folder, 'node', [file]);
    results.push({ text: `${page}: ${printed.trim().replaceAll('\n', '; ')}`, failed: printed !== stated });
  }
  return results;
}
