import { expect, test } from 'vitest';
import { bundleScript, OPTIMIZE_EARLY } from '../../../scripts/testing/child.js';

test('a step of a vehicle does not allocate after warm-up', () => {
  const run = bundleScript(new URL('allocation-run.ts', import.meta.url));
  const { bytes, load } = run<{ bytes: number; load: number }>(['--single-threaded', OPTIMIZE_EARLY]);
  expect(load).toBeGreaterThan(1000);
  // The rest belongs to the runtime. One vector per wheel would be 400 bytes.
  expect(bytes).toBeLessThan(100);
});

test('the ports do not allocate after warm-up, except for what reading from Rapier takes', () => {
  const run = bundleScript(new URL('engine-allocation-run.ts', import.meta.url));
  const results = run<Record<'cannon' | 'cylinder' | 'rapier', { bytes: number; load: number }>>(['--single-threaded']);
  for (const { load } of Object.values(results)) expect(load).toBeGreaterThan(1000);
  expect(results.cannon.bytes).toBeLessThan(180);
  expect(results.cylinder.bytes).toBeLessThan(260);
  // Every number that WebAssembly passes is allocated. One vector per wheel would be 160 bytes more.
  expect(results.rapier.bytes).toBeLessThan(1200);
});
