import { expect, test } from 'vitest';
import { bundleScript } from '../../../../scripts/testing/child.js';

const run = bundleScript(new URL('allocation-run.ts', import.meta.url));

test.each(['level', 'tipped'])(
  'a step of createEcpSlider, %s, allocates nothing after warm-up',
  (name) => {
    const result = run<{ sliding: number; bytesPerStep: number }>([], name);
    expect(result.sliding).toBeGreaterThan(0.3);
    // The rest is due to the runtime; one number per step would take 12 bytes or more.
    expect(result.bytesPerStep).toBeLessThan(8);
  },
  30_000,
);
