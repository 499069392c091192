// Checks the packages from a user's view: packs them, installs the tarballs with each engine into an empty project, and runs the five lines
// of the README and the first snippet of each package: types, ES modules, CommonJS, a Vite bundle in Chromium, a worker, and a page with an
// import map. Then the projects of react.mjs, and in one of them the pages of examples/, with a bundler and from a CDN. `--only react` runs those alone, `--only rapier` one
// adapter. `--examples` installs and builds each folder of examples/ alone, and does nothing else.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChromium } from './browser/chromium.mjs';
import { bundle, runInBrowser, runPlain } from './tarballs/browser.mjs';
import { checkCdn } from './tarballs/cdn.mjs';
import { checkEachExample, checkExamples } from './tarballs/examples.mjs';
import { writePlainPage } from './tarballs/import-map.mjs';
import { execute, packAll } from './tarballs/pack.mjs';
import { createProject } from './tarballs/project.mjs';
import { runQuickStarts } from './tarballs/quick-starts.mjs';
import { checkReact } from './tarballs/react.mjs';
import { readSnippets } from './tarballs/snippets.mjs';
import { checkTypes } from './tarballs/types.mjs';

/** @typedef {import('./tarballs/browser.mjs').Result} Result */

const keep = process.argv.includes('--keep'); // keeps the projects
const loud = process.argv.includes('--verbose');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : ''; // part of an adapter's name
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stiction-tarballs-')));
/** @type {string[]} */
const failures = [];
let measured = 0;
const isExamples = process.argv.includes('--examples');

/** @type {(what: string, work: () => unknown) => Promise<void>} */
async function attempt(what, work) {
  const start = performance.now();
  try {
    await work();
  } catch (error) {
    failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
  }
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** @type {(what: string, results: Result[]) => void} */
function note(what, results) {
  if (results.length === 0) failures.push(`${what}: nothing was measured`);
  for (const { text, failed } of results) {
    measured++;
    if (loud) console.log(`  ${text}`);
    if (failed) failures.push(`${what}: ${text}`);
  }
}

/** @type {(name: string) => boolean} */
const isAdapter = (name) => name.endsWith('-adapter') && name.includes(only);

/** @type {(project: string, list: string) => Promise<Result[]>} */
async function runInNode(project, list) {
  const { stdout } = await execute('node', ['run.mjs', list], { cwd: project });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '[]');
}

try {
  const snippets = readSnippets();
  const packed = await packAll(join(folder, 'tarballs'));
  const browser = await openChromium();
  for (const adapter of isExamples ? [] : packed.filter(({ json }) => isAdapter(json.name))) {
    const { name } = adapter.json;
    const place = join(folder, name.replace('@stiction/', ''));
    await attempt(`${name}: installed`, async () => {
      const { engine, version, snippets: mine } = await createProject(place, packed, adapter, snippets);
      console.log(`${name} with ${engine} ${version}: ${mine.map(({ where }) => where).join(', ')}`);
      await attempt(`${name}: types`, () => {
        const { failures: wrong, notes } = checkTypes(place);
        for (const text of notes) console.log(`  note: ${text}`);
        failures.push(...wrong.map((text) => `${name}: ${text}`));
      });
      for (const list of ['esm.mjs', 'cjs.mjs']) {
        await attempt(`${name}: ${list}`, async () => note(`${name} ${list}`, await runInNode(place, list)));
      }
      await attempt(`${name}: vite`, async () => {
        await bundle(place);
        const { page, worker } = await runInBrowser(browser, place);
        note(`${name} in a page`, page);
        note(`${name} in a worker`, worker);
      });
      await attempt(`${name}: plain HTML`, async () => {
        writePlainPage(place);
        note(`${name} with an import map`, (await runPlain(browser, place)).page);
      });
    });
  }
  /** @type {(what: string, work: () => Promise<Result[]>) => Promise<void>} */
  const attemptAll = (what, work) =>
    attempt(what, async () => {
      for (const result of await work()) note(what, [result]);
    });
  if (isExamples) await checkEachExample(folder, packed, browser, attemptAll);
  else if ('react'.includes(only)) {
    const everything = await checkReact(folder, packed, browser, attemptAll);
    await attemptAll('quick starts for Node', () => runQuickStarts(everything));
    await checkExamples(everything, browser, attemptAll);
    await attemptAll('examples/cdn: Chromium', () => checkCdn(browser, join(everything, 'node_modules')));
  }
  await browser.close();
} finally {
  if (keep) console.log(`projects kept in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

for (const failure of failures) console.error(failure);
console.log(`${measured} numbers measured from the tarballs, ${failures.length} failures`);
if (failures.length > 0) process.exit(1);
