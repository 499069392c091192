import { expect, test } from 'vitest';
import { bundleScript, OPTIMIZE_EARLY } from '../../../scripts/testing/child.js';

interface Result {
  patches: number;
  sliding: number;
  vertices: number;
  bytes: Record<'step' | 'adhesiveStep' | 'contacts' | 'contactsOfMany' | 'lines' | 'events' | 'impacts', number>;
}

test('steps, contacts(), debugLines and events do not allocate after warm-up', () => {
  const run = bundleScript(new URL('allocation-run.ts', import.meta.url));
  // Single-threaded, so that compilation does not depend on the load of the machine.
  const result = run<Result>(['--single-threaded', OPTIMIZE_EARLY]);
  expect(result.patches).toBe(20);
  expect(result.sliding).toBe(20);
  expect(result.vertices).toBeGreaterThan(1000);
  // The rest belongs to the runtime. One number per patch and substep would be 2500 bytes.
  expect(result.bytes.step).toBeLessThan(500);
  expect(result.bytes.adhesiveStep).toBeLessThan(500);
  // One iterator and one view per loop, nothing per patch: a vector for each of 20 would be 3000 bytes more.
  expect(result.bytes.contacts).toBeLessThan(2200);
  expect(result.bytes.contactsOfMany - result.bytes.contacts).toBeLessThan(500);
  expect(result.bytes.lines).toBeLessThan(100);
  expect(result.bytes.events).toBeLessThan(100);
  expect(result.bytes.impacts).toBeLessThan(100);
});
