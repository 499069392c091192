import { bristle } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { createCrashcatWorld } from '../src/crashcat-world.js';
import {
  type Build,
  CARRIERS,
  DISC,
  DISC_STARTS,
  endError,
  exactDiscSpinTime,
  exactLuGreDrift,
  exactPairTime,
  exactPatchSlide,
  exactPull,
  exactRollDistance,
  exactRollingSpeed,
  exactSlopeRoll,
  exactSpinTime,
  exactStickSlip,
  exactStop,
  exactThreshold,
  exactTransport,
  FLOOR,
  holdingAngle,
  measureBreakaway,
  measureCreep,
  measureDiscSpinTime,
  measureDrift,
  measurePairTime,
  measurePatchSlide,
  measurePresliding,
  measurePull,
  measureRollDistance,
  measureRollingSpeed,
  measureSlopeRoll,
  measureSpinTime,
  measureStack,
  measureStickSlip,
  measureStop,
  measureThreshold,
  measureTransport,
  OTHER_FLOORS,
  OTHER_PATCHES,
  ROLLING_BALL,
  SHAKEN_PLATE,
  SPINNING_BALL,
  STICK_SLIP,
  TURNED_CARRIERS,
  TURNED_FLOORS,
} from '../src/index.js';

const DEGREE = Math.PI / 180;
const build: Build = (scene) => createCrashcatWorld(scene, { stiction: true });
const error = (measured: number, truth: number) => Math.abs(measured / truth - 1);

describe.each([1 / 60, 1 / 240])('rows of validation in crashcat at dt %f', (dt) => {
  const coarse = dt > 0.01;

  test('1: the friction angle', () => {
    expect(error(measureThreshold(build, 0.5, dt), exactThreshold(0.5))).toBeLessThan(1e-3);
  });

  test.each([0.01, 1, 1000])('1: no creep, %f kg', (mass) => {
    const result = measureCreep(build, 0.5, dt, mass);
    expect(result.creep).toBeLessThan(1e-6);
    expect(result.yield).toBeLessThan(1e-4);
  });

  test('2: the stopping distance, and no energy gained', () => {
    const { distance, energyRise } = measureStop(build, 0.3, 5, 0, dt);
    expect(error(distance, exactStop(0.3, 5))).toBeLessThan(0.003);
    expect(energyRise).toBeLessThan(1e-9);
  });

  test('3: the same in every direction', () => {
    const stops = [0, 10, 20, 30, 45].map((degrees) => measureStop(build, 0.3, 5, degrees * DEGREE, dt));
    const distances = stops.map((stop) => stop.distance);
    expect(Math.max(...distances) / Math.min(...distances) - 1).toBeLessThan(1e-3);
    for (const { direction } of stops) expect(Math.abs(direction)).toBeLessThan(0.05 * DEGREE);
  });

  const slides = [
    ...DISC_STARTS.map((start) => ({ name: `the disc, v ${start.v}, R w ${start.spin}`, body: DISC, start })),
    ...OTHER_PATCHES.map((body) => ({ name: body.name, body, start: { v: 2, spin: 2 } })),
  ];
  test.each(slides)('4: $name: 1 %', ({ body, start }) => {
    const measured = measurePatchSlide(build, body, start, dt);
    const truth = exactPatchSlide(body, start);
    for (const one of ['distance', 'angle', 'stopTime', 'spinTime', 'ratio'] as const) {
      expect(error(measured[one], truth[one]), one).toBeLessThan(0.01);
    }
  });

  test('5: the disc only spins: 1 %', () => {
    expect(error(measureDiscSpinTime(build, 4, dt), exactDiscSpinTime(4))).toBeLessThan(0.01);
  });

  test('6: the pull on a loaded box', () => {
    expect(error(measurePull(build, 0.5, dt), exactPull(0.5))).toBeLessThan(2e-3);
  });

  test('7: a ball begins to roll', () => {
    expect(error(measureRollingSpeed(build, 0.3, 0.5, 7, dt), exactRollingSpeed(7))).toBeLessThan(1e-3);
  });

  test.each([FLOOR, ...TURNED_FLOORS, ...OTHER_FLOORS])('8: $name: 0.5 %', (one) => {
    expect(endError(one.measure(build, dt), one.truth())).toBeLessThan(0.005);
  });

  test.each([...CARRIERS, ...TURNED_CARRIERS])('8: $name: 0.6 %', (one) => {
    expect(endError(one.measure(build, dt), one.truth())).toBeLessThan(0.006);
  });

  const transport = coarse ? 0.012 : 0.002;
  test(`9: the transport on a shaken plate, ${100 * transport} %`, () => {
    expect(error(measureTransport(build, SHAKEN_PLATE, 5, dt), exactTransport(SHAKEN_PLATE, 5))).toBeLessThan(
      transport,
    );
  });

  test('12: stacks of ten and of twenty', () => {
    expect(measureStack(build, 10, 10, dt).lateral).toBeLessThan(1e-3);
    expect(measureStack(build, 20, 10, dt).lateral).toBeLessThan(1e-3);
  });

  test.each([1e3, 1e4, 1e5])('13: bristles of %f N/m yield and return: 0.1 %', (stiffness) => {
    for (const share of [0.3, 0.8]) {
      for (const low of [false, true]) {
        const { foot, footLeft } = measurePresliding(build, { mu: 0.5, stiffness, share, low }, dt);
        expect(Math.abs(foot - 1)).toBeLessThan(1e-3);
        expect(Math.abs(footLeft)).toBeLessThan(1e-3);
      }
    }
  });

  test('13: breakaway, drift of LuGre, none of an elasto-plastic law', () => {
    const stiff = bristle({ mu: 0.5, stiffness: Number.POSITIVE_INFINITY });
    expect(error(measureBreakaway(build, stiff, 0.5, dt), 1)).toBeLessThan(1e-3);
    expect(measureDrift(build, 'elastoPlastic', dt).largest).toBeLessThan(1e-6);
    expect(error(measureDrift(build, 'lugre', dt).mean, exactLuGreDrift(dt).mean)).toBeLessThan(0.01);
  });

  test('14: stick-slip, 2 %', () => {
    const truth = exactStickSlip(STICK_SLIP);
    for (const belt of ['surface', 'plate'] as const) {
      const { period, amplitude } = measureStickSlip(build, STICK_SLIP, belt, dt);
      expect(error(period, truth.period)).toBeLessThan(0.02);
      expect(error(amplitude, truth.amplitude)).toBeLessThan(0.02);
    }
  });

  test('15: spinning and rolling resistance: 1 %', () => {
    expect(error(measureSpinTime(build, SPINNING_BALL, 20, dt), exactSpinTime(SPINNING_BALL, 20))).toBeLessThan(0.01);
    for (const kind of ['ball', 'cylinder'] as const) {
      const body = kind === 'ball' ? ROLLING_BALL : ({ ...ROLLING_BALL, kind } as const);
      expect(error(measureRollDistance(build, body, 2, dt), exactRollDistance(body, 2))).toBeLessThan(0.01);
    }
    for (const motion of ['spin', 'roll'] as const) {
      const time = measurePairTime(build, ROLLING_BALL, motion, 20, 10, dt);
      expect(error(time, exactPairTime(ROLLING_BALL, 20, 10))).toBeLessThan(0.01);
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
    expect(
      error(measureSlopeRoll(build, ROLLING_BALL, angle, 2, dt), exactSlopeRoll(ROLLING_BALL, angle, 2)),
    ).toBeLessThan(0.01);
  });
});
