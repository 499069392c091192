// Checks bundle sizes against the budgets of .size-limit.mjs. Budgets far above the actual size fail too, because they would not catch
// growth. `--write` puts the table into docs/size.md, and the first size of each package into docs/data/package-sizes.json, for the pictures
// in the READMEs (package-metadata.mjs).
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packages, root } from './workspace.mjs';

const SLACK = 1.08; // budgets are set 3 % above the size
const SHOWN = 0.1; // sizes in READMEs may be off by this share

const { stdout, stderr } = spawnSync('size-limit', ['--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
if (!stdout.trim()) throw new Error(`size-limit printed nothing: ${stderr}`);
/** @type {{ name: string, size: number, sizeLimit: number }[]} */
const bundles = JSON.parse(stdout);
/** @type {(bytes: number) => string} */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** What a user imports first. @type {Record<string, { what: string, bytes: number }>} */
const first = {};
for (const { folder } of packages) {
  const name = basename(folder);
  const found = bundles.find((bundle) => bundle.name.split(/[: ]/)[0] === name);
  if (found) first[name] = { what: found.name, bytes: found.size };
}
const shown = join(root, 'docs/data/package-sizes.json');

const rows = bundles.map(({ name, size, sizeLimit }) => `| ${name} | ${kB(size)} | ${kB(sizeLimit)} |`);
const table = ['| what is imported | size | budget |', '|---|---|---|', ...rows].join('\n');
console.log(table);
if (process.argv.includes('--write')) {
  const page = join(root, 'docs/size.md');
  const [open, close] = ['<!-- sizes -->', '<!-- /sizes -->'];
  const [head, rest = ''] = readFileSync(page, 'utf8').split(open);
  const tail = rest.split(close)[1];
  if (tail === undefined) throw new Error(`docs/size.md has no marks for ${open}`);
  writeFileSync(page, `${head}${open}\n\n${table}\n\n${close}${tail}`);
  writeFileSync(shown, `${JSON.stringify(first, null, 2)}\n`);
}

const failures = bundles.flatMap(({ name, size, sizeLimit }) => {
  if (size > sizeLimit) return [`${name}: ${kB(size)}, more than its budget of ${kB(sizeLimit)}`];
  if (sizeLimit > SLACK * size) return [`${name}: a budget of ${kB(sizeLimit)} is too wide for ${kB(size)}; lower it`];
  return [];
});
/** @type {typeof first} */
const written = JSON.parse(readFileSync(shown, 'utf8'));
for (const [name, { what, bytes }] of Object.entries(first)) {
  const isClose = written[name]?.what === what && Math.abs(written[name].bytes / bytes - 1) < SHOWN;
  if (!isClose)
    failures.push(`${name}: its README shows another size than ${kB(bytes)}: npm run check:size -- --write`);
}
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
