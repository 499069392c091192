// Splits typedoc's pages, one per entry point, into one page per exported function with its types, and turns the page of the entry
// point into a table of contents: docs/api/<package>.md and docs/api/<package>/<name>.md, git-ignored.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { packages, root } from '../../scripts/workspace.mjs';
import { slugify } from './slugify.mjs';

const api = join(root, 'docs/api');

/** Entry points for authors of adapters and tests: one page per source file, to keep them short. */
const internal = /\/(adapter|testing)$/;

/** Headings of the contents, by source folder, in this order. Other folders follow under their own names. */
const headings = [
  ['install', 'Install'],
  ['inertia', 'Moments of inertia'],
  ['laws', 'Laws'],
  ['modifiers', 'Modifiers'],
  ['planar', 'Without an engine'],
  ['handle', 'Handle and contacts'],
  ['materials', 'Materials'],
  ['solve', 'Solvers'],
  ['mlcp', 'Mixed LCPs'],
  ['contact', 'Contact problems'],
  ['pressure', 'Pressure distributions'],
  ['surfaces', 'Limit surfaces'],
  ['maps', 'Textures'],
  ['generators', 'Generated textures'],
  ['mappings', 'Texture mappings'],
  ['slider', 'Planar sliders'],
  ['models', 'Models'],
  ['', 'Other'],
  ['patches', 'Patch data'],
  ['bodies', 'Body data'],
];

/** Pages that belong under another heading than that of their folder. @type {Record<string, string>} */
const moved = {
  rolling: 'modifiers',
  spinning: 'modifiers',
  scaled: 'modifiers',
  adhesive: 'modifiers',
  surfaceVelocity: 'modifiers',
  simulate: 'planar',
  createPlanarSlider: 'planar',
};

/** typedoc's own headings: bold text here, so that search and outline hold names only. */
const generic =
  /^#+ (Parameters|Returns|Properties|Extends|Extended by|Type Parameters|Methods|Type Literal|Call Signature|Union Members|Throws|Remarks|Example|Default Value|Type Declaration|Indexable)$/gm;

/**
 * @typedef {object} Section
 * @property {string} name
 * @property {string} text  Headings start at level 3, as typedoc writes them.
 * @property {boolean} isValue
 * @typedef {{ name: string, file: string }} Export
 * @typedef {{ slug: string, title: string, group: string, sections: Section[] }} Page
 */

/** Names and source files of an entry point's exports, in their order. @param {string} module @returns {Export[]} */
function exportsOf(module) {
  const [name = '', entry = ''] = module.split(/\/(.*)/);
  const index = readFileSync(join(root, 'packages', name, 'src', entry, 'index.ts'), 'utf8');
  return [...index.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)\.js';/gm)].flatMap(
    ([, list = '', file = '']) =>
      list
        .split(',')
        .map((item) =>
          item
            .trim()
            .replace(/^type /, '')
            .replace(/^.* as /, ''),
        )
        .filter((item) => item !== '')
        .map((item) => ({ name: item, file })),
  );
}

