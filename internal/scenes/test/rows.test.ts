import { describe, expect, test } from 'vitest';
import {
  exactPull,
  exactRollingSpeed,
  exactStop,
  exactThreshold,
  measureCreep,
  measurePull,
  measureRollingSpeed,
  measureStack,
  measureStop,
  measureThreshold,
} from '../src/index.js';
import { engines } from './engines.js';

const DEGREE = Math.PI / 180;

for (const { engine, build, creepGoal } of engines) {
  describe.each([1 / 60, 1 / 240])(`rows of validation in ${engine} at dt %f`, (dt) => {
    test('1: the friction angle', () => {
      const truth = exactThreshold(0.5);
      expect(truth / DEGREE).toBeCloseTo(26.591, 3);
      expect(Math.abs(measureThreshold(build, 0.5, dt) / truth - 1)).toBeLessThan(1e-3);
    });

    test.each([0.01, 1, 1000])('1: no creep, %f kg', (mass) => {
      const result = measureCreep(build, 0.5, dt, mass);
      expect(result.creep).toBeLessThan(creepGoal);
      expect(result.yield).toBeLessThan(1e-4);
    });

    test('2: the stopping distance, and no energy gained', () => {
      const { distance, energyRise } = measureStop(build, 0.3, 5, 0, dt);
      expect(Math.abs(distance / exactStop(0.3, 5) - 1)).toBeLessThan(dt > 0.01 ? 0.01 : 0.003);
      expect(energyRise).toBeLessThan(1e-9);
    });

    test('3: the same in every direction', () => {
      const stops = [0, 10, 20, 30, 45].map((degrees) => measureStop(build, 0.3, 5, degrees * DEGREE, dt));
      const distances = stops.map((stop) => stop.distance);
      expect(Math.max(...distances) / Math.min(...distances) - 1).toBeLessThan(1e-3);
      for (const { direction } of stops) expect(Math.abs(direction)).toBeLessThan(0.05 * DEGREE);
    });

    test('6: the pull on a loaded box', () => {
      expect(Math.abs(measurePull(build, 0.5, dt) / exactPull(0.5) - 1)).toBeLessThan(2e-3);
    });

    test('7: a ball begins to roll', () => {
      expect(Math.abs(measureRollingSpeed(build, 0.3, 0.5, 7, dt) / exactRollingSpeed(7) - 1)).toBeLessThan(1e-3);
    });

    test('12: a stack of ten', () => {
      expect(measureStack(build, 10, 10, dt).lateral).toBeLessThan(5e-3);
    });
  });
}
