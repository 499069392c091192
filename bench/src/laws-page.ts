import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../../docs/laws/README.md', import.meta.url);

/** Replaces the text between the two marks of a table in docs/laws/README.md. */
export function writeTable(name: string, table: string): void {
  const [open, close] = [`<!-- laws:${name} -->`, `<!-- /laws:${name} -->`];
  const page = readFileSync(PAGE, 'utf8');
  const [head, rest = ''] = page.split(open);
  const tail = rest.split(close)[1];
  if (tail === undefined) throw new Error(`docs/laws/README.md has no marks for ${open}`);
  writeFileSync(PAGE, `${head}${open}\n\n${table.trim()}\n\n${close}${tail}`);
}
