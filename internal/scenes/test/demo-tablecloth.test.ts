import { describe, expect, test } from 'vitest';
import { tablecloth } from '../src/demo/tablecloth.js';
import { integrateGlass } from '../src/demo/tablecloth-reference.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

test('the reference for a narrow glass is the closed form', () => {
  const g = 9.81;
  const glass = { r: 0.004, h: 0.004, thick: 1e-4, toEdge: 0.55, pull: 15, mu: 0.2, muTable: 0.4, gravity: g };
  const v2 = (2 * 0.55 * (0.2 * g) ** 2) / (15 - 0.2 * g);
  const ways = integrateGlass(glass, 1);
  expect(Math.abs(ways[ways.length - 1] / (v2 / (0.4 * g) + v2 / (0.8 * g)) - 1)).toBeLessThan(0.006);
});

for (const { engine } of engines) {
  describe(`tablecloth in ${engine}`, () => {
    test('the glass moves by the reference distance, 8 %; not in the stock engine', () => {
      const ours = runDemo(tablecloth, engine, true);
      expectGood(ours);
      expect(ours.apart).toBeLessThan(0.012);
      if (full || engine === 'cannon') expectGood(runDemo(tablecloth, engine, false), false);
    });

    test('the glass comes along with a slow pull', () => {
      const run = runDemo(tablecloth, engine, true, { pull: 1.9 });
      expectGood(run);
      expect(run.proof).toBeGreaterThan(0.79);
    });

    test('the mass of the glass does not matter', () => {
      const [light, heavy] = [0.05, 2].map((mass) => runDemo(tablecloth, engine, true, { mass }).proof);
      expect(Math.abs(light / heavy - 1)).toBeLessThan(0.02);
    });

    test.each(extremes(tablecloth))('finite with %o', (change) => {
      expect(runDemo(tablecloth, engine, true, change, 0.9).finite).toBe(true);
    });
  });
}
