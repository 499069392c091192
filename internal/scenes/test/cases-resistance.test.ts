import { describe, expect, test } from 'vitest';
import {
  exactPairTime,
  exactRollDistance,
  exactSlopeRoll,
  exactSpinTime,
  holdingAngle,
  measurePairTime,
  measureRollDistance,
  measureSlopeRoll,
  measureSpinTime,
  ROLLING_BALL,
  SPINNING_BALL,
} from '../src/index.js';
import { engines } from './engines.js';
import { expectNear, full, STEPS } from './full.js';

const GOAL = 0.01;

for (const { engine, build } of engines) {
  describe.each(STEPS)(`case 15 in ${engine} at dt %f`, (dt) => {
    const cannon = engine === 'cannon';

    test('a spinning ball stops at the exact time', () => {
      expectNear(measureSpinTime(build, SPINNING_BALL, 20, dt), exactSpinTime(SPINNING_BALL, 20), GOAL, 'time');
    });

    test('a rolling ball stops at the exact distance', () => {
      const distance = measureRollDistance(build, ROLLING_BALL, 2, dt);
      expectNear(distance, exactRollDistance(ROLLING_BALL, 2), GOAL, 'distance');
    });

    const pairs = cannon ? GOAL : 0.02;
    for (const motion of ['spin', 'roll'] as const) {
      test(`two balls that ${motion} against each other stop at the exact time, ${100 * pairs} %`, () => {
        const time = measurePairTime(build, ROLLING_BALL, motion, 20, 10, dt);
        expectNear(time, exactPairTime(ROLLING_BALL, 20, 10), pairs, 'time');
      });
    }

    // Rapier creeps, some 0.1 mm/s at 1/60.
    test.each([0.5, 0.97])(`a ball rests at %f of the holding angle${cannon ? '' : ', within 2 mm'}`, (share) => {
      const angle = share * holdingAngle(ROLLING_BALL);
      const [soon, late] = (full ? [2, 10] : [2, 4]).map((seconds) =>
        measureSlopeRoll(build, ROLLING_BALL, angle, seconds, dt),
      );
      expect(Math.abs(soon)).toBeLessThan(cannon ? 1e-5 : 2e-3);
      expect(Math.abs(late - soon)).toBeLessThan(cannon ? 1e-9 : 2e-3);
    });

    const slope = cannon ? GOAL : 0.02;
    test(`a ball rolls at 1.5 times the holding angle, ${100 * slope} %`, () => {
      const angle = 1.5 * holdingAngle(ROLLING_BALL);
      const distance = measureSlopeRoll(build, ROLLING_BALL, angle, 2, dt);
      expectNear(distance, exactSlopeRoll(ROLLING_BALL, angle, 2), slope, 'distance');
    });

    // The cylinders of cannon-es are prisms of 24 sides, which lose 2 % of their speed at every edge.
    if (!cannon)
      test('a rolling cylinder stops at the exact distance, 2 %', () => {
        const cylinder = { ...ROLLING_BALL, kind: 'cylinder' } as const;
        const distance = measureRollDistance(build, cylinder, 2, dt);
        expectNear(distance, exactRollDistance(cylinder, 2), 0.02, 'distance');
      });
  });
}
