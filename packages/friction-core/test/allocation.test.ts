import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

test('a step allocates nothing after warm-up', () => {
  const script = buildSync({
    entryPoints: [fileURLToPath(new URL('allocation-run.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
  }).outputFiles[0].text;
  const room = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
  const result = JSON.parse(execFileSync(process.execPath, [...room, '-'], { input: script, encoding: 'utf8' }));
  expect(result.patches).toBe(20);
  expect(result.sliding).toBe(20);
  // What is left is the runtime's own. One number per patch and substep would already be 2500 bytes.
  expect(result.bytesPerStep).toBeLessThan(1000);
});
