import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { breakawayTorque } from '../src/correct/breakaway.js';
import { SLIDES } from '../src/step/flags.js';
import { createFakeInstall } from './fake-install.js';

const LOAD = 10;
const MU = 0.5;
/** Torsion limit per load [m]. */
const LEVER = 0.1;
/** Share of the difference by which the torque changes per step. */
const FOLLOW = 0.25;

/** A coupled law with a simple limit surface: |λ1|/μ + |λ3|/(0.1 m) = N. */
function createLaw(): FrictionLaw {
  const law = coulomb({ mu: MU });
  const gauge = (lambda: Float64Array, at: number) => Math.abs(lambda[at]) / MU + Math.abs(lambda[at + 2]) / LEVER;
  return { ...law, coupled: true, set: { ...law.set, gauge } };
}

/**
 * Torque impulse on B for a resting patch that carries the shares `force` and `moment` of its limit [N m s]. `most` is the limit of Rapier's
 * torsion, `before` the torque of the last step.
 */
function torque(force: number, moment: number, { most = 2, before = 0, flags = 0 } = {}): number {
  const install = createFakeInstall(createLaw());
  const patches = install.store.current;
  patches.normalImpulse[0] = LOAD;
  patches.impulse[2] = before;
  patches.flags[0] = flags;
  install.plan.restLoad.set([force * MU * LOAD, 0, moment * LEVER * LOAD]);
  return breakawayTorque(install, 0, most);
}

describe('breakawayTorque', () => {
  test("acts against the moment and leaves Rapier's torsion the limit of the law", () => {
    // Limit in this direction: 0.6 / (0.4 + 0.6) of the torsion limit of 1 N m s.
    expect(torque(0.4, 0.6)).toBeCloseTo(-FOLLOW * (2 - 0.6), 12);
    expect(torque(0.4, -0.6)).toBeCloseTo(FOLLOW * (2 - 0.6), 12);
    expect(torque(0.2, 0.3)).toBeCloseTo(-FOLLOW * (2 - 0.6), 12);
  });

  test('follows its target by a quarter per step, from 0 after a slide', () => {
    expect(torque(0.4, 0.6, { before: -0.4 })).toBeCloseTo(-0.4 + FOLLOW * (-1.4 + 0.4), 12);
    expect(torque(0.4, 0.6, { before: -0.4, flags: SLIDES })).toBeCloseTo(FOLLOW * -1.4, 12);
  });

  test("is 0 if Rapier's torsion is below the limit of the law", () => {
    expect(torque(0.4, 0.6, { most: 0.59 })).toBeCloseTo(0, 12);
    expect(torque(0.4, 0.6, { most: 0.61 })).toBeCloseTo(-FOLLOW * 0.01, 12);
  });

  test('is 0 below 30 % of the limit', () => {
    expect(torque(0.14, 0.15)).toBeCloseTo(0, 12);
    expect(torque(0.15, 0.16)).toBeLessThan(-0.1);
  });

  test('rises from 0 at a moment of 1/8 of the load to its full size at 1/4', () => {
    const half = 3 / 16;
    expect(torque(1 - 0.12, 0.12)).toBeCloseTo(0, 12);
    expect(torque(1 - half, half)).toBeCloseTo(-0.5 * FOLLOW * (2 - half), 12);
    expect(torque(1 - 0.25, 0.25)).toBeCloseTo(-FOLLOW * (2 - 0.25), 12);
  });
});
