import { readFileSync, writeFileSync } from 'node:fs';
import { runCannonCost } from './cannon-cost.js';
import { runDeep } from './cannon-deep.js';
import { runStanding } from './cannon-standing.js';
import { runRandom, runRapierRandom } from './random.js';
import { runRapierSoak, runSoak } from './soak.js';
import { runTexture } from './texture.js';

/** Tables in docs between the marks `<!-- bench:name -->` and `<!-- /bench:name -->`. */
export const TABLES: { readonly [name: string]: { run(): string | Promise<string>; page: string; mark?: string } } = {
  'cannon-cost': { run: runCannonCost, page: 'cannon-examples.md' },
  standing: { run: runStanding, page: 'cannon-examples.md' },
  deep: { run: runDeep, page: 'cannon-examples.md' },
  soak: { run: runSoak, page: 'cannon-examples.md' },
  random: { run: runRandom, page: 'cannon-examples.md' },
  'rapier-soak': { run: runRapierSoak, page: 'rapier-stress.md' },
  'rapier-random': { run: runRapierRandom, page: 'rapier-stress.md' },
  'texture-tables': { run: runTexture, page: 'texture-friction.md', mark: 'texture' },
};

/** Replaces the text between the two marks of a table. */
export function writeTable(name: string, table: string): void {
  const { page: file, mark = name } = TABLES[name];
  const path = new URL(`../../docs/${file}`, import.meta.url);
  const page = readFileSync(path, 'utf8');
  const marks = new RegExp(`(<!-- bench:${mark} -->\n)[^]*?(<!-- /bench:${mark} -->)`);
  if (!marks.test(page)) throw new Error(`docs/${file} has no marks for ${mark}`);
  writeFileSync(
    path,
    page.replace(marks, (_, open: string, close: string) => `${open}\n${table.trim()}\n\n${close}`),
  );
}
