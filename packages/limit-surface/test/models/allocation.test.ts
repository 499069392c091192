import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

test('kernels, patches and steps allocate nothing after warm-up', () => {
  const script = buildSync({
    entryPoints: [fileURLToPath(new URL('allocation-run.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
  }).outputFiles[0].text;
  const room = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
  const bytes = JSON.parse(execFileSync(process.execPath, [...room, '-'], { input: script, encoding: 'utf8' }));
  // Bytes per evaluation or step; one boxed number would be 16.
  for (const [name, used] of Object.entries(bytes)) expect([name, Math.round(used as number)]).toEqual([name, 0]);
}, 60_000);
