import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import { groups, type Page } from './pages.mjs';

const docs = fileURLToPath(new URL('..', import.meta.url));

/**
 * The sidebar of pages.mjs with the entry points of the API; pages of the API have one with all its names. A page that does not exist
 * is left out: check:links reports it.
 */
export function sidebar(): DefaultTheme.SidebarMulti {
  const written = groups.map(({ text, pages, collapsed }) => ({
    text,
    ...(collapsed && { collapsed }),
    items: pages.filter((page) => existsSync(file(page))).map((page) => ({ text: textOf(page), link: linkOf(page) })),
  }));
  const modules = api();
  const entryPoints = modules.map(({ items: _, collapsed: __, ...module }) => module);
  return {
    '/': [...written.filter(({ items }) => items.length > 0), { text: 'API', items: entryPoints }],
    '/api/': modules,
  };
}

const pathOf = (page: Page): string => (typeof page === 'string' ? page : page.page);
const file = (page: Page): string => join(docs, `${pathOf(page)}.md`);
const linkOf = (page: Page): string => `/${pathOf(page).replace(/README$/, '')}`;

function textOf(page: Page): string {
  if (typeof page !== 'string') return page.text;
  const [, heading = page] = /^# (.+)$/m.exec(readFileSync(file(page), 'utf8')) ?? [];
  return heading.replaceAll('`', '');
}

/** The entry points and their names, as split-api.mjs lists them; users' packages before what adapters and tests import. */
function api(): (DefaultTheme.SidebarItem & { items: DefaultTheme.SidebarItem[] })[] {
  const contents = join(docs, 'api/contents.json');
  if (!existsSync(contents)) return [];
  const modules: { module: string; pages: { slug: string; title: string }[] }[] = JSON.parse(
    readFileSync(contents, 'utf8'),
  );
  return modules.map(({ module, pages }) => ({
    text: module,
    link: `/api/${module}`,
    collapsed: true,
    items: pages.map(({ slug, title }) => ({ text: title, link: `/api/${module}/${slug}` })),
  }));
}
