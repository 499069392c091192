import { describe, expect, test } from 'vitest';
import { brakeTorque, brakingDistance, loadTransfer, parked, splitMu } from './scenes.js';
import { splitMuYaw } from './split-mu-reference.js';
import { CASES, full, type Triple } from './support.js';

const DIRECTIONS: { name: string; axis: Triple }[] = [
  { name: 'along', axis: [1, 0, 0] },
  { name: 'across', axis: [0, 0, 1] },
  { name: 'diagonal', axis: [1, 0, 1] },
];

describe.each(CASES)('$engine at 1/$rate s', (run) => {
  test.each(DIRECTIONS)('a parked car keeps its place on 15 and 25 degrees, $name', ({ axis }) => {
    for (const degrees of [15, 25]) {
      expect(parked(run, degrees, axis, full ? 60 : 5), `${degrees}°`).toBeLessThan(full ? 1e-3 : 1e-4);
    }
  });

  test.each([0.9, 0.4, 0.1])('locked wheels stop the car within v²/(2 μ g), μ %f', (mu) => {
    expect(Math.abs(brakingDistance(run, mu))).toBeLessThan(0.01);
  });

  test('brakes hold from the torque that statics demands', () => {
    expect(brakeTorque(run, 1.01).drift).toBeLessThan(1e-4);
    expect(Math.abs(brakeTorque(run, 0.986).acceleration)).toBeLessThan(0.001);
  });

  test('braking shifts load to the front as in statics', () => {
    const { moment, textbook } = loadTransfer(run);
    expect(Math.abs(moment)).toBeLessThan(0.005);
    expect(Math.abs(textbook)).toBeLessThan(0.03);
  });

  test('braking on two coefficients turns the car to the side with more friction', () => {
    const expected = splitMuYaw(0.2, 0.6, 20, 0.5);
    expect(expected).toBeLessThan(-0.3);
    expect(Math.abs(splitMu(run) / expected - 1)).toBeLessThan(0.02);
  });
});
