// Copies the READMEs of the published packages to docs/packages/<name>.md (git-ignored), where they are pages of the site.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packages, root } from '../../scripts/workspace.mjs';

const folder = join(root, 'docs/packages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const { folder: from } of packages) {
  const readme = join(from, 'README.md');
  if (existsSync(readme)) copyFileSync(readme, join(folder, `${basename(from)}.md`));
}
