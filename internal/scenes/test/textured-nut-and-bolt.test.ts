import { describe, expect, test } from 'vitest';
import { LEAD, LIMITS, measureNut, type NutAndBolt, type NutForces } from '../src/textured/nut-and-bolt.js';
import { engines } from './engines.js';
import { full } from './full.js';

const MOTOR: NutForces = { around: 3 * LIMITS.around, rate: 6 };

for (const { engine, build, create } of engines) {
  describe(`nut and bolt in ${engine}`, () => {
    const measure = (options: NutAndBolt, seconds: number, dt: number) => {
      const { angle, rise, apart } = measureNut(build, options, seconds, dt);
      const turns = angle / (2 * Math.PI);
      return { turns, leads: rise / LEAD, perTurn: rise / LEAD / turns, apart: apart / LEAD };
    };

    // Measured: 3 % and 0.9 %.
    const steps: [string, number, number, number][] = [
      ['1/240 s', 1 / 240, full ? 1 : 0.5, 0.04],
      ['1 ms, the step of the paper', 1e-3, 0.4, 0.015],
    ];
    test.each(full ? steps : [steps[0]])(
      'climbs by one lead per turn, and back, at %s',
      (_, dt, seconds, tolerance) => {
        for (const rate of [6, -6]) {
          const { turns, perTurn, apart } = measure({ forces: { ...MOTOR, rate } }, seconds, dt);
          expect(Math.sign(rate) * turns).toBeGreaterThan(0.5 * seconds);
          expect(Math.abs(perTurn - 1)).toBeLessThan(tolerance);
          expect(Math.abs(apart)).toBeLessThan(0.03);
        }
      },
    );

    test('a left-handed thread climbs the other way; a smooth cone finds the thread; creation order does not matter', () => {
      const perTurn = (options: NutAndBolt) => measure({ ...options, forces: MOTOR }, full ? 1 : 0.5, 1 / 240).perTurn;
      expect(Math.abs(perTurn({ hand: 'left' }) + 1)).toBeLessThan(0.04);
      // The law and the order of bodies are the same in both engines: one of each in the short run.
      if (full || engine === 'rapier') expect(Math.abs(perTurn({ cone: 'smooth' }) - 1)).toBeLessThan(0.04);
      if (full || engine === 'cannon') expect(Math.abs(perTurn({ nutFirst: true }) - 1)).toBeLessThan(0.04);
    });

    test('rotating it takes the torque of friction along the thread', () => {
      const [below, above] = [0.85, 1.3].map((share) =>
        measure({ forces: { around: share * LIMITS.around } }, 0.3, 1 / 240),
      );
      expect(Math.abs(below.turns)).toBeLessThan(0.002);
      expect(above.turns).toBeGreaterThan(0.05);
    });

    test('a pull along the bolt moves it only above the limit, by screwing', () => {
      // At 1/240 s the contacts of cannon-es are not stiff enough for such a pull.
      const [below, above] = [0.85, 1.2].map((share) =>
        measure({ forces: { up: share * LIMITS.up } }, full ? 0.3 : 0.15, 1e-3),
      );
      expect(Math.abs(below.leads)).toBeLessThan(0.01);
      expect(Math.abs(below.turns)).toBeLessThan(0.01);
      expect(above.turns).toBeGreaterThan(full ? 0.05 : 0.012);
      expect(Math.abs(above.perTurn - 1)).toBeLessThan(0.1);
    });

    test('it jams against the head: it cannot rotate without climbing', () => {
      const forces = { around: 0.5 * LIMITS.jammed };
      const [free, jammed] = [false, true].map((is) => measure({ jammed: is, forces }, 0.3, 1 / 240));
      expect(free.turns).toBeGreaterThan(0.5);
      expect(Math.abs(jammed.turns)).toBeLessThan(0.05 * free.turns);
    });

    test('in the stock engine it does not climb', () => {
      const stock = measureNut(
        (scene) => create(scene, { stiction: false }),
        { forces: MOTOR },
        full ? 1 : 0.5,
        1 / 240,
      );
      expect(Math.abs(stock.rise / LEAD / (stock.angle / (2 * Math.PI)) - 1)).toBeGreaterThan(0.5);
    });
  });
}
