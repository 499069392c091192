// Copies the READMEs of the published packages to docs/packages/<name>.md, where they are pages of the site, and their changelogs to
// docs/changelog.md (both git-ignored).
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packages, root } from '../../scripts/workspace.mjs';

const folder = join(root, 'docs/packages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const { folder: from } of packages) {
  const readme = join(from, 'README.md');
  if (existsSync(readme)) copyFileSync(readme, join(folder, `${basename(from)}.md`));
}

/** Commits, which say nothing to readers, and lists of raised dependencies. @type {(text: string) => string} */
const withoutNoise = (text) =>
  text
    .replaceAll(/^- Updated dependencies[^\n]*\n(?: {2}- [^\n]*\n?)*/gm, '')
    .replaceAll(/^- [0-9a-f]{7,}: /gm, '- ')
    .replaceAll(/^### \w+ Changes\n+(?=#|$)/gm, '')
    .replaceAll(/^### /gm, '#### ');
const histories = packages.flatMap(({ folder: from, json }) => {
  const file = join(from, 'CHANGELOG.md');
  if (!existsSync(file)) return [];
  const [, ...versions] = readFileSync(file, 'utf8').split(/^## /m);
  return versions.map((text) => {
    const [version = ''] = text.split('\n', 1);
    return { name: json.name, version, text: withoutNoise(text.slice(version.length)).trim() };
  });
});
const versions = [...new Set(histories.map(({ version }) => version))].sort((a, b) =>
  b.localeCompare(a, 'en', { numeric: true }),
);
const changes = versions.flatMap((version) => [
  `## ${version}`,
  ...histories
    .filter((one) => one.version === version && one.text)
    .map(({ name, text }) => `### ${name}\n\n${text.replaceAll(/^#### [^\n]*\n+/gm, '')}`),
]);
writeFileSync(
  join(root, 'docs/changelog.md'),
  ['# Changes', '<!-- keywords: changelog, release notes, versions, upgrade -->', ...changes, ''].join('\n\n'),
);
