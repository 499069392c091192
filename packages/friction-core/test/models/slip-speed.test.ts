import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { solveSlip } from '../../src/models/slip-speed.js';
import { magnitude, stribeck } from './support.js';

const seed = 20270304;

function solve(friction: (speed: number) => number, a: number, c: number) {
  const problem = Float64Array.from([a, c]);
  let looks = 0;
  solveSlip((speed) => {
    looks++;
    return friction(speed);
  }, problem);
  return { speed: problem[0], force: problem[1], looks };
}

describe('the slip speed', () => {
  test(`matches closed forms to round-off (seed ${seed})`, () => {
    const random = seededRandom(seed);
    for (let run = 0; run < 1000; run++) {
      const F = magnitude(random, -3, 3);
      const c = magnitude(random, -8, 3);
      const b = magnitude(random, -3, 3);
      const a = c * F * (1 + magnitude(random, -3, 6));
      const viscous = solve((s) => F + b * s, a, c);
      expect(Math.abs(viscous.speed - (a - c * F) / (1 + c * b))).toBeLessThan(1e-15 * a);
      // s + c (F + b s²) = a
      const drag = solve((s) => F + b * s * s, a, c);
      const root = (2 * (a - c * F)) / (1 + Math.sqrt(1 + 4 * c * b * (a - c * F)));
      expect(Math.abs(drag.speed - root)).toBeLessThan(1e-15 * a);
      expect(Math.max(viscous.looks, drag.looks)).toBeLessThan(60);
    }
  });

  test(`is always a solution, and the largest of several (seed ${seed + 1})`, () => {
    const random = seededRandom(seed + 1);
    const fine = 20_000;
    let several = 0;
    let missed = 0;
    for (let run = 0; run < 300; run++) {
      const curve = stribeck(1, 1 + 4 * random(), magnitude(random, -2, 0), 0.2 * random());
      const c = 1;
      const a = curve(0) * (1 + magnitude(random, -3, 0));
      const { speed, force } = solve(curve, a, c);
      expect(Math.abs(speed - a + c * curve(speed))).toBeLessThan(1e-13);
      expect(Math.abs(force - curve(speed))).toBeLessThan(1e-12);
      const roots: number[] = [];
      let above = true;
      for (let k = fine - 1; k >= 0; k--) {
        const s = (a * k) / fine;
        const now = s - a + c * curve(s) > 0;
        if (now !== above) roots.push(s);
        above = now;
      }
      if (roots.length < 2) continue;
      several++;
      if (Math.abs(speed - roots[0]) <= a / fine) continue;
      // Missed only where the largest two lie within a step of the scan.
      expect(roots[0] - roots[1]).toBeLessThan(a / 16);
      missed++;
    }
    expect(several).toBeGreaterThan(30);
    expect(missed).toBeLessThan(0.1 * several);
  });

  test('gives a force within the jump at a jump of the curve', () => {
    const { speed, force } = solve((s) => (s < 1 ? 5 : 10), 8, 1);
    expect(speed).toBeCloseTo(1, 14);
    expect(force).toBeCloseTo(7, 13);
  });

  test('equals the free speed without friction at speed', () => {
    expect(solve(() => 0, 3, 0.1)).toMatchObject({ speed: 3, force: 0 });
  });

  test('handles tiny and huge problems and a curve that returns NaN', () => {
    expect(solve((s) => 1e-290 + s, 1e-280, 1).speed / 0.5e-280).toBeCloseTo(1, 9);
    expect(solve((s) => 1 + s, 1e280, 1).speed / 0.5e280).toBeCloseTo(1, 12);
    const failed = solve(() => Number.NaN, 3, 0.1);
    expect(failed.force).toBeNaN();
    expect(failed.looks).toBeLessThan(200);
  });
});
