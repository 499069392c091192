import { expect, test } from 'vitest';
import { bundleScript } from '../../../../scripts/testing/child.js';

test('kernels, shape data and steps allocate nothing after warm-up', () => {
  const run = bundleScript(new URL('allocation-run.ts', import.meta.url));
  const bytes = run<Record<string, number>>();
  // Bytes per evaluation or step; a boxed number takes 16.
  for (const [name, used] of Object.entries(bytes)) expect([name, Math.round(used)]).toEqual([name, 0]);
}, 60_000);
