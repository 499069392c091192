// Creates an empty project with one engine and our tarballs, and adds the snippets as programs of every kind.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closure, execute, shell } from './pack.mjs';
import { asCommonJs, asModule } from './snippets.mjs';

/** @typedef {import('./pack.mjs').Packed} Packed */
/** @typedef {import('./snippets.mjs').Snippet} Snippet */
/** @typedef {{ folder: string, adapter: string, engine: string, version: string, snippets: Snippet[] }} Project */

/** The engine of an adapter: the peer that it is tested with. @type {(packed: Packed) => [string, string]} */
function engineOf({ json }) {
  const { peerDependencies = {}, devDependencies = {} } = json;
  const name = Object.keys(peerDependencies).find((peer) => peer in devDependencies);
  if (!name)
    throw new Error(
      `${json.name}: no peer dependency is also a dev dependency, so nothing says which engine it is tested with`,
    );
  return [name, devDependencies[name]];
}

/** @type {(folder: string, packed: Packed[], adapter: Packed, all: Snippet[]) => Promise<Project>} */
export async function createProject(folder, packed, adapter, all) {
  const [engine, version] = engineOf(adapter);
  const name = adapter.json.name;
  const adapters = packed.map(({ json }) => json.name).filter((one) => one.endsWith('-adapter') && one !== name);
  const snippets = all.filter(({ imports }) => !imports.some((one) => adapters.includes(one)));
  const wanted = new Set(snippets.flatMap((one) => [one.package, ...one.imports]).flatMap((one) => [...closure(one)]));
  const tarballs = packed.filter(({ json }) => wanted.has(json.name));
  mkdirSync(folder, { recursive: true });
  // Snippets of packages that are no adapter may need an engine of their own, or three.js with its types.
  const own = snippets.flatMap(({ package: shown, imports }) => {
    const { devDependencies = {} } = packed.find(({ json }) => json.name === shown)?.json ?? {};
    return Object.entries(devDependencies).filter(([name]) => imports.includes(name.replace('@types/', '')));
  });
  const dependencies = {
    ...Object.fromEntries(own),
    ...Object.fromEntries(tarballs.map(({ json, tarball }) => [json.name, `file:${tarball}`])),
    [engine]: version,
  };
  const json = { name: 'empty', version: '1.0.0', private: true, dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(json, null, 2));
  await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--omit=dev'], {
    cwd: folder,
    shell,
  });
  expectTarballs(folder);
  writePrograms(folder, engine, snippets);
  return { folder, adapter: name, engine, version, snippets };
}

/** Checks that each of our packages is installed once, from its tarball: mismatched ranges would install others. @type {(folder: string) => void} */
function expectTarballs(folder) {
  /** @type {Record<string, { resolved?: string }>} */
  const installed = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  for (const [path, { resolved }] of Object.entries(installed)) {
    if (!path.includes('node_modules/@stiction/')) continue;
    if (path.lastIndexOf('node_modules/') > 0) throw new Error(`${path}: a second copy of the package`);
    if (!resolved?.startsWith('file:')) throw new Error(`${path} comes from ${resolved} instead of a tarball`);
    for (const file of ['LICENSE', 'README.md']) {
      if (!existsSync(join(folder, path, file))) throw new Error(`${path} has no ${file}`);
    }
  }
}

/** @type {(folder: string, engine: string, snippets: Snippet[]) => void} */
function writePrograms(folder, engine, snippets) {
  let requirable = true;
  try {
    createRequire(join(folder, 'package.json')).resolve(engine);
  } catch {
    requirable = false;
  }
  cpSync(fileURLToPath(new URL('page', import.meta.url)), folder, { recursive: true });
  for (const one of snippets) {
    writeFileSync(join(folder, `${one.id}.mts`), asModule(one, engine));
    writeFileSync(join(folder, `${one.id}.cts`), asCommonJs(one, engine, requirable));
    writeFileSync(join(folder, `${one.id}.ts`), asModule(one, engine));
  }
  /** Lists the programs of one kind. @type {(load: (id: string) => string) => string} */
  const list = (load) =>
    `export const programs = [\n${snippets.map(({ id, where, package: name }) => `  { where: '${where}', name: '${name}', load: () => ${load(id)} },\n`).join('')}];\n`;
  writeFileSync(
    join(folder, 'esm.mjs'),
    list((id) => `import('./out/${id}.mjs')`),
  );
  writeFileSync(
    join(folder, 'cjs.mjs'),
    `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${list((id) => `require('./out/${id}.cjs')`)}`,
  );
  writeFileSync(
    join(folder, 'bundle.mjs'),
    list((id) => `import('./${id}.ts')`),
  );
}
