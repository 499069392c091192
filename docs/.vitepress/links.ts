import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/**
 * Target of a page's link on the site. Markdown files link to each other and to files of the repository by relative paths, as on
 * GitHub: a `README.md` is the index of its folder, a package's README is a page, and other files outside docs/ are not pages.
 */
function target(href: string, page: string): { page: string } | { file: string } | undefined {
  if (/^([a-z]+:|#|\/)/i.test(href)) return undefined;
  const [path = '', hash = ''] = href.split(/(?=#)/);
  // Pages of packages are copies of packages/<name>/README.md.
  const folder = posix.join(
    page.startsWith('packages/') ? page.replace(/\.md$/, '') : posix.join('docs', posix.dirname(page)),
  );
  const file = posix.join(folder, decodeURI(path));
  const [, name] = /^packages\/([^/]+)(?:\/README\.md)?$/.exec(file) ?? [];
  if (name) return { page: `/packages/${name}.md${hash}` };
  if (!file.startsWith('docs/')) return { file: file + hash };
  if (!file.endsWith('.md')) return undefined;
  return { page: file.slice('docs'.length).replace(/\/README\.md$/, '/') + hash };
}

/** Rewrites the links of all pages; `files` is the address of the repository's files, ending with a slash, if it is known. */
export function links(md: MarkdownRenderer, files: string | undefined): void {
  md.core.ruler.push('repository_links', (state) => {
    const page: string = state.env.relativePath ?? '';
    for (const { children } of state.tokens) {
      children?.forEach((token, k) => {
        if (token.type !== 'link_open') return;
        const found = target(String(token.attrGet('href')), page);
        if (!found) return;
        if ('page' in found) token.attrSet('href', found.page);
        else if (files) token.attrSet('href', files + found.file);
        else unlink(children, k, found.file);
      });
    }
  });
}

/** Replaces a link by its text as code, with the file's path as title. */
function unlink(tokens: Token[], k: number, file: string): void {
  const close = tokens.findIndex(({ type }, i) => i > k && type === 'link_close');
  const isCode = tokens.slice(k, close).some(({ type }) => type === 'code_inline');
  tokens[k].type = 'file_open';
  tokens[close].type = 'file_close';
  tokens[k].tag = tokens[close].tag = isCode ? 'span' : 'code';
  tokens[k].attrs = [['title', file]];
}
