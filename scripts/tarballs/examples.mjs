// The folders of examples/, each a project of its own. The quick form builds all pages with one Vite from one folder, where everything is
// installed; the whole one (`--examples`) installs and builds every folder alone, as its users do. Either way each page runs in Chromium.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import { serve } from '../browser/serve.mjs';
import { root } from '../workspace.mjs';
import { run, tarballsOf } from './pack.mjs';

/** @typedef {import('./pack.mjs').Packed} Packed */
/** @typedef {import('./browser.mjs').Result} Result */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {{ scripts: Record<string, string>, dependencies: Record<string, string>, devDependencies?: Record<string, string>, overrides?: Record<string, string> }} Json */
/** @typedef {{ name: string, folder: string, json: Json, pages: string[] }} Example */
/** @typedef {(what: string, work: () => Promise<Result[]>) => Promise<void>} Attempt */

const COUNT_FRAMES = `
  const request = requestAnimationFrame;
  globalThis.drawn = 0;
  globalThis.requestAnimationFrame = (callback) => request((time) => { callback(time); globalThis.drawn++; });
`;
/** It has its engine and draws, or shows what a worker sends, or it consists of links. */
const RUNS = `drawn > 5 || !document.querySelector('canvas') && (/\\d/.test(document.body.innerText) || document.scripts.length === 0)`;

/** Every folder with a package.json. @returns {Example[]} */
function readExamples() {
  const all = join(root, 'examples');
  return readdirSync(all)
    .filter((name) => existsSync(join(all, name, 'package.json')))
    .map((name) => {
      const folder = join(all, name);
      const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, folder, json, pages: readdirSync(folder).filter((file) => file.endsWith('.html')) };
    });
}

/** Packages that the files of a folder import. @type {(folder: string) => Set<string>} */
function importedBy(folder) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const file of readdirSync(folder)) {
    if (!/\.(html|m?jsx?)$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, from = ''] of text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^'.][^']*)'/g)) {
      const [scope = '', inner] = from.split('/');
      const name = scope.startsWith('@') ? `${scope}/${inner}` : scope;
      if (!scope.startsWith('node:') && !builtinModules.includes(name)) names.add(name);
    }
  }
  return names;
}

/** What is wrong with a package.json: it must name what its files import, because others open the folder alone. @type {(example: Example) => Result} */
function checkManifest({ name, folder, json }) {
  const { dependencies, devDependencies = {}, scripts } = json;
  const imported = importedBy(folder);
  const missing = [...imported].filter((one) => !(one in dependencies) && !(one in devDependencies));
  const outside = readdirSync(folder).filter(
    (file) => /\.(html|m?jsx?)$/.test(file) && /['"]\.\.\//.test(readFileSync(join(folder, file), 'utf8')),
  );
  const problems = [
    ...missing.map((one) => `imports ${one}, which package.json does not have`),
    ...outside.map((file) => `${file} needs files outside of the folder`),
    ...(imported.size === 0 ? ['imports nothing'] : []),
    ...(scripts.start ? [] : ['has no script "start"']),
  ];
  return { text: `examples/${name}: ${problems.join('; ') || 'complete'}`, failed: problems.length > 0 };
}

/** Opens pages; each must load, run for a while and draw or say something, without a complaint. @type {(browser: Browser, folder: string, pages: string[]) => Promise<Result[]>} */
async function openPages(browser, folder, pages) {
  const server = await serve(folder);
  try {
    /** @type {Result[]} */
    const results = [];
    const waiting = [...pages];
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift())
        results.push(await openPage(browser, server.address, file));
    };
    await Promise.all([work(), work(), work()]);
    return results;
  } finally {
    await server.close();
  }
}

/** @type {(browser: Browser, address: string, file: string) => Promise<Result>} */
async function openPage(browser, address, file) {
  const page = await browser.newPage({ viewport: { width: 300, height: 200 } });
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  try {
    await page.addInitScript(COUNT_FRAMES);
    await page.goto(address + file);
    await page.waitForFunction(RUNS, undefined, { timeout: 120_000 });
    return { text: `${file}: ${complaints.join('; ') || 'runs'}`, failed: complaints.length > 0 };
  } finally {
    await page.close();
  }
}

/** Copies what belongs to an example. @type {(example: Example, to: string) => void} */
function copy({ folder }, to) {
  cpSync(folder, to, {
    recursive: true,
    filter: (from) => !['node_modules', 'dist', 'package-lock.json'].includes(basename(from)),
  });
}

/** All pages at once, in a folder that has everything. @type {(folder: string, browser: Browser, attempt: Attempt) => Promise<void>} */
export async function checkExamples(folder, browser, attempt) {
  const examples = readExamples();
  await attempt('examples: package.json', async () => examples.map(checkManifest));
  await attempt('examples: pages built from the tarballs, Chromium', async () => {
    const place = join(folder, 'examples');
    for (const example of examples) copy(example, join(place, example.name));
    // React's plugin, with a worker of its own, has a check in react.mjs.
    const pages = examples
      .filter(({ json }) => !('@stiction/react-three-cannon' in json.dependencies))
      .flatMap(({ name, pages }) => pages.map((file) => `${name}/${file}`));
    await build({
      root: place,
      configFile: false,
      logLevel: 'error',
      worker: { format: 'es' },
      build: {
        target: 'es2022',
        chunkSizeWarningLimit: 9000,
        rolldownOptions: { input: pages.map((file) => join(place, file)) },
      },
    });
    return openPages(browser, join(place, 'dist'), pages);
  });
}

/** Each folder alone: `npm install`, then its scripts. @type {(folder: string, packed: Packed[], browser: Browser, attempt: Attempt) => Promise<void>} */
export async function checkEachExample(folder, packed, browser, attempt) {
  for (const example of readExamples()) {
    const { name, json, pages } = example;
    const place = join(folder, 'alone', name);
    await attempt(`examples/${name}: npm install`, async () => {
      mkdirSync(dirname(place), { recursive: true });
      copy(example, place);
      const ours = Object.keys(json.dependencies).filter((one) => one.startsWith('@stiction/'));
      const theirs = Object.fromEntries(Object.entries(json.dependencies).filter(([one]) => !ours.includes(one)));
      writeFileSync(join(place, 'package.json'), JSON.stringify({ ...json, dependencies: theirs }, null, 2));
      await run(place, 'npm', ['install', ...tarballsOf(packed, ours)]);
      return [checkManifest({ ...example, json })];
    });
    for (const script of ['build', 'node']) {
      if (!json.scripts[script]) continue;
      await attempt(`examples/${name}: npm run ${script}`, async () => {
        await run(place, 'npm', ['run', script]);
        return script === 'build' ? openPages(browser, join(place, 'dist'), pages) : [{ text: 'ends', failed: false }];
      });
    }
    if (pages.length === 0) {
      await attempt(`examples/${name}: npm start`, async () => {
        const text = await run(place, 'npm', ['start']);
        return [{ text: text.trim().split('\n').at(-1) ?? '', failed: !/\d/.test(text) }];
      });
    }
  }
}
