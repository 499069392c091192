import { expect, test } from 'vitest';
import { slowSpeed } from '../src/read/choose-visits.js';
import { createFakeInstall, G } from './fake-install.js';

/** Returns the slow speed at dt = 1/60 s [m/s]. */
function slowSpeedOf(minRestMu: number, restSpeed: number, gravity = [0, 0, -G]): number {
  const install = createFakeInstall();
  Object.assign(install, { minRestMu, restSpeed, gravity: Float64Array.from(gravity) });
  return slowSpeed(install, 1 / 60);
}

test('the slow speed is a quarter of the speed that friction removes in a step', () => {
  expect(slowSpeedOf(0.4, Number.POSITIVE_INFINITY)).toBeCloseTo((0.25 * 0.4 * G) / 60, 12);
  expect(slowSpeedOf(0.4, Number.POSITIVE_INFINITY, [3, -4, 12])).toBeCloseTo((0.25 * 0.4 * 13) / 60, 12);
});

test('the slow speed is at most the speed up to which the laws count as resting', () => {
  expect(slowSpeedOf(0.4, 1e-3)).toBe(1e-3);
  expect(slowSpeedOf(0.4, 1)).toBeLessThan(0.02);
});

test('the slow speed is 0 without friction or gravity', () => {
  expect(slowSpeedOf(0, 1)).toBe(0);
  expect(slowSpeedOf(0.4, 1, [0, 0, 0])).toBe(0);
});
