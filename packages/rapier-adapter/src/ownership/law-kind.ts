import type { FrictionLaw } from '@stiction/friction-core';
import { withoutRestingSurfaces } from '@stiction/friction-core/adapter';

/** How a law, and the colliders that use it, are handled. */
export const NATIVE = 0;
/** Rapier's friction holds sticking patches; a correction is added while they slide or spin. */
export const CORRECTED = 1;
/** Rapier's friction is off; motors in Rapier's solver, or predicted forces, replace it. */
export const REPLACED = 2;

export type Kind = typeof NATIVE | typeof CORRECTED | typeof REPLACED;

export function kindOf(given: FrictionLaw): Kind {
  const law = withoutRestingSurfaces(given);
  if (law.coulombMatch === 'always') return NATIVE;
  return law.coulombMatch === 'sticking' || law.innerMu !== undefined ? CORRECTED : REPLACED;
}

/** The coefficient with which Rapier's friction holds sticking patches. */
export function restMu(law: FrictionLaw): number {
  return law.coulombMatch || law.innerMu === undefined ? (law.mu ?? 0) : law.innerMu;
}

/** True if the law holds more than Rapier's friction can. */
export function exceedsCoulomb(law: FrictionLaw): boolean {
  return law.coulombMatch === undefined;
}

/** True if Rapier's friction holds a part of it in all directions; motors hold the rest. */
export function hasInnerCircle(law: FrictionLaw): boolean {
  return law.coulombMatch === undefined && law.innerMu !== undefined;
}
