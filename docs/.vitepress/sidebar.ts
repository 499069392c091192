import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import { groups, type Page } from './pages.mjs';

const docs = fileURLToPath(new URL('..', import.meta.url));

/** The sidebar of pages.ts, and the API. A page that does not exist is left out; check:links tells. */
export function sidebar(): DefaultTheme.SidebarItem[] {
  const written = groups.map(({ text, pages, collapsed }) => ({
    text,
    ...(collapsed && { collapsed }),
    items: pages.filter((page) => existsSync(file(page))).map((page) => ({ text: textOf(page), link: linkOf(page) })),
  }));
  return [...written.filter(({ items }) => items.length > 0), { text: 'API', items: api() }];
}

const pathOf = (page: Page): string => (typeof page === 'string' ? page : page.page);
const file = (page: Page): string => join(docs, `${pathOf(page)}.md`);
const linkOf = (page: Page): string => `/${pathOf(page).replace(/README$/, '')}`;

function textOf(page: Page): string {
  if (typeof page !== 'string') return page.text;
  const [, heading = page] = /^# (.+)$/m.exec(readFileSync(file(page), 'utf8')) ?? [];
  return heading.replaceAll('`', '');
}

/** The pages that typedoc's index names. */
function api(): DefaultTheme.SidebarItem[] {
  const index = join(docs, 'api/index.md');
  if (!existsSync(index)) return [];
  return [...readFileSync(index, 'utf8').matchAll(/^- \[(.+)\]\((.+)\.md\)$/gm)].map(([, text, page]) => ({
    text: text.replace('@stiction/', ''),
    link: `/api/${page}`,
  }));
}
