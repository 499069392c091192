import { readFileSync, writeFileSync } from 'node:fs';
import { runCost } from './cost.js';
import { runRows } from './rows.js';

/** `npm run bench -- [rows] [cost] [--write]`: prints the tables; --write also puts them into docs/accuracy.md. */
const suites = { rows: runRows, cost: runCost };
type SuiteName = keyof typeof suites;

const PAGE = new URL('../../docs/accuracy.md', import.meta.url);

const words = process.argv.slice(2);
const names = (Object.keys(suites) as SuiteName[]).filter((name) => words.length === 0 || words.includes(name));
const unknown = words.filter((word) => word !== '--write' && !(word in suites));
if (unknown.length > 0)
  throw new Error(`unknown suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`);

for (const name of names.length > 0 ? names : (Object.keys(suites) as SuiteName[])) {
  const table = await suites[name]();
  console.log(`\n## ${name}\n\n${table}`);
  if (words.includes('--write')) writeTable(name, table);
}

/** Replaces what stands between the two marks of a suite. */
function writeTable(name: string, table: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const marks = new RegExp(`(<!-- bench:${name} -->\n)[^]*?(<!-- /bench:${name} -->)`);
  if (!marks.test(page)) throw new Error(`docs/accuracy.md has no place for ${name}`);
  writeFileSync(
    PAGE,
    page.replace(marks, (_, open, close) => `${open}\n${table.trim()}\n\n${close}`),
  );
}
