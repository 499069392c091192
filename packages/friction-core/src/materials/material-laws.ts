import type { FrictionLaw } from '../laws/friction-law.js';
import { scaled } from '../laws/scaled.js';
import {
  ANY_MATERIAL,
  type MaterialPair,
  type MaterialPairs,
  materialId,
  pairKey,
  requireLaw,
  requireName,
} from './material-pairs.js';

/** Rule that combines two coefficients of friction. */
export type CombineRule = 'geometric' | 'average' | 'min' | 'max' | 'multiply';

/**
 * The name of a rule, or a function that makes the law of a pair from the laws of its two materials. `a` is the law of the material
 * that got its law first, and that material is 'a' of the new law.
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
 * Sets the law of a material. Two materials that both have one, and no law as a pair, get a combined law. All combinations are made
 * here, so that a user's function can throw here and never within a step.
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
  pairs.materialLaws.set(id, law);
  for (const [key, pair] of combined) pairs.combinedLaws.set(key, pair);
}

/** A named rule takes the law of the material with less friction, where the contact yields first, and scales it to the new μ. */
function combinePair(a: number, lawA: FrictionLaw, b: number, lawB: FrictionLaw, combine: Combine): MaterialPair {
  const muA = lawA.mu;
  const muB = lawB.mu;
  if (typeof combine === 'function') {
    const law = combine(lawA, lawB);
    requireLaw('setMaterialLaw: what combine returns', law);
    return { law, materialA: a };
  }
  if (muA === undefined || muB === undefined) {
    const which = muA === undefined ? lawA.name : lawB.name;
    throw new TypeError(
      `setMaterialLaw: the law '${which}' has no mu that the rule '${combine}' could combine; give combine as a function`,
    );
  }
  const isWeakerA = muA <= muB;
  const mu = RULES[combine](muA, muB);
  const fromA = lawA.combineWith?.(lawB, mu);
  if (fromA) return { law: fromA, materialA: a };
  const fromB = lawB.combineWith?.(lawA, mu);
  if (fromB) return { law: fromB, materialA: b };
  const weakerMu = isWeakerA ? muA : muB;
  const weakerLaw = isWeakerA ? lawA : lawB;
  // A frictionless law cannot be scaled up, so the other one is scaled down.
  if (weakerMu === 0 && mu > 0) {
    return isWeakerA ? { law: scaled(lawB, mu / muB), materialA: b } : { law: scaled(lawA, mu / muA), materialA: a };
  }
  const law = mu === weakerMu ? weakerLaw : scaled(weakerLaw, mu / weakerMu);
  return { law, materialA: isWeakerA ? a : b };
}
