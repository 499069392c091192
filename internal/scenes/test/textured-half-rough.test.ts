import { describe, expect, test } from 'vitest';
import { ellipsoidHalfRough, exactHalfRough, measureHalfRough } from '../src/textured/half-rough-floor.js';
import { engines } from './engines.js';
import { full } from './full.js';

for (const { engine, build } of engines) {
  describe.each(full ? [0.01, 1 / 60, 1 / 240] : [1 / 60])(`half-rough floor in ${engine} at dt %f`, (dt) => {
    test.each(full ? [0.8, 1] : [1])('the box rotates towards the rough side, v = %f', (speed) => {
      const left = measureHalfRough(build, 'left', speed, dt);
      const right = measureHalfRough(build, 'right', speed, dt);
      expect(left.yaw).toBeGreaterThan(0);
      expect(right.yaw).toBeLessThan(0);
      for (const [slide, side] of [
        [left, 'left'],
        [right, 'right'],
      ] as const) {
        const model = ellipsoidHalfRough(side, speed);
        expect(Math.abs(slide.yaw / model.yaw - 1)).toBeLessThan(0.07);
        expect(Math.abs(slide.spin / model.spin - 1)).toBeLessThan(0.07);
        expect(Math.abs(slide.distance / model.distance - 1)).toBeLessThan(0.03);
        // Compared with Coulomb's law at each corner, one ellipsoid rotates it two thirds as far.
        const reference = exactHalfRough(side, speed);
        expect(slide.yaw / reference.yaw).toBeGreaterThan(0.6);
        expect(slide.yaw / reference.yaw).toBeLessThan(0.75);
        expect(Math.abs(slide.distance / reference.distance - 1)).toBeLessThan(0.05);
      }
    });

    test('on a uniformly rough floor the box slides straight', () => {
      const both = measureHalfRough(build, 'both', 1, dt);
      expect(Math.abs(both.yaw)).toBeLessThan(0.01);
      expect(Math.abs(both.distance / exactHalfRough('both', 1).distance - 1)).toBeLessThan(0.04);
    });
  });
}
