import { expect, test } from 'vitest';
import { bundleScript } from '../../../scripts/testing/child.js';

interface Allocation {
  bytesPerPoint: number;
  points: number;
}

const run = bundleScript(new URL('surface-allocation-run.ts', import.meta.url));
/** Compiled early: what runs once per step would stay interpreted, where each number that is computed is allocated. */
const FLAGS = ['--interrupt-budget=4000'];

test.each(['cannon', 'rapier'])('materials by place allocate nothing per contact point, %s', (engine) => {
  const found = run<Record<'function' | 'splatMap' | 'wasteful', Allocation>>(FLAGS, engine);
  for (const { points } of Object.values(found)) expect(points).toBeGreaterThanOrEqual(40);
  // One number per point would be 12 bytes or more.
  expect(found.function.bytesPerPoint).toBeLessThan(1);
  expect(found.splatMap.bytesPerPoint).toBeLessThan(1);
  // The measurement notices an allocation of the surface function itself.
  expect(found.wasteful.bytesPerPoint).toBeGreaterThan(10);
});
