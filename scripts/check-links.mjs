// Checks links of the built site and of the Markdown files: every page, anchor, image and file exists, and external links are well formed.
// Also the sidebar: it lists every page of docs/ except those left out on purpose, and no missing page.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { groups, leftOut } from '../docs/.vitepress/pages.mjs';
import { slugify } from '../docs/.vitepress/slugify.mjs';
import { packages, root } from './workspace.mjs';

const docs = join(root, 'docs');
const site = join(docs, '.vitepress/dist');
const base = '/';
/** @type {string[]} */
const failures = [];

/** Files below a folder with an ending, relative to it. @type {(folder: string, end: string) => string[]} */
const filesIn = (folder, end) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !/(^|[\\/])node_modules[\\/]/.test(name))
    .map((name) => name.replaceAll('\\', '/'));

/** @type {(address: string) => boolean} */
const isWellFormed = (address) =>
  URL.canParse(address) && /^(https?:\/\/[\w-]+(\.[\w-]+)+|mailto:\S+@\S+)/.test(address);

// The sidebar.
const written = filesIn(docs, '.md')
  .map((name) => name.slice(0, -3))
  .filter((page) => !/^(api|\.vitepress)\//.test(page));
const listed = groups.flatMap(({ pages }) => pages.map((page) => (typeof page === 'string' ? page : page.page)));
for (const page of [...listed, ...leftOut]) {
  if (!written.includes(page)) failures.push(`docs/.vitepress/pages.mjs: there is no docs/${page}.md`);
}
for (const page of written) {
  const times = [...listed, ...leftOut].filter((name) => name === page).length;
  if (times !== 1) failures.push(`docs/${page}.md stands ${times} times in docs/.vitepress/pages.mjs`);
}

// The Markdown files, as GitHub reads them.

/** Without fenced code, which may look like anything. @type {(text: string) => string} */
const withoutFences = (text) => text.replaceAll(/^\s*(`{3,})[^\n]*\n.*?\n\s*\1\s*$/gms, '');

/** @type {Map<string, Set<string>>} */
const headingsOf = new Map();
/** The anchors that GitHub gives to the headings of a file. @param {string} file */
function headings(file) {
  const known = headingsOf.get(file);
  if (known) return known;
  /** @type {Set<string>} */
  const anchors = new Set();
  const text = withoutFences(readFileSync(file, 'utf8'));
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+?)\s*#*$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = slugify(words);
    let anchor = slug;
    for (let k = 1; anchors.has(anchor); k++) anchor = `${slug}-${k}`;
    anchors.add(anchor);
  }
  headingsOf.set(file, anchors);
  return anchors;
}

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...written.filter((page) => !page.startsWith('packages/')).map((page) => `docs/${page}.md`),
  ...filesIn(join(root, 'examples'), '.md').map((name) => `examples/${name}`),
  ...packages.map(({ folder }) => relative(root, join(folder, 'README.md'))),
].filter((name) => existsSync(join(root, name)));
let links = 0;
for (const document of documents) {
  const text = withoutFences(readFileSync(join(root, document), 'utf8')).replaceAll(/`[^`\n]*`/g, '');
  for (const [, href = ''] of text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)) {
    links++;
    if (/^[a-z]+:/i.test(href)) {
      if (!isWellFormed(href)) failures.push(`${document}: not an address: ${href}`);
      continue;
    }
    const [path = '', anchor] = href.split('#');
    const file = path ? join(root, dirname(document), decodeURI(path)) : join(root, document);
    if (path.startsWith('/') || !existsSync(file)) failures.push(`${document}: no such file: ${href}`);
    else if (anchor && file.endsWith('.md') && !headings(file).has(decodeURI(anchor)))
      failures.push(`${document}: no such heading: ${href}`);
  }
}
console.log(`${links} links in ${documents.length} Markdown files, ${written.length} pages in the sidebar`);

// The site.
if (!existsSync(site)) throw new Error('no site: npm run docs:build');
/** @type {(text: string) => string} */
const plain = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
const pages = new Map(
  filesIn(site, '.html').map((name) => {
    const html = readFileSync(join(site, name), 'utf8');
    const ids = new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => plain(id)));
    return [name, { html, ids }];
  }),
);
/** The file of the site behind a path that begins with a slash. @type {(path: string) => string | undefined} */
function fileOf(path) {
  if (!path.startsWith(base)) return undefined;
  const name = path.slice(base.length);
  const file = name === '' || name.endsWith('/') ? `${name}index.html` : name;
  return statSync(join(site, file), { throwIfNoEntry: false })?.isFile() ? file : undefined;
}
let targets = 0;
for (const [name, { html }] of pages) {
  if (name === '404.html') continue;
  const here = posix.join(base, name);
  const found = new Set(
    [...html.matchAll(/<(?:a|img|link|script)\s[^>]*?\b(?:href|src)="([^"]*)"/g)].map(([, to = '']) => plain(to)),
  );
  for (const to of found) {
    targets++;
    if (/^data:/.test(to)) continue;
    if (/^[a-z]+:/i.test(to)) {
      if (!isWellFormed(to)) failures.push(`site, ${name}: not an address: ${to}`);
      continue;
    }
    const { pathname, hash } = new URL(to, `http://site${here}`);
    const file = fileOf(decodeURI(pathname));
    const anchor = decodeURIComponent(hash.slice(1));
    if (!file) failures.push(`site, ${name}: leads nowhere: ${to}`);
    else if (anchor && pages.has(file) && !pages.get(file)?.ids.has(anchor))
      failures.push(`site, ${name}: no such anchor: ${to}`);
  }
}
console.log(`${targets} links, images and files on ${pages.size} pages of the site`);

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
