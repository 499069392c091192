import { describe, expect, test } from 'vitest';
import { exactTransport, measureTransport, SHAKEN_PLATE } from '../src/index.js';
import { engines } from './engines.js';

const GOAL = 0.002;

for (const { engine, build } of engines) {
  describe(`row 9 in ${engine} at dt 1/240`, () => {
    const reached = engine === 'cannon' ? GOAL : 0.02; // Rapier does not reach the goal yet
    test(`the transport on a shaken plate, ${100 * reached} %`, () => {
      const transport = measureTransport(build, SHAKEN_PLATE, 5, 1 / 240);
      expect(Math.abs(transport / exactTransport(SHAKEN_PLATE, 5) - 1)).toBeLessThan(reached);
    });

    test('no matter which of the two was created first', () => {
      const [first, second] = [true, false].map((order) => measureTransport(build, SHAKEN_PLATE, 1, 1 / 240, order));
      expect(Math.abs(second - first)).toBeLessThan(1e-5);
    });
  });
}
