import { describe, expect, test } from 'vitest';
import { halfOnIce } from '../src/demo/half-on-ice.js';
import { engines } from './engines.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

for (const { engine } of engines) {
  describe(`crate half on ice in ${engine}`, () => {
    test('turns as the fine integration says', () => {
      expectGood(runDemo(halfOnIce, engine, true));
    });

    test('does not turn in the stock engine', () => {
      const run = runDemo(halfOnIce, engine, false);
      expectGood(run, false);
      expect(Math.abs(run.proof)).toBeLessThan(1);
    });

    test.each(extremes(halfOnIce))('finite and correct with %o', (change) => {
      const run = runDemo(halfOnIce, engine, true, change);
      expect(run.finite).toBe(true);
      expectGood(run);
    });
  });
}
