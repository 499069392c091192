// Checks that no committed file contains a package registry or a local path.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** @type {(command: string, ...args: string[]) => string} */
const output = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const configured = output('npm', 'config', 'get', 'registry').trim(); // maybe a private mirror
const host = URL.canParse(configured) ? new URL(configured).host : '';
const FORBIDDEN = [
  { what: 'registry address', pattern: /registry\.(npmjs\.org|yarnpkg\.com)|"resolved": "https?:/ },
  { what: 'local path', pattern: /(?<![\w.~@/-])(\/(work|root|home|Users)\/\w|[A-Z]:\\Users\\)/ },
  ...(host ? [{ what: 'registry host', pattern: new RegExp(host.replaceAll('.', '\\.')) }] : []),
];

const files = output('git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter(Boolean);
const failures = files.flatMap((file) => {
  const path = join(root, file);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return []; // deleted, not yet committed
  const text = readFileSync(path, 'utf8');
  if (text.includes('\0')) return []; // binary
  return text.split('\n').flatMap((line, i) => {
    const hit = FORBIDDEN.find(({ pattern }) => pattern.test(line));
    return hit ? [`${file}:${i + 1}: ${hit.what}: ${line.trim().slice(0, 120)}`] : [];
  });
});

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
console.log(`${files.length} files contain no registry address and no local path`);
