import type { FrictionLaw } from '@stiction/friction-core';

/** How a law, and the colliders that it needs, are dealt with. */
export const NATIVE = 0;
/** Rapier's own friction holds what sticks; what it lacks is added while the patch slides or spins. */
export const HELD = 1;
/** Rapier's own friction is off; motor rows inside Rapier's solver are the friction. */
export const ROWS = 2;

export type Kind = typeof NATIVE | typeof HELD | typeof ROWS;

export function kindOf(law: FrictionLaw): Kind {
  if (law.coulombMatch === 'always') return NATIVE;
  return law.coulombMatch === 'sticking' || law.innerMu !== undefined ? HELD : ROWS;
}

/** The coefficient with which Rapier's own friction holds what sticks. */
export function restOf(law: FrictionLaw): number {
  return law.coulombMatch || law.innerMu === undefined ? (law.mu ?? 0) : law.innerMu;
}

/** Rapier's own friction does not hold all that the law does. */
export function needsRows(law: FrictionLaw): boolean {
  return law.coulombMatch === undefined;
}

/** Rapier's own friction holds some of it, in all directions; rows hold the rest. */
export function isPartlyHeld(law: FrictionLaw): boolean {
  return law.coulombMatch === undefined && law.innerMu !== undefined;
}
