import { describe, expect, test } from 'vitest';
import { turntable } from '../src/demo/turntable.js';
import { engines } from './engines.js';
import { some } from './full.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

for (const { engine } of engines) {
  describe(`turntable in ${engine}`, () => {
    test('coins stay up to μ g / ω² and slip beyond', () => {
      const run = runDemo(turntable, engine, true, {}, 5);
      expectGood(run);
      expect(run.probe.curve).toBeLessThan(28);
    });

    test('nothing turns in the stock engine', () => {
      const run = runDemo(turntable, engine, false, {}, 1);
      expectGood(run, false);
      expect(run.proof).toBeNaN();
      expect(run.probe.curve).toBe(28);
    });

    test.each(some(extremes(turntable), 1))('finite and correct with %o', (change) => {
      const run = runDemo(turntable, engine, true, change, 5);
      expect(run.finite).toBe(true);
      expectGood(run);
    });
  });
}
