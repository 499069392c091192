import { describe, expect, test } from 'vitest';
import { compareCase, compareRuns, comparisonTable, type Saved } from '../src/compare.js';
import { quantile, race } from '../src/timing.js';

const around = (middle: number, spread: number) => ({
  rounds: Array.from({ length: 15 }, (_, k) => middle * (1 + spread * (k / 7 - 1))),
});
const run = (suites: { [suite: string]: { [name: string]: number } }): Saved => ({
  date: '2026-01-01',
  node: 'v20',
  suites: Object.fromEntries(
    Object.entries(suites).map(([suite, cases]) => [
      suite,
      Object.entries(cases).map(([name, middle]) => ({ name, time: middle, ...around(middle, 0.02) })),
    ]),
  ),
});

describe('comparing two runs', () => {
  test('a difference beyond the noise gets a verdict and a ratio', () => {
    expect(compareCase(around(1, 0.05), around(1.3, 0.05))).toEqual({ ratio: 1.3, verdict: 'slower' });
    expect(compareCase(around(1.3, 0.05), around(1, 0.05)).verdict).toBe('faster');
  });

  test('the same difference within the noise is no change', () => {
    expect(compareCase(around(1, 0.9), around(1.3, 0.9)).verdict).toBe('same');
  });

  test('a small difference is no change, however low the noise', () => {
    expect(compareCase(around(1, 0), around(1.04, 0)).verdict).toBe('same');
    expect(compareCase(around(1, 0), around(1 / 1.04, 0)).verdict).toBe('same');
  });

  test('leaves out suites that only one run has, and lists added and removed cases', () => {
    const before = run({ solver: { a: 1, b: 1 }, laws: { coulomb: 1 } });
    const now = run({ solver: { a: 2, c: 1 }, texture: { t: 1 } });
    const all = compareRuns(before, now);
    expect(all.map(({ suite, name, verdict }) => `${suite} ${name} ${verdict}`)).toEqual([
      'solver a slower',
      'solver c new',
      'solver b gone',
    ]);
    expect(comparisonTable(all)).toContain('| solver | a | 2.00 | slower |');
    expect(comparisonTable(all)).toContain('| solver | b | - | gone |');
  });
});

describe('timing', () => {
  test('interpolates quantiles', () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
    expect(quantile([1, 2], 0.25)).toBe(1.25);
    expect(quantile([5], 0.75)).toBe(5);
  });

  test('twice the work takes about twice as long, and the same per item', () => {
    const work = (n: number) => () => {
      let sum = 0;
      for (let k = 0; k < 20_000 * n; k++) sum += Math.sqrt(k);
      if (sum < 0) throw new Error('never');
    };
    const [one, two, per] = race(
      [
        { name: 'one', run: work(1) },
        { name: 'two', run: work(2) },
        { name: 'per', run: work(2), per: 2 },
      ],
      { rounds: 9, target: 4 },
    );
    const ratio = quantile(two.rounds, 0.5) / quantile(one.rounds, 0.5);
    expect(ratio).toBeGreaterThan(1.4);
    expect(ratio).toBeLessThan(2.8);
    expect(quantile(per.rounds, 0.5) / quantile(two.rounds, 0.5)).toBeLessThan(0.8);
  });
});
