import { expect, test } from 'vitest';
import { bundleScript, OPTIMIZE_EARLY } from '../../../scripts/testing/child.js';

test('a step of a floor does not allocate after warm-up', () => {
  const run = bundleScript(new URL('allocation-run.ts', import.meta.url));
  const { bytes, patches, load } = run<{ bytes: number; patches: number; load: number }>([
    '--single-threaded',
    OPTIMIZE_EARLY,
  ]);
  expect(patches).toBeGreaterThan(40);
  expect(load).toBeGreaterThan(0);
  // Per body. The rest belongs to the runtime; one vector would be 40 bytes.
  expect(bytes).toBeLessThan(20);
});
