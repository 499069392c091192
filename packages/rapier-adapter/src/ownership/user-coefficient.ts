import type { CoefficientCombineRule } from '@dimforge/rapier3d-compat';

/**
 * A replaced collider has a coefficient of nearly 0 in the engine that encodes the user's one. The engine's snapshots contain it, so a world restored
 * without `friction.restore` can be read:
 *
 *     written = friction · 2^(-57 - 20 rule)
 */
const STEP = 20;
const FIRST = 57;
/** Range of user coefficients; others are read back as 0. */
const LEAST = 0.001953125; // 2^-9
const MOST = 1024;

export function encodeUser(friction: number, rule: number): number {
  return friction >= LEAST && friction < MOST ? friction * 2 ** (-FIRST - STEP * rule) : 0;
}

/** The user's coefficient, decoded from the engine's. */
export function decodeUser(
  written: number,
  rule: CoefficientCombineRule,
): { friction: number; rule: CoefficientCombineRule } {
  if (!(written > 0 && written < 2 ** (-FIRST + STEP / 2))) return { friction: written, rule };
  for (let r = 0; r < 4; r++) {
    const friction = written * 2 ** (FIRST + STEP * r);
    if (friction >= LEAST && friction < MOST) return { friction, rule: r };
  }
  return { friction: written, rule };
}
