import type { DemoScene, Values } from '@stiction/scenes/demo';

/** A number of a snippet that a control sets: the number, then its name in a comment. */
const MARKED = /(\d[\d.]*) \/\* (\w+) \*\//g;

/** The code of a snippet with the numbers that the user has chosen. What it cannot show is said in its first line. */
export function currentCode(snippet: string, { controls, laws }: DemoScene, values: Values, law: string): string {
  const shown = new Set<string>();
  const code = snippet.trimEnd().replace(MARKED, (_, number: string, name: string) => {
    shown.add(name);
    return typeof values[name] === 'number' ? String(values[name]) : number;
  });
  const changed = Object.entries(controls).filter(
    ([name, { kind, value }]) => kind !== 'hold' && values[name] !== value,
  );
  const missing = changed.filter(([name]) => !shown.has(name)).map(([name, { label }]) => `${label} (${values[name]})`);
  const other = laws?.slice(1).find(({ id }) => id === law);
  if (other) missing.push(`law (${other.label})`);
  const notes: string[] = [];
  if (missing.length > 0) notes.push(`// Unlike on the page: ${missing.join(', ')}`);
  if (changed.length > 0) notes.push('// Results in comments are those of the initial values');
  return [...notes, code].join('\n');
}
