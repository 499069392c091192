// Checks that a release is ready: versions and changelogs updated, everything committed, and the repository address filled in.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, root } from './workspace.mjs';

/** @type {string[]} */
const failures = [];
const pending = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');
if (pending.length > 0) failures.push(`changesets wait for \`npm run release:version\`: ${pending.join(', ')}`);
if (execFileSync('git', ['status', '--porcelain', '--', '.', ':!package-lock.json'], { cwd: root, encoding: 'utf8' }))
  failures.push('not everything is committed');

/** @type {{ packages: Record<string, { version?: string }> }} */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const versions = new Map(packages.map(({ json }) => [json.name, json.version]));
for (const { folder, json } of packages) {
  const changelog = join(folder, 'CHANGELOG.md');
  const path = folder.slice(root.length + 1).replaceAll('\\', '/');
  if (json.version === '0.0.0') failures.push(`${json.name} has no version yet`);
  if (!existsSync(changelog) || !readFileSync(changelog, 'utf8').includes(`\n## ${json.version}\n`))
    failures.push(`${json.name}: CHANGELOG.md says nothing of ${json.version}`);
  if (lock.packages[path]?.version !== json.version)
    failures.push(`${json.name}: package-lock.json has another version`);
  if (!json.repository?.url || json.repository.directory !== path)
    failures.push(`${json.name}: "repository" has no "url", or not the "directory" ${path}; provenance needs both`);
  for (const [name, range] of Object.entries(json.dependencies ?? {})) {
    if (versions.has(name) && range !== `^${versions.get(name)}`)
      failures.push(`${json.name} wants ${name} ${range}, not ^${versions.get(name)}`);
  }
}

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
console.log(`${packages.length} packages are ready for release`);
