import { expect, test } from 'vitest';
import { bundleScript } from '../../../../scripts/testing/child.js';

const run = bundleScript(new URL('allocation-run.ts', import.meta.url));

test.each(['karnopp', 'quinn', 'fixedStep', 'fixedStepCurve', 'viscoElastic', 'compound'])(
  'a step of %s allocates nothing after warm-up',
  (name) => {
    const result = run<{ bytesPerStep: number }>([], name);
    // The rest belongs to the runtime; one number per step would be 12 bytes or more.
    expect(result.bytesPerStep).toBeGreaterThanOrEqual(0);
    expect(result.bytesPerStep).toBeLessThan(8);
  },
);
