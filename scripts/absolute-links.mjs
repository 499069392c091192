// npm shows a README without its repository: relative links lead nowhere there. Links between packages and pages lead to the site, if
// there is one, all others to the repository; pictures come from the repository.
import { posix } from 'node:path';

/** Links, pictures, and pictures in links: `](to)`. */
const LINK = /(?<=\]\()<?(?![a-z]+:|#|\/)([^)\s>]+)>?(?=\))/gi;
const FENCE = /^\s*(`{3,})[^\n]*\n.*?\n\s*\1\s*$/gms;

/** Replaces what lies outside of code. @type {(text: string, replace: (part: string) => string) => string} */
function outsideCode(text, replace) {
  let [end, out] = [0, ''];
  for (const { 0: fence, index } of text.matchAll(FENCE)) {
    out += replace(text.slice(end, index)) + fence;
    end = index + fence.length;
  }
  return out + replace(text.slice(end));
}

/**
 * The README of a folder of the repository with absolute links.
 * @param {string} text
 * @param {string} folder  e.g. packages/cannon-adapter
 * @param {import('./addresses.mjs').Addresses} addresses
 */
export function absoluteLinks(text, folder, { repository, site }) {
  return outsideCode(text, (part) =>
    part.replaceAll(LINK, (_, to) => {
      const [path, anchor] = to.split('#');
      const file = posix.join(folder, path);
      const hash = anchor ? `#${anchor}` : '';
      if (/\.(svg|png|webp)$/.test(file)) return `${repository}/raw/main/${file}`;
      const page = pageOf(file);
      if (site && page !== undefined) return `${site}/${page}${hash}`;
      return `${repository}/${/\.\w+$/.test(file) ? 'blob' : 'tree'}/main/${file}${hash}`;
    }),
  );
}

/** The page of the site that shows a file. @type {(file: string) => string | undefined} */
function pageOf(file) {
  const [, name] = /^packages\/([^/]+)(?:\/README\.md)?$/.exec(file) ?? [];
  if (name) return `packages/${name}.html`;
  if (!/^docs\/.*\.md$/.test(file)) return undefined;
  return file
    .slice('docs/'.length)
    .replace(/README\.md$/, '')
    .replace(/\.md$/, '.html');
}

/** The relative links of a text. @type {(text: string) => string[]} */
export function relativeLinks(text) {
  /** @type {string[]} */
  const found = [];
  outsideCode(text, (part) => {
    for (const [, to = ''] of part.matchAll(LINK)) found.push(to);
    return part;
  });
  return found;
}
