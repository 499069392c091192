// Checks what npm would publish: packs every package, runs publint and attw on the tarball, loads each entry as ESM and CommonJS, and
// searches the bundles for assertions.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** Messages of the assertions in the sources of a package. @type {(folder: string) => string[]} */
function assertionsIn(folder) {
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return sources.flatMap((name) => {
    const text = readFileSync(join(folder, 'src', name), 'utf8');
    return text.includes('__DEV__')
      ? [...text.matchAll(/\bassert\([^;]*?'([^']+)',?\s*\);/g)].map(([, message]) => message)
      : [];
  });
}

const assertions = packages.flatMap(({ folder }) => assertionsIn(folder));
if (assertions.length === 0) failures.push('no assertion found in the sources: is the pattern still right?');

/** Assertions are for development: the build must drop them. @type {(folder: string, files: { path: string }[]) => void} */
function expectNoAssertions(folder, files) {
  for (const { path } of files.filter(({ path }) => /\.c?js$/.test(path))) {
    const code = readFileSync(join(folder, path), 'utf8');
    const found = ['__DEV__', ...assertions].find((text) => code.includes(text));
    if (found) throw new Error(`${path} contains ${found}`);
  }
}

for (const { folder, json } of packages) {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', out, folder], { cwd: root, shell });
  const [{ filename, files }] = JSON.parse(packed.toString());
  const tarball = join(out, filename);
  console.log(`\n${json.name}: ${files.length} files`);

  await attempt(`${json.name} package.json and files`, () => expectCommon(json, files));
  await attempt(`${json.name} assertions`, () => expectNoAssertions(folder, files));
  await attempt(`${json.name} publint`, () => execFileSync('publint', [tarball, '--strict'], loud));
  // Node 10 resolution does not know exports maps; we support Node 20 and later.
  await attempt(`${json.name} attw`, () => execFileSync('attw', [tarball, '--profile', 'node16'], loud));
  await attempt(`${json.name} LICENSE`, () => {
    const [own, ...bundled] = readFileSync(join(folder, 'LICENSE'), 'utf8').split('\n---\n');
    if (own.trim() !== readFileSync(join(root, 'LICENSE'), 'utf8').trim())
      throw new Error('differs from the LICENSE of the repository');
    // Licences of code that a package contains follow.
    for (const licence of bundled)
      if (!/contains .+ \d+\.\d+\.\d+:/.test(licence) || !licence.includes('Copyright'))
        throw new Error('names code that it contains without version or copyright');
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
