import type { FrictionLaw } from '../laws/friction-law.js';
import { describe } from '../options.js';
import { type Blend, blendPair } from './blend.js';

/** The law of two materials, and which of them is 'a' for a law that distinguishes its bodies. */
export interface MaterialPair {
  law: FrictionLaw;
  /** Id of material 'a', or `ANY_MATERIAL` if the materials do not decide: then 'a' is the body that was created first. */
  materialA: number;
}

/**
 * The law of each pair of materials. Symmetric. Materials are strings for the user and ids in a step. The first of these that exists
 * applies:
 *
 *     1. the law of the pair                        setPair('tyre', 'ice', law)
 *     2. the law of one of them with any other      setPair('belt', '*', law); of two, the one that was set last
 *     3. the combined laws of the two materials     setMaterialLaw; a material without a law counts as one with the default law
 *     4. the default
 */
export interface MaterialPairs {
  defaultPair: MaterialPair;
  ids: Map<string, number>;
  names: string[];
  /** Names in `setPair` and `setMaterialLaw`. */
  mentioned: Set<string>;
  /** Laws set for a pair by name. */
  pairLaws: Map<number, MaterialPair>;
  /** Laws set for a material with any other, by id, in the order in which they were set. */
  wildcardLaws: Map<number, MaterialPair>;
  /** Laws combined from the laws of two materials. */
  combinedLaws: Map<number, MaterialPair>;
  /** The law of a material combined with the default, by id, against materials without a law. */
  lawsWithDefault: Map<number, MaterialPair>;
  /** Laws of single materials. */
  materialLaws: Map<number, FrictionLaw>;
  /** Mixtures of materials that surfaces have returned, by id: see `blend.ts`. */
  blends: Map<number, Blend>;
  /** Pairs that `findPair` has found since the last change, and the number of changes. */
  found: Map<number, MaterialPair>;
  changes: number;
}

/** Id of bodies without a material. */
export const NO_MATERIAL = 0;
export const ANY_MATERIAL = -1;
/** Stands for every material in `setPair`. */
const WILDCARD = '*';

const MAX_MATERIALS = 65536;

export function createMaterialPairs(defaultLaw: FrictionLaw): MaterialPairs {
  requireLaw('installFriction: default', defaultLaw);
  return {
    defaultPair: { law: defaultLaw, materialA: ANY_MATERIAL },
    ids: new Map(),
    names: [''],
    mentioned: new Set(),
    pairLaws: new Map(),
    wildcardLaws: new Map(),
    combinedLaws: new Map(),
    lawsWithDefault: new Map(),
    materialLaws: new Map(),
    blends: new Map(),
    found: new Map(),
    changes: 0,
  };
}

/** Call after every change of laws. */
export function markChanged(pairs: MaterialPairs): void {
  pairs.found.clear();
  pairs.changes++;
}

/** The same materials with these laws of pairs and no others but the default. */
export function withPairLaws(pairs: MaterialPairs, pairLaws: Map<number, MaterialPair>): MaterialPairs {
  return {
    ...pairs,
    pairLaws,
    wildcardLaws: new Map(),
    combinedLaws: new Map(),
    lawsWithDefault: new Map(),
    found: new Map(),
  };
}

/** Returns the id of a material name, and creates it if the name is new. */
export function materialId(pairs: MaterialPairs, name: string): number {
  let id = pairs.ids.get(name);
  if (id === undefined) {
    id = pairs.names.length;
    if (id >= MAX_MATERIALS) return NO_MATERIAL;
    pairs.names.push(name);
    pairs.ids.set(name, id);
  }
  return id;
}

/** Sets the law of two bodies that both have no material. It has priority over the default. */
export function setNoMaterialLaw(pairs: MaterialPairs, law: FrictionLaw): void {
  pairs.pairLaws.set(pairKey(NO_MATERIAL, NO_MATERIAL), { law, materialA: ANY_MATERIAL });
  markChanged(pairs);
}

