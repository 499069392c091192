import { describe, expect, test } from 'vitest';
import { impacts } from '../src/demo/impacts.js';
import { engines } from './engines.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

for (const { engine } of engines) {
  describe(`impacts in ${engine}`, () => {
    test('each first landing is reported with m v (1 + e)', () => {
      const run = runDemo(impacts, engine, true);
      expectGood(run);
      const landings = run.probe.facts?.filter(({ reference }) => reference !== undefined) ?? [];
      expect(landings).toHaveLength(3);
      for (const { label, value, reference = Number.NaN } of landings) {
        expect(Math.abs(value / reference - 1), label).toBeLessThan(0.04);
      }
    });

    test('each landing leaves one ring', () => {
      const { probe } = runDemo(impacts, engine, true);
      const landings = probe.facts?.find(({ label }) => label === 'Landings')?.value;
      expect(probe.marks).toHaveLength(landings ?? Number.NaN);
      expect(landings).toBeGreaterThan(15);
      expect(landings).toBeLessThan(40);
    });

    test('stock engines report nothing', () => {
      const run = runDemo(impacts, engine, false, {}, 1);
      expectGood(run, false);
      expect(run.probe.marks).toHaveLength(0);
    });

    test.each(extremes(impacts))('finite and correct with %o', (change) => {
      const run = runDemo(impacts, engine, true, change);
      expect(run.finite).toBe(true);
      expectGood(run);
    });
  });
}
