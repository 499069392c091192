// The single HTML files of examples/cdn, whose import maps name a CDN. Chromium gets the packed files in its place: a path that a package does
// not have, or a version outside of the range, fails.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../browser/serve.mjs';
import { root } from '../workspace.mjs';

/** @typedef {import('./browser.mjs').Result} Result */
/** @typedef {import('playwright-core').Browser} Browser */

const ADDRESS = /^https:\/\/cdn\.jsdelivr\.net\/npm\/((?:@[^/]+\/)?[^/@]+)@([\d.]+)\/(.+)$/;
const files = join(root, 'examples/cdn');

/** The installed file behind an address, or what is wrong. @type {(modules: string, address: string) => { body?: string, problem?: string }} */
function fileOf(modules, address) {
  const [, name, range = '', path = ''] = ADDRESS.exec(address) ?? [];
  if (!name) return { problem: `no address of the CDN with a version: ${address}` };
  const folder = join(modules, name);
  if (!existsSync(folder)) return { problem: `${name} is not installed` };
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!`${version}.`.startsWith(`${range}.`)) return { problem: `${name} ${version} is not ${range}` };
  if (!existsSync(join(folder, path))) return { problem: `${name} ${version} has no ${path}` };
  return { body: readFileSync(join(folder, path), 'utf8') };
}

/** Each page measures something, and names the exact value. `modules` is a node_modules folder with everything. @type {(browser: Browser, modules: string) => Promise<Result[]>} */
export async function checkCdn(browser, modules) {
  const server = await serve(files);
  /** @type {Result[]} */
  const results = [];
  try {
    for (const file of readdirSync(files).filter((name) => name.endsWith('.html')))
      results.push(await openPage(browser, modules, server.address, file));
  } finally {
    await server.close();
  }
  const guide = readFileSync(join(root, 'docs/quick-start/cdn.md'), 'utf8');
  const shown = /^```html\n(.*?)^```$/ms.exec(guide)?.[1];
  const isSame = shown === readFileSync(join(files, 'cannon-es.html'), 'utf8');
  return [...results, { text: 'docs/quick-start/cdn.md shows cannon-es.html', failed: !isSame }];
}

/** @type {(browser: Browser, modules: string, server: string, file: string) => Promise<Result>} */
async function openPage(browser, modules, server, file) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.route(/^https:/, (route) => {
    const { body, problem } = fileOf(modules, route.request().url());
    if (body === undefined) {
      complaints.push(problem ?? '');
      return route.abort();
    }
    return route.fulfill({ body, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } });
  });
  try {
    await page.goto(server + file);
    const read = "document.querySelector('output').value";
    const failed = new Promise((_, reject) => page.once('requestfailed', () => reject(new Error('a request failed'))));
    await Promise.race([failed, page.waitForFunction(read, undefined, { timeout: 60_000 })]).catch(({ message }) =>
      complaints.push(message),
    );
    const text = String(await page.evaluate(read));
    const [measured = Number.NaN, exact = Number.NaN] = [...text.matchAll(/([\d.]+) m\b/g)].map(([, metres]) =>
      Number(metres),
    );
    const isRight = Math.abs(measured / exact - 1) < 0.025;
    return { text: [`${file}: ${text}`, ...complaints].join('; '), failed: !isRight || complaints.length > 0 };
  } finally {
    await page.close();
  }
}
