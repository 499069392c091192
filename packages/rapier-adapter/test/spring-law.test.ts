import { bristle, coulomb, type FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { DAMPING, PASSES, STIFFNESS } from '../src/constants.js';
import { hasAddedSpring, hasBrokenAway, trackBreakaway, withSpring } from '../src/motors/spring-law.js';
import { createFakeInstall, INERTIA, MASS } from './fake-install.js';

const H = 1 / 60;
/** Inverse effective masses of the rows [1/kg, 1/kg, 1/(kg m²)]. */
const A = [1 / MASS, 1 / MASS, 1 / INERTIA];

/** A patch with the law held by a spring. */
function createPatch(law: FrictionLaw = withSpring(coulomb({ mu: 0.5 }))) {
  const patches = createFakeInstall(law).store.current;
  /** Deflection, the first three numbers of the state; Coulomb has no state. */
  const z = patches.state.subarray(0, 3);
  return { patches, law, z };
}

function expectNear(found: ArrayLike<number>, expected: number[]): void {
  for (const [e, value] of expected.entries()) expect(found[e]).toBeCloseTo(value, 12);
}

describe('withSpring', () => {
  test('adds a spring and a damper in units of the mass: eps = A/(κ + δ), bias = κ z/((κ + δ) h)', () => {
    const { patches, law, z } = createPatch();
    z.set([1e-3, -2e-3, 3e-3]);
    law.linearize(patches, 0, H);
    const sum = STIFFNESS + DAMPING;
    expectNear(
      patches.eps,
      A.map((a) => a / sum),
    );
    expectNear(
      patches.bias,
      [1e-3, -2e-3, 3e-3].map((deflection) => (STIFFNESS * deflection) / (sum * H)),
    );
  });

  test('takes over an impulse: the spring then delivers exactly that impulse at rest', () => {
    const { patches, law, z } = createPatch();
    const impulse = [0.3, -0.2, 0.01];
    patches.impulse.set(impulse);
    law.initFromImpulse?.(patches, 0, H);
    // The deflection is opposite to the impulse on B.
    expect(z[0]).toBeLessThan(0);
    law.linearize(patches, 0, H);
    expectNear(
      impulse.map((_, e) => -patches.bias[e] / patches.eps[e]),
      impulse,
    );
  });

  test('adds the displacement of a sticking patch to its deflection', () => {
    const { patches, law, z } = createPatch();
    z.set([1e-3, 0, 0]);
    patches.slipDisplacement.set([2e-3, -1e-3, 4e-3]);
    law.commit?.(patches, 0, H);
    expectNear(z, [3e-3, -1e-3, 4e-3]);
  });

  test('keeps the deflection of a slow slip that the motors can carry, and forgets it in a fast slide', () => {
    const slide = (speed: number): number => {
      const { patches, law, z } = createPatch();
      law.linearize(patches, 0, H);
      z.set([1, 1, 1]);
      patches.sliding[0] = 1;
      patches.impulse.set([-0.3, -0.4, 0]);
      patches.slip.set([0, speed, 0]);
      law.commit?.(patches, 0, H);
      return z[0];
    };
    // An impulse of 0.5 N s changes the velocity by 0.25 m/s.
    const kept = (0.3 * (A[0] / (STIFFNESS + DAMPING) + A[0] / PASSES) * (STIFFNESS + DAMPING) * H) / STIFFNESS;
    expect(slide(0.249)).toBeCloseTo(kept, 12);
    expect(slide(0.251)).toBe(0);
  });

  test('leaves laws with their own stiffness unchanged, and wraps every other law once', () => {
    const soft = bristle({ mu: 0.5, stiffness: 1e4 });
    const rigid = coulomb({ mu: 0.5 });
    expect(withSpring(soft)).toBe(soft);
    expect(hasAddedSpring(soft)).toBe(false);
    expect(withSpring(rigid)).toBe(withSpring(rigid));
    expect(withSpring(rigid)).not.toBe(rigid);
    expect(hasAddedSpring(withSpring(rigid))).toBe(true);
    expect(hasAddedSpring(rigid)).toBe(false);
  });
});

describe('trackBreakaway', () => {
  /** Results for the speeds of successive steps, with the threshold 0.1 m/s. */
  function track(speeds: number[]): boolean[] {
    const { patches } = createPatch();
    return speeds.map((speed) => {
      const result = trackBreakaway(patches, 0, speed, 0.1);
      expect(hasBrokenAway(patches, 0)).toBe(result);
      return result;
    });
  }

  test('is true from the second step in which the patch accelerates above the threshold', () => {
    expect(track([0.11, 0.12, 0.13])).toEqual([false, true, true]);
  });

  test('is true for a speed that hardly falls', () => {
    expect(track([0.2, 0.2, 0.18, 0.15])).toEqual([false, true, true, true]);
  });

  test('is false while the speed falls by a quarter per step, and counts again', () => {
    expect(track([0.4, 0.3, 0.22, 0.16])).toEqual([false, false, false, false]);
    expect(track([0.21, 0.22, 0.15, 0.15, 0.16])).toEqual([false, true, false, false, true]);
  });

  test('is false below the threshold', () => {
    expect(track([0.01, 0.05, 0.09, 0.1])).toEqual([false, false, false, false]);
    expect(track([0.05, 0.11, 0.12])).toEqual([false, false, true]);
  });

  test('does not touch the deflection', () => {
    const { patches, z } = createPatch();
    trackBreakaway(patches, 0, 0.2, 0.1);
    expect([...z]).toEqual([0, 0, 0]);
  });
});
