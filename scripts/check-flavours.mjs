// The published declarations fit every npm package and version of Rapier and name none of them. Here those that are installed anyway;
// `npm run test:matrix` compiles all of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkFlavours } from './flavours/check.mjs';
import { ownFlavours } from './matrix/engines.mjs';
import { packages, root } from './workspace.mjs';

const flavours = ownFlavours();
const failures = checkFlavours(flavours);
for (const { folder } of packages) {
  for (const name of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, 'dist', name);
    if (/\.d\.c?ts$/.test(name) && /^(import|export) .*from '@dimforge\//m.test(readFileSync(file, 'utf8')))
      failures.push(`${relative(root, file)} imports one package of Rapier`);
  }
}
for (const failure of failures) console.error(failure);
console.log(`${flavours.map(({ name, version }) => `${name} ${version}`).join(', ')}: ${failures.length} failures`);
if (failures.length > 0) process.exit(1);
