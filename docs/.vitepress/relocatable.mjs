// VitePress builds a site for one base path. This makes its output work in any folder of any server, and readable straight from a disk:
// it is built with a marker as its base, and afterwards
// - pages and style sheets get relative addresses;
// - scripts get the base that a page finds when it is opened, because they outlive the page they were loaded by.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse, tokTypes } from 'acorn';

export const MARKER = '/__base__/';
/** Where the base of the site is found in a page. */
const BASE = 'window.__stictionBase';

/** What leads from a file back to the top of the site. @type {(file: string) => string} */
const up = (file) => '../'.repeat(file.split('/').length - 1) || './';

/** Finds the base, before anything else runs. @type {(file: string) => string} */
const findBase = (file) =>
  `<script>${BASE}=decodeURI(new URL(${JSON.stringify(up(file))},location.href).pathname)</script>`;

/** A page stays when the next one is loaded into it, so its relative addresses would lead elsewhere: they become absolute. */
const ANCHOR = `<script>for(const e of document.querySelectorAll('[href],[src]'))for(const n of['href','src']){const v=e.getAttribute(n);if(v&&/^\\.\\.?\\//.test(v)){const u=new URL(v,location.href);e.setAttribute(n,u.pathname+u.search+u.hash)}}</script>`;

/** @type {(file: string, html: string) => string} */
function page(file, html) {
  const isEverywhere = file === '404.html'; // served for any path: only a site at the top of its server can have one
  const text = html.replaceAll(MARKER, isEverywhere ? '/' : up(file));
  return text
    .replace('<head>', `<head>${isEverywhere ? `<script>${BASE}="/"</script>` : findBase(file)}`)
    .replace('</body>', `${isEverywhere ? '' : ANCHOR}</body>`);
}

/** Replaces the marker in the strings of a script by the base. @type {(file: string, code: string) => string} */
function script(file, code) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const changes = [];
  /** @type {(import('acorn').Token & { value?: unknown })[]} */
  const tokens = [];
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onToken: (token) => tokens.push(token) });
  tokens.forEach(({ type, start, end, value }, k) => {
    if (typeof value !== 'string' || !value.includes(MARKER)) return;
    if (type === tokTypes.template) {
      changes.push({ start, end, text: code.slice(start, end).replaceAll(MARKER, `\${${BASE}}`) });
      return;
    }
    if (type !== tokTypes.string) throw new Error(`${file}: the base of the site in a ${type.label}`);
    const isKey =
      tokens[k + 1]?.type === tokTypes.colon && [tokTypes.braceL, tokTypes.comma].includes(tokens[k - 1]?.type);
    const sum = value
      .split(MARKER)
      .map((part) => JSON.stringify(part))
      .join(`+${BASE}+`);
    changes.push({ start, end, text: isKey ? `[${sum}]` : `(${sum})` });
  });
  let [out, last] = ['', 0];
  for (const { start, end, text } of changes) {
    out += code.slice(last, start) + text;
    last = end;
  }
  return out + code.slice(last);
}

/** @type {(out: string) => void} */
export function makeRelocatable(out) {
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    const file = name.split('\\').join(posix.sep);
    if (!/\.(html|js|css)$/.test(file)) continue;
    const text = readFileSync(join(out, name), 'utf8');
    if (!file.endsWith('.html') && !text.includes(MARKER)) continue;
    const changed = file.endsWith('.html')
      ? page(file, text)
      : file.endsWith('.js')
        ? script(file, text)
        : text.replaceAll(MARKER, up(file));
    if (changed.includes(MARKER)) throw new Error(`${file} still contains the marker of the base`);
    writeFileSync(join(out, name), changed);
  }
}
