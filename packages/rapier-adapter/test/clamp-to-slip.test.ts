import { describe, expect, test } from 'vitest';
import type { InstallState } from '../src/install/state.js';
import { clampToSlip } from '../src/motors/finish-motors.js';
import { createFakeInstall, INERTIA, MASS, setVelocity } from './fake-install.js';

/** The correction [N s, N s, N m s] after the clamp, at a slip [m/s, m/s, rad/s]. */
function clamp(correction: number[], [v1, v2, spin]: number[], change?: (install: InstallState) => void) {
  const install = createFakeInstall();
  setVelocity(install, [v1, v2, 0, 0, 0, spin]);
  change?.(install);
  install.scratch.vector.set(correction);
  const isLeft = clampToSlip(install, 0);
  return { correction: [...install.scratch.vector], isLeft };
}

describe('clampToSlip', () => {
  test('keeps a correction that removes less than half of the slip', () => {
    const { correction, isLeft } = clamp([-0.49 * MASS, 0, 0], [1, 0, 0]);
    expect(correction).toEqual([-0.49 * MASS, 0, 0]);
    expect(isLeft).toBe(true);
  });

  test('reduces a larger one to half of the slip and keeps its direction', () => {
    expect(clamp([-0.51 * MASS, 0, 0], [1, 0, 0]).correction[0]).toBeCloseTo(-0.5 * MASS, 12);
    const { correction } = clamp([-3 * MASS, -4 * MASS, 0], [0, 1, 0]);
    expect(correction[0]).toBeCloseTo(-0.3 * MASS, 12);
    expect(correction[1]).toBeCloseTo(-0.4 * MASS, 12);
  });

  test('uses the direction with the smaller effective mass', () => {
    const { correction } = clamp([-MASS, 0, 0], [1, 0, 0], ({ store }) => {
      store.current.block[3] = 2 / MASS;
    });
    expect(correction[0]).toBeCloseTo(-0.25 * MASS, 12);
  });

  test('clamps torsion to half of the spin, independently of the slide', () => {
    expect(clamp([0, 0, -0.9 * INERTIA], [0, 0, 2]).correction[2]).toBe(-0.9 * INERTIA);
    expect(clamp([0, 0, -5 * INERTIA], [0, 0, 2]).correction[2]).toBeCloseTo(-INERTIA, 12);
    const { correction } = clamp([-MASS, 0, -0.9 * INERTIA], [0.2, 0, 2]);
    expect(correction[0]).toBeCloseTo(-0.1 * MASS, 12);
    expect(correction[2]).toBe(-0.9 * INERTIA);
  });

  test('measures the slip relative to a moving surface', () => {
    const { correction } = clamp([-MASS, 0, 0], [1, 0, 0], ({ store }) => {
      store.current.tangentVelocity[0] = 0.8;
    });
    expect(correction[0]).toBeCloseTo(-0.1 * MASS, 12);
  });

  test('leaves nothing without slip', () => {
    const { correction, isLeft } = clamp([-1, 1, 1], [0, 0, 0]);
    expect(correction.map(Math.abs)).toEqual([0, 0, 0]);
    expect(isLeft).toBe(false);
  });
});
