// Lists engines and versions: those of package.json next to this file, or, in quick runs, those already installed in the repository.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packages, root } from '../workspace.mjs';

/** @typedef {{ engine: 'cannon-es' | 'rapier' | 'crashcat', name: string, version: string, folder: string, supported: boolean }} Engine */

export const matrixFolder = dirname(fileURLToPath(import.meta.url));

/** Import name of the engine in the sources. */
export const IMPORTED_AS = { 'cannon-es': 'cannon-es', rapier: '@dimforge/rapier3d-compat', crashcat: 'crashcat' };

/** Packages whose first supported version is later than that of their siblings. @type {Record<string, string>} */
const LATER = {
  // In 0.19.3 a non-finite velocity makes the engine trap, and a box under ten times its mass slips by 4 mm before it holds.
  '@dimforge/rapier3d-simd-compat': '>=0.20.0',
};

/** @type {(a: string, b: string) => number} */
function compareVersions(a, b) {
  const [x, y] = [a, b].map((version) => version.split('.').map(Number));
  return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
}

/** The adapter's peer range of an engine: a minimum (`>=1.2.3`) or a single version (`^0.0.3`). @type {(imported: string) => string} */
function rangeOf(imported) {
  const range = packages.map(({ json }) => json.peerDependencies?.[imported]).find(Boolean);
  if (!range || !/^(>=\d+\.\d+|\^0\.0)\.\d+$/.test(range))
    throw new Error(`the matrix cannot parse the range ${range} of ${imported}`);
  return range;
}

/** @type {(folder: string) => Engine} */
function describe(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const engine = name === 'cannon-es' || name === 'crashcat' ? name : 'rapier';
  const range = LATER[name] ?? rangeOf(IMPORTED_AS[/** @type {Engine['engine']} */ (engine)]);
  const supported = range.startsWith('>=') ? compareVersions(version, range.slice(2)) >= 0 : `^${version}` === range;
  return { engine, name, version, folder: realpathSync(folder), supported };
}

/** @type {(a: Engine, b: Engine) => number} */
const inOrder = (a, b) => a.name.localeCompare(b.name) || compareVersions(a.version, b.version);

/** All versions of the matrix, once installed. */
export const allEngines = () => inMatrix(/^(?!rapier2d)/);

/** All npm packages and versions of Rapier in the matrix, once installed. */
export const allFlavours = () => inMatrix(/^rapier/);

/** The versions that the adapters are developed with: engines among their dev dependencies, including aliases. */
export const ownEngines = () => ofPackages(/^(cannon-es|crashcat|@dimforge\/rapier3d|rapier-)/);

/** Those of Rapier. */
export const ownFlavours = () => ofPackages(/^(@dimforge\/|rapier-)/);

/** @type {(aliases: RegExp) => Engine[]} */
function inMatrix(aliases) {
  const { devDependencies } = JSON.parse(readFileSync(join(matrixFolder, 'package.json'), 'utf8'));
  return Object.keys(devDependencies)
    .filter((alias) => aliases.test(alias))
    .map((alias) => describe(join(matrixFolder, 'node_modules', alias)))
    .sort(inOrder);
}

/** @type {(names: RegExp) => Engine[]} */
function ofPackages(names) {
  const found = packages.flatMap(({ folder, json }) =>
    Object.keys(json.devDependencies ?? {})
      .filter((name) => names.test(name))
      .map((name) => describe(find(folder, name))),
  );
  const byFolder = new Map(found.map((engine) => [engine.folder, engine]));
  return [...byFolder.values()].sort(inOrder);
}

/** @type {(from: string, name: string) => string} */
function find(from, name) {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const place = places.map((one) => join(one, name)).find((one) => existsSync(join(one, 'package.json')));
  if (!place) throw new Error(`${name} is not installed (looked for from ${from.slice(root.length + 1)})`);
  return place;
}
