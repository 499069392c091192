// What npm shows of a package: the addresses of the repository and the site, keywords, and a README with an install line, a snippet, a
// picture and its size. The addresses stand in one place, the package.json of the repository. `npm run metadata` copies them into the
// packages and makes the pictures of sizes; `npm run metadata -- <repository> [<site>]` fills them in first.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { absoluteLinks, relativeLinks } from './absolute-links.mjs';
import { addressesOf } from './addresses.mjs';
import { openLinks } from './open-links.mjs';
import { badge } from './size-badge.mjs';
import { packages, root } from './workspace.mjs';

/** A search on npm finds a package by its name, description and keywords. */
const KEYWORDS = { least: 10, most: 16 };
/** An address to try the links with, if the repository has none yet. */
const EXAMPLE = { repository: 'https://example.com/someone/stiction', site: 'https://example.com/site' };

const [isWriting, repository, site] = [process.argv[2] === '--write', process.argv[3], process.argv[4]];
/** @type {string[]} */
const failures = [];

/** @type {(file: string) => Record<string, unknown>} */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
/** @type {(file: string, json: object) => void} */
const writeJson = (file, json) => writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`);

/** The fields that follow from the addresses, for the package in a folder of the repository. @type {(addresses: import('./addresses.mjs').Addresses, directory?: string) => object} */
function fieldsOf({ repository, site }, directory) {
  if (!repository) return {};
  const name = directory
    ? `${site ?? repository}${site ? `/packages/${basename(directory)}.html` : `/tree/main/${directory}#readme`}`
    : (site ?? repository);
  return {
    homepage: name,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, ...(directory && { directory }) },
  };
}

/** Puts fields behind `author`, where npm's own order has them. @type {(json: Record<string, unknown>, fields: object) => object} */
function withFields(json, fields) {
  const { homepage: _, bugs: __, repository: ___, ...rest } = json;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([key, value]) =>
      key === (json.author ? 'author' : 'license') ? [[key, value], ...Object.entries(fields)] : [[key, value]],
    ),
  );
}

const rootFile = join(root, 'package.json');
if (isWriting && repository) {
  for (const address of [repository, site]) {
    if (address !== undefined && !/^https:\/\/[\w.-]+\/?[\w./-]*[\w-]$/.test(address))
      throw new Error(`an address must look like https://github.com/somebody/stiction (got ${address})`);
  }
  writeJson(rootFile, withFields(readJson(rootFile), fieldsOf({ repository, site })));
}
const addresses = addressesOf(readJson(rootFile));

/** @type {Record<string, { bytes: number, what: string }>} */
const sizes = JSON.parse(readFileSync(join(root, 'docs/data/package-sizes.json'), 'utf8'));

for (const { folder, json } of packages) {
  const directory = `packages/${basename(folder)}`;
  const fail = (/** @type {string} */ text) => failures.push(`${directory}: ${text}`);
  const fields = fieldsOf(addresses, directory);
  const picture = join(root, `docs/images/sizes/${basename(folder)}.svg`);
  const size = sizes[basename(folder)];
  if (isWriting) {
    writeJson(join(folder, 'package.json'), withFields(json, fields));
    mkdirSync(join(picture, '..'), { recursive: true });
    if (size) writeFileSync(picture, badge(size.what, size.bytes));
  } else {
    const { homepage, bugs, repository } = json;
    if (
      JSON.stringify({ homepage, bugs, repository }) !==
      JSON.stringify({ homepage: undefined, bugs: undefined, repository: undefined, ...fields })
    )
      fail('homepage, bugs and repository differ from those of the repository: npm run metadata');
  }
  if (!size) fail('docs/data/package-sizes.json has no size: npm run check:size -- --write');
  else if (!existsSync(picture) || readFileSync(picture, 'utf8') !== badge(size.what, size.bytes))
    fail('the picture of its size is old: npm run metadata');

  const keywords = /** @type {string[]} */ (json.keywords ?? []);
  if (keywords.length < KEYWORDS.least || keywords.length > KEYWORDS.most || new Set(keywords).size < keywords.length)
    fail(`${keywords.length} keywords; ${KEYWORDS.least} to ${KEYWORDS.most} different ones are useful`);

  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const [beginning] = text.split(/^## /m);
  if (!new RegExp(`npm install [^\n]*${json.name}( |\n)`).test(beginning))
    fail('README.md has no install line at its beginning');
  if (!/^```ts\b/m.test(text)) fail('README.md has no snippet');
  if (!beginning.includes(`](../../docs/images/sizes/${basename(folder)}.svg)`))
    fail('README.md does not show its size');
  const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].filter(([, to]) => !to.includes('/images/sizes/'));
  if (pictures.length === 0) fail('README.md has no picture');
  const left = relativeLinks(absoluteLinks(text, directory, addresses.repository ? addresses : EXAMPLE));
  if (left.length > 0) fail(`links that npm cannot follow: ${left.join(', ')}`);
}

// The examples: each opens in a browser by a link.
const list = join(root, 'examples/README.md');
const listed = readFileSync(list, 'utf8');
if (isWriting) writeFileSync(list, openLinks(listed, addresses.repository));
else if (listed !== openLinks(listed, addresses.repository)) failures.push('examples/README.md: npm run metadata');
for (const name of readdirSync(join(root, 'examples'))) {
  if (!existsSync(join(root, 'examples', name, 'package.json'))) continue;
  if (!openLinks(listed, 'https://github.com/a/b').includes(`/tree/main/examples/${name})`))
    failures.push(`examples/README.md does not list ${name}`);
}

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
console.log(`${packages.length} packages: ${addresses.repository ?? 'no address of the repository yet'}`);
