import type { FrictionLaw } from '../laws/friction-law.js';
import type { LawModifier } from '../laws/modifier.js';
import type { MaterialPairs } from './material-pairs.js';

/** Which surfaces moved in the last step. The numbers of a surface velocity may change at any time, without a call. */
export interface MovingSurfaces {
  /** `pairs.changes` when the lists were made. */
  changes: number;
  laws: FrictionLaw[];
  modifiers: LawModifier[];
  moved: boolean[];
}

export function createMovingSurfaces(): MovingSurfaces {
  return { changes: -1, laws: [], modifiers: [], moved: [] };
}

/** Before a step: true if a surface has started or stopped moving. `onStart` is called for each law whose surface has started. */
export function updateMovingSurfaces(
  surfaces: MovingSurfaces,
  pairs: MaterialPairs,
  onStart: (law: FrictionLaw) => void,
): boolean {
  if (surfaces.changes !== pairs.changes) listSurfaces(surfaces, pairs);
  const { laws, modifiers, moved } = surfaces;
  let isChanged = false;
  for (let k = 0; k < modifiers.length; k++) {
    const moves = modifiers[k].isMoving?.() ?? false;
    if (moves === moved[k]) continue;
    moved[k] = moves;
    isChanged = true;
    if (moves) onStart(laws[k]);
  }
  return isChanged;
}

function listSurfaces(surfaces: MovingSurfaces, pairs: MaterialPairs): void {
  const { defaultPair, pairLaws, wildcardLaws, combinedLaws, lawsWithDefault } = pairs;
  const maps = [pairLaws, wildcardLaws, combinedLaws, lawsWithDefault];
  const known = new Map(surfaces.modifiers.map((modifier, k) => [modifier, surfaces.moved[k]]));
  surfaces.changes = pairs.changes;
  surfaces.laws = [];
  surfaces.modifiers = [];
  surfaces.moved = [];
  for (const { law } of [defaultPair, ...maps.flatMap((map) => [...map.values()])]) {
    for (let { modifier } = law; modifier; modifier = modifier.inner.modifier) {
      if (!modifier.isMoving) continue;
      surfaces.laws.push(law);
      surfaces.modifiers.push(modifier);
      // A law that is new counts as moving: whoever sets it sees what it does.
      surfaces.moved.push(known.get(modifier) ?? modifier.isMoving());
    }
  }
}
