import { describe, expect, test } from 'vitest';
import { hangingBoxes } from '../src/demo/hanging-boxes.js';
import { engines } from './engines.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

for (const { engine } of engines) {
  describe(`hanging magnets in ${engine}`, () => {
    test('the pulled magnet comes off at m g + F = a, the others hang or fall by their weight', () => {
      const run = runDemo(hangingBoxes, engine, true);
      expectGood(run);
      const [fact] = run.probe.facts ?? [];
      expect(fact.value).toBe(fact.reference);
      // It leaves the range a step late, and then falls at 22 m/s².
      expect(run.apart).toBeLessThan(0.06);
    });

    test('everything falls in the stock engine', () => {
      const run = runDemo(hangingBoxes, engine, false, {}, 2);
      expectGood(run, false);
      // Four of seven should hold.
      expect(run.probe.facts?.[0].value).toBe(3);
    });

    test.each(extremes(hangingBoxes))('finite and correct with %o', (change) => {
      const run = runDemo(hangingBoxes, engine, true, change);
      expect(run.finite).toBe(true);
      expectGood(run);
      const [fact] = run.probe.facts ?? [];
      expect(fact.value).toBe(fact.reference);
    });
  });
}
