// Runs every ```ts block of the documentation, each in a separate thread, against the built packages, and compares its output with the
// document. `node scripts/run-snippets.mjs quick-start` runs those of documents with that text in their name; `--write` updates the
// outputs in the documents.
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { transform } from 'esbuild';
import { snippets } from './snippets.mjs';
import { root } from './workspace.mjs';

const LONGEST = 600_000; // ms, for hanging snippets

/** @typedef {import('./snippets.mjs').Snippet} Snippet */

const [only] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const chosen = snippets().filter(({ document }) => !only || document.includes(only));
const running = chosen.filter(({ noRun, inPage }) => noRun === undefined && !inPage);

// Inside node_modules: imports resolve from the root, and tools ignore the files.
const folder = join(root, 'node_modules', '.cache', `snippets-${process.pid}`);
mkdirSync(folder, { recursive: true });

/** @type {(stream: NodeJS.ReadableStream) => { text: string }} */
function gather(stream) {
  const gathered = { text: '' };
  stream.setEncoding('utf8').on('data', (chunk) => {
    gathered.text += chunk;
  });
  return gathered;
}

/**
 * Output and error of a snippet.
 * @param {Snippet} snippet
 * @returns {Promise<{ printed: string, problem: string | undefined }>}
 */
async function run({ document, line, code }) {
  const { code: script } = await transform(code, {
    loader: 'ts',
    target: 'es2022',
    sourcemap: 'inline',
    sourcefile: join(root, document),
  });
  const file = join(folder, `${document.replaceAll(/[\\/]/g, '~')}~${line}.mjs`);
  writeFileSync(file, script);
  const worker = new Worker(pathToFileURL(file), { stdout: true, stderr: true, execArgv: ['--enable-source-maps'] });
  const out = gather(worker.stdout);
  const errors = gather(worker.stderr);
  return new Promise((resolve) => {
    /** @type {string | undefined} */
    let problem;
    const timer = setTimeout(() => {
      problem = `still runs after ${LONGEST / 1000} s`;
      worker.terminate();
    }, LONGEST);
    worker.on('error', (error) => {
      problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    worker.on('exit', async (status) => {
      clearTimeout(timer);
      if (!worker.stdout.readableEnded) await once(worker.stdout, 'end');
      if (status !== 0) problem ??= `ended with ${status}\n${errors.text}`;
      resolve({ printed: out.text, problem });
    });
  });
}

/** Trims lines and the whole text. @type {(text: string) => string} */
const tidy = (text) => text.replaceAll(/[ \t]+$/gm, '').replace(/^\n+|\s+$/g, '');

/** @type {(snippet: Snippet, printed: string) => void} */
function writeOutput({ document, line }, printed) {
  const path = join(root, document);
  const lines = readFileSync(path, 'utf8').split('\n');
  const start = lines.findIndex((text, k) => k > line && /^\s*```text\s+output\b/.test(text)) + 1;
  const end = lines.findIndex((text, k) => k >= start && text.trim() === '```');
  lines.splice(start, end - start, ...printed.split('\n'));
  writeFileSync(path, lines.join('\n'));
}

const begun = performance.now();
/** @type {string[]} */
const failures = [];
/** @type {{ snippet: Snippet, printed: string }[]} */
const changed = [];
const queue = running.slice();
async function work() {
  for (let snippet = queue.shift(); snippet; snippet = queue.shift()) {
    const { document, line, output } = snippet;
    const { printed, problem } = await run(snippet);
    if (problem) failures.push(`${document}:${line}: ${problem}`);
    else if (output !== undefined && tidy(output) !== tidy(printed)) {
      if (process.argv.includes('--write')) changed.push({ snippet, printed: tidy(printed) });
      else failures.push(`${document}:${line}: prints\n${tidy(printed)}\nand not\n${tidy(output)}`);
    }
  }
}
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
rmSync(folder, { recursive: true });

// From the end, so that earlier line numbers stay valid.
for (const { snippet, printed } of changed.sort((a, b) => b.snippet.line - a.snippet.line))
  writeOutput(snippet, printed);

for (const { document, line, noRun, inPage } of chosen) {
  if (inPage) console.log(`run by the browser tests: ${document}:${line}`);
  else if (noRun !== undefined) console.log(`not run: ${document}:${line}: ${noRun}`);
}
for (const failure of failures.sort()) console.error(failure);
const stated = running.filter(({ output }) => output !== undefined).length;
const seconds = ((performance.now() - begun) / 1000).toFixed(1);
console.log(`${running.length} snippets run in ${seconds} s, ${stated} outputs compared, ${failures.length} failures`);
if (failures.length > 0) process.exit(1);
