// llms.txt and llms-full.txt: the documentation as plain Markdown, for language models (https://llmstxt.org). The first is a list of the
// pages with a sentence about each, the second contains them all, without the API and without records of measurements and decisions.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groups } from './pages.mjs';

const NAME = 'Stiction';
/** Groups whose pages are listed as optional, and not contained in llms-full.txt. */
const OPTIONAL = ['Evidence', 'Decisions', 'Extend'];

/** Title, first sentence and text of a page. @type {(docs: string, page: string) => { title: string, about: string, text: string }} */
function read(docs, page) {
  const text = readFileSync(join(docs, `${page}.md`), 'utf8').replaceAll(/^<!-- keywords: .* -->\n+/gm, '');
  const [, title = page] = /^# (.+)$/m.exec(text) ?? [];
  const withoutCode = text.replaceAll(/^\s*(`{3,})[^\n]*\n.*?\n\s*\1\s*$/gms, '');
  const paragraphs = withoutCode.split(/\n{2,}/).map((part) => part.replaceAll(/\s+/g, ' ').trim());
  const prose = paragraphs.find((part) => /^[A-Za-z`*$[]/.test(part) && !/^npm /.test(part) && /[.:]/.test(part)) ?? '';
  const plain = prose.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const about = /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
  return { title, about, text };
}

/** @type {(docs: string, out: string, description: string) => void} */
export function writeLlms(docs, out, description) {
  const list = [`# ${NAME}`, '', `> ${description}`, ''];
  const all = [`# ${NAME}`, '', description, ''];
  for (const { text: group, pages } of groups) {
    list.push(OPTIONAL.includes(group) ? `## Optional: ${group}` : `## ${group}`, '');
    for (const entry of pages) {
      const page = typeof entry === 'string' ? entry : entry.page;
      const { title, about, text } = read(docs, page);
      const address = `${page.replace(/README$/, 'index')}.html`;
      list.push(`- [${title.replaceAll('`', '')}](${address})${about && `: ${about}`}`);
      if (!OPTIONAL.includes(group)) all.push(`<!-- ${address} -->`, '', text.trim(), '');
    }
    list.push('');
  }
  writeFileSync(join(out, 'llms.txt'), list.join('\n'));
  writeFileSync(join(out, 'llms-full.txt'), all.join('\n'));
}
