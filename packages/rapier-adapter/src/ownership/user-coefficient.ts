import type { CoefficientCombineRule } from '@dimforge/rapier3d-compat';

/**
 * A collider whose friction is all ours has a coefficient of nearly 0 in the engine, which still tells what the user had set: it is
 * in the engine's own snapshots too, and a world that is restored from one without `friction.restore` can be read.
 *
 *     written = friction · 2^(-57 - 20 rule)
 */
const STEP = 20;
const FIRST = 57;
/** Coefficients of users lie between these; all others are read back as 0. */
const LEAST = 0.001953125; // 2^-9
const MOST = 1024;

export function encodeUser(friction: number, rule: number): number {
  return friction >= LEAST && friction < MOST ? friction * 2 ** (-FIRST - STEP * rule) : 0;
}

/** What the user had set, from what the engine has. */
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
