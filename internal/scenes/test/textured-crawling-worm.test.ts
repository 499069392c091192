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

const truth = exactCrawl({}, PERIODS);

test('the truth: easy forwards, hard backwards, and 0.3 m per period', () => {
  const [forward, backward] = bellyFriction({});
  expect(backward).toBeGreaterThan(2.5 * forward);
  expect(truth).toBeGreaterThan(0.28);
  expect(exactCrawl({ belly: 'backward' }, PERIODS)).toBeCloseTo(-truth, 9);
  expect(exactCrawl({ belly: 'symmetric' }, PERIODS)).toBeCloseTo(0, 9);
});

for (const { engine, build, create } of engines) {
  describe(`crawling worm in ${engine}`, () => {
    for (const [dt, tolerance] of STEPS) {
      test(`crawls forward as the points of the truth do, at 1/${Math.round(1 / dt)} s, ${100 * tolerance} %`, () => {
        const { perPeriod, aside } = measureCrawl(build, {}, PERIODS, dt);
        expect(Math.abs(perPeriod / truth - 1)).toBeLessThan(tolerance);
        expect(Math.abs(aside)).toBeLessThan(1e-3);
      });
    }

    const forward = measureCrawl(build, {}, PERIODS, 1 / 60).perPeriod;

    test('as far backward when the texture is turned round', () => {
      const backward = measureCrawl(build, { belly: 'backward' }, PERIODS, 1 / 60).perPeriod;
      expect(Math.abs(backward / forward + 1)).toBeLessThan(0.005);
    });

    test('stays where it is with symmetric ridges, and with the plain mean', () => {
      for (const worm of [{ belly: 'symmetric' }, { sharpness: 1 }] as const) {
        expect(Math.abs(measureCrawl(build, worm, PERIODS, 1 / 60).perPeriod)).toBeLessThan(1e-4 * forward);
      }
    });

    test('whichever way it lies', () => {
      const turned = measureCrawl(build, { heading: 0.7 }, PERIODS, 1 / 60).perPeriod;
      expect(Math.abs(turned / forward - 1)).toBeLessThan(0.005);
    });

    test('the stock engine, with one coefficient for all directions, gets nowhere', () => {
      const stock = measureCrawl((scene) => create(scene, { stiction: false }), {}, PERIODS, 1 / 60).perPeriod;
      expect(Math.abs(stock)).toBeLessThan(0.1 * forward);
    });
  });
}
