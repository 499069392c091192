import type { FrictionLaw } from '../laws/friction-law.js';

/** The law of two materials, and which of them is 'a' for a law that distinguishes its bodies. */
export interface MaterialPair {
  law: FrictionLaw;
  /** Id of material 'a', or `ANY_MATERIAL` if the materials do not decide: then 'a' is the body that was created first. */
  materialA: number;
}

/** The law of each pair of materials. Symmetric. Materials are strings for the user and ids in a step. */
export interface MaterialPairs {
  defaultPair: MaterialPair;
  ids: Map<string, number>;
  names: string[];
  /** Laws set for a pair by name. */
  pairLaws: Map<number, MaterialPair>;
  /** Laws combined from the laws of two materials. */
  combinedLaws: Map<number, MaterialPair>;
  /** Laws of single materials. */
  materialLaws: Map<number, FrictionLaw>;
}

/** Id of bodies without a material. */
export const NO_MATERIAL = 0;
export const ANY_MATERIAL = -1;

const MAX_MATERIALS = 65536;

export function createMaterialPairs(defaultLaw: FrictionLaw): MaterialPairs {
  requireLaw('installFriction: default', defaultLaw);
  return {
    defaultPair: { law: defaultLaw, materialA: ANY_MATERIAL },
    ids: new Map(),
    names: [''],
    pairLaws: new Map(),
    combinedLaws: new Map(),
    materialLaws: new Map(),
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

export function setDefaultLaw(pairs: MaterialPairs, law: FrictionLaw): void {
  requireLaw('setDefault: law', law);
  pairs.defaultPair.law = law;
}

/** Sets the law of two bodies that both have no material. It has priority over the default. */
export function setNoMaterialLaw(pairs: MaterialPairs, law: FrictionLaw): void {
  pairs.pairLaws.set(pairKey(NO_MATERIAL, NO_MATERIAL), { law, materialA: ANY_MATERIAL });
}

export function setPairLaw(pairs: MaterialPairs, a: string, b: string, law: FrictionLaw): void {
  requireName('setPair', 'first material', a);
  requireName('setPair', 'second material', b);
  requireLaw(`setPair: law of '${a}' and '${b}'`, law);
  const materialA = materialId(pairs, a);
  pairs.pairLaws.set(pairKey(materialA, materialId(pairs, b)), { law, materialA });
}

/** Removes the law of a pair and returns true if there was one. The pair falls back to the laws of its materials, or the default. */
export function removePairLaw(pairs: MaterialPairs, a: string, b: string): boolean {
  requireName('removePair', 'first material', a);
  requireName('removePair', 'second material', b);
  const first = pairs.ids.get(a);
  const second = pairs.ids.get(b);
  return first !== undefined && second !== undefined && pairs.pairLaws.delete(pairKey(first, second));
}

/** True if every pair has the default law, so that materials need not be looked up. */
export function hasOnlyDefault(pairs: MaterialPairs): boolean {
  return pairs.pairLaws.size + pairs.combinedLaws.size === 0;
}

export function findPair(pairs: MaterialPairs, a: number, b: number): MaterialPair {
  const key = pairKey(a, b);
  return pairs.pairLaws.get(key) ?? pairs.combinedLaws.get(key) ?? pairs.defaultPair;
}

export function pairKey(a: number, b: number): number {
  return a < b ? a * MAX_MATERIALS + b : b * MAX_MATERIALS + a;
}

export function requireName(owner: string, what: string, name: unknown): void {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`${owner}: ${what} must be a non-empty name (got ${String(name)})`);
  }
}

export function requireLaw(what: string, law: unknown): asserts law is FrictionLaw {
  const candidate = law as Partial<FrictionLaw> | null | undefined;
  if (typeof candidate?.linearize !== 'function' || typeof candidate.set?.minimize !== 'function') {
    throw new TypeError(`${what} must be a friction law such as coulomb({ mu: 0.5 }) (got ${String(law)})`);
  }
}
