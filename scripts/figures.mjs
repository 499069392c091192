// Measures every figure of the README and the docs again and writes them, from start to end: `npm run figures`. Costs need an idle machine;
// `--accuracy` leaves them out, because only they depend on the load. After an interruption, `--resume` continues with the parts that are
// missing. `--only league-accuracy,sizes` runs some parts, `--list` shows them. `--quick` runs a short form of each part that has one and
// writes nothing, to show in CI that the commands work.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** `quick`: words of the short form. @typedef {{ name: string, run: string, quick?: string, isCost?: boolean }} Part */

/** @type {(name: string) => Part} */
const bench = (name) => ({ name, run: `bench -- ${name} --write`, quick: `bench -- ${name} --quick` });
/** @type {(name: string) => Part} */
const pictures = (name) => ({ name: `${name}-pictures`, run: `${name}:pictures -w @stiction/bench` });

/** In this order: what is checked first fails first, costs run last. @type {Part[]} */
const PARTS = [
  { name: 'engine-versions', run: 'test:matrix -- --write', quick: 'test:matrix -- --quick' },
  { name: 'league-accuracy', run: 'league -- --no-cost --write', quick: 'league -- --ci' },
  ...['standing', 'deep', 'soak', 'random', 'rapier-soak', 'rapier-random'].map(bench),
  { name: 'laws-convergence', run: 'laws:convergence -w @stiction/bench -- --write' },
  { name: 'lcp-random', run: 'lcp:random -w @stiction/bench', quick: 'lcp:random -w @stiction/bench -- 100' },
  { name: 'lcp-convergence', run: 'lcp:convergence -w @stiction/bench' },
  ...['laws', 'limit-surface', 'sets', 'surfaces', 'texture'].map(pictures),
  { name: 'sizes', run: 'check:size -- --write', quick: 'check:size' },
  { name: 'law-sizes', run: 'check:treeshake -- --write', quick: 'check:treeshake' },
  { name: 'league-cost', run: 'league -- --cost-only --write', isCost: true },
  { ...bench('cannon-cost'), isCost: true },
  { ...bench('texture-tables'), isCost: true },
  { name: 'laws-cost', run: 'laws:cost -w @stiction/bench -- --write', isCost: true },
  { name: 'sets-cost', run: 'sets:cost -w @stiction/bench', isCost: true },
  { name: 'demo-cost', run: 'demo:cost -- --write', isCost: true },
  // Their tables are copied into the docs by hand.
  ...['rapier-cost', 'surface-cost', 'top-down-cost', 'vehicle-cost', 'lcp-contact', 'lcp-cost'].map((name) => ({
    name,
    run: `bench -- ${name}`,
    isCost: true,
  })),
];

const words = process.argv.slice(2);
/** @type {(flag: string) => boolean} */
const has = (flag) => words.includes(flag);
const only = has('--only') ? (words[words.indexOf('--only') + 1] ?? '').split(',') : [];
const unknown = [
  ...only.filter((name) => !PARTS.some((part) => part.name === name)),
  ...words.filter((word, k) => !/^--(quick|accuracy|resume|only|list)$/.test(word) && words[k - 1] !== '--only'),
];
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; parts: ${PARTS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

/** Names of finished parts, one per line; deleted when all are. */
const progress = join(root, 'node_modules/.cache/stiction-figures.txt');
if (!has('--resume')) rmSync(progress, { force: true });
const finished = existsSync(progress) ? readFileSync(progress, 'utf8').split('\n') : [];
const quick = has('--quick');
const parts = PARTS.filter(
  ({ name, quick: short, isCost }) =>
    (only.length === 0 || only.includes(name)) &&
    (!quick || (short !== undefined && !isCost)) &&
    !(isCost && has('--accuracy')) &&
    !finished.includes(name),
);
if (has('--list')) {
  for (const { name, run, isCost } of parts) console.log(`${name}${isCost ? ' (cost)' : ''}: npm run ${run}`);
  process.exit(0);
}

/** @type {string[]} */
const failed = [];
for (const { name, run, quick: short } of parts) {
  // The league continues inside its part.
  const command = quick ? short : has('--resume') && name.startsWith('league') ? `${run} --resume` : run;
  console.log(`\n# ${name}: npm run ${command}`);
  const start = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', ...(command ?? '').split(' ')], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(
    `# ${name} ${status === 0 ? 'done' : 'FAILED'} after ${((performance.now() - start) / 1000).toFixed(0)} s`,
  );
  if (status !== 0) failed.push(name);
  else if (!quick) {
    mkdirSync(join(progress, '..'), { recursive: true });
    appendFileSync(progress, `${name}\n`);
  }
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}; after a fix: npm run figures -- --resume`);
  process.exit(1);
}
rmSync(progress, { force: true });
