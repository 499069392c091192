import { describe, expect, test } from 'vitest';
import { ellipsoidHalfRough, exactHalfRough, measureHalfRough } from '../src/textured/half-rough-floor.js';
import { engines } from './engines.js';
import { full } from './full.js';

for (const { engine, build } of engines) {
  describe.each(full ? [0.01, 1 / 60, 1 / 240] : [1 / 60])(`half-rough floor in ${engine} at dt %f`, (dt) => {
    test.each(full ? [0.8, 1] : [1])('the box turns to the rough side, v = %f', (speed) => {
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
        // Against Coulomb's law at each corner the one ellipsoid turns it two thirds as far.
        const truth = exactHalfRough(side, speed);
        expect(slide.yaw / truth.yaw).toBeGreaterThan(0.6);
        expect(slide.yaw / truth.yaw).toBeLessThan(0.75);
        expect(Math.abs(slide.distance / truth.distance - 1)).toBeLessThan(0.05);
      }
    });

    test('on an evenly rough floor it goes straight on', () => {
      const both = measureHalfRough(build, 'both', 1, dt);
      expect(Math.abs(both.yaw)).toBeLessThan(0.01);
      expect(Math.abs(both.distance / exactHalfRough('both', 1).distance - 1)).toBeLessThan(0.04);
    });
  });
}
