import { describe, expect, test } from 'vitest';
import { exactTransport, measureTransport, SHAKEN_PLATE } from '../src/index.js';
import { engines } from './engines.js';
import { expectNear, full } from './full.js';

const GOAL = 0.002;
const DT = 1 / 240;
/** Twice a second the box is carried along and slides on. */
const SECONDS = full ? 5 : 2;

for (const { engine, build } of engines) {
  describe(`case 9 in ${engine} at dt 1/240`, () => {
    const reached = engine === 'cannon' ? GOAL : 0.02; // Rapier does not reach the goal yet
    test(`transport on a shaken plate, ${100 * reached} %, in either creation order`, () => {
      const [first, second] = [true, false].map((order) => measureTransport(build, SHAKEN_PLATE, SECONDS, DT, order));
      expectNear(first, exactTransport(SHAKEN_PLATE, SECONDS), reached, 'distance');
      expect(Math.abs(second - first), 'difference [m]').toBeLessThan(1e-5);
    });
  });
}
