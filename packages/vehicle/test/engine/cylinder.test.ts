import { describe, expect, test } from 'vitest';
import { alongWall, ditch, kerb, parkedOnCylinders, speedOnKerb } from './cylinder-scenes.js';
import { CASES, full, type Triple } from './support.js';

const AXES: { axis: Triple }[] = [
  { axis: [1, 0, 1] },
  ...(full ? [{ axis: [1, 0, 0] as const }, { axis: [0, 0, 1] as const }] : []),
];

describe.each(CASES)('$engine at 1/$rate s: wheels cast as cylinders', (run) => {
  test('a car that rolls onto a kerb pays for the height with its speed', () => {
    const { speed, climbed } = kerb(run, 'cylinder', 3);
    expect(climbed).toBeCloseTo(0.1, 3);
    // Dampers take a part as well.
    expect(speed).toBeLessThan(speedOnKerb(3));
    expect(speed).toBeGreaterThan(0.75 * speedOnKerb(3));
    // A ray finds itself on top in one step.
    expect(kerb(run, 'ray', 3).speed).toBeGreaterThan(2.99);
  });

  test('a car without the energy for both axles stays at the kerb', () => {
    expect(speedOnKerb(1.2)).toBe(0);
    const { climbed, speed } = kerb(run, 'cylinder', 1.2);
    expect(climbed).toBeLessThan(0.06);
    expect(Math.abs(speed)).toBeLessThan(0.5);
  });

  test('wheels roll over a ditch that rays fall into', () => {
    const [cylinder, ray] = (['cylinder', 'ray'] as const).map((cast) => ditch(run, cast, 2));
    expect(ray.least).toBe(0);
    expect(cylinder.least).toBeGreaterThan(0.1);
    expect(cylinder.peak).toBeLessThan(0.75 * ray.peak);
    expect(cylinder.speed).toBeGreaterThan(1.9);
  });

  test('a wheel that scrapes along a wall keeps its ground', () => {
    const { least, peak, speed } = alongWall(run);
    expect(least).toBeGreaterThan(0.99);
    expect(peak).toBeLessThan(1.01);
    expect(speed).toBeCloseTo(5, 3);
  });

  test.each(AXES)('a parked car keeps its place on 25 degrees about $axis', ({ axis }) => {
    expect(parkedOnCylinders(run, 25, axis)).toBeLessThan(1e-4);
  });
});
