// Publishes to npm what has a new version: `changeset publish`, with absolute links in the READMEs (absolute-links.mjs) while it packs.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { absoluteLinks } from './absolute-links.mjs';
import { addressesOf } from './addresses.mjs';
import { packages, root } from './workspace.mjs';

const addresses = addressesOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
if (!addresses.repository) throw new Error('package.json names no repository: npm run metadata -- <repository>');
const readmes = packages.map(({ folder }) => {
  const file = join(folder, 'README.md');
  return { file, text: readFileSync(file, 'utf8'), folder: `packages/${basename(folder)}` };
});
let status = 1;
try {
  for (const { file, text, folder } of readmes) writeFileSync(file, absoluteLinks(text, folder, addresses));
  const shell = process.platform === 'win32';
  status = spawnSync('changeset', ['publish'], { cwd: root, stdio: 'inherit', shell }).status ?? 1;
} finally {
  for (const { file, text } of readmes) writeFileSync(file, text);
}
process.exit(status);
