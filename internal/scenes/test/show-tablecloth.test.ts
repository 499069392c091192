import { describe, expect, test } from 'vitest';
import { tablecloth } from '../src/show/tablecloth.js';
import { integrateGlass } from '../src/show/tablecloth-truth.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { expectGood, extremes, runShow } from './run-show.js';

test('the truth of a narrow glass is the closed form', () => {
  const g = 9.81;
  const glass = { r: 0.004, h: 0.004, thick: 1e-4, toEdge: 0.55, pull: 15, mu: 0.2, muTable: 0.4, gravity: g };
  const v2 = (2 * 0.55 * (0.2 * g) ** 2) / (15 - 0.2 * g);
  const ways = integrateGlass(glass, 1);
  expect(Math.abs(ways[ways.length - 1] / (v2 / (0.4 * g) + v2 / (0.8 * g)) - 1)).toBeLessThan(0.006);
});

for (const { engine } of engines) {
  describe(`tablecloth in ${engine}`, () => {
    test('the glass stays within 8 % of its way; stock it does not', () => {
      const ours = runShow(tablecloth, engine, true);
      expectGood(ours);
      expect(ours.apart).toBeLessThan(0.012);
      if (full || engine === 'cannon') expectGood(runShow(tablecloth, engine, false), false);
    });

    test('pulled slowly it comes along', () => {
      const run = runShow(tablecloth, engine, true, { pull: 1.9 });
      expectGood(run);
      expect(run.proof).toBeGreaterThan(0.79);
    });

    test('its mass does not matter', () => {
      const [light, heavy] = [0.05, 2].map((mass) => runShow(tablecloth, engine, true, { mass }).proof);
      expect(Math.abs(light / heavy - 1)).toBeLessThan(0.02);
    });

    test.each(extremes(tablecloth))('finite with %o', (change) => {
      expect(runShow(tablecloth, engine, true, change, 0.9).finite).toBe(true);
    });
  });
}
