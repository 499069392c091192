import { readFileSync, writeFileSync } from 'node:fs';
import { runStanding } from './cannon-standing.js';
import { runRandom, runRapierRandom } from './random.js';
import { runRapierSoak, runSoak } from './soak.js';
import { runTexture } from './texture.js';

/**
 * `npm run bench -- [rows] [cost] [standing] [soak] [random] [rapier-soak] [rapier-random] [texture] [--write]`: prints the
 * tables; --write also puts them into their pages in docs. Without names: rows and cost. Most others take minutes each.
 */
const suites = {
  standing: { run: runStanding, page: 'cannon-examples.md' },
  soak: { run: runSoak, page: 'cannon-examples.md' },
  random: { run: runRandom, page: 'cannon-examples.md' },
  'rapier-soak': { run: runRapierSoak, page: 'rapier-stress.md' },
  'rapier-random': { run: runRapierRandom, page: 'rapier-stress.md' },
  texture: { run: runTexture, page: 'texture-friction.md' },
};
type SuiteName = keyof typeof suites;
const DEFAULT: readonly SuiteName[] = ['texture'];

const words = process.argv.slice(2);
const names = (Object.keys(suites) as SuiteName[]).filter((name) => words.includes(name));
const unknown = words.filter((word) => word !== '--write' && !(word in suites));
if (unknown.length > 0)
  throw new Error(`unknown suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`);

for (const name of names.length > 0 ? names : DEFAULT) {
  const table = await suites[name].run();
  console.log(`\n## ${name}\n\n${table}`);
  if (words.includes('--write')) writeTable(name, table);
}

/** Replaces what stands between the two marks of a suite. */
function writeTable(name: SuiteName, table: string): void {
  const path = new URL(`../../docs/${suites[name].page}`, import.meta.url);
  const page = readFileSync(path, 'utf8');
  const marks = new RegExp(`(<!-- bench:${name} -->\n)[^]*?(<!-- /bench:${name} -->)`);
  if (!marks.test(page)) throw new Error(`docs/${suites[name].page} has no place for ${name}`);
  writeFileSync(
    path,
    page.replace(marks, (_, open, close) => `${open}\n${table.trim()}\n\n${close}`),
  );
}
