import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

const script = buildSync({
  entryPoints: [fileURLToPath(new URL('allocation-run.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
}).outputFiles[0].text;

test.each(['level', 'tipped'])(
  'a step of planarSlider, %s, allocates nothing after warm-up',
  (name) => {
    const room = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
    const result = JSON.parse(
      execFileSync(process.execPath, [...room, '-', name], { input: script, encoding: 'utf8' }),
    );
    expect(result.sliding).toBeGreaterThan(0.3);
    // What is left is the runtime's own; one number per step would be 12 bytes or more.
    expect(result.bytesPerStep).toBeLessThan(8);
  },
  30_000,
);
