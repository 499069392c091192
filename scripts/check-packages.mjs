// Checks what npm would publish: packs every package, runs publint and attw on the tarball, and loads each entry as ESM and CommonJS.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packages, root } from './workspace.mjs';

const require = createRequire(join(root, 'package.json'));
const shell = process.platform === 'win32'; // the tools are .cmd files there
/** @type {import('node:child_process').ExecFileSyncOptions} */
const loud = { cwd: root, stdio: 'inherit', shell };
const out = mkdtempSync(join(tmpdir(), 'stiction-pack-'));
/** @type {string[]} */
const failures = [];

/** @type {(what: string, work: () => unknown) => Promise<void>} */
async function attempt(what, work) {
  try {
    await work();
  } catch (error) {
    failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Fields that all package.json files share. */
const COMMON = {
  license: 'MIT',
  author: 'Stiction contributors',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  files: ['dist'],
  publishConfig: { access: 'public' },
};

/** @type {(json: Record<string, unknown>, files: { path: string }[]) => void} */
function expectCommon(json, files) {
  for (const [key, value] of Object.entries(COMMON)) {
    if (JSON.stringify(json[key]) !== JSON.stringify(value)) throw new Error(`${key} is not ${JSON.stringify(value)}`);
  }
  const other = files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
  const expected = ['LICENSE', 'README.md', 'package.json'];
  if (other.sort().join() !== expected.join())
    throw new Error(`files beside dist: ${other.join()}; expected: ${expected.join()}`);
}

for (const { folder, json } of packages) {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', out, folder], { cwd: root, shell });
  const [{ filename, files }] = JSON.parse(packed.toString());
  const tarball = join(out, filename);
  console.log(`\n${json.name}: ${files.length} files`);

  await attempt(`${json.name} package.json and files`, () => expectCommon(json, files));
  await attempt(`${json.name} publint`, () => execFileSync('publint', [tarball, '--strict'], loud));
  // Node 10 resolution does not know exports maps; we support Node 20 and later.
  await attempt(`${json.name} attw`, () => execFileSync('attw', [tarball, '--profile', 'node16'], loud));
  await attempt(`${json.name} LICENSE`, () => {
    if (readFileSync(join(folder, 'LICENSE'), 'utf8') !== readFileSync(join(root, 'LICENSE'), 'utf8'))
      throw new Error('differs from the LICENSE of the repository');
  });
  for (const entry of Object.keys(json.exports)) {
    if (entry === './package.json') continue;
    const name = json.name + entry.slice(1);
    await attempt(`${name} as ESM and CJS`, async () => {
      const esm = Object.keys(await import(name)).sort();
      const cjs = Object.keys(require(name)).sort();
      if (esm.join() !== cjs.join()) throw new Error(`exports differ: ESM ${esm.join()}; CJS ${cjs.join()}`);
      if (esm.length === 0) throw new Error('exports nothing');
    });
  }
}
rmSync(out, { recursive: true });

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
console.log(`\n${packages.length} packages are publishable`);
