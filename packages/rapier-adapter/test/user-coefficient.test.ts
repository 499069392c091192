import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { decodeUser, encodeUser } from '../src/ownership/user-coefficient.js';

const RULES = [0, 1, 2, 3];

/** Rounded as Rapier stores it. */
const stored = (friction: number, rule: number) => Math.fround(encodeUser(friction, rule));

describe('encoded user coefficients', () => {
  test.each(RULES)('decode to the same bits with rule %i, whatever rule the collider has', (rule) => {
    const random = seededRandom(rule);
    for (let round = 0; round < 5000; round++) {
      const friction = Math.fround(2 ** (-9 + 19 * random()));
      if (friction >= 2 ** 10) continue;
      for (const written of RULES) {
        expect(decodeUser(stored(friction, rule), written)).toEqual({ friction, rule });
      }
    }
  });

  test.each(RULES)('decode at the ends of the range, with rule %i', (rule) => {
    for (const friction of [2 ** -9, Math.fround(2 ** 10 - 2 ** -13), 0.5, 1, Math.fround(0.1)]) {
      expect(decodeUser(stored(friction, rule), 2)).toEqual({ friction, rule });
    }
  });

  test.each(RULES)('are negligible as friction, with rule %i', (rule) => {
    for (const friction of [2 ** -9, 0.5, 1023]) {
      expect(stored(friction, rule)).toBeGreaterThan(0);
      expect(stored(friction, rule)).toBeLessThan(1e-14);
    }
  });

  test.each([0, -1, 1e-4, 1e-30, 2 ** 10, 1e9, Number.NaN, Number.POSITIVE_INFINITY])(
    'become 0 outside the range: %d',
    (friction) => {
      for (const rule of RULES) expect(encodeUser(friction, rule)).toBe(0);
    },
  );

  test('pass through unchanged if they were not encoded', () => {
    const random = seededRandom(9);
    for (let round = 0; round < 1000; round++) {
      const friction = Math.fround(2 ** (-20 + 40 * random()));
      for (const rule of RULES) expect(decodeUser(friction, rule)).toEqual({ friction, rule });
    }
    for (const friction of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(decodeUser(friction, 1)).toEqual({ friction, rule: 1 });
    }
  });
});
