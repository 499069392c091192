import type { FrictionLaw } from '../laws/friction-law.js';
import { isStronger, modifiersOf, needsTorsion, withoutModifiers } from '../laws/modifier.js';
import { scaled } from '../laws/scaled.js';
import {
  ANY_MATERIAL,
  type MaterialPair,
  type MaterialPairs,
  markChanged,
  materialId,
  pairKey,
  requireLaw,
  requireName,
} from './material-pairs.js';

/** Rule that combines two coefficients of friction. */
export type CombineRule = 'geometric' | 'average' | 'min' | 'max' | 'multiply';

/**
 * The name of a rule, or a function that makes the law of a pair from the laws of its two materials. `a` is the law of the material
 * that got its law first, and that material is 'a' of the new law. The default is the law of all materials without their own.
 */
export type Combine = CombineRule | ((a: FrictionLaw, b: FrictionLaw) => FrictionLaw);

const RULES: Readonly<Record<CombineRule, (a: number, b: number) => number>> = {
  geometric: (a, b) => Math.sqrt(a * b),
  average: (a, b) => (a + b) / 2,
  min: Math.min,
  max: Math.max,
  multiply: (a, b) => a * b,
};

export function requireCombine(owner: string, combine: unknown): Combine {
  if (typeof combine === 'function' || (typeof combine === 'string' && Object.hasOwn(RULES, combine)))
    return combine as Combine;
  throw new TypeError(
    `${owner}: combine must be a function or one of ${Object.keys(RULES).join(', ')} (got ${String(combine)})`,
  );
}

/**
 * Sets the law of a material. All combinations are made here, so that a user's function can throw here and never within a step.
 */
export function setMaterialLaw(pairs: MaterialPairs, name: string, law: FrictionLaw, combine: Combine): void {
  requireName('setMaterialLaw', 'material', name);
  requireLaw(`setMaterialLaw: law of '${name}'`, law);
  const id = materialId(pairs, name);
  const combined = new Map<number, MaterialPair>();
  let isFirst = false;
  for (const [other, otherLaw] of pairs.materialLaws) {
    // A material that gets a new law keeps its place in the order.
    if (other === id) isFirst = true;
    else if (isFirst) combined.set(pairKey(id, other), combinePair(id, law, other, otherLaw, combine));
    else combined.set(pairKey(id, other), combinePair(other, otherLaw, id, law, combine));
  }
  combined.set(pairKey(id, id), { law, materialA: ANY_MATERIAL });
  const withDefault = combineWithDefault(id, law, pairs.defaultPair.law, combine);
  pairs.mentioned.add(name);
  pairs.materialLaws.set(id, law);
  pairs.lawsWithDefault.set(id, withDefault);
  for (const [key, pair] of combined) pairs.combinedLaws.set(key, pair);
  markChanged(pairs);
}

/** Removes the law of a material and all its combinations. Returns true if there was one. */
export function removeMaterialLaw(pairs: MaterialPairs, name: string): boolean {
  requireName('removeMaterialLaw', 'material', name);
  const id = materialId(pairs, name);
  if (!pairs.materialLaws.delete(id)) return false;
  pairs.lawsWithDefault.delete(id);
  pairs.combinedLaws.delete(pairKey(id, id));
  for (const other of pairs.materialLaws.keys()) pairs.combinedLaws.delete(pairKey(id, other));
  markChanged(pairs);
  return true;
}

/** Replaces the default, alone and in the combinations with laws of materials. */
export function setDefaultLaw(pairs: MaterialPairs, law: FrictionLaw, combine: Combine): void {
  requireLaw('setDefault: law', law);
  const combined = [...pairs.materialLaws].map(
    ([id, own]) => [id, combineWithDefault(id, own, law, combine)] as [number, MaterialPair],
  );
  pairs.defaultPair.law = law;
  pairs.lawsWithDefault = new Map(combined);
  markChanged(pairs);
}

/** A default without μ, such as coefficients that the engine has, leaves the law of the material as it is. */
function combineWithDefault(id: number, law: FrictionLaw, defaultLaw: FrictionLaw, combine: Combine): MaterialPair {
  const isCombined = typeof combine === 'function' || (law.mu !== undefined && defaultLaw.mu !== undefined);
  if (!isCombined) return { law, materialA: id };
  return combinePair(id, law, ANY_MATERIAL, defaultLaw, combine);
}

/**
 * A named rule takes the law of the material with less friction, where the contact yields first, and scales it to the new μ. Modifiers
 * of both laws are added to the result: a belt moves whatever lies on it.
 */
function combinePair(a: number, lawA: FrictionLaw, b: number, lawB: FrictionLaw, combine: Combine): MaterialPair {
  if (typeof combine === 'function') {
    const law = combine(lawA, lawB);
    requireLaw('setMaterialLaw: what combine returns', law);
    return { law, materialA: a };
  }
  const bases = [withoutModifiers(lawA), withoutModifiers(lawB)] as const;
  const { law, isWeakerA } = combineLaws(...bases, combine, needsTorsion(lawA, lawB));
  // Against the default, the material decides which body is 'a'.
  const isA = isWeakerA || b === ANY_MATERIAL;
  const modifiers = [...modifiersOf(lawA, isA ? 'a' : 'b'), ...modifiersOf(lawB, isA ? 'b' : 'a')];
  const modified = modifiers
    .filter((modifier) => !modifiers.some((other) => isStronger(other, modifier)))
    .reduce((inner, { modifier, side }) => modifier.apply(inner, side), law);
  return { law: modified, materialA: isA ? a : b };
}

/** `isWeakerA`: the law comes from A. */
function combineLaws(
  lawA: FrictionLaw,
  lawB: FrictionLaw,
  rule: CombineRule,
  torsion: boolean,
): { law: FrictionLaw; isWeakerA: boolean } {
  const muA = lawA.mu;
  const muB = lawB.mu;
  if (muA === undefined || muB === undefined) {
    const which = muA === undefined ? lawA.name : lawB.name;
    throw new TypeError(
      `setMaterialLaw: the law '${which}' has no mu that the rule '${rule}' could combine; give combine as a function`,
    );
  }
  const mu = RULES[rule](muA, muB);
  const fromA = lawA.combineWith?.(lawB, mu);
  if (fromA) return { law: fromA, isWeakerA: true };
  const fromB = lawB.combineWith?.(lawA, mu);
  if (fromB) return { law: fromB, isWeakerA: false };
  let isWeakerA = muA <= muB;
  // A frictionless law cannot be scaled up, and one without torsion cannot resist spinning: the other one is scaled.
  if ((mu > 0 && (isWeakerA ? muA : muB) === 0) || (torsion && (isWeakerA ? lawA : lawB).torsionIndex === undefined))
    isWeakerA = !isWeakerA;
  const law = isWeakerA ? lawA : lawB;
  const own = isWeakerA ? muA : muB;
  return { law: mu === own || own === 0 ? law : scaled(law, mu / own), isWeakerA };
}
