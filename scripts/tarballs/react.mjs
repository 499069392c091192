// React projects. The first is the quick start, every command as a new user types it, with tarballs in place of our names; the rest of our
// packages are then added to it, for a server and for @react-three/cannon. The second has the Rapier that @react-three/rapier pins.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { serve } from '../browser/serve.mjs';
import { packages, root } from '../workspace.mjs';
import { run, tarballsOf } from './pack.mjs';

/** @typedef {import('./pack.mjs').Packed} Packed */
/** @typedef {import('./browser.mjs').Result} Result */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {(what: string, work: () => Promise<Result[]>) => Promise<void>} Attempt */

const G = 9.81;
/** @type {(what: string, measured: number, reference: number, within: number) => Result} */
const compare = (what, measured, reference, within) => ({
  text: `${what}: ${measured}, reference ${reference.toPrecision(5)} ± ${100 * within} %`,
  failed: !(Math.abs(measured / reference - 1) <= within),
});

/** Builds a folder with its own Vite, and opens the page; `read` runs there until it returns something. @type {<T>(browser: Browser, folder: string, read: string) => Promise<T>} */
async function open(browser, folder, read) {
  const vite = createRequire(join(folder, 'any.js')).resolve('vite/package.json');
  await run(folder, 'node', [join(dirname(vite), 'bin/vite.js'), 'build', '--logLevel', 'error']);
  const server = await serve(join(folder, 'dist'));
  const page = await browser.newPage({ viewport: { width: 300, height: 200 } });
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.goto(server.address);
    const found = await page.waitForFunction(read, undefined, { timeout: 300_000 });
    return /** @type {never} */ (await found.jsonValue());
  } catch (error) {
    throw new Error([String(error), ...errors].join('\n'));
  } finally {
    await page.close();
    await server.close();
  }
}

/** Commands, files and output of the quick start. */
function readQuickStart() {
  const text = readFileSync(join(root, 'docs/quick-start/react.md'), 'utf8');
  const commands = /^```sh\n(.*?)^```$/ms.exec(text)?.[1].trim().split('\n') ?? [];
  const files = [...text.matchAll(/^```\w+\n(?:\/\/|<!--) ([\w.-]+)[^\n]*\n(.*?)^```$/gms)];
  const [, metres] = /^```text output\n[^\n]*?([\d.]+) m/m.exec(text) ?? [];
  return { commands, files, metres: Number(metres) };
}

/** @type {(folder: string, packed: Packed[], browser: Browser, attempt: Attempt) => Promise<void>} */
async function quickStart(folder, packed, browser, attempt) {
  const { commands, files, metres } = readQuickStart();
  mkdirSync(folder);
  const ours = packages.map(({ json }) => json.name);
  for (const command of commands.slice(1)) {
    await attempt(`quick start: ${command}`, async () => {
      const [program, ...words] = command.split(' ').map((word) => word.replaceAll('"', ''));
      const names = words.filter((word) => ours.includes(word));
      const args = words.filter((word) => !ours.includes(word));
      await run(folder, program, [...args, ...tarballsOf(packed, names)]);
      return [];
    });
  }
  for (const [, file, code] of files) writeFileSync(join(folder, file), code);
  await attempt('quick start: vite, React 19, Chromium', async () => {
    const text = await open(browser, folder, "document.querySelector('output')?.textContent");
    return [compare(`quick start shows "${text}" [m]`, Number(/[\d.]+/.exec(text)?.[0]), metres, 0.01)];
  });
}

/** All packages in Node, and the example of @react-three/cannon. @type {(folder: string, packed: Packed[], browser: Browser, attempt: Attempt) => Promise<void>} */
async function everything(folder, packed, browser, attempt) {
  /** A package, in the version that one of ours is tested with. @type {(ours: string, name: string) => string} */
  const tested = (ours, name) =>
    `${name}@${packages.find(({ json }) => json.name.endsWith(ours))?.json.devDependencies?.[name]}`;
  await attempt('React: all packages installed', async () => {
    const engines = ['planck', 'matter-js', '@dimforge/rapier2d-compat'].map((name) => tested('/top-down', name));
    const cannon = tested('/react-three-cannon', '@react-three/cannon');
    await run(folder, 'npm', ['install', cannon, ...engines, ...packed.map(({ tarball }) => tarball)]);
    return [];
  });
  await attempt('React: import(), require() and renderToString in Node', async () => {
    const entries = packages.flatMap(({ json: { name, exports } }) =>
      Object.keys(exports)
        .filter((path) => !path.endsWith('.json'))
        .map((path) => `${name}${path.slice(1)}`),
    );
    cpSync(new URL('react/ssr.mjs', import.meta.url), join(folder, 'ssr.mjs'));
    const text = await run(folder, 'node', ['ssr.mjs', ...entries]);
    return [{ text: text.trim(), failed: !text.startsWith(`${entries.length} entries`) }];
  });
  await attempt('@react-three/cannon: vite, React 19, Chromium', async () => {
    const place = join(folder, 'cannon');
    cpSync(join(root, 'examples/react-three-cannon'), place, {
      recursive: true,
      filter: (from) => !/node_modules|package\.json$/.test(from),
    });
    writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
    const read = `(() => {
      const now = document.querySelector('output')?.textContent ?? '';
      globalThis.same = now === globalThis.before && / [1-9]/.test(now) ? globalThis.same + 1 : 0;
      globalThis.before = now;
      return globalThis.same > 20 ? now : '';
    })()`;
    const text = await open(browser, place, read);
    const slid = Number(/wood slid ([\d.]+)/.exec(text)?.[1]);
    return [compare('a box at 3 m/s, μ 0.3, stops after [m]', slid, 9 / (2 * 0.3 * G), 0.01)];
  });
}

/** @type {(folder: string, packed: Packed[], browser: Browser, attempt: Attempt) => Promise<void>} */
async function pinned(folder, packed, browser, attempt) {
  const ours = tarballsOf(packed, ['@stiction/react-three-rapier']);
  await attempt("React with @react-three/rapier's own Rapier: installed", async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const theirs = ['react', 'react-dom', 'three', '@react-three/fiber', '@react-three/rapier', 'vite'];
    await run(folder, 'npm', ['install', ...theirs, ...ours]);
    const file = join(folder, 'node_modules/@dimforge/rapier3d-compat/package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8'));
    return [{ text: `Rapier ${version}`, failed: !version.startsWith('0.19.') }];
  });
  await attempt("React with @react-three/rapier's own Rapier: Chromium", async () => {
    cpSync(new URL('react/pinned.jsx', import.meta.url), join(folder, 'pinned.jsx'));
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><div id="root"></div><script type="module" src="./pinned.jsx"></script>',
    );
    /** @type {{ slid: number, message: string }} */
    const { slid, message } = await open(browser, folder, 'globalThis.results?.message && globalThis.results');
    const override = '"overrides": { "@dimforge/rapier3d-compat": "^0.21.0" }';
    return [
      compare('a box at 3 m/s, Coulomb friction 0.15, stops after [m]', slid, 9 / (2 * 0.15 * G), 0.01),
      { text: `a law that Rapier lacks says: ${message}`, failed: !message.includes(override) },
    ];
  });
}

/** Returns the project with all packages. @type {(folder: string, packed: Packed[], browser: Browser, attempt: Attempt) => Promise<string>} */
export async function checkReact(folder, packed, browser, attempt) {
  const slope = join(folder, 'slope');
  await quickStart(slope, packed, browser, attempt);
  await everything(slope, packed, browser, attempt);
  await pinned(join(folder, 'pinned'), packed, browser, attempt);
  return slope;
}
