import { describe, expect, test } from 'vitest';
import { defaultsOf } from '../src/demo/index.js';
import { tops } from '../src/demo/tops.js';
import { engines } from './engines.js';
import { full } from './full.js';
import { expectGood, extremes, runDemo } from './run-demo.js';

const BACK = { what: 'rattleback' } as const;

test('the references invert or reverse only when they should', () => {
  const defaults = defaultsOf(tops);
  const reference = (change: Partial<typeof defaults>): number => tops.proof.reference({ ...defaults, ...change });
  expect(reference({})).toBeLessThan(-3);
  expect(reference({ mu: 0 })).toBeGreaterThan(20);
  expect(reference({ spin: 8 })).toBeGreaterThan(6);
  expect(reference({ ...BACK })).toBeLessThan(-0.5);
  expect(reference({ ...BACK, turn: -2.2 })).toBeLessThan(-2);
  expect(reference({ ...BACK, mu: 0 })).toBeGreaterThan(1.5);
});

for (const { engine } of engines) {
  describe(`tops in ${engine}`, () => {
    test('the tippe top inverts at the reference time; not in stock cannon-es', () => {
      const ours = runDemo(tops, engine, true);
      expectGood(ours);
      const [, lying] = ours.probe.facts ?? [];
      expect(Math.abs(lying.value / (lying.reference ?? Number.NaN) - 1)).toBeLessThan(0.02);
      if (full || engine === 'cannon') expectGood(runDemo(tops, engine, false), engine === 'rapier');
    });

    test('the tippe top does not invert without friction', () => {
      const run = runDemo(tops, engine, true, { mu: 0 });
      expect(run.proof).toBeGreaterThan(20);
      expectGood(run);
    });

    test('the rattleback reverses from one side only', () => {
      const wrong = runDemo(tops, engine, true, BACK);
      expectGood(wrong);
      expect(wrong.proof).toBeLessThan(-0.4);
      expect(wrong.apart).toBeLessThan(0.6);
      const right = runDemo(tops, engine, true, { ...BACK, turn: -2.2 });
      expectGood(right);
      expect(right.proof).toBeLessThan(-1.8);
    });

    test.each(extremes(tops))('finite with %o', (change) => {
      const what = 'turn' in change || 'nudge' in change ? 'rattleback' : 'tippe';
      expect(runDemo(tops, engine, true, { what, ...change }, 0.5).finite).toBe(true);
    });
  });
}
