import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

test('a step allocates nothing after warm-up, nor does reading, drawing and being told', () => {
  const script = buildSync({
    entryPoints: [fileURLToPath(new URL('allocation-run.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
  }).outputFiles[0].text;
  // One thread: how soon the code is compiled does not depend on how busy the machine is.
  const room = ['--min-semi-space-size=128', '--max-semi-space-size=128', '--single-threaded'];
  const result = JSON.parse(execFileSync(process.execPath, [...room, '-'], { input: script, encoding: 'utf8' }));
  expect(result.patches).toBe(20);
  expect(result.sliding).toBe(20);
  expect(result.vertices).toBeGreaterThan(1000);
  // What is left is the runtime's own. One number per patch and substep would already be 2500 bytes.
  expect(result.bytes.step).toBeLessThan(500);
  // One iterator and one view per loop, nothing per patch: a vector for each of 20 would be 3000 bytes more.
  expect(result.bytes.contacts).toBeLessThan(2200);
  expect(result.bytes.contactsOfMany - result.bytes.contacts).toBeLessThan(500);
  expect(result.bytes.lines).toBeLessThan(100);
  expect(result.bytes.events).toBeLessThan(100);
});
