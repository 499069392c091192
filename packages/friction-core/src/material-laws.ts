import type { FrictionLaw } from './contract.js';
import { scaled } from './laws/scaled.js';
import {
  type MaterialPair,
  type MaterialPairs,
  materialId,
  pairKey,
  requireLaw,
  requireName,
} from './material-pairs.js';

/** How two coefficients of friction become one. */
export type CombineRule = 'geometric' | 'average' | 'min' | 'max' | 'multiply';

/**
 * A rule by name, or a function that makes the law of a pair from the laws of its two materials: `a` is that of the material
 * which was given a law first, and that material is the 'a' of the new law.
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
 * Gives a material a law of its own: two materials that both have one and no law as a pair get a combined law. All
 * combinations are made here, so that a rule of the user's can throw here and never inside a step.
 */
export function setMaterialLaw(pairs: MaterialPairs, name: string, law: FrictionLaw, combine: Combine): void {
  requireName('setMaterialLaw', 'material', name);
  requireLaw(`setMaterialLaw: law of '${name}'`, law);
  const id = materialId(pairs, name);
  const combined = new Map<number, MaterialPair>();
  let isFirst = false;
  for (const [other, otherLaw] of pairs.own) {
    // A material that gets another law keeps its place in the order.
    if (other === id) isFirst = true;
    else if (isFirst) combined.set(pairKey(id, other), combinePair(id, law, other, otherLaw, combine));
    else combined.set(pairKey(id, other), combinePair(other, otherLaw, id, law, combine));
  }
  combined.set(pairKey(id, id), { law, first: -1 });
  pairs.own.set(id, law);
  for (const [key, pair] of combined) pairs.combined.set(key, pair);
}

/** By a named rule: the law of the material with less friction, where the contact gives way first, scaled to the new μ. */
function combinePair(a: number, lawA: FrictionLaw, b: number, lawB: FrictionLaw, combine: Combine): MaterialPair {
  const muA = lawA.mu;
  const muB = lawB.mu;
  if (typeof combine === 'function') {
    const law = combine(lawA, lawB);
    requireLaw('setMaterialLaw: what combine returns', law);
    return { law, first: a };
  }
  if (muA === undefined || muB === undefined) {
    const which = muA === undefined ? lawA.name : lawB.name;
    throw new TypeError(
      `setMaterialLaw: the law '${which}' has no mu that the rule '${combine}' could combine; give combine as a function`,
    );
  }
  const weakerIsA = muA <= muB;
  const mu = RULES[combine](muA, muB);
  const asA = lawA.combineWith?.(lawB, mu);
  if (asA) return { law: asA, first: a };
  const asB = lawB.combineWith?.(lawA, mu);
  if (asB) return { law: asB, first: b };
  const own = weakerIsA ? muA : muB;
  const law = weakerIsA ? lawA : lawB;
  // A law without friction cannot be scaled up to one that has some: the other one is scaled then.
  if (own === 0 && mu > 0) {
    return weakerIsA ? { law: scaled(lawB, mu / muB), first: b } : { law: scaled(lawA, mu / muA), first: a };
  }
  return { law: mu === own ? law : scaled(law, mu / own), first: weakerIsA ? a : b };
}
