import { bristle, stribeck } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { SEPARATING_SPEED } from '../src/constants.js';
import { isLoadLost } from '../src/correct/lost-load.js';
import { KNOWN } from '../src/step/flags.js';
import { createFakeInstall, G, MASS, setVelocity } from './fake-install.js';

const DT = 1 / 60;
const motorLaw = bristle({ mu: 0.5, stiffness: 1e4 });
const correctedLaw = stribeck({ muS: 0.5, muC: 0.4, vS: 0.1 });

describe('a separating patch loses its load', () => {
  const isLost = (velocity: number[], lengthUnit = 1, armB = [0, 0, 0]): boolean => {
    const install = createFakeInstall(correctedLaw);
    install.lengthUnit = lengthUnit;
    install.store.current.armB.set(armB);
    setVelocity(install, velocity);
    return isLoadLost(install, 0, DT);
  };

  test('above 0.05 m/s along the normal', () => {
    expect(SEPARATING_SPEED).toBe(0.05);
    expect(isLost([0, 0, 0.051, 0, 0, 0])).toBe(true);
    expect(isLost([0, 0, 0.049, 0, 0, 0])).toBe(false);
  });

  test('but not while it approaches or slides', () => {
    expect(isLost([0, 0, -5, 0, 0, 0])).toBe(false);
    expect(isLost([5, -5, 0, 0, 0, 5])).toBe(false);
  });

  test('with the velocity at the contact, including rotation', () => {
    // ω × r = (0, 0.1, 0) × (-1, 0, 0) = (0, 0, 0.1) m/s.
    expect(isLost([0, 0, 0, 0, 0.1, 0], 1, [-1, 0, 0])).toBe(true);
    expect(isLost([0, 0, 0, 0, 0.1, 0], 1, [1, 0, 0])).toBe(false);
  });

  test('relative to body A', () => {
    const install = createFakeInstall(correctedLaw);
    setVelocity(install, [0, 0, 1, 0, 0, 0]);
    install.bodies.bodies.velocity[2] = 1;
    expect(isLoadLost(install, 0, DT)).toBe(false);
    install.bodies.bodies.velocity[2] = -1;
    setVelocity(install, [0, 0, 0, 0, 0, 0]);
    expect(isLoadLost(install, 0, DT)).toBe(true);
  });

  test('at a speed that scales with lengthUnit', () => {
    expect(isLost([0, 0, 5.1, 0, 0, 0], 100)).toBe(true);
    expect(isLost([0, 0, 4.9, 0, 0, 0], 100)).toBe(false);
  });
});

describe('an impact on a patch that motors hold', () => {
  /** Change of the load that counts as an impact: it stops a body that has fallen for two steps at 0.05 m/s more [N s]. */
  const STOPPING = MASS * (0.05 + 2 * DT * G);

  const isLost = (load: number, before: number | null, law = motorLaw): boolean => {
    const install = createFakeInstall(law);
    const patches = install.store.current;
    patches.normalImpulse[0] = load;
    if (before !== null) {
      patches.flags[0] = KNOWN;
      patches.recentImpulse[0] = before;
    }
    return isLoadLost(install, 0, DT);
  };

  test('is a load that changes by more than stops a falling body', () => {
    expect(isLost(2 + 1.01 * STOPPING, 2)).toBe(true);
    expect(isLost(2 + 0.99 * STOPPING, 2)).toBe(false);
  });

  test('and by more than a fifth', () => {
    expect(isLost(4.9 * STOPPING, 3.8 * STOPPING)).toBe(true);
    expect(isLost(5.6 * STOPPING, 4.5 * STOPPING)).toBe(false);
  });

  test('also if the load drops', () => {
    expect(isLost(2, 2 + 1.01 * STOPPING)).toBe(true);
    expect(isLost(2, 2 + 0.99 * STOPPING)).toBe(false);
  });

  test('and counts a new patch from no load', () => {
    expect(isLost(1.01 * STOPPING, null)).toBe(true);
    expect(isLost(0.99 * STOPPING, null)).toBe(false);
  });

  test("is no matter for laws that Rapier's friction holds", () => {
    expect(isLost(100 * STOPPING, 0, correctedLaw)).toBe(false);
  });
});
