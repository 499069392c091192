import { readFileSync, writeFileSync } from 'node:fs';
import { featureTable } from './features.js';
import { accuracyTables, contestantTable, costTable, missTable, peerCostTable } from './markdown.js';
import type { League } from './results.js';
import { costSentence, goalSentence, summaryTable } from './summary.js';

/** The generated blocks of each page, between the marks `<!-- league:name -->` and `<!-- /league:name -->`. */
const BLOCKS: readonly { page: string; name: string; make(league: League): string }[] = [
  { page: 'docs/accuracy.md', name: 'accuracy', make: accuracyTables },
  { page: 'docs/accuracy.md', name: 'features', make: featureTable },
  { page: 'docs/accuracy.md', name: 'misses', make: missTable },
  { page: 'docs/accuracy.md', name: 'contestants', make: contestantTable },
  { page: 'docs/cost.md', name: 'cost', make: costTable },
  { page: 'docs/cost.md', name: 'peer-cost', make: peerCostTable },
  { page: 'README.md', name: 'summary', make: (league) => `${summaryTable(league)}\n\n${goalSentence(league)}` },
  { page: 'README.md', name: 'cost', make: costSentence },
];

const ROOT = new URL('../../../', import.meta.url);

/** The page with one block replaced. */
export function replaceBlock(page: string, name: string, text: string): string {
  const marks = new RegExp(`(<!-- league:${name} -->\n)[^]*?(<!-- /league:${name} -->)`);
  if (!marks.test(page)) throw new Error(`no place for league:${name}`);
  return page.replace(marks, (_, open: string, close: string) => `${open}\n${text.trim()}\n\n${close}`);
}

/** The pages generated from the results: path from the root → text. */
export function pagesOf(league: League, read: (page: string) => string): Map<string, string> {
  const pages = new Map<string, string>();
  for (const { page, name, make } of BLOCKS)
    pages.set(page, replaceBlock(pages.get(page) ?? read(page), name, make(league)));
  return pages;
}

export function readPage(page: string): string {
  return readFileSync(new URL(page, ROOT), 'utf8');
}

export function writePages(league: League): void {
  for (const [page, text] of pagesOf(league, readPage)) writeFileSync(new URL(page, ROOT), text);
}
