import { describe, expect, test } from 'vitest';
import { coulomb, type SurfaceVelocityField, surfaceVelocity } from '../../src/index.js';
import { createBlockWorld } from '../../src/testing/index.js';

const dt = 1 / 240;

/** Velocity and spin of a block after a while on a surface. The frame of the ground is the world's. */
function carry(field: SurfaceVelocityField, seconds = 1, during?: (step: number) => void): [number[], number[]] {
  const world = createBlockWorld({ law: surfaceVelocity(coulomb({ mu: 0.8 }), field) });
  for (let k = 0; k < seconds / dt; k++) {
    during?.(k);
    world.step(dt);
  }
  return [[...world.velocity(0)], [...world.angularVelocity(0)]];
}

describe('surfaceVelocity', () => {
  test('follows a vector whose numbers change, and stops with it', () => {
    const v = [1, 0, 0];
    const [moving] = carry(v);
    expect(moving[0]).toBeCloseTo(1, 6);
    const [stopped] = carry(v, 1, (k) => {
      if (k === 120) v[0] = 0;
    });
    expect(Math.abs(stopped[0])).toBeLessThan(1e-6);
  });

  test('a rigid motion and the equal function carry a block alike, spin included', () => {
    const motion = { linear: [0.3, 0, 0], angular: [0, 0, 0.7], centre: [0, -2, 0] };
    const [linear, angular] = carry(motion, 0.5);
    const same = carry((p, out) => {
      out[0] = 0.3 - 0.7 * (p[1] + 2);
      out[1] = 0.7 * p[0];
    }, 0.5);
    expect(angular[2]).toBeCloseTo(0.7, 6);
    expect(linear[0]).toBeCloseTo(0.3 - 0.7 * 2, 1);
    same[0].forEach((x, e) => {
      expect(x).toBeCloseTo(linear[e], 9);
    });
    expect(same[1][2]).toBeCloseTo(angular[2], 9);
  });

  test('a function that throws or writes NaN leaves a plain surface and is reported', () => {
    for (const field of [
      () => {
        throw new Error('oops');
      },
      (_: Float64Array, out: Float64Array) => out.fill(Number.NaN),
    ]) {
      const world = createBlockWorld({ law: surfaceVelocity(coulomb({ mu: 0.8 }), field as never) });
      world.setVelocity(0, [1, 0, 0]);
      for (let k = 0; k < 240; k++) world.step(dt);
      expect(Math.abs(world.velocity(0)[0])).toBeLessThan(1e-6);
      expect(world.store.current.lawError).toContain('surfaceVelocity: ');
    }
  });

  test.each<[unknown, string]>([
    [
      undefined,
      'surfaceVelocity: velocity must be three numbers in m/s, { linear, angular, centre } or a function (got undefined)',
    ],
    [[1, 2, Number.NaN], 'surfaceVelocity: velocity must be three finite numbers in m/s'],
    [{ linear: ['1', 0, 0] }, 'surfaceVelocity: linear must be three finite numbers in m/s'],
    [{ speed: 1 }, "surfaceVelocity: unknown option 'speed', known are linear, angular, centre"],
  ])('%j is refused', (field, message) => {
    expect(() => surfaceVelocity(coulomb({ mu: 1 }), field as never)).toThrow(message);
  });
});
