import { describe, expect, test } from 'vitest';
import { bellyFriction, exactCrawl, measureCrawl } from '../src/textured/crawling-worm.js';
import { engines } from './engines.js';
import { full } from './full.js';

const PERIODS = full ? 3 : 2;

/** Measured: 1 %, 3 % and 6 %. Muscles hold their force for a whole step. */
const ALL_STEPS: [dt: number, tolerance: number][] = [
  [1 / 240, 0.02],
  [1 / 100, 0.05],
  [1 / 60, 0.09],
];
const STEPS = full ? ALL_STEPS : [ALL_STEPS[1]];

const reference = exactCrawl({}, PERIODS);

test('the reference: less friction forward than backward, 0.3 m per period', () => {
  const [forward, backward] = bellyFriction({});
  expect(backward).toBeGreaterThan(2.5 * forward);
  expect(reference).toBeGreaterThan(0.28);
  expect(exactCrawl({ belly: 'backward' }, PERIODS)).toBeCloseTo(-reference, 9);
  expect(exactCrawl({ belly: 'symmetric' }, PERIODS)).toBeCloseTo(0, 9);
});

for (const { engine, build, create } of engines) {
  describe(`crawling worm in ${engine}`, () => {
    for (const [dt, tolerance] of STEPS) {
      test(`crawls forward as far as the reference, at 1/${Math.round(1 / dt)} s, ${100 * tolerance} %`, () => {
        const { perPeriod, sideways } = measureCrawl(build, {}, PERIODS, dt);
        expect(Math.abs(perPeriod / reference - 1)).toBeLessThan(tolerance);
        expect(Math.abs(sideways)).toBeLessThan(1e-3);
      });
    }

    const forward = measureCrawl(build, {}, PERIODS, 1 / 60).perPeriod;

    test('crawls equally far backward with the reversed texture', () => {
      const backward = measureCrawl(build, { belly: 'backward' }, PERIODS, 1 / 60).perPeriod;
      expect(Math.abs(backward / forward + 1)).toBeLessThan(0.005);
    });

    test('does not crawl with symmetric ridges or the plain mean', () => {
      for (const worm of [{ belly: 'symmetric' }, { sharpness: 1 }] as const) {
        expect(Math.abs(measureCrawl(build, worm, PERIODS, 1 / 60).perPeriod)).toBeLessThan(1e-4 * forward);
      }
    });

    test('crawls equally in every direction', () => {
      const turned = measureCrawl(build, { heading: 0.7 }, PERIODS, 1 / 60).perPeriod;
      expect(Math.abs(turned / forward - 1)).toBeLessThan(0.005);
    });

    test('does not crawl in the stock engine, which has one coefficient for all directions', () => {
      const stock = measureCrawl((scene) => create(scene, { stiction: false }), {}, PERIODS, 1 / 60).perPeriod;
      expect(Math.abs(stock)).toBeLessThan(0.1 * forward);
    });
  });
}
