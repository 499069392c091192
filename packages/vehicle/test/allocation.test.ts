import { expect, test } from 'vitest';
import { bundleScript } from '../../../scripts/testing/child.js';

test('a step of a vehicle does not allocate after warm-up', () => {
  const run = bundleScript(new URL('allocation-run.ts', import.meta.url));
  const { bytes, load } = run<{ bytes: number; load: number }>(['--single-threaded']);
  expect(load).toBeGreaterThan(1000);
  // The rest belongs to the runtime. One vector per wheel would be 400 bytes.
  expect(bytes).toBeLessThan(100);
});
