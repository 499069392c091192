import { bristle } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { createCrashcatWorld } from '../src/crashcat-world.js';
import {
  type Build,
  DISC,
  DISC_STARTS,
  endError,
  exactDiscSpinTime,
  exactLuGreDrift,
  exactPairTime,
  exactPatchSlide,
  exactRollDistance,
  exactSlopeRoll,
  exactSpinTime,
  exactStickSlip,
  exactTransport,
  FLOOR,
  holdingAngle,
  measureBreakaway,
  measureDiscSpinTime,
  measureDrift,
  measurePairTime,
  measurePatchSlide,
  measurePresliding,
  measureRollDistance,
  measureSlopeRoll,
  measureSpinTime,
  measureStack,
  measureStickSlip,
  measureTransport,
  OTHER_FLOORS,
  OTHER_PATCHES,
  ROLLING_BALL,
  ROTATED_FLOORS,
  ROTATED_PLATES,
  ROTATING_PLATES,
  SHAKEN_PLATE,
  SPINNING_BALL,
  STICK_SLIP,
} from '../src/index.js';
import { basicRows } from './basic-cases.js';
import { expectNear, full, STEPS, some } from './full.js';

const build: Build = (scene) => createCrashcatWorld(scene, { stiction: true });

describe.each(STEPS)('validation cases in crashcat at dt %f', (dt) => {
  const coarse = dt > 0.01;
  basicRows(build, dt, { creep: 1e-6, yields: 1e-4, stop: 0.003 });

  const slides = [
    ...DISC_STARTS.map((start) => ({ name: `disc, v ${start.v}, R w ${start.spin}`, body: DISC, start })),
    ...OTHER_PATCHES.map((body) => ({ name: body.name, body, start: { v: 2, spin: 2 } })),
  ];
  test.each(slides)('4: $name: 1 %', ({ body, start }) => {
    const measured = measurePatchSlide(build, body, start, dt);
    const reference = exactPatchSlide(body, start, 1e-4);
    for (const one of ['distance', 'angle', 'stopTime', 'spinTime', 'ratio'] as const) {
      expectNear(measured[one], reference[one], 0.01, one);
    }
  });

  test('5: spinning disc: 1 %', () => {
    expectNear(measureDiscSpinTime(build, 4, dt), exactDiscSpinTime(4), 0.01, 'time');
  });

  test.each([FLOOR, ...some(ROTATED_FLOORS, 6), ...OTHER_FLOORS])('8: $name: 0.5 %', (one) => {
    expect(endError(one.measure(build, dt), one.reference())).toBeLessThan(0.005);
  });

  test.each([...some(ROTATING_PLATES, 3), ...(full ? ROTATED_PLATES : [])])('8: $name: 0.6 %', (one) => {
    expect(endError(one.measure(build, dt), one.reference())).toBeLessThan(0.006);
  });

  const transport = coarse ? 0.012 : 0.002;
  test(`9: transport on a shaken plate, ${100 * transport} %`, () => {
    expectNear(measureTransport(build, SHAKEN_PLATE, 5, dt), exactTransport(SHAKEN_PLATE, 5), transport, 'distance');
  });

  test.each(full ? [10, 20] : [10])('12: a stack of %i stands', (count) => {
    expect(measureStack(build, count, 10, dt).lateral, 'sideways [m]').toBeLessThan(1e-3);
  });

  test.each([1e3, 1e4, 1e5])('13: bristles of %f N/m yield by F/k and return: 0.1 %', (stiffness) => {
    for (const share of full ? [0.3, 0.8] : [0.8]) {
      for (const low of [false, true]) {
        const { foot, footLeft } = measurePresliding(build, { mu: 0.5, stiffness, share, low }, dt);
        expect(Math.abs(foot - 1)).toBeLessThan(1e-3);
        expect(Math.abs(footLeft)).toBeLessThan(1e-3);
      }
    }
  });

  test('13: breakaway is exact, LuGre drifts, an elasto-plastic law does not', () => {
    const stiff = bristle({ mu: 0.5, stiffness: Number.POSITIVE_INFINITY });
    expectNear(measureBreakaway(build, stiff, 0.5, dt, full ? undefined : 0.002), 1, 1e-3, 'breakaway');
    expect(measureDrift(build, 'elastoPlastic', dt).largest).toBeLessThan(1e-6);
    expectNear(measureDrift(build, 'lugre', dt).mean, exactLuGreDrift(dt).mean, 0.01, 'drift');
  });

  test('14: stick-slip period and amplitude, 2 %', () => {
    const reference = exactStickSlip(STICK_SLIP);
    for (const belt of ['surface', 'plate'] as const) {
      const { period, amplitude } = measureStickSlip(build, STICK_SLIP, belt, dt);
      expectNear(period, reference.period, 0.02, 'period');
      expectNear(amplitude, reference.amplitude, 0.02, 'amplitude');
    }
  });

  test('15: spinning and rolling resistance: 1 %', () => {
    expectNear(measureSpinTime(build, SPINNING_BALL, 20, dt), exactSpinTime(SPINNING_BALL, 20), 0.01, 'time');
    for (const kind of ['ball', 'cylinder'] as const) {
      const body = kind === 'ball' ? ROLLING_BALL : ({ ...ROLLING_BALL, kind } as const);
      expectNear(measureRollDistance(build, body, 2, dt), exactRollDistance(body, 2), 0.01, kind);
    }
    for (const motion of ['spin', 'roll'] as const) {
      const time = measurePairTime(build, ROLLING_BALL, motion, 20, 10, dt);
      expectNear(time, exactPairTime(ROLLING_BALL, 20, 10), 0.01, motion);
    }
  });

  test('15: a ball rests below the holding angle and rolls above', () => {
    for (const share of [0.5, 0.97]) {
      const angle = share * holdingAngle(ROLLING_BALL);
      const [soon, late] = [2, 10].map((seconds) => measureSlopeRoll(build, ROLLING_BALL, angle, seconds, dt));
      expect(Math.abs(soon)).toBeLessThan(1e-5);
      expect(Math.abs(late - soon)).toBeLessThan(1e-9);
    }
    const angle = 1.5 * holdingAngle(ROLLING_BALL);
    expectNear(
      measureSlopeRoll(build, ROLLING_BALL, angle, 2, dt),
      exactSlopeRoll(ROLLING_BALL, angle, 2),
      0.01,
      'distance',
    );
  });
});

if (!full) {
  test('9: transport on a shaken plate in crashcat at dt 1/240, 0.2 %', () => {
    expectNear(measureTransport(build, SHAKEN_PLATE, 1, 1 / 240), exactTransport(SHAKEN_PLATE, 1), 0.002, 'distance');
  });
}