export function setPairLaw(pairs: MaterialPairs, a: string, b: string, law: FrictionLaw): void {
  requirePairNames('setPair', a, b);
  requireLaw(`setPair: law of '${a}' and '${b}'`, law);
  for (const name of [a, b]) if (name !== WILDCARD) pairs.mentioned.add(name);
  if (a === WILDCARD || b === WILDCARD) {
    const id = materialId(pairs, a === WILDCARD ? b : a);
    pairs.wildcardLaws.delete(id);
    // The material is 'a' of the law if it is named first. Ids of materials are >= 0, so an impossible one makes it 'b'.
    pairs.wildcardLaws.set(id, { law, materialA: a === WILDCARD ? OTHER_MATERIAL : id });
  } else {
    const materialA = materialId(pairs, a);
    pairs.pairLaws.set(pairKey(materialA, materialId(pairs, b)), { law, materialA });
  }
  markChanged(pairs);
}

/** `materialA` of a wildcard law whose 'a' is the other material: replaced by its id in `findPair`. */
const OTHER_MATERIAL = -2;

/** Removes the law of a pair and returns true if there was one. The pair falls back to the next law in the order above. */
export function removePairLaw(pairs: MaterialPairs, a: string, b: string): boolean {
  requirePairNames('removePair', a, b);
  const first = pairs.ids.get(a);
  const second = pairs.ids.get(b);
  markChanged(pairs);
  if (a === WILDCARD || b === WILDCARD) return pairs.wildcardLaws.delete((a === WILDCARD ? second : first) ?? -1);
  return first !== undefined && second !== undefined && pairs.pairLaws.delete(pairKey(first, second));
}

function requirePairNames(owner: string, a: unknown, b: unknown): void {
  requireName(owner, 'first material', a);
  requireName(owner, 'second material', b);
  if (a === WILDCARD && b === WILDCARD) {
    throw new TypeError(`${owner}: only one of the two materials can be '*'; use setDefault for the law of all pairs`);
  }
}

/** True if every pair has the default law, so that materials need not be looked up. */
export function hasOnlyDefault({ pairLaws, wildcardLaws, materialLaws }: MaterialPairs): boolean {
  return pairLaws.size + wildcardLaws.size + materialLaws.size === 0;
}

export function findPair(pairs: MaterialPairs, a: number, b: number): MaterialPair {
  const key = pairKey(a, b);
  const known = pairs.found.get(key);
  if (known) return known;
  const pair =
    pairs.pairLaws.get(key) ??
    blendPair(pairs, a, b) ??
    findWildcard(pairs, a, b) ??
    pairs.combinedLaws.get(key) ??
    pairs.lawsWithDefault.get(a) ??
    pairs.lawsWithDefault.get(b) ??
    pairs.defaultPair;
  pairs.found.set(key, pair);
  return pair;
}

/** The law between two materials by name; unknown names, and '', count as no material. */
export function lawOfNames(pairs: MaterialPairs, a: string, b: string): FrictionLaw {
  return findPair(pairs, pairs.ids.get(a) ?? NO_MATERIAL, pairs.ids.get(b) ?? NO_MATERIAL).law;
}

function findWildcard({ wildcardLaws }: MaterialPairs, a: number, b: number): MaterialPair | undefined {
  const ofA = wildcardLaws.get(a);
  const ofB = wildcardLaws.get(b);
  let isA = ofA !== undefined;
  if (ofA && ofB) for (const id of wildcardLaws.keys()) if (id === a || id === b) isA = id === a;
  const pair = isA ? ofA : ofB;
  return pair && { law: pair.law, materialA: pair.materialA === OTHER_MATERIAL ? (isA ? b : a) : pair.materialA };
}

export function pairKey(a: number, b: number): number {
  return a < b ? a * MAX_MATERIALS + b : b * MAX_MATERIALS + a;
}

export function requireName(owner: string, what: string, name: unknown): void {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`${owner}: ${what} must be a non-empty name (got ${describe(name)})`);
  }
}

export function requireLaw(what: string, law: unknown): asserts law is FrictionLaw {
  const candidate = law as Partial<FrictionLaw> | null | undefined;
  if (typeof candidate?.linearize !== 'function' || typeof candidate.set?.minimize !== 'function') {
    throw new TypeError(`${what} must be a friction law such as coulomb({ mu: 0.5 }) (got ${describe(law)})`);
  }
}
