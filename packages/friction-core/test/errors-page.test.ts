import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { messagesIn } from './message-sources.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs', 'errors.md'), 'utf8');
const names = readdirSync(join(root, 'packages')).filter((name) => existsSync(join(root, 'packages', name, 'src')));
const packages = names.map((name) => ({ name, messages: messagesIn(join(root, 'packages', name, 'src')) }));

/** The messages of the page, per package: the code at the start of each table row. */
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section) => [...section.matchAll(/^\| `([^`]*)` \|/gm)].map(([, text]) => text));
const listed = new Set(sections.flat());

test.each(packages)('docs/errors.md lists every message of $name', ({ messages }) => {
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.filter(({ text }) => !listed.has(text))).toEqual([]);
});

test('docs/errors.md lists no message that is not in the sources', () => {
  const inSources = new Set(packages.flatMap(({ messages }) => messages.map(({ text }) => text)));
  expect([...listed].filter((text) => !inSources.has(text))).toEqual([]);
});

test('docs/errors.md has a table for every package without duplicate rows', () => {
  for (const { name } of packages) expect(page).toContain(`\n## ${name}\n`);
  for (const rows of sections) expect(rows).toEqual([...new Set(rows)]);
});

test('docs/architecture.md names only existing files', () => {
  const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
  const files = new Set(
    [...text.matchAll(/[\w-]+-(?:adapter|core)\/(?!src\/|test\/)(?:[\w-]+\/)*[\w-]+\.ts/g)].map(([file]) => file),
  );
  expect(files.size).toBeGreaterThan(15);
  const missing = [...files].filter((file) => !existsSync(join(root, 'packages', file.replace('/', '/src/'))));
  expect(missing).toEqual([]);
});
