import { expect, test } from 'vitest';
import { bundleScript } from '../../../scripts/testing/child.js';

interface Result {
  patches: number;
  sliding: number;
  vertices: number;
  bytes: Record<'step' | 'contacts' | 'contactsOfMany' | 'lines' | 'events', number>;
}

test('a step allocates nothing after warm-up, nor does reading, drawing and being told', () => {
  const run = bundleScript(new URL('allocation-run.ts', import.meta.url));
  // One thread: how soon the code is compiled does not depend on how busy the machine is.
  const result = run<Result>(['--single-threaded']);
  expect(result.patches).toBe(20);
  expect(result.sliding).toBe(20);
  expect(result.vertices).toBeGreaterThan(1000);
  // What is left is the runtime's own. One number per patch and substep would already be 2500 bytes.
  expect(result.bytes.step).toBeLessThan(500);
  // One iterator and one view per loop, nothing per patch: a vector for each of 20 would be 3000 bytes more.
  expect(result.bytes.contacts).toBeLessThan(2200);
  expect(result.bytes.contactsOfMany - result.bytes.contacts).toBeLessThan(500);
  expect(result.bytes.lines).toBeLessThan(100);
  expect(result.bytes.events).toBeLessThan(100);
});
