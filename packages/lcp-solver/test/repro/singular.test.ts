import { describe, expect, test } from 'vitest';
import { runFamily, singularFamilies } from '../singular/run.js';
import { full } from '../support.js';

/**
 * Checks `solved` and `infeasible` on singular problems with integer data, whose solvability is known exactly.
 * `npm run test:full` solves a million of them.
 */
const total = full ? 1_000_000 : 20_000;
const seed = full ? 20270302 : 20270301;
/** Shares of the contact families in percent; LCPs are cheap and get the rest. An unsolvable problem takes milliseconds. */
const SHARES: Record<string, number> = {
  'planar contact': 6,
  'planar contact, null direction': 6,
  'spatial contact, rotated': 6,
  'spatial contact, rank 1': 5,
  'spatial contact, barely unsolvable': 1,
  'spatial contact, null direction': 6,
  'spatial contact, known solution': 10,
};
const LCP_SHARE = 12;
/** Minimum fraction of solvable problems that must be solved; the rest is `inaccurate`. */
const LEAST: Record<string, number> = {
  'LCP, any singular matrix': 0.96,
  'planar contact': 0.98,
  'planar contact, null direction': 0.97,
  'spatial contact, rotated': 0.975,
};
/** Families in which all problems, or none, are solvable. */
const UNMIXED = [
  'spatial contact, barely unsolvable',
  'spatial contact, null direction',
  'spatial contact, known solution',
];

test('the family shares add up to 100 %', () => {
  expect(singularFamilies.reduce((sum, name) => sum + (SHARES[name] ?? LCP_SHARE), 0)).toBe(100);
});

describe(`${total} singular problems with integer data (seed ${seed})`, () => {
  test.each(singularFamilies)(
    '%s: no false solved, no false infeasible',
    (name) => {
      const count = (total * (SHARES[name] ?? LCP_SHARE)) / 100;
      const tally = runFamily(name, count, seed);
      expect(tally.falseSolved).toEqual([]);
      expect(tally.falseInfeasible).toEqual([]);
      expect(tally.badCertificates).toEqual([]);
      expect(tally.solved).toBeGreaterThanOrEqual((LEAST[name] ?? 0.995) * tally.solvable);
      // The generator draws both kinds.
      expect(tally.solvable + tally.unsolvable).toBe(count);
      if (!UNMIXED.includes(name)) expect(Math.min(tally.solvable, tally.unsolvable)).toBeGreaterThan(0.1 * count);
    },
    full ? 1_800_000 : 60_000,
  );
});
