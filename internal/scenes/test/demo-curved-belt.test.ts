import { describe, expect, test } from 'vitest';
import { curvedBelt } from '../src/demo/curved-belt.js';
import { engines } from './engines.js';
import { some } from './full.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

for (const { engine } of engines) {
  describe(`luggage carousel in ${engine}`, () => {
    test('a hard shell follows the curve up to v²/R = μ g, and no further', () => {
      const run = runDemo(curvedBelt, engine, true, {}, 6.5);
      expectGood(run);
      expect(run.probe.curve).toBeGreaterThan(0.2);
    });

    test('nothing moves in the stock engine', () => {
      const run = runDemo(curvedBelt, engine, false, {}, 1);
      expect(run.proof).toBeNaN();
      expect(run.probe.curve).toBeLessThan(1e-3);
    });

    test.each(some(extremes(curvedBelt), 1))('finite and correct with %o', (change) => {
      const run = runDemo(curvedBelt, engine, true, change, 9);
      expect(run.finite).toBe(true);
      expectGood(run);
    });
  });
}
