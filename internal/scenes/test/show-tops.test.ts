import { describe, expect, test } from 'vitest';
import { defaultsOf } from '../src/show/index.js';
import { tops } from '../src/show/tops.js';
import { engines } from './engines.js';
import { extremes, runShow } from './run-show.js';

const BACK = { what: 'rattleback' } as const;

test('the truths: what turns over, and what does not', () => {
  const defaults = defaultsOf(tops);
  const truth = (change: Partial<typeof defaults>): number => tops.proof.truth({ ...defaults, ...change });
  expect(truth({})).toBeLessThan(-3);
  expect(truth({ mu: 0 })).toBeGreaterThan(20);
  expect(truth({ spin: 8 })).toBeGreaterThan(6);
  expect(truth({ ...BACK })).toBeLessThan(-0.5);
  expect(truth({ ...BACK, turn: -2.2 })).toBeLessThan(-2);
  expect(truth({ ...BACK, mu: 0 })).toBeGreaterThan(1.5);
});

for (const { engine } of engines) {
  describe(`tops in ${engine}`, () => {
    test('the tippe top turns over when it should; in stock cannon-es it does not', () => {
      const ours = runShow(tops, engine, true);
      expect(ours.good, `${ours.proof}`).toBe(true);
      const [, lying] = ours.probe.facts ?? [];
      expect(Math.abs(lying.value / (lying.truth ?? Number.NaN) - 1)).toBeLessThan(0.02);
      const stock = runShow(tops, engine, false);
      expect(stock.good, `${stock.proof}`).toBe(engine === 'rapier');
    });

    test('without friction it does not', () => {
      const { proof, good } = runShow(tops, engine, true, { mu: 0 });
      expect(proof).toBeGreaterThan(20);
      expect(good).toBe(true);
    });

    test('the rattleback comes back from one side only', () => {
      const wrong = runShow(tops, engine, true, BACK);
      expect(wrong.good, `${wrong.proof}`).toBe(true);
      expect(wrong.proof).toBeLessThan(-0.4);
      expect(wrong.apart).toBeLessThan(0.6);
      const right = runShow(tops, engine, true, { ...BACK, turn: -2.2 });
      expect(right.good, `${right.proof}`).toBe(true);
      expect(right.proof).toBeLessThan(-1.8);
    });

    test.each(extremes(tops))('finite with %o', (change) => {
      const what = 'turn' in change || 'nudge' in change ? 'rattleback' : 'tippe';
      expect(runShow(tops, engine, true, { what, ...change }, 0.5).finite).toBe(true);
    });
  });
}
