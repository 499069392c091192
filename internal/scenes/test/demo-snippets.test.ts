import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoScenes } from '../src/demo/index.js';

/** `0.3` and the name of a control in a comment: the page replaces the number by the user's. */
const MARKED = /(\d[\d.]*) \/\* (\w+) \*\//g;

test.each(demoScenes)('marked numbers in the code of $id are the initial values of its controls', async ({ load }) => {
  const { controls, snippet, engines } = await load();
  for (const engine of [engines?.cannon.id ?? 'cannon', engines?.rapier.id ?? 'rapier']) {
    const code = readFileSync(new URL(`../src/demo/snippets/${snippet}.${engine}.ts`, import.meta.url), 'utf8');
    for (const [text, number, name] of code.matchAll(MARKED)) {
      expect(Number(number), `${snippet}.${engine}: ${text}`).toBe(controls[name]?.value);
    }
    const names = [...code.matchAll(/\/\* (\w+) \*\//g)];
    expect(names.length, `${snippet}.${engine}: each name follows a number`).toBe([...code.matchAll(MARKED)].length);
  }
});
