import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CONTESTANTS, type Contestant } from './contestants.js';
import { costScenes } from './cost.js';
import { judge, type KnownMiss, missesOf } from './gate.js';
import { installPeers } from './install.js';
import { accuracyTables, costTable, peerCostTable } from './markdown.js';
import type { Answer } from './messages.js';
import { type Options, parseOptions } from './options.js';
import { writePages } from './pages.js';
import { writePlots } from './plots.js';
import { inTurn, runContestant } from './pool.js';
import { type CostResult, infoOf, type League, mergeLeagues, type Result, resultOf, rounded } from './results.js';
import { USUAL_STEPS } from './row.js';
import { ALL_ROWS } from './rows.js';

/**
 * The league: every row for every contestant, each in a process of its own, at most two at once; then cost, alone. Prints Markdown;
 * --write keeps the results in bench/results/league.json and puts tables and plots into the docs. --ci is the quick part that
 * gates: exit code 1 where Stiction misses a goal that is not a known miss. Options: options.ts.
 */
const RESULTS = new URL('../../results/league.json', import.meta.url);
const MISSES = new URL('../../results/known-misses.json', import.meta.url);
const AT_ONCE = 2;

const options = parseOptions(process.argv.slice(2));
const start = performance.now();
if ((options.rows || options.cost) && options.contestants.some(({ kind }) => kind === 'peer')) installPeers();
const fresh: League = { contestants: [], rows: [], results: [], costs: [] };
if (options.rows) await measureRows(options);
if (options.cost) await measureCosts(options);
fresh.rows = ALL_ROWS.map((row) => infoOf(row, row.steps ?? USUAL_STEPS));
fresh.contestants.sort((a, b) => placeOf(a.name) - placeOf(b.name));
if (options.rows) console.log(`\n${accuracyTables(fresh)}`);
if (options.cost) console.log(`\n${costTable(fresh)}\n\n${peerCostTable(fresh)}\n`);
console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`);
// Judged by what was known before this run.
gate();
if (options.write) {
  const all = keep();
  writeFileSync(MISSES, `${JSON.stringify(missesOf(all), null, 2)}\n`);
  writePages(all);
  writePlots(all);
}

async function measureRows({ contestants, tasks, ci }: Options): Promise<void> {
  const timing = ci ? { row: 120, load: 120 } : { row: 900, load: 300 };
  await inTurn(
    AT_ONCE,
    contestants.map((contestant) => async () => {
      const own = tasks(contestant);
      const { hello } = await runContestant(
        contestant,
        own.map(({ row, step }) => ({ row: row.id, step })),
        timing,
        (answer) => {
          const row = ALL_ROWS.find(({ id }) => id === answer.row);
          if (!row) return;
          const result = resultOf(row, contestant, answer);
          fresh.results.push(result);
          say(contestant.name, answer, result);
        },
      );
      fresh.contestants.push({ ...describe(contestant), ...hello });
      if (options.write) keep();
    }),
  );
}

/** One after the other, while nothing else of the league runs: shares of time mean nothing otherwise. */
async function measureCosts({ contestants, ci }: Options): Promise<void> {
  for (const contestant of contestants) {
    const { name, label, engine, kind } = contestant;
    // Rapier is what the others are measured against; in CI only Stiction is.
    if (name === 'rapier-stock' || (ci && kind !== 'stiction')) continue;
    const scenes = costScenes(engine, ci ? ['towers-20'] : []);
    const tasks = scenes.map(({ id }) => ({ row: id, step: '1/60' as const }));
    const against = kind === 'stiction' ? `stock ${label.replace('Stiction in ', '').split(',')[0]}` : 'stock Rapier';
    await runContestant(
      contestant,
      tasks,
      { row: 180, load: 300 },
      ({ row, outcome }) => {
        const entry: CostResult = {
          scene: row,
          title: scenes.find(({ id }) => id === row)?.title ?? row,
          contestant: name,
          label,
          against,
          ...('failed' in outcome && { failed: outcome.failed }),
        };
        if ('cost' in outcome) {
          const { ratio, low, high, ...counts } = outcome.cost;
          entry.cost = { ratio: rounded(ratio), low: rounded(low), high: rounded(high), ...counts };
        }
        fresh.costs.push(entry);
        console.error(`cost ${name} ${row} ${entry.cost?.ratio.toFixed(2) ?? entry.failed}`);
      },
      new URL('cost-child.ts', import.meta.url).pathname,
    );
  }
}

function placeOf(name: string): number {
  return CONTESTANTS.findIndex((one) => one.name === name);
}

function describe({ name, label, kind, engine }: Contestant): League['contestants'][number] {
  const date = new Date().toISOString().slice(0, 10);
  return { name, label, kind, engine, settings: [], documented: {}, date, node: process.version };
}

function say(name: string, { row, step, seconds }: Answer, { error, none, failed }: Result): void {
  if (none === undefined)
    console.error(`${name} ${row} ${step}: ${error?.toPrecision(3) ?? failed} (${seconds.toFixed(1)} s)`);
}

/** Into what is known already. After every contestant: what took minutes is not lost with the rest. */
function keep(): League {
  const known = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as League) : fresh;
  const all = mergeLeagues(known, fresh, {
    contestants: CONTESTANTS.map(describe),
    rows: ALL_ROWS.map((row) => infoOf(row, row.steps ?? USUAL_STEPS)),
  });
  writeFileSync(RESULTS, toText(all));
  return all;
}

/** One result per line: so a diff shows which. */
function toText(league: League): string {
  const list = (values: readonly unknown[]): string =>
    `[\n${values.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
  const fields = Object.entries(league).map(([key, values]) => `  "${key}": ${list(values as unknown[])}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

function gate(): void {
  const known = existsSync(MISSES) ? (JSON.parse(readFileSync(MISSES, 'utf8')) as KnownMiss[]) : [];
  const { failures, better } = judge(fresh, known);
  for (const line of better) console.log(`better: ${line}`);
  for (const line of failures) console.error(`miss: ${line}`);
  if (options.ci && failures.length > 0) process.exitCode = 1;
}