/** @param {string} markdown @returns {Section[]} */
function sectionsOf(markdown) {
  return markdown
    .split(/^## .*\n/m)
    .slice(1)
    .flatMap((group) => group.split(/^\*\*\*\n/m))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((text) => {
      const [, heading = ''] = /^### (.+)$/m.exec(text) ?? [];
      return {
        name: heading.replaceAll('\\', '').replace(/\(\)$/, '').replace(/<.*/, ''),
        text,
        isValue: heading.endsWith('()'),
      };
    });
}

/** @param {string} module @param {Section[]} sections @returns {Page[]} */
function pagesOf(module, sections) {
  const exported = exportsOf(module);
  const fileOf = new Map(exported.map(({ name, file }) => [name, file]));
  const byName = new Map(sections.map((section) => [section.name, section]));
  /** @type {Map<string, Page>} */
  const pages = new Map();
  /** @type {Map<string, Page>} */
  const pageOf = new Map();
  /** @type {(slug: string, title: string, file: string, section: Section) => void} */
  const add = (slug, title, file, section) => {
    const folder = dirname(file).split('/').at(-1) ?? '';
    const base = headings.some(([name]) => name === basename(file)) ? basename(file) : '';
    const group = moved[slug] ?? (/^\.*$/.test(folder) ? base : folder);
    const page = pages.get(slug.toLowerCase()) ?? { slug, title, group, sections: [] };
    pages.set(slug.toLowerCase(), page);
    page.sections.push(section);
    pageOf.set(section.name, page);
  };
  const placed = exported.flatMap(({ name, file }) => {
    const section = byName.get(name);
    return section ? [{ name, file, section }] : [];
  });
  const words = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');
  if (internal.test(module)) {
    for (const { file, section } of placed) add(basename(file), words(basename(file)), file, section);
  } else {
    for (const { name, file, section } of placed) if (section.isValue) add(name, `${name}()`, file, section);
    const values = placed.filter(({ section }) => section.isValue);
    for (const { name, file, section } of placed) {
      if (section.isValue) continue;
      const siblings = placed.filter((other) => other.file === file);
      const owner =
        values.find((value) => name.toLowerCase() === `${value.name.toLowerCase()}options`) ??
        values.find((value) => value.file === file && name.toLowerCase().startsWith(value.name.toLowerCase())) ??
        values.find((value) => value.file === file) ??
        siblings.map((sibling) => onlyUser(values, sibling.name)).find((user) => user !== undefined);
      // A file of types: the page is called after the type that the file is called after.
      const first = siblings.find((sibling) => kebab(sibling.name) === basename(file)) ?? siblings[0];
      const target = owner?.name ?? first?.name ?? name;
      add(target, target, owner?.file ?? file, section);
    }
  }
  // Functions first, then the type that the page is called after, then options.
  const own = (/** @type {Section} */ { name, isValue }) => (isValue ? 0 : name.endsWith('Options') ? 2 : 3);
  for (const { title, sections: parts } of internal.test(module) ? [] : pages.values()) {
    const rank = (/** @type {Section} */ part) => (part.name === title ? 1 : own(part));
    parts.sort((a, b) => rank(a) - rank(b));
  }
  // Types that are not exported stand on the page that refers to them first.
  for (const section of sections) {
    if (fileOf.has(section.name)) continue;
    const mention = new RegExp(`\\b${section.name}\\b`);
    const user = sections.find(({ name, text }) => name !== section.name && mention.test(text) && pageOf.has(name));
    const page = user && pageOf.get(user.name);
    if (page) page.sections.push(section);
    else add(section.name, section.name, fileOf.get(section.name) ?? './', section);
    if (page) pageOf.set(section.name, page);
  }
  return [...pages.values()];
}

/** @param {string} name */
const kebab = (name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** The one function that takes these options, if no other does. @param {{ name: string, file: string, section: Section }[]} values @param {string} name */
function onlyUser(values, name) {
  const users = values.filter(({ section }) => section.text.includes(`(#${slugify(name)})`));
  return name.endsWith('Options') && users.length === 1 ? users[0] : undefined;
}

/** The first sentence of a section's description. @param {Section} section */
function summary({ text }) {
  const prose = text
    .replaceAll(/^(#+ .*|<a id.*)$/gm, '')
    .replaceAll(/^```.*?^```$/gms, '')
    .split(/\*\*Parameters\*\*|^#### |^\| /m)[0]
    ?.trim();
  const paragraph = prose?.split(/\n\s*\n|\n {4}/)[0]?.replaceAll('\n', ' ') ?? '';
  const [sentence = paragraph] = /^.*?[^.\s]{2}[.:,](?=\s*$|\s+[A-Z`])/.exec(paragraph) ?? [];
  const plain = sentence.replace(/[:,]$/, '.').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return /^[-*#|>]/.test(plain) ? '' : plain.replaceAll('|', '\\|');
}

/** Headings shifted by some levels. @param {string} text @param {number} levels */
const shift = (text, levels) =>
  text.replaceAll(/^(#{3,6})(?= )/gm, (marks) => '#'.repeat(Math.max(1, marks.length + levels)));

/** Writes an anchor out only where the site would make another one of the heading. @param {string} text */
function withoutTwins(text) {
  /** @type {Set<string>} */
  const slugs = new Set();
  return text.replaceAll(/(<a id="([^"]+)"><\/a>\n+)?^(#+ (.+))$/gm, (all, _anchor, id, line, heading) => {
    const base = slugify(heading);
    let slug = base;
    for (let k = 1; slugs.has(slug); k++) slug = `${base}-${k}`;
    slugs.add(slug);
    return id === slug ? line : all;
  });
}

const modules = readdirSync(api, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md') && name !== 'index.md')
  .map((name) => name.slice(0, -3))
  .sort();

/** Where the anchors of typedoc's pages are now: 'friction-core#coulomb' is 'friction-core/coulomb'. @type {Map<string, string>} */
const movedTo = new Map();
const split = modules.map((module) => {
  const markdown = readFileSync(join(api, `${module}.md`), 'utf8');
  // Methods come under the heading of their type: '##### setPair()' becomes '#### setPair()'.
  const tidy = markdown
    .replaceAll(/^#+ Inherited from\n\n.*\n/gm, '')
    .replaceAll(generic, '**$1**')
    .replaceAll(/^#####(?=#? )/gm, '####');
  const pages = pagesOf(module, sectionsOf(tidy));
  for (const { slug, sections } of pages) {
    for (const { text } of sections) {
      for (const [, id = ''] of text.matchAll(/<a id="([^"]+)"><\/a>/g))
        movedTo.set(`${module}#${id}`, `${module}/${slug}`);
      for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
        const key = `${module}#${slugify(heading)}`;
        if (!movedTo.has(key)) movedTo.set(key, `${module}/${slug}`);
      }
    }
  }
  return { module, pages };
});

/** @param {string} text @param {string} module @param {string} page */
const withLinks = (text, module, page) =>
  text.replaceAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g, (all, path, anchor) => {
    if (/^[a-z]+:/.test(path)) return all;
    const from = path === '' ? module : posix.join(posix.dirname(module), path).replace(/\.md$/, '');
    // typedoc numbers an anchor even where only one of its headings is written.
    const known = movedTo.has(`${from}#${anchor}`) ? anchor : anchor.replace(/-\d+$/, '');
    const target = movedTo.get(`${from}#${known}`);
    if (!target) return all;
    return `](${target === page ? '' : `${posix.relative(posix.dirname(page), target)}.md`}#${known})`;
  });

for (const { module, pages } of split) {
  mkdirSync(join(api, module), { recursive: true });
  for (const { slug, title, sections } of pages) {
    const page = `${module}/${slug}`;
    const [first, ...rest] = sections;
    const isSingle = first && !internal.test(module) && title.replace('()', '') === first.name;
    const names = isSingle ? first.name : '…';
    const note = `\`import { ${names} } from '@stiction/${module}'\``;
    const body = isSingle
      ? [shift(first.text, -2), ...rest.map(({ text }) => shift(text, -1))]
      : [`# ${title.replaceAll('_', '\\_')}`, ...sections.map(({ text }) => shift(text, -1))];
    const [head = '', ...others] = body;
    const withNote = head.replace(/^(# .+)$/m, `$1\n\n${note}`);
    writeFileSync(
      join(api, `${page}.md`),
      `${withoutTwins(withLinks([withNote, ...others].join('\n\n'), module, page))}\n`,
    );
  }
  const groups = [...new Set(pages.map(({ group }) => group))];
  const rank = (/** @type {string} */ group) => {
    const known = headings.findIndex(([name]) => name === group);
    return known < 0 || internal.test(module) ? headings.length : known;
  };
  const contents = groups
    .sort((a, b) => rank(a) - rank(b))
    .map((group) => {
      const known = headings.find(([name]) => name === group)?.[1];
      const text = known ?? group.charAt(0).toUpperCase() + group.slice(1).replaceAll('-', ' ');
      const rows = pages
        .filter((page) => page.group === group)
        .map(({ slug, title, sections }) => {
          const [first] = sections;
          const names = internal.test(module)
            ? sections.map(({ name }) => `\`${name}\``).join(', ')
            : first
              ? summary(first)
              : '';
          return `| [${internal.test(module) ? title : `\`${title}\``}](${basename(module)}/${slug}.md) | ${names} |`;
        });
      const caption = groups.length > 1 ? `## ${text}\n\n` : '';
      return `${caption}| name | |\n| --- | --- |\n${rows.join('\n')}\n`;
    });
  writeFileSync(join(api, `${module}.md`), `# @stiction/${module}\n\n${contents.join('\n')}`);
}
// The contents of all: packages that users import come first.
const isInternal = (/** @type {{ module: string }} */ { module }) => internal.test(module);
const order = [
  'cannon-adapter',
  'rapier-adapter',
  'crashcat-adapter',
  'friction-core',
  'materials',
  'limit-surface',
  'texture-friction',
  'three',
  'react-three-rapier',
  'react-three-cannon',
  'vehicle',
  'top-down',
  'identify',
];
const place = (/** @type {{ module: string }} */ { module }) => {
  const found = order.indexOf(module.split('/')[0] ?? '');
  return found < 0 ? order.length : found;
};
split.sort((a, b) => Number(isInternal(a)) - Number(isInternal(b)) || place(a) - place(b));
/** @type {Map<string, string>} */
const descriptions = new Map([
  ...packages.map(({ folder, json }) => /** @type {const} */ ([basename(folder), String(json.description)])),
  ['texture-friction/webgl', 'Contact patches sampled on the GPU, with WebGL 2'],
  ['vehicle/cannon', 'Vehicles in cannon-es'],
  ['vehicle/rapier', 'Vehicles in Rapier'],
  ['top-down/planck', 'Floors in Planck'],
  ['top-down/rapier', 'Floors in Rapier 2D'],
  ['top-down/matter', 'Floors in Matter.js'],
  ['friction-core/adapter', 'For adapters: bodies, contact patches, the contact solver, snapshots'],
  ['friction-core/testing', 'Conformance suites for laws and adapters'],
]);
const list = (/** @type {typeof split} */ items) =>
  items.map(({ module }) => `| [@stiction/${module}](${module}.md) | ${descriptions.get(module) ?? ''} |`).join('\n');
const [users, authors] = [split.filter((item) => !isInternal(item)), split.filter(isInternal)];
writeFileSync(
  join(api, 'index.md'),
  `# API\n\n| package | |\n| --- | --- |\n${list(users)}\n\n## For authors of adapters and tests\n\n| entry point | |\n| --- | --- |\n${list(authors)}\n`,
);
writeFileSync(
  join(api, 'contents.json'),
  JSON.stringify(
    split.map(({ module, pages }) => ({ module, pages: pages.map(({ slug, title }) => ({ slug, title })) })),
  ),
);
console.log(`${split.reduce((sum, { pages }) => sum + pages.length, 0)} API pages of ${modules.length} entry points`);
