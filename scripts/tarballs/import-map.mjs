// A page without a bundler: an import map for everything in node_modules, and the programs as plain modules.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Conditions of `exports` that a browser's module has, in this order. */
const CONDITIONS = ['browser', 'import', 'module', 'default'];

/** @typedef {{ name: string, module?: string, main?: string, exports?: unknown }} Json */

/** The file of an entry for browsers. @type {(entry: unknown) => string | undefined} */
function fileOf(entry) {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return undefined;
  for (const condition of CONDITIONS) {
    const found = fileOf(/** @type {Record<string, unknown>} */ (entry)[condition]);
    if (found) return found;
  }
  return undefined;
}

/** Import specifier and file of each entry of a package. @type {(json: Json) => [string, string][]} */
function entriesOf({ name, module, main, exports: all }) {
  const isMap = typeof all === 'object' && all !== null && '.' in all;
  const entries = Object.entries(isMap ? all : { '.': all ?? module ?? main });
  return entries.flatMap(([path, entry]) => {
    const file = fileOf(entry);
    const isModule = file && /\.m?js$/.test(file) && !path.includes('*');
    return isModule ? [[`${name}${path.slice(1)}`, `./node_modules/${name}/${file.replace(/^\.\//, '')}`]] : [];
  });
}

/** Folders of the installed packages. @type {(modules: string) => string[]} */
const installed = (modules) =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    );

/** Writes plain.html, which runs the programs of esm.mjs. @type {(folder: string) => void} */
export function writePlainPage(folder) {
  const modules = join(folder, 'node_modules');
  const imports = Object.fromEntries(
    installed(modules).flatMap((name) =>
      entriesOf(JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))),
    ),
  );
  writeFileSync(
    join(folder, 'plain.html'),
    `<!doctype html>
<title>Stiction without a bundler</title>
<script type="importmap">${JSON.stringify({ imports }, null, 2)}</script>
<script type="module">
  import { programs } from './esm.mjs';
  import { runAll } from './run-all.mjs';
  globalThis.results = { page: await runAll(programs) };
</script>
`,
  );
}
