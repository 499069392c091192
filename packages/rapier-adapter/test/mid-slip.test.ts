import { describe, expect, test } from 'vitest';
import { KNOWN } from '../src/step/flags.js';
import { findMidSlip } from '../src/step/prepare.js';
import { createFakeInstall, setVelocity } from './fake-install.js';

/** Slip at mid step [m/s, m/s, rad/s], from the slip after the last step and after the step before. */
function midSlip(now: number[], last: number[], flags = KNOWN): number[] {
  const install = createFakeInstall();
  setVelocity(install, [now[0], now[1], 0, 0, 0, now[2]]);
  install.plan.lastSlip.set(last);
  install.store.current.flags[0] = flags;
  findMidSlip(install, 0);
  return [...install.plan.midSlip.subarray(0, 3)];
}

function expectSlip(found: number[], expected: number[]): void {
  for (const [e, value] of expected.entries()) expect(found[e]).toBeCloseTo(value, 12);
}

describe('findMidSlip', () => {
  test('extrapolates by half of the last change, in every direction', () => {
    expectSlip(midSlip([1, -2, 3], [1.2, -2.4, 2.6]), [0.9, -1.8, 3.2]);
  });

  test('never extrapolates past a change of sign', () => {
    expectSlip(midSlip([0.1, 0, 0], [0.5, 0, 0]), [0.1, 0, 0]);
    expectSlip(midSlip([-0.1, 0, 0], [-0.5, 0, 0]), [-0.1, 0, 0]);
    expectSlip(midSlip([0.1, 0, 0], [0.29, 0, 0]), [0.005, 0, 0]);
  });

  test('does not double the slip', () => {
    expectSlip(midSlip([1, 0, 0], [-0.9, 0, 0]), [1.95, 0, 0]);
    expectSlip(midSlip([1, 0, 0], [-1.1, 0, 0]), [1, 0, 0]);
  });

  test('does not extrapolate if the previous slip was below 1 % (at rest)', () => {
    expectSlip(midSlip([1, 0, 1], [0.009, 0, 0]), [1, 0, 1]);
    expectSlip(midSlip([1, 0, 1], [0.011, 0, 0.2]), [1.4945, 0, 1.4]);
  });

  test('does not extrapolate a new patch', () => {
    expectSlip(midSlip([1, 0, 0], [1.2, 0, 0], 0), [1, 0, 0]);
  });
});
