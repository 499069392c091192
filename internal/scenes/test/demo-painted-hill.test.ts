import { describe, expect, test } from 'vitest';
import { paintedHill } from '../src/demo/painted-hill.js';
import { slideDown } from '../src/demo/painted-hill-reference.js';
import { engines } from './engines.js';
import { some } from './full.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

test('on a hill without curves a block stops after the drop h = Σ μ Δx', () => {
  // 0.3 m of drop per metre for 4 m; μ is 0.1 for 5 m, then 0.5.
  const mu = (x: number): number => (x < 5 ? 0.1 : 0.5);
  const hill = { slope: (x: number) => (x < 4 ? -0.3 : 0), bend: () => 0, mu };
  expect(slideDown(hill, 0, 20, 0)).toBeCloseTo(5 + (1.2 - 0.5) / 0.5, 1);
  expect(slideDown({ ...hill, mu: () => 0.31 }, 0, 20, 0)).toBe(0);
});

for (const { engine } of engines) {
  describe(`painted hill in ${engine}`, () => {
    test('a sledge stops where the map says, and one on grass stays', () => {
      const run = runDemo(paintedHill, engine, true, {}, 4.7);
      expectGood(run);
      const [middle, near] = run.probe.facts ?? [];
      expect(Math.abs(middle.value / (middle.reference ?? 0) - 1)).toBeLessThan(0.03);
      expect(Math.abs(near.value)).toBeLessThan(1e-3);
    });

    test('nothing slides in the stock engine', () => {
      expectGood(runDemo(paintedHill, engine, false, {}, 1.5), false);
    });

    test.each(some(extremes(paintedHill), 1))('finite and correct with %o', (change) => {
      const run = runDemo(paintedHill, engine, true, change, 4.7);
      expect(run.finite).toBe(true);
      expectGood(run);
    });
  });
}
