import { describe, expect, test } from 'vitest';
import { conveyor } from '../src/demo/conveyor.js';
import { engines } from './engines.js';
import { full, some } from './full.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

for (const { engine } of engines) {
  describe(`conveyor in ${engine}`, () => {
    test('the last parcel lags by v²/(2 μ g), and all reach their lanes', () => {
      const run = runDemo(conveyor, engine, true);
      expectGood(run);
      expect(run.apart).toBeLessThan(0.07); // one step of μ g
      expect(run.probe.facts?.[0].value).toBe(6);
    });

    test('nothing moves in the stock engine', () => {
      const run = runDemo(conveyor, engine, false, {}, 2);
      expectGood(run, false);
      expect(run.proof).toBeCloseTo(2, 1);
      expect(run.probe.facts?.[0].value).toBe(0);
    });

    test.each(some(['crossed', 'ahead'], 1))('sorts by the plan "%s"', (plan) => {
      expect(runDemo(conveyor, engine, true, { plan }).probe.facts?.[0].value).toBe(6);
    });

    test.each(extremes(conveyor).filter(({ plan }) => !full || plan === undefined))(
      'finite and correct with %o',
      (change) => {
        const run = runDemo(conveyor, engine, true, change, 4);
        expect(run.finite).toBe(true);
        expectGood(run);
      },
    );
  });
}
