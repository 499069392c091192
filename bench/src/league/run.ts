import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { USUAL_STEPS } from './case.js';
import { ALL_CASES } from './cases.js';
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

/**
 * The league: benchmarks Stiction against stock engines and peers. Runs every case for every contestant, each contestant in its own
 * process, two at a time; then measures cost, one at a time. Prints Markdown. --write saves the results to bench/results/league.json
 * and updates tables and plots of the docs. --ci runs the quick cases and exits with 1 if Stiction misses a goal that is not a known
 * miss. Options: options.ts.
 */
const RESULTS = new URL('../../results/league.json', import.meta.url);
const MISSES = new URL('../../results/known-misses.json', import.meta.url);
const CONCURRENCY = 2;

const options = parseOptions(process.argv.slice(2));
const start = performance.now();
if ((options.accuracy || options.cost) && options.contestants.some(({ kind }) => kind === 'peer')) installPeers();
const fresh: League = { contestants: [], cases: [], results: [], costs: [] };
if (options.accuracy) await measureCases(options);
if (options.cost) await measureCosts(options);
fresh.cases = ALL_CASES.map((one) => infoOf(one, one.steps ?? USUAL_STEPS));
fresh.contestants.sort((a, b) => placeOf(a.name) - placeOf(b.name));
if (options.accuracy) console.log(`\n${accuracyTables(fresh)}`);
if (options.cost) console.log(`\n${costTable(fresh)}\n\n${peerCostTable(fresh)}\n`);
console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`);
// Compares with the misses known before this run.
gate();
if (options.write) {
  const all = save();
  writeFileSync(MISSES, `${JSON.stringify(missesOf(all), null, 2)}\n`);
  writePages(all);
  writePlots(all);
}

async function measureCases({ contestants, tasks, ci }: Options): Promise<void> {
  const timing = ci ? { case: 120, load: 120 } : { case: 900, load: 300 };
  await inTurn(
    CONCURRENCY,
    contestants.map((contestant) => async () => {
      const own = tasks(contestant);
      const { hello } = await runContestant(
        contestant,
        own.map(({ case: { id }, step }) => ({ case: id, step })),
        timing,
        (answer) => {
          const testCase = ALL_CASES.find(({ id }) => id === answer.case);
          if (!testCase) return;
          const result = resultOf(testCase, contestant, answer);
          fresh.results.push(result);
          logAnswer(contestant.name, answer, result);
        },
      );
      fresh.contestants.push({ ...describe(contestant), ...hello });
      if (options.write) save();
    }),
  );
}

/** One contestant at a time, with nothing else running, so that timings are comparable. */
async function measureCosts({ contestants, ci }: Options): Promise<void> {
  for (const contestant of contestants) {
    const { name, label, engine, kind } = contestant;
    // Stock Rapier is the baseline; CI measures Stiction only.
    if (name === 'rapier-stock' || (ci && kind !== 'stiction')) continue;
    const scenes = costScenes(engine, ci ? ['towers-20'] : []);
    const tasks = scenes.map(({ id }) => ({ case: id, step: '1/60' as const }));
    const against = kind === 'stiction' ? `stock ${label.replace('Stiction in ', '').split(',')[0]}` : 'stock Rapier';
    await runContestant(
      contestant,
      tasks,
      { case: 180, load: 300 },
      ({ case: scene, outcome }) => {
        const entry: CostResult = {
          scene,
          title: scenes.find(({ id }) => id === scene)?.title ?? scene,
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
        console.error(`cost ${name} ${scene} ${entry.cost?.ratio.toFixed(2) ?? entry.failed}`);
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

function logAnswer(name: string, { case: id, step, seconds }: Answer, { error, none, failed }: Result): void {
  if (none === undefined)
    console.error(`${name} ${id} ${step}: ${error?.toPrecision(3) ?? failed} (${seconds.toFixed(1)} s)`);
}

/** Merges the new results into the saved ones. Called after every contestant, so that an abort loses little. */
function save(): League {
  const known = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as League) : fresh;
  const all = mergeLeagues(known, fresh, {
    contestants: CONTESTANTS.map(describe),
    cases: ALL_CASES.map((one) => infoOf(one, one.steps ?? USUAL_STEPS)),
  });
  writeFileSync(RESULTS, toText(all));
  return all;
}

/** One result per line, for readable diffs. */
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
