// Runs groups of tests and sums up the results: `node scripts/test.mjs [--full] [unit] [engine] [browser] [-- options of vitest]`; all
// groups by default. `--full` sets STICTION_FULL=1 for exhaustive tests, see CONTRIBUTING.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countTests } from './count-tests.mjs';
import { cpuOfEnded } from './cpu.mjs';
import { root } from './workspace.mjs';

const GROUPS = ['unit', 'engine', 'browser'];
const RESULTS = 'test-results';

const own = process.argv.slice(2);
const rest = own.includes('--') ? own.splice(own.indexOf('--')).slice(1) : [];
const isFull = own.includes('--full') || process.env.STICTION_FULL === '1';
const named = own.filter((argument) => argument !== '--full');
const unknown = named.filter((name) => !GROUPS.includes(name));
if (unknown.length > 0) {
  console.error(
    `there is no group ${unknown.join(', ')}: choose from ${GROUPS.join(', ')}, and put options of vitest behind --`,
  );
  process.exit(1);
}
const groups = GROUPS.filter((name) => named.length === 0 || named.includes(name));

/** @type {(...args: string[]) => number} */
function vitest(...args) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(isFull ? { STICTION_FULL: '1' } : {}) },
  });
  return status ?? 1;
}

/** CPU time of Chromium's processes, which no parent waits for: written by scripts/browser/setup.mjs. */
function cpuOfBrowser() {
  const file = join(root, RESULTS, 'browser-cpu.txt');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

/** @type {(seconds: number) => string} */
const time = (seconds) => (Number.isNaN(seconds) ? '-' : `${seconds.toFixed(0)} s`);

mkdirSync(join(root, RESULTS), { recursive: true });
const rows = [['group', 'files', 'passed', 'failed', 'wall', 'CPU']];
let isGood = true;
for (const group of groups) {
  const file = join(RESULTS, `${group}.json`);
  for (const name of [`${group}.json`, 'browser-cpu.txt']) rmSync(join(root, RESULTS, name), { force: true });
  const [start, cpu] = [performance.now(), cpuOfEnded()];
  const reporters = ['default', './scripts/test-reporter.mjs', 'json'].map((name) => `--reporter=${name}`);
  const status = vitest('run', '--project', group, ...reporters, `--outputFile.json=${file}`, ...rest);
  const { files, passed, failed } = countTests(join(root, file));
  isGood &&= status === 0;
  const wall = (performance.now() - start) / 1000;
  rows.push([
    group,
    String(files),
    String(passed),
    String(failed),
    time(wall),
    time(cpuOfEnded() - cpu + cpuOfBrowser()),
  ]);
}
const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
console.log(`\n${rows.map((row) => row.map((cell, k) => cell.padStart(widths[k])).join('  ')).join('\n')}`);
process.exit(isGood ? 0 : 1);
