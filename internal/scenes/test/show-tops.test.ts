import { describe, expect, test } from 'vitest';
import { defaultsOf } from '../src/show/index.js';
import { tops } from '../src/show/tops.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { expectGood, extremes, runShow } from './run-show.js';

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
      expectGood(ours);
      const [, lying] = ours.probe.facts ?? [];
      expect(Math.abs(lying.value / (lying.truth ?? Number.NaN) - 1)).toBeLessThan(0.02);
      if (full || engine === 'cannon') expectGood(runShow(tops, engine, false), engine === 'rapier');
    });

    test('without friction it does not', () => {
      const run = runShow(tops, engine, true, { mu: 0 });
      expect(run.proof).toBeGreaterThan(20);
      expectGood(run);
    });

    test('the rattleback comes back from one side only', () => {
      const wrong = runShow(tops, engine, true, BACK);
      expectGood(wrong);
      expect(wrong.proof).toBeLessThan(-0.4);
      expect(wrong.apart).toBeLessThan(0.6);
      const right = runShow(tops, engine, true, { ...BACK, turn: -2.2 });
      expectGood(right);
      expect(right.proof).toBeLessThan(-1.8);
    });

    test.each(extremes(tops))('finite with %o', (change) => {
      const what = 'turn' in change || 'nudge' in change ? 'rattleback' : 'tippe';
      expect(runShow(tops, engine, true, { what, ...change }, 0.5).finite).toBe(true);
    });
  });
}
