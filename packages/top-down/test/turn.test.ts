import { seededRandom } from '@stiction/friction-core/testing';
import { expect, test } from 'vitest';
import { turn } from '../src/core/turn.js';

test('cosine and sine to rounding, of small and large angles', () => {
  const seed = 5;
  const random = seededRandom(seed);
  const x = new Float64Array(2);
  let error = 0;
  for (let k = 0; k < 20_000; k++) {
    const angle = (k % 2 === 0 ? 1 : 100) * (2 * random() - 1);
    x[0] = angle;
    turn(x);
    error = Math.max(error, Math.abs(x[0] - Math.cos(angle)), Math.abs(x[1] - Math.sin(angle)));
  }
  // An angle of 100 is known to 1.4e-14.
  expect(error, `seed ${seed}`).toBeLessThan(2e-14);
  x[0] = 0;
  turn(x);
  expect([...x]).toEqual([1, 0]);
});
