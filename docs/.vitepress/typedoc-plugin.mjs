// A typedoc plugin. Modules are called what one imports, '@stiction/friction-core/testing', not 'friction-core/src/testing';
// the lists of symbols in the laws' comments, columns with spaces between them, become tables; and anchors are written out only
// where they are not what the site makes of the heading anyway.
import { Converter, PageEvent } from 'typedoc';
import { slugify } from './slugify.mjs';

/** @type {(app: import('typedoc').Application) => void} */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = `@stiction/${module.name.replace(/\/src\b/, '')}`;
  });
  app.renderer.on(PageEvent.END, (page) => {
    // Paragraphs whose lines begin with two spaces and whose first has columns.
    const lists = /(?<=\n\n) {2}\S.* {2,}\S.*(?:\n {2,}\S.*)*(?=\n\n)/g;
    if (page.contents) page.contents = withoutTwins(page.contents.replace(lists, symbolTable));
  });
}

/** @type {(list: string) => string} */
function symbolTable(list) {
  /** @type {string[][]} */
  const rows = [];
  for (const line of list.split('\n')) {
    const cells = line.trim().split(/ {2,}/);
    const last = rows.at(-1);
    if (last && (cells.length === 1 || line.startsWith('    '))) last[1] += ` ${cells.join(' ')}`;
    else rows.push(cells);
  }
  const table = rows.map(([symbol, meaning = '', unit = '']) => [symbol, meaning, unit]);
  return [['symbol', 'meaning', 'unit'], ['---', '---', '---'], ...table]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** @type {(text: string) => string} */
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
