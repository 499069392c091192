import { expect, test } from 'vitest';
import { bundleScript } from '../../../scripts/testing/child.js';

test('a solve with a workspace leaves nothing behind that grows with the problem', () => {
  const run = bundleScript(new URL('allocation-run.ts', import.meta.url));
  // One thread: how soon the code is compiled does not depend on how busy the machine is.
  const { n, bytes } = run<{ n: number; bytes: Record<string, number> }>(['--expose-gc', '--single-threaded']);
  expect(Object.keys(bytes)).toHaveLength(7);
  // A copy of the matrix would be 8 n² bytes; what is left are boxed numbers.
  for (const [method, left] of Object.entries(bytes)) expect(left, `${method}, bytes`).toBeLessThan(8 * n * n);
});
