// Packs the published packages as npm would publish them.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packages, root } from '../workspace.mjs';

export const shell = process.platform === 'win32'; // npm is a .cmd file there
export const execute = promisify(execFile);

/** A packed package: its package.json, its folder in the repository and the tarball. @typedef {{ json: import('../workspace.mjs').PackageJson, folder: string, tarball: string }} Packed */

/** Selects the packages of this repository by name. @type {(names: Iterable<string>) => string[]} */
const ours = (names) => [...names].filter((name) => packages.some(({ json }) => json.name === name));

/** The packages of this repository that a package needs, including itself. @type {(name: string) => Set<string>} */
export function closure(name) {
  const json = packages.find((one) => one.json.name === name)?.json;
  const needed = ours(Object.keys({ ...json?.dependencies, ...json?.peerDependencies }));
  return new Set([name, ...needed.flatMap((one) => [...closure(one)])]);
}

/** @type {(out: string) => Promise<Packed[]>} */
export async function packAll(out) {
  mkdirSync(out, { recursive: true });
  const folders = packages.map(({ folder }) => folder);
  const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', out, ...folders], {
    cwd: root,
    shell,
  });
  /** @type {{ name: string, filename: string }[]} */
  const packed = Object.values(JSON.parse(stdout)); // an object of names since npm 12
  return packages.map(({ folder, json }) => {
    const found = packed.find(({ name }) => name === json.name);
    if (!found) throw new Error(`npm pack produced no tarball for ${json.name}`);
    return { json, folder, tarball: join(out, found.filename) };
  });
}

/** Tarballs of these packages and of those that they need. @type {(packed: Packed[], names: string[]) => string[]} */
export function tarballsOf(packed, names) {
  const wanted = new Set(names.flatMap((name) => [...closure(name)]));
  return packed.filter(({ json }) => wanted.has(json.name)).map(({ tarball }) => tarball);
}

/** Runs a command in a folder, and returns what it prints. @type {(folder: string, command: string, args: string[]) => Promise<string>} */
export async function run(folder, command, args) {
  const { NODE_ENV: _, ...clean } = process.env; // set by Vite in this process; npm would leave out devDependencies
  const quiet = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
  const { stdout } = await execute(command, args, { cwd: folder, shell, env: { ...clean, ...quiet } });
  return stdout;
}
