// What the check scripts share: the repository's root and its published packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The published packages: folder (absolute) and package.json of each. */
export const packages = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, json: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
  .filter(({ json }) => !json.private);
