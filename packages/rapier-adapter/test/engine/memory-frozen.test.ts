import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

test('prototypes that are frozen, as in a hardened realm: one warning, and the API', () => {
  const script = buildSync({
    entryPoints: [fileURLToPath(new URL('memory-frozen-run.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
  }).outputFiles[0].text;
  const result = JSON.parse(execFileSync(process.execPath, ['-'], { input: script, encoding: 'utf8' }));
  expect(result.x / (4 / (2 * 0.4 * 9.81))).toBeCloseTo(1, 1);
  expect(result.warnings).toBe(1);
  expect(result.reader).toBe('api');
  expect(result.problem).toMatch(/memory of this Rapier cannot be read/);
});
