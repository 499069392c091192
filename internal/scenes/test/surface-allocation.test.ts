import { expect, test } from 'vitest';
import { bundleScript, OPTIMIZE_EARLY } from '../../../scripts/testing/child.js';

interface Allocation {
  bytesPerPoint: number;
  points: number;
}

const run = bundleScript(new URL('surface-allocation-run.ts', import.meta.url));

test.each(['cannon', 'rapier'])('materials by place allocate nothing per contact point, %s', (engine) => {
  const found = run<Record<'function' | 'splatMap' | 'wasteful', Allocation>>([OPTIMIZE_EARLY], engine);
  for (const { points } of Object.values(found)) expect(points).toBeGreaterThanOrEqual(40);
  // One number per point would be 12 bytes or more.
  expect(found.function.bytesPerPoint).toBeLessThan(1);
  expect(found.splatMap.bytesPerPoint).toBeLessThan(1);
  // The measurement notices an allocation of the surface function itself.
  expect(found.wasteful.bytesPerPoint).toBeGreaterThan(10);
});
