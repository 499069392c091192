// The ```ts blocks of the documentation: README.md, docs/ and the READMEs of the packages.
//   ```ts                        type-checked and run, each as a module of its own
//   ```ts in-page                type-checked; run in Chromium by docs/test/snippets.browser.test.ts
//   ```ts no-run: <reason>       type-checked only
//   ```ts no-check: <reason>     neither
//   ```text output               after such a block: what it prints
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, root } from './workspace.mjs';

/** Made by the build of the site, or not ours. */
const NOT_OURS = /^(api|packages|node_modules|\.vitepress)([\\/]|$)/;

/**
 * @typedef {object} Snippet
 * @property {string} document  Relative to the root.
 * @property {number} line  Of the fence that opens it, from 1.
 * @property {string} code  Starts with as many empty lines as stand before it in the document.
 * @property {string | undefined} noCheck  Why it is not type-checked.
 * @property {string | undefined} noRun  Why it is not run.
 * @property {boolean} inPage  It needs a page to run.
 * @property {string | undefined} output  What it prints, where the document says.
 */

/** Markdown files, relative to the root. */
function documents() {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  return [
    'README.md',
    ...docs.filter((name) => name.endsWith('.md') && !NOT_OURS.test(name)).map((name) => join('docs', name)),
    ...packages.map(({ folder }) => join(folder.slice(root.length + 1), 'README.md')),
  ].filter((name) => existsSync(join(root, name)));
}

/** All fenced blocks of a document. @param {string} document */
function fences(document) {
  /** @type {{ line: number, language: string, info: string, body: string[] }[]} */
  const found = [];
  const lines = readFileSync(join(root, document), 'utf8').split('\n');
  for (let i = 0; i < lines.length; i++) {
    const fence = /^\s*(`{3,})\s*([^\s`]*)([^`]*)$/.exec(lines[i] ?? '');
    if (!fence) continue;
    const [, ticks = '', language = '', info = ''] = fence;
    const start = i + 1;
    while (++i < lines.length && lines[i]?.trim() !== ticks);
    found.push({ line: start, language, info: info.trim(), body: lines.slice(start, i) });
  }
  return found;
}

/** @type {(info: string, marker: string) => string | undefined} */
function reason(info, marker) {
  const [, why] = new RegExp(`\\b${marker}\\b:?\\s*(.*)`).exec(info) ?? [];
  return why === undefined ? undefined : why || 'no reason given';
}

/** @returns {Snippet[]} */
export function snippets() {
  return documents().flatMap((document) => {
    const blocks = fences(document);
    return blocks.flatMap(({ line, language, info, body }, k) => {
      if (!/^(ts|typescript)$/.test(language)) return [];
      const next = blocks[k + 1];
      const noCheck = reason(info, 'no-check');
      return {
        document,
        line,
        code: '\n'.repeat(line) + body.join('\n'),
        noCheck,
        noRun: reason(info, 'no-run') ?? noCheck,
        inPage: /\bin-page\b/.test(info),
        output: next?.language === 'text' && /^output\b/.test(next.info) ? next.body.join('\n') : undefined,
      };
    });
  });
}
