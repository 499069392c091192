// The READMEs of the published packages are pages of the site: docs/packages/<name>.md, git-ignored.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packages, root } from '../../scripts/workspace.mjs';

const folder = join(root, 'docs/packages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const { folder: from } of packages) copyFileSync(join(from, 'README.md'), join(folder, `${basename(from)}.md`));
