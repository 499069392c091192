import { describe, expect, test } from 'vitest';
import { conveyor } from '../src/show/conveyor.js';
import { engines } from './engines.js';
import { full, some } from './full.js';
import { expectGood, extremes, runShow } from './run-show.js';

for (const { engine } of engines) {
  describe(`conveyor in ${engine}`, () => {
    test('the last parcel stays behind by v²/(2 μ g), and all find their lanes', () => {
      const run = runShow(conveyor, engine, true);
      expectGood(run);
      expect(run.apart).toBeLessThan(0.07); // one step of μ g
      expect(run.probe.facts?.[0].value).toBe(6);
    });

    test('in the stock engine nothing moves', () => {
      const run = runShow(conveyor, engine, false, {}, 2);
      expectGood(run, false);
      expect(run.proof).toBeCloseTo(2, 1);
      expect(run.probe.facts?.[0].value).toBe(0);
    });

    test.each(some(['crossed', 'ahead'], 1))('the plan "%s"', (plan) => {
      expect(runShow(conveyor, engine, true, { plan }).probe.facts?.[0].value).toBe(6);
    });

    test.each(extremes(conveyor).filter(({ plan }) => !full || plan === undefined))(
      'finite and right with %o',
      (change) => {
        const run = runShow(conveyor, engine, true, change, 4);
        expect(run.finite).toBe(true);
        expectGood(run);
      },
    );
  });
}
