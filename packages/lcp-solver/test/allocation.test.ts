import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

test('a solve with a workspace leaves nothing behind that grows with the problem', () => {
  const script = buildSync({
    entryPoints: [fileURLToPath(new URL('allocation-run.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
  }).outputFiles[0].text;
  // One thread: how soon the code is compiled does not depend on how busy the machine is.
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128', '--single-threaded'];
  const { n, bytes } = JSON.parse(execFileSync(process.execPath, [...flags, '-'], { input: script, encoding: 'utf8' }));
  expect(Object.keys(bytes)).toHaveLength(7);
  // A copy of the matrix would be 8 n² bytes; what is left are boxed numbers.
  for (const [method, left] of Object.entries<number>(bytes)) expect(left, `${method}, bytes`).toBeLessThan(8 * n * n);
});
