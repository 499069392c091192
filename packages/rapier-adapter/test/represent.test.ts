import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import {
  AVERAGE,
  combined,
  MAX,
  MIN,
  MULTIPLY,
  type Representation,
  representTable,
} from '../src/ownership/represent.js';

const UNKNOWN = Number.NaN;
/** Rapier's coefficients are single floats. */
const TOLERANCE = 1e-5;

/** The coefficient that Rapier computes for every pair. */
function tableOf({ coefficient, rule }: Representation): number[][] {
  return coefficient.map((a, i) => coefficient.map((b, k) => combined(a, rule[i], b, rule[k])));
}

/** Expects the requested coefficient at every known pair, except at those listed in `wrong`, which must differ. */
function expectRepresents(mu: number[][], found: Representation): void {
  const table = tableOf(found);
  const wrong = new Set(found.wrong.map(([a, b]) => `${a} ${b}`));
  for (const [a, row] of mu.entries()) {
    for (let b = a; b < mu.length; b++) {
      if (Number.isNaN(row[b])) continue;
      const off = Math.abs(table[a][b] - row[b]);
      const text = `pair ${a}, ${b} of ${JSON.stringify(mu)}`;
      if (wrong.has(`${a} ${b}`)) expect(off, text).toBeGreaterThan(0);
      else expect(off, text).toBeLessThan(TOLERANCE * (1 + row[b]));
    }
  }
  for (const c of found.coefficient) expect(c >= 0 && c < Number.POSITIVE_INFINITY, `coefficient ${c}`).toBe(true);
}

/** A symmetric table. */
function tableFrom(size: number, of: (a: number, b: number) => number): number[][] {
  const mu = Array.from({ length: size }, () => Array<number>(size).fill(UNKNOWN));
  for (let a = 0; a < size; a++) {
    for (let b = a; b < size; b++) {
      mu[a][b] = of(a, b);
      mu[b][a] = mu[a][b];
    }
  }
  return mu;
}

test('combined uses the rule of higher priority, like Rapier', () => {
  expect(combined(0.2, AVERAGE, 0.6, AVERAGE)).toBeCloseTo(0.4, 12);
  expect(combined(0.2, AVERAGE, 0.6, MIN)).toBe(0.2);
  expect(combined(0.2, MIN, 0.6, MULTIPLY)).toBeCloseTo(0.12, 12);
  expect(combined(0.2, MAX, 0.6, MULTIPLY)).toBe(0.6);
});

describe('tables that Rapier can represent', () => {
  const cases: [string, number[][]][] = [
    ['one coefficient for all', tableFrom(4, () => 0.5)],
    ['a single material', [[0.3]]],
    ['a material without pairs', [[UNKNOWN]]],
    ['no friction', tableFrom(3, () => 0)],
    ['geometric means', tableFrom(4, (a, b) => Math.sqrt([0.1, 0.4, 0.9, 1.2][a] * [0.1, 0.4, 0.9, 1.2][b]))],
    ['arithmetic means', tableFrom(4, (a, b) => 0.5 * ([0.1, 0.4, 0.9, 1.2][a] + [0.1, 0.4, 0.9, 1.2][b]))],
    ['minima', tableFrom(4, (a, b) => Math.min([0.1, 0.4, 0.9, 1.2][a], [0.1, 0.4, 0.9, 1.2][b]))],
    ['ice, slippery on everything', tableFrom(4, (a) => (a === 0 ? 0.03 : 0.6))],
    ['rubber, grips everything', tableFrom(4, (_, b) => (b === 3 ? 1.1 : 0.4))],
    [
      'two boxes that touch the ground but not each other',
      [
        [UNKNOWN, 0.02, 0.9],
        [0.02, UNKNOWN, UNKNOWN],
        [0.9, UNKNOWN, UNKNOWN],
      ],
    ],
  ];

  test.each(cases)('%s', (_, mu) => {
    const found = representTable(mu, true);
    expect(found.wrong).toEqual([]);
    expectRepresents(mu, found);
  });

  // Rubber needs the rule Max.
  test.each(cases.filter(([name]) => !name.startsWith('rubber')))('%s, without the rule Max', (_, mu) => {
    const found = representTable(mu, false);
    expect(found.wrong).toEqual([]);
    expect(found.rule).not.toContain(MAX);
    expectRepresents(mu, found);
  });
});

test('lists the pairs of a table that Rapier cannot represent', () => {
  // Ice is slippery on rubber and on rock, yet grips ice.
  const mu = [
    [1.5, 0.1, 0.2],
    [0.1, 0.9, 0.6],
    [0.2, 0.6, 0.5],
  ];
  const found = representTable(mu, true);
  expect(found.wrong.length).toBeGreaterThan(0);
  expectRepresents(mu, found);
});

describe('random tables', () => {
  const ROUNDS = 2000;

  test('every pair not listed as wrong has its coefficient', () => {
    const random = seededRandom(1);
    for (let round = 0; round < ROUNDS; round++) {
      const size = 1 + Math.floor(5 * random());
      const levels = 1 + Math.floor(4 * random());
      const mu = tableFrom(size, () => {
        if (random() < 0.2) return UNKNOWN;
        return Math.floor(levels * random()) * 0.3;
      });
      expectRepresents(mu, representTable(mu, random() < 0.5));
    }
  });

  const makers: [string, (a: number, b: number) => number][] = [
    ['products', (a, b) => a * b],
    ['means', (a, b) => 0.5 * (a + b)],
    ['minima', Math.min],
  ];
  test.each(makers)('%s of any coefficients are represented, also with unknown pairs', (_, combine) => {
    const random = seededRandom(2);
    for (let round = 0; round < ROUNDS; round++) {
      const c = Array.from({ length: 1 + Math.floor(5 * random()) }, () => 0.05 + 1.5 * random());
      const mu = tableFrom(c.length, (a, b) => (a !== b && random() < 0.3 ? UNKNOWN : combine(c[a], c[b])));
      const found = representTable(mu, false);
      expect(found.wrong, JSON.stringify(mu)).toEqual([]);
      expectRepresents(mu, found);
    }
  });

  test('one material with the rule Max among materials with Min is represented', () => {
    const random = seededRandom(3);
    for (let round = 0; round < ROUNDS; round++) {
      const c = Array.from({ length: 2 + Math.floor(4 * random()) }, () => 0.05 + 1.5 * random());
      const high = Math.floor(c.length * random());
      // One material grips all others; the others combine to the smaller coefficient.
      const top = 2;
      const mu = tableFrom(c.length, (a, b) => (a === high || b === high ? top : Math.min(c[a], c[b])));
      expect(representTable(mu, true).wrong, JSON.stringify(mu)).toEqual([]);
    }
  });
});
