import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareRuns, comparisonTable, type Saved, timeTable } from './compare.js';
import { isQuick } from './quick.js';
import { adapterCases } from './suites/adapters.js';
import { lawCases } from './suites/laws.js';
import { limitSurfaceCases } from './suites/limit-surface.js';
import { solverCases } from './suites/solver.js';
import { textureCases } from './suites/texture.js';
import { TABLES, writeTable } from './tables.js';
import { type Case, race } from './timing.js';

/**
 * One command for all benchmarks except the league:
 *
 *     npm run bench [-- solver laws limit-surface texture adapters] [--save <file>]    times; all suites by default
 *     npm run bench -- compare <saved.json> [<newer.json>]                            reruns its suites, unless there is a second file
 *     npm run bench -- <table> … [--write] [--quick]                                  tables of the docs (tables.ts), minutes each; --quick: seconds, not written
 *     npm run bench -- <script> …                                                     longer studies of single packages (SCRIPTS)
 */
const SUITES: { readonly [name: string]: () => Case[] | Promise<Case[]> } = {
  solver: solverCases,
  laws: lawCases,
  'limit-surface': limitSurfaceCases,
  texture: textureCases,
  adapters: adapterCases,
};
const SCRIPTS: readonly string[] = [
  'lcp-contact',
  'lcp-convergence',
  'lcp-cost',
  'lcp-random',
  'laws-convergence',
  'laws-cost',
  'limit-surface-profile',
  'limit-surface-speed',
  'rapier-cost',
  'rollback-cost',
  'state-hashes',
  'surface-cost',
  'top-down-cost',
  'vehicle-cost',
];

const words = process.argv.slice(2);
if (SCRIPTS.includes(words[0])) runScript(words[0], words.slice(1));
else if (words[0] === 'compare') await compare(words.slice(1));
else await runNames(words);

async function runNames(all: readonly string[]): Promise<void> {
  const at = all.indexOf('--save');
  const file = at >= 0 ? all[at + 1] : undefined;
  if (at >= 0 && !file) throw new Error('--save needs a file');
  const names = all.filter(
    (word, k) => word !== '--write' && word !== '--quick' && k !== at && (at < 0 || k !== at + 1),
  );
  const unknown = names.filter((name) => !(name in SUITES) && !(name in TABLES));
  if (unknown.length > 0)
    throw new Error(
      `unknown: ${unknown.join(', ')}; there are ${[...Object.keys(SUITES), ...Object.keys(TABLES), ...SCRIPTS, 'compare'].join(', ')}`,
    );
  const saved = await measure(names.length > 0 ? names.filter((name) => name in SUITES) : Object.keys(SUITES));
  if (file) writeFileSync(fromHome(file), `${JSON.stringify(saved, null, 1)}\n`);
  for (const name of names.filter((one) => one in TABLES)) {
    const text = await TABLES[name].run();
    console.log(`\n## ${name}\n\n${text}`);
    if (all.includes('--write') && !isQuick) writeTable(name, text);
  }
}

async function measure(names: readonly string[]): Promise<Saved> {
  const saved: Saved = { date: new Date().toISOString().slice(0, 10), node: process.version, suites: {} };
  for (const name of names) {
    const timed = race(await SUITES[name]());
    saved.suites[name] = timed.map((one) => ({
      ...one,
      time: Number(one.time.toPrecision(5)),
      rounds: one.rounds.map((ratio) => Number(ratio.toPrecision(5))),
    }));
    console.log(`\n## ${name}\n\n${timeTable(timed)}`);
  }
  return saved;
}

async function compare([first, second]: readonly string[]): Promise<void> {
  if (!first || !existsSync(fromHome(first)))
    throw new Error(`compare: no file ${first ?? ''}; create one with --save`);
  const read = (file: string): Saved => JSON.parse(readFileSync(fromHome(file), 'utf8')) as Saved;
  const before = read(first);
  const now = second ? read(second) : await measure(Object.keys(before.suites).filter((name) => name in SUITES));
  console.log(`\n${comparisonTable(compareRuns(before, now))}`);
}

/** Relative to the user's folder: npm runs workspaces in their own. */
function fromHome(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file);
}

function runScript(name: string, rest: readonly string[]): void {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [...process.execArgv, script, ...rest], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
