import { expect } from 'vitest';
import { full } from '../../../scripts/testing/full.js';

export { full };

/** Step sizes of the cases with the same goal at both. */
export const STEPS = full ? [1 / 60, 1 / 240] : [1 / 60];

/** Every case in the full suite, the first `count` otherwise. */
export function some<T>(cases: readonly T[], count: number): readonly T[] {
  return full ? cases : cases.slice(0, count);
}

/** Expects a measured value within a share of the exact one; the message shows both. */
export function expectNear(measured: number, exact: number, share: number, what = 'measured'): void {
  const error = Math.abs(measured / exact - 1);
  expect(error, `${what} ${measured}, exact ${exact}: ${100 * error} % apart, goal ${100 * share} %`).toBeLessThan(
    share,
  );
}
