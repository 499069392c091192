import { expect, test } from 'vitest';
import { bundleScript } from '../../../../scripts/testing/child.js';

test('a solve with a workspace allocates no memory that grows with the problem', () => {
  const run = bundleScript(new URL('allocation-run.ts', import.meta.url));
  // Single-threaded, so that the time of compilation does not depend on the load of the machine.
  const { n, bytes } = run<{ n: number; bytes: Record<string, number> }>(['--expose-gc', '--single-threaded']);
  expect(Object.keys(bytes)).toHaveLength(7);
  // A copy of the matrix takes 8 n² bytes; the rest are boxed numbers.
  for (const [method, left] of Object.entries(bytes)) expect(left, `${method}, bytes`).toBeLessThan(8 * n * n);
});
