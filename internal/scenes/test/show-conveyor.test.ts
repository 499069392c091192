import { describe, expect, test } from 'vitest';
import { conveyor } from '../src/show/conveyor.js';
import { engines } from './engines.js';
import { extremes, runShow } from './run-show.js';

for (const { engine } of engines) {
  describe(`conveyor in ${engine}`, () => {
    test('the last parcel stays behind by v²/(2 μ g), and all find their lanes', () => {
      const { proof, good, probe, apart } = runShow(conveyor, engine, true);
      expect(good, `${proof}`).toBe(true);
      expect(apart).toBeLessThan(0.07); // one step of μ g
      expect(probe.facts?.[0].value).toBe(6);
    });

    test('in the stock engine nothing moves', () => {
      const { proof, good, probe } = runShow(conveyor, engine, false, {}, 2);
      expect(good).toBe(false);
      expect(proof).toBeCloseTo(2, 1);
      expect(probe.facts?.[0].value).toBe(0);
    });

    test.each(['crossed', 'ahead'])('the plan "%s"', (plan) => {
      expect(runShow(conveyor, engine, true, { plan }).probe.facts?.[0].value).toBe(6);
    });

    test.each(extremes(conveyor).filter(({ plan }) => plan === undefined))('finite and right with %o', (change) => {
      const { proof, good, finite } = runShow(conveyor, engine, true, change, 4);
      expect(finite).toBe(true);
      expect(good, `${proof}`).toBe(true);
    });
  });
}
