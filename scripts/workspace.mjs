// Shared by the check scripts: the repository's root and its published packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An entry point, for both kinds of modules. @typedef {Record<'import' | 'require', { types: string, default: string }>} Entry */

/**
 * The fields of a package.json that the scripts read.
 * @typedef {{ name: string, version: string, private?: boolean, dependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, devDependencies?: Record<string, string>, exports: Record<string, string | Entry>,
 *   repository?: { url?: string, directory?: string },
 *   [field: string]: unknown }} PackageJson
 */

/** @type {(folder: string) => PackageJson} */
const readJson = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The published packages: folder (absolute) and package.json of each. */
export const packages = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, json: readJson(folder) }))
  .filter(({ json }) => !json.private);
