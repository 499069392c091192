import type { FrictionLaw } from './contract.js';

/** The law of two materials, and which of them is the 'a' of a law that tells its bodies apart. */
export interface MaterialPair {
  law: FrictionLaw;
  /** Id of the first material; -1 where the materials do not tell: then it is the body that was created first. */
  first: number;
}

/** Which law two materials have with each other. Symmetric; materials are strings to the user and ids in the step. */
export interface MaterialPairs {
  fallback: MaterialPair;
  ids: Map<string, number>;
  names: string[];
  /** Set for the pair by name. */
  laws: Map<number, MaterialPair>;
  /** Combined from the two materials' own laws. */
  combined: Map<number, MaterialPair>;
  /** Laws of single materials. */
  own: Map<number, FrictionLaw>;
}

/** The id of bodies without a material. */
export const NO_MATERIAL = 0;

const MAX_MATERIALS = 65536;

export function createMaterialPairs(fallback: FrictionLaw): MaterialPairs {
  requireLaw('installFriction: default', fallback);
  return {
    fallback: { law: fallback, first: -1 },
    ids: new Map(),
    names: [''],
    laws: new Map(),
    combined: new Map(),
    own: new Map(),
  };
}

/** The id of a material name; a new one where the name is new. */
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
  pairs.fallback.law = law;
}

/** The law of two bodies that both have no material. It goes before the default. */
export function setUnnamedLaw(pairs: MaterialPairs, law: FrictionLaw): void {
  pairs.laws.set(pairKey(NO_MATERIAL, NO_MATERIAL), { law, first: -1 });
}

export function setPairLaw(pairs: MaterialPairs, a: string, b: string, law: FrictionLaw): void {
  requireName('setPair', 'first material', a);
  requireName('setPair', 'second material', b);
  requireLaw(`setPair: law of '${a}' and '${b}'`, law);
  const first = materialId(pairs, a);
  pairs.laws.set(pairKey(first, materialId(pairs, b)), { law, first });
}

/** Forgets the law of a pair; returns whether there was one. The materials' own laws, else the default, hold again. */
export function removePairLaw(pairs: MaterialPairs, a: string, b: string): boolean {
  requireName('removePair', 'first material', a);
  requireName('removePair', 'second material', b);
  const first = pairs.ids.get(a);
  const second = pairs.ids.get(b);
  return first !== undefined && second !== undefined && pairs.laws.delete(pairKey(first, second));
}

/** True where every pair has the default law, so that materials need not be looked up. */
export function hasOnlyDefault(pairs: MaterialPairs): boolean {
  return pairs.laws.size + pairs.combined.size === 0;
}

export function pairOf(pairs: MaterialPairs, a: number, b: number): MaterialPair {
  const key = pairKey(a, b);
  return pairs.laws.get(key) ?? pairs.combined.get(key) ?? pairs.fallback;
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
