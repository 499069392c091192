// Runs groups of tests and sums them up: `node scripts/test.mjs [--full] [unit] [engine] [browser] [-- options of vitest]`; all groups
// if none is named. `--full` sets STICTION_FULL=1: tests run their exhaustive sweeps, see CONTRIBUTING.md.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countTests } from './count-tests.mjs';
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

/** CPU seconds of all processes that this one has started and that have ended, where the system tells them: on Linux. */
function cpuOfChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100; // cutime and cstime, in the kernel's unit for users
  } catch {
    return Number.NaN;
  }
}

/** @type {(seconds: number) => string} */
const time = (seconds) => (Number.isNaN(seconds) ? '-' : `${seconds.toFixed(0)} s`);

mkdirSync(join(root, RESULTS), { recursive: true });
const rows = [['group', 'files', 'passed', 'failed', 'wall', 'CPU']];
let isGood = true;
for (const group of groups) {
  const file = join(RESULTS, `${group}.json`);
  rmSync(join(root, file), { force: true });
  const [start, cpu] = [performance.now(), cpuOfChildren()];
  const reporters = ['default', './scripts/test-reporter.mjs', 'json'].map((name) => `--reporter=${name}`);
  const status = vitest('run', '--project', group, ...reporters, `--outputFile.json=${file}`, ...rest);
  const { files, passed, failed } = countTests(join(root, file));
  isGood &&= status === 0;
  const wall = (performance.now() - start) / 1000;
  rows.push([group, String(files), String(passed), String(failed), time(wall), time(cpuOfChildren() - cpu)]);
}
const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
console.log(`\n${rows.map((row) => row.map((cell, k) => cell.padStart(widths[k])).join('  ')).join('\n')}`);
process.exit(isGood ? 0 : 1);
