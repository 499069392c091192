import type { FrictionLaw } from '../laws/friction-law.js';
import type { LawModifier } from '../laws/modifier.js';
import type { MaterialPairs } from './material-pairs.js';

/** Which surfaces moved in the last step. The numbers of a surface velocity may change at any time, without a call. */
export interface MovingSurfaces {
  /** `pairs.changes` when the lists were made. */
  changes: number;
  modifiers: LawModifier[];
  moved: boolean[];
}

export function createMovingSurfaces(): MovingSurfaces {
  return { changes: -1, modifiers: [], moved: [] };
}

/** Before a step: true if a surface has started or stopped moving. `onStart` is called for each one that has started. */
export function updateMovingSurfaces<Owner extends { movingSurfaces: MovingSurfaces; pairs: MaterialPairs }>(
  owner: Owner,
  onStart: (owner: Owner, surface: LawModifier) => void,
): boolean {
  const { movingSurfaces, pairs } = owner;
  if (movingSurfaces.changes !== pairs.changes) listSurfaces(movingSurfaces, pairs);
  const { modifiers, moved } = movingSurfaces;
  let isChanged = false;
  for (let k = 0; k < modifiers.length; k++) {
    const moves = modifiers[k].isMoving?.() ?? false;
    if (moves === moved[k]) continue;
    moved[k] = moves;
    isChanged = true;
    if (moves) onStart(owner, modifiers[k]);
  }
  return isChanged;
}

/** True if the law has this moving surface. A mixture of materials has a law of its own, but shares the modifier's `isMoving`. */
export function hasSurface(law: FrictionLaw, { isMoving }: LawModifier): boolean {
  for (let { modifier } = law; modifier; modifier = modifier.inner.modifier) {
    if (modifier.isMoving === isMoving) return true;
  }
  return false;
}

function listSurfaces(surfaces: MovingSurfaces, pairs: MaterialPairs): void {
  const { defaultPair, pairLaws, wildcardLaws, combinedLaws, lawsWithDefault } = pairs;
  const maps = [pairLaws, wildcardLaws, combinedLaws, lawsWithDefault];
  const known = new Map(surfaces.modifiers.map((modifier, k) => [modifier, surfaces.moved[k]]));
  surfaces.changes = pairs.changes;
  surfaces.modifiers = [];
  surfaces.moved = [];
  for (const { law } of [defaultPair, ...maps.flatMap((map) => [...map.values()])]) {
    for (let { modifier } = law; modifier; modifier = modifier.inner.modifier) {
      if (!modifier.isMoving) continue;
      surfaces.modifiers.push(modifier);
      // A law that is new counts as moving: whoever sets it sees what it does.
      surfaces.moved.push(known.get(modifier) ?? modifier.isMoving());
    }
  }
}
