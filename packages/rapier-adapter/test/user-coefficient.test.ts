import { describe, expect, test } from 'vitest';
import { decodeUser, encodeUser } from '../src/ownership/user-coefficient.js';
import { randomNumbers } from './random.js';

const RULES = [0, 1, 2, 3];

/** As Rapier keeps it. */
const stored = (friction: number, rule: number) => Math.fround(encodeUser(friction, rule));

describe('coefficients of users', () => {
  test.each(RULES)('come back to the last bit, with rule %i, whatever rule was written beside', (rule) => {
    const random = randomNumbers(rule);
    for (let round = 0; round < 5000; round++) {
      const friction = Math.fround(2 ** (-9 + 19 * random()));
      if (friction >= 2 ** 10) continue;
      for (const beside of RULES) {
        expect(decodeUser(stored(friction, rule), beside)).toEqual({ friction, rule });
      }
    }
  });

  test.each(RULES)('at the ends of the range, with rule %i', (rule) => {
    for (const friction of [2 ** -9, Math.fround(2 ** 10 - 2 ** -13), 0.5, 1, Math.fround(0.1)]) {
      expect(decodeUser(stored(friction, rule), 2)).toEqual({ friction, rule });
    }
  });

  test.each(RULES)('are written as next to nothing, with rule %i', (rule) => {
    for (const friction of [2 ** -9, 0.5, 1023]) {
      expect(stored(friction, rule)).toBeGreaterThan(0);
      expect(stored(friction, rule)).toBeLessThan(1e-14);
    }
  });

  test.each([0, -1, 1e-4, 1e-30, 2 ** 10, 1e9, Number.NaN, Number.POSITIVE_INFINITY])(
    'outside of the range are no friction: %d',
    (friction) => {
      for (const rule of RULES) expect(encodeUser(friction, rule)).toBe(0);
    },
  );

  test('that nobody has encoded are what they are', () => {
    const random = randomNumbers(9);
    for (let round = 0; round < 1000; round++) {
      const friction = Math.fround(2 ** (-20 + 40 * random()));
      for (const rule of RULES) expect(decodeUser(friction, rule)).toEqual({ friction, rule });
    }
    for (const friction of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(decodeUser(friction, 1)).toEqual({ friction, rule: 1 });
    }
  });
});
