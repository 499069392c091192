// Runs every `check:*` of package.json, and further scripts given by name, in parallel on all cores: `npm run check -- [script...]`. Prints
// the output and duration of each. All run to the end, even if one fails. Everything must be built before: no script here may build.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** The longest first, to balance the load. */
const FIRST = ['league:ci', 'check:tarballs', 'check:packages', 'check:snippets', 'check:api'];

/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const named = process.argv.slice(2);
const unknown = named.filter((name) => !scripts[name]);
if (unknown.length > 0) {
  console.error(`package.json has no script ${unknown.join(', ')}`);
  process.exit(1);
}
/** @type {(name: string) => number} */
const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const waiting = [...new Set([...checks, ...named])].sort((a, b) => rank(a) - rank(b));
/** @type {string[]} */
const failed = [];

/** @type {(name: string) => Promise<void>} */
function run(name) {
  const start = performance.now();
  const child = spawn('npm', ['run', '--silent', name], { cwd: root, shell: process.platform === 'win32' });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  }
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(`${text.trimEnd()}\n${name} ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`);
      if (status !== 0) failed.push(name);
      resolve();
    });
  });
}

async function work() {
  for (let name = waiting.shift(); name; name = waiting.shift()) await run(name);
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length > 0) {
  console.error(`failed: ${failed.map((name) => `npm run ${name}`).join(', ')}`);
  process.exit(1);
}
